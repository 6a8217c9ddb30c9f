/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every iteration of a loop in kernel text is counted for its function. In the
 * place of the shim's file of this name, which counts them all together.
 */
#ifndef SHIM_STEPS_H
#define SHIM_STEPS_H

unsigned long long *kx_counter(const char *function);

#define shim_visit() \
	({ static unsigned long long *at_; \
	   if (!at_) \
		at_ = kx_counter(__func__); \
	   ++*at_; })

#define for(...)	for (__VA_ARGS__) if (!shim_visit()) { } else
#define while(...) \
	while (({ bool go_ = (bool)(__VA_ARGS__); \
		  if (go_) \
			shim_visit(); \
		  go_; }))

#endif
