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

/* As far as we write it: Y, N, 1, 0 */
int kstrtobool(const char *s, bool *res)
{
	*res = *s == 'Y' || *s == '1';
	return strchr("YN10", *s) ? 0 : -EINVAL;
}

int sysfs_emit_at(char *buf, int at, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(buf + at, PAGE_SIZE - (size_t)at, format, args);
	va_end(args);
	return len;
}

int sysfs_emit(char *buf, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(buf, PAGE_SIZE, format, args);
	va_end(args);
	return len;
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
