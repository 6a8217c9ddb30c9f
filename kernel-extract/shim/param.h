/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parameters of modules, as far as a setter and a getter see one.
 */
#ifndef SHIM_PARAM_H
#define SHIM_PARAM_H

struct kernel_param {
	void *arg;
};

struct kernel_param_ops {
	int (*set)(const char *val, const struct kernel_param *kp);
	int (*get)(char *buffer, const struct kernel_param *kp);
};

int shim_match_string(const char * const *words, size_t nr, const char *s);

#define sysfs_match_string(words, s) \
	shim_match_string(words, ARRAY_SIZE(words), s)

#endif
