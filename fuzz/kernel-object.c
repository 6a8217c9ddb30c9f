// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading a kernel object into this process.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel-object.h"

static const struct kx_kernel *refuse(const char *path, const char *why)
{
	fprintf(stderr, "mhpref: cannot use kernel object %s: %s\n", path, why);
	return NULL;
}

static bool is_complete(const struct kx_kernel *k)
{
	return k->version && k->conf && k->hash && k->geometry && k->boot &&
	       k->apply && k->observe && k->reset && k->message && k->steps;
}

static const struct kx_kernel *check(const char *path, void *symbol)
{
	const struct kx_kernel *kernel = symbol;

	if (!kernel)
		return refuse(path, "it has no symbol " KX_SYMBOL);
	if (kernel->abi != KX_ABI)
		return refuse(path, "made for another mhpref; remove it and "
				    "run again, so that it is built anew");
	if (!is_complete(kernel))
		return refuse(path, "its table of functions has gaps");
	return kernel;
}

const struct kx_kernel *kernel_object_load(const char *path)
{
	char *real = realpath(path, NULL);	/* else dlopen() searches */
	void *handle;

	if (!real) {
		perror(path);
		return NULL;
	}
	handle = dlopen(real, RTLD_NOW | RTLD_LOCAL);
	free(real);
	if (!handle)
		return refuse(path, dlerror());
	return check(path, dlsym(handle, KX_SYMBOL));
}

void kernel_object_print(const struct kx_kernel *k)
{
	printf("kernel base %s %s %s %s slices %u lines %u\n", k->version,
	       k->geometry->name, k->conf, k->hash, k->slices, k->lines);
}
