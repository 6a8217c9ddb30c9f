/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two forms of a scenario: CBOR for the corpus, text for mails.
 *
 * Both readers are total and strict: any bytes give a scenario or an error
 * that says where and why, in time linear in the input and in fixed memory.
 * A scenario has one CBOR form (RFC 8949, 4.2) and one canonical text.
 * fuzz/scenario.cddl writes the CBOR form down.
 */
#ifndef FUZZ_CODEC_H
#define FUZZ_CODEC_H

#include "../ref/scenario.h"

/* Version that is written; every version from 1 to this one is read */
#define CODEC_VERSION		1
/* No more than this many bytes are looked at: anything longer is an error */
#define CODEC_INPUT_MAX		1048576u
/* What the largest scenario takes in either form, in bytes */
#define CODEC_CBOR_MAX		(20u << 10)
#define CODEC_TEXT_MAX		(64u << 10)
/* A line of text holds no more columns */
#define CODEC_COLUMNS		72
#define CODEC_REASON_MAX	320

/**
 * struct codec_error - why bytes are no scenario
 * @offset: of the first byte that is wrong
 * @line: of text, from 1; 0 for CBOR
 * @column: of text, from 1; 0 for CBOR
 * @reason: what was expected there, and what was found
 */
struct codec_error {
	size_t offset;
	u32 line;
	u32 column;
	char reason[CODEC_REASON_MAX];
};

/**
 * codec_is_text() - which form bytes have
 * @bytes: the input
 * @len: number of @bytes
 *
 * Text starts with a printable ASCII character or white space, which no
 * CBOR map does.
 *
 * Return: true for text; also for no bytes at all.
 */
bool codec_is_text(const u8 *bytes, size_t len);

/**
 * codec_read() - decode a scenario from either form
 * @bytes: the input, may be anything
 * @len: number of @bytes
 * @out: the scenario, complete and checked (see scenario_check()); its
 *	contents mean nothing after an error
 * @err: filled in on error only
 *
 * Return: 0, or -1 with @err filled in.
 */
int codec_read(const u8 *bytes, size_t len, struct ref_scenario *out,
	       struct codec_error *err);

/**
 * codec_write_cbor() - encode as CBOR
 * @s: a scenario that passes scenario_check()
 * @buf: where to; CODEC_CBOR_MAX bytes hold any scenario
 * @cap: size of @buf in bytes
 *
 * Return: bytes written, or 0 if they do not fit.
 */
size_t codec_write_cbor(const struct ref_scenario *s, u8 *buf, size_t cap);

/**
 * codec_write_text() - encode as canonical text
 * @s: a scenario that passes scenario_check()
 * @buf: where to; CODEC_TEXT_MAX bytes hold any scenario
 * @cap: size of @buf in bytes
 *
 * The text ends with a newline and a NUL.
 *
 * Return: bytes written without the NUL, or 0 if they do not fit.
 */
size_t codec_write_text(const struct ref_scenario *s, char *buf, size_t cap);

/**
 * codec_op_text() - one operation as its line of text, without newline
 * @op: the operation
 * @buf: where to; CODEC_COLUMNS + 1 bytes hold any
 * @cap: size of @buf in bytes
 *
 * Return: bytes written without the NUL, or 0 if they do not fit.
 */
size_t codec_op_text(const struct ref_op *op, char *buf, size_t cap);

/**
 * codec_size_text() - an address or size as the text notation writes it
 * @bytes: the address or size in bytes
 * @buf: where to; 24 bytes hold any
 * @cap: size of @buf in bytes
 *
 * Return: bytes written without the NUL, or 0 if they do not fit.
 */
size_t codec_size_text(u64 bytes, char *buf, size_t cap);

/**
 * codec_error_text() - an error as one line for a user, without newline
 * @err: from codec_read()
 * @file: name of the input
 * @buf: where to
 * @cap: size of @buf in bytes
 *
 * Text: "FILE:LINE:COLUMN: REASON"; CBOR: "FILE: byte OFFSET: REASON".
 */
void codec_error_text(const struct codec_error *err, const char *file,
		      char *buf, size_t cap);

#endif
