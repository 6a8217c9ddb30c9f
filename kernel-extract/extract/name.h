/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names: every identifier once, with all that is known of it.
 */
#ifndef KX_NAME_H
#define KX_NAME_H

#include "../../ref/types.h"

/* C keeps tags of struct, union and enum apart from all other names */
enum space {
	SPACE_PLAIN,
	SPACE_TAG,
	NR_SPACES,
};

enum name_flags {
	NAME_KEYWORD = 1,	/* of C or of the compiler */
	NAME_SPECIFIER = 2,	/* keyword that is part of a type */
	NAME_TAGWORD = 4,	/* struct, union, enum */
	NAME_ATTRIBUTE = 8,	/* attribute macro */
	NAME_MEMBER = 16,	/* some struct has such a member */
	NAME_ACCESSED = 32,	/* used after . or -> in what is extracted */
	NAME_LEAF = 64,		/* on lists/leaves */
	NAME_PROVIDED = 128,	/* on lists/provides */
	NAME_REPORTED = 256,	/* its absence has been recorded */
	NAME_FORWARD = 512,	/* tag that is used through pointers */
	NAME_MEMBER_ARG = 1024,	/* macro whose last argument is a member */
	NAME_SHIM_USED = 2048,	/* was left to the shim */
	NAME_DIFFERS = 8192,	/* on lists/mirrors: differs on purpose */
	NAME_UNION = 4096,	/* tag of a union */
};

/**
 * struct name - an identifier
 * @next: in the same hash bucket
 * @text: NUL-terminated
 * @len: of @text
 * @flags: enum name_flags
 * @local: number of the last scan in which it was a local name
 * @tree: what the kernel tree defines under it
 * @shim: what the shim defines under it
 * @stop: entry of lists/stops, or NULL
 * @value: configuration entry, or NULL
 * @waiting: tags that are needed once a member of this name is accessed
 */
struct name {
	struct name *next;
	const char *text;
	u32 len;
	u32 flags;
	u32 local;
	struct def *tree[NR_SPACES];
	struct def *shim[NR_SPACES];
	struct stop *stop;
	struct value *value;
	struct waiting *waiting;
};

/* The name, made if it is new */
struct name *name_get(const char *text, u32 len);
struct name *name_of(const char *text);

/* Calls @visit for every name, sorted by text */
void name_each(void (*visit)(struct name *name, void *arg), void *arg);

static inline bool name_is(const struct name *name, u32 flags)
{
	return name && (name->flags & flags);
}

/* An attribute macro, by its name alone */
bool name_looks_attribute(const struct name *name);

#endif
