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

/*
 * Files with names of zones are read after every operation: what only puts
 * strings together is done without the library
 */
static int emit(char *buf, size_t room, const char *format, va_list args)
{
	va_list again;
	size_t len = 0;

	va_copy(again, args);
	for (const char *f = format; *f; f++) {
		const char *s = f;
		size_t n = 1;

		if (*f == '%' && *++f == 's') {
			s = va_arg(again, const char *);
			n = strlen(s);
		} else if (f != s) {
			len = room;
		}
		if (len + n >= room)
			break;
		memcpy(buf + len, s, n);
		len += n;
	}
	va_end(again);
	if (len >= room)
		return vsnprintf(buf, room, format, args);
	buf[len] = 0;
	return (int)len;
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
	len = emit(buf + at, PAGE_SIZE - (size_t)at, format, args);
	va_end(args);
	return len;
}

int sysfs_emit(char *buf, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = emit(buf, PAGE_SIZE, format, args);
	va_end(args);
	return len;
}

/* Index of the string that sysfs_streq() finds equal, or -EINVAL */
int shim_match_string(const char *const *array, size_t n, const char *s)
{
	for (size_t i = 0; i < n; i++)
		if (array[i] && sysfs_streq(array[i], s))
			return (int)i;
	return -EINVAL;
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
