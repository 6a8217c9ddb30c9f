// SPDX-License-Identifier: GPL-2.0-only
/*
 * WARN, BUG, panic and hang: what kernel text says when it gives up.
 *
 * BUG, panic and hang leave kernel text for good, to where kx_guard() was
 * called; the kernel's state is then only good for a look and a reset.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kx.h"
#if KX_ASAN
#include <sanitizer/asan_interface.h>
#endif

struct kx_run kx_run;

static char message[KX_MESSAGE_LEN];
static void *jump[5];
static volatile int outcome;	/* written between setjmp and longjmp */
static volatile bool guarded;

/* Kernel text names its place in the tree; of ours the name will do */
static const char *place(const char *file)
{
	const char *at = file[0] == '/' ? strrchr(file, '/') : NULL;

	return at ? at + 1 : file;
}

static void say(const char *file, int line, const char *format, va_list args)
{
	int len;

	len = snprintf(message, sizeof(message), "%s:%d ", place(file), line);
	if (len > 0 && (size_t)len < sizeof(message))
		vsnprintf(message + len, sizeof(message) - len, format, args);
	message[strcspn(message, "\n")] = 0;
}

/* The observation is not guarded: nothing may go wrong there */
static void __attribute__((noreturn)) leave(int how)
{
	if (!guarded)
		abort();
	outcome = how;
#if KX_ASAN
	__asan_handle_no_return();
#endif
	__builtin_longjmp(jump, 1);
}

void kx_hang(void)
{
	snprintf(message, sizeof(message), "budget of steps used up");
	leave(REF_HANG);
}

void kx_bug(const char *file, int line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(file, line, format, args);
	va_end(args);
	leave(REF_BUG);
}

void kx_panic(const char *file, int line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(file, line, format, args);
	va_end(args);
	leave(REF_BUG);
}

void kx_warn(const char *file, int line, const char *format, ...)
{
	va_list args;

	kx_run.warns++;
	va_start(args, format);
	say(file, line, format, args);
	va_end(args);
}

const char *kx_message(void)
{
	return message;
}

void kx_message_clear(void)
{
	message[0] = 0;
}

/**
 * kx_guard() - call kernel text
 * @call: calls it
 * @arg: for @call
 *
 * Return: REF_DONE when @call returned, else how it was left.
 */
__attribute__((noinline))
int kx_guard(void (*call)(void *arg), void *arg)
{
	outcome = REF_DONE;
	guarded = true;
	if (!__builtin_setjmp(jump))
		call(arg);
	guarded = false;
	return outcome;
}
