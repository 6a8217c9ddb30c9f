// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strings: what sysfs files and the command line's parsers need.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernel.h"

/* Equal, but for one newline at the end of either */
bool sysfs_streq(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	a += *a == '\n' && !*b;
	b += *b == '\n' && !*a;
	return *a == *b;
}

/* Which of @words @s is, or -EINVAL */
int shim_match_string(const char * const *words, size_t nr, const char *s)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (sysfs_streq(words[i], s))
			return (int)i;
	return -EINVAL;
}

/* These are no kernel text; of what they write, both ends are looked at */
#define UNCHECKED	__attribute__((no_sanitize("address", "undefined")))

static noinline void end_at(char *at)
{
	*at = 0;
}

/*
 * The few formats that are read after every operation, without stdio: those
 * whose conversions are all %s. -1: another one.
 */
UNCHECKED
static int emit_plain(char *to, const char *format, va_list args)
{
	char *at = to;

	for (; *format; format++) {
		const char *s;

		if (*format != '%') {
			*at++ = *format;
			continue;
		}
		if (*++format != 's')
			return -1;
		for (s = va_arg(args, const char *); *s; s++)
			*at++ = *s;
	}
	end_at(at);
	return (int)(at - to);
}

UNCHECKED
static int emit(char *to, size_t room, const char *format, va_list args)
{
	va_list again;
	int len = -1;

	va_copy(again, args);
	/* No name that is printed is longer than this */
	if (room > PAGE_SIZE / 2 && room <= PAGE_SIZE) {
		end_at(to);
		len = emit_plain(to, format, args);
	}
	if (len < 0)
		len = vsnprintf(to, room, format, again);
	va_end(again);
	return len;
}

UNCHECKED
int sysfs_emit_at(char *buf, int at, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = emit(buf + at, PAGE_SIZE - (size_t)at, format, args);
	va_end(args);
	return len;
}

UNCHECKED
int sysfs_emit(char *buf, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = emit(buf, PAGE_SIZE, format, args);
	va_end(args);
	return len;
}

/* As far as we write it: Y, N, 1, 0 */
int kstrtobool(const char *s, bool *res)
{
	*res = *s == 'Y' || *s == '1';
	return strchr("YN10", *s) ? 0 : -EINVAL;
}

unsigned long long simple_strtoull(const char *s, char **end,
				   unsigned int base)
{
	return strtoull(s, end, (int)base);
}

/* A number with a suffix from K to E, each 2^10 times the one before */
unsigned long long memparse(const char *s, char **end)
{
	static const char suffixes[] = "KMGTPE";
	const char *at;
	char *stop;
	unsigned long long value = strtoull(s, &stop, 0);

	at = *stop ? strchr(suffixes, *stop & ~0x20) : NULL;
	if (at) {
		value <<= 10 * (at - suffixes + 1);
		stop++;
	}
	if (end)
		*end = stop;
	return value;
}

/* Is @option one of the words, separated by commas, of @s? */
bool parse_option_str(const char *s, const char *option)
{
	size_t len = strlen(option);

	while (*s) {
		if (!strncmp(s, option, len) && (!s[len] || s[len] == ','))
			return true;
		s += strcspn(s, ",");
		s += *s == ',';
	}
	return false;
}
