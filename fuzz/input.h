/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of the user's: read whole, decoded, never written to.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include "codec.h"

/**
 * input_bytes() - read a file, at most CODEC_INPUT_MAX bytes and one more
 * @path: file
 * @len: written: bytes read
 *
 * Return: the bytes, valid until the next call, or NULL with errno set.
 */
const u8 *input_bytes(const char *path, size_t *len);

/**
 * input_read() - read and decode a scenario
 * @path: file, in either form
 * @s: written
 *
 * Return: 0, or -1 after a message on standard error.
 */
int input_read(const char *path, struct ref_scenario *s);

/**
 * input_write() - write a file, whole or not at all
 * @path: file; replaced if it exists
 * @bytes: its contents
 * @len: number of @bytes
 *
 * Return: 0, or -1 after a message on standard error.
 */
int input_write(const char *path, const void *bytes, size_t len);

struct input_list {
	char **path;
	u32 nr;
};

/**
 * input_list() - the files that words name, directories opened
 * @words: files and directories, @nr of them
 * @list: written; sorted within each directory, names with a dot in front
 *	and the sidecars of findings left out
 *
 * Return: 0, or -1 after a message on standard error.
 */
int input_list(const char **words, u32 nr, struct input_list *list);
void input_list_free(struct input_list *list);

#endif
