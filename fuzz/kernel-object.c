// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading a kernel object into this process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel-object.h"

static const struct kx_kernel *refuse(const char *path, const char *why)
{
	fprintf(stderr, "mhpref: cannot use kernel object %s: %s\n", path,
		why ? why : "it cannot be copied");
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

static bool copy_file(int from, int to)
{
	struct stat st;

	if (fstat(from, &st))
		return false;
	while (st.st_size > 0) {
		ssize_t len = sendfile(to, from, NULL, (size_t)st.st_size);

		if (len <= 0)
			return false;
		st.st_size -= len;
	}
	return true;
}

/* A kernel beside itself: the same file would be the same kernel */
static void *load_copy(const char *real)
{
	int from = open(real, O_RDONLY | O_CLOEXEC);
	int to = memfd_create("kernel", MFD_CLOEXEC);
	void *handle = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", to);
	if (from >= 0 && to >= 0 && copy_file(from, to))
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return handle;
}

static void *load(const char *real)
{
	void *handle = dlopen(real, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);

	if (!handle)
		return dlopen(real, RTLD_NOW | RTLD_LOCAL);
	dlclose(handle);
	return load_copy(real);
}

const struct kx_kernel *kernel_object_load(const char *path)
{
	char *real = realpath(path, NULL);	/* else dlopen() searches */
	void *handle;

	if (!real) {
		perror(path);
		return NULL;
	}
	handle = load(real);
	free(real);
	if (!handle)
		return refuse(path, dlerror());
	return check(path, dlsym(handle, KX_SYMBOL));
}

void kernel_object_print(const char *which, const struct kx_kernel *k)
{
	printf("kernel %s %s %s %s %s slices %u lines %u\n", which,
	       k->version, k->geometry->name, k->conf, k->hash, k->slices,
	       k->lines);
}
