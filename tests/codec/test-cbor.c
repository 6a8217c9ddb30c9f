// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CBOR form: hostile input of every kind gives an offset and a reason.
 */
#include "common.h"

static u32 hex_digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Bytes of a string of hex digits, blanks between them do not count */
static size_t from_hex(const char *hex, u8 *bytes)
{
	size_t len = 0;

	for (; *hex; hex++) {
		if (*hex == ' ')
			continue;
		bytes[len++] = hex_digit(hex[0]) << 4 | hex_digit(hex[1]);
		hex++;
	}
	return len;
}

/* RFC 8949, appendix A: what well-formed CBOR looks like */
static const char *const appendix_a[] = {
	"00", "01", "0a", "17", "1818", "1819", "1864", "1903e8", "1a000f4240",
	"1b000000e8d4a51000", "1bffffffffffffffff", "c249010000000000000000",
	"3bffffffffffffffff", "c349010000000000000000", "20", "29", "3863",
	"3903e7", "f90000", "f98000", "f93c00", "fb3ff199999999999a", "f93e00",
	"f97bff", "fa47c35000", "fa7f7fffff", "fb7e37e43c8800759c", "f90001",
	"f90400", "f9c400", "fbc010666666666666", "f97c00", "f97e00", "f9fc00",
	"fa7f800000", "fa7fc00000", "faff800000", "fb7ff0000000000000",
	"fb7ff8000000000000", "fbfff0000000000000", "f4", "f5", "f6", "f7",
	"f0", "f8ff",
	"c074323031332d30332d32315432303a30343a30305a", "c11a514b67b0",
	"c1fb41d452d9ec200000", "d74401020304", "d818456449455446",
	"d82076687474703a2f2f7777772e6578616d706c652e636f6d", "40",
	"4401020304", "60", "6161", "6449455446", "62225c", "62c3bc",
	"63e6b0b4", "64f0908591", "80", "83010203", "8301820203820405",
	"98190102030405060708090a0b0c0d0e0f101112131415161718181819", "a0",
	"a201020304", "a26161016162820203", "826161a161626163",
	"a56161614161626142616361436164614461656145", "5f42010243030405ff",
	"7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff",
	"9f01820203820405ff", "83018202039f0405ff", "83019f0203ff820405",
	"9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
	"bf61610161629f0203ffff", "826161bf61626163ff",
	"bf6346756ef563416d7421ff",
};

/* RFC 8949, appendix F: what is not well-formed, one line a kind */
static const char *const appendix_f[] = {
	/* end of input in a head */
	"18", "19", "1a", "1b", "1901", "1a0102", "1b01020304050607", "38",
	"58", "78", "98", "9a01ff00", "b8", "d8", "f8", "f900", "fa0000",
	"fb000000",
	/* strings with too little data */
	"41", "61", "5affffffff00", "5bffffffffffffffff010203", "7affffffff00",
	"7b7fffffffffffffff010203",
	/* arrays and maps with too few items */
	"81", "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000",
	/* a tag of nothing */
	"c0",
	/* indefinite strings, arrays and maps that are not closed */
	"5f4100", "7f6100", "9f", "9f0102", "bf", "bf01020102", "819f",
	"9f8000", "9f9f9f9f9fffffffff", "9f819f819f9fffffff",
	/* reserved additional information */
	"1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e",
	"9c", "9d", "9e", "bc", "bd", "be", "dc", "dd", "de", "fc", "fd", "fe",
	/* reserved two-byte simple values */
	"f800", "f801", "f818", "f81f",
	/* chunks of the wrong type */
	"5f00ff", "5f21ff", "5f6100ff", "5f80ff", "5fa0ff", "5fc000ff",
	"5fe0ff", "7f4100ff",
	/* chunks of indefinite length */
	"5f5f4100ffff", "7f7f6100ffff",
	/* breaks where none may be */
	"ff", "81ff", "8200ff", "a1ff", "a1ff00", "a100ff", "a20000ff",
	"9f81ff", "9f829f819f9fffffffff", "bf00ff", "bf000000ff",
	/* integers and tags of indefinite length */
	"1f", "3f", "df",
};

/* Reads bytes that must be wrong; offset and reason must be there */
static void expect_wrong(const u8 *bytes, size_t len, const char *what)
{
	static struct ref_scenario s;
	struct codec_error err;

	cr_assert_eq(codec_read(bytes, len, &s, &err), -1, "accepted %s", what);
	cr_assert_leq(err.offset, len, "%s: offset %zu", what, err.offset);
	cr_assert_eq(memcmp(err.reason, "expected ", 9), 0,
		     "%s: reason \"%s\"", what, err.reason);
}

/* A copy that ends with the allocation: AddressSanitizer sees one byte more */
static void expect_wrong_tight(const u8 *bytes, size_t len, const char *what)
{
	u8 *copy = malloc(len);

	cr_assert(copy);
	memcpy(copy, bytes, len);
	expect_wrong(copy, len, what);
	free(copy);
}

static void expect_all_wrong(const char *const *hex, size_t count,
			     const char *before)
{
	u8 bytes[128];

	for (size_t i = 0; i < count; i++) {
		size_t len = from_hex(before, bytes);

		len += from_hex(hex[i], bytes + len);
		expect_wrong_tight(bytes, len, hex[i]);
	}
}

/* As a whole input, as a value, as an entry, and nested where arrays are */
static const char *const wrappings[] = {
	"", "a6", "a600", "a600010100020003", "a7000101000200031a01000000060a",
	"a7000101000200031a0100000006000a81",
	"a7000101000200031a0100000006000a81030b81",
	"a7000101000200031a0100000006000a81030b8183",
};

Test(cbor, rfc8949_examples)
{
	for (size_t i = 0; i < ARRAY_SIZE(wrappings); i++) {
		expect_all_wrong(appendix_a, ARRAY_SIZE(appendix_a),
				 wrappings[i]);
		expect_all_wrong(appendix_f, ARRAY_SIZE(appendix_f),
				 wrappings[i]);
	}
}

#define ONE_MORE	"a8 0001 0100 0200 03 1a01000000 0600 0a8103 0b81" \
			" 83001a0100000000"
#define SMALL	"a7 0001 0100 0200 03 1a01000000 0600 0a8103 0b81"

/* One scenario, and each way to be wrong */
static const struct {
	const char *hex;
	size_t offset;
	const char *reason;
} wrong[] = {
	{ "00", 0,
	  "expected a scenario, a map of entries, found an unsigned integer",
	},
	{ "80", 0, "expected a scenario, a map of entries, found an array" },
	{ "a0", 0, "expected a scenario, a map of entries: 1 to 20, found 0" },
	{ "b5", 0, "expected a scenario, a map of entries: 1 to 20, found 21" },
	{ "b807", 0,
	  "expected a scenario, a map of entries in its shortest form",
	},
	{ "ba01000000", 0,
	  "expected a scenario, a map of entries: 1 to 20, found 16777216" },
	{ "bf", 0,
	  "expected a scenario, a map of entries, found indefinite length",
	},
	{ "b8", 1,
	  "expected a scenario, a map of entries, the input ends",
	},
	{ "a7", 1,
	  "expected the key of the format version, the input ends",
	},
	{ "a7 01", 1, "expected the key of the format version: 0, found 1" },
	{ "a7 6161", 1,
	  "expected the key of the format version, found a text string",
	},
	{ "a7 0000", 2,
	  "expected a format version that is known here: 1, found 0",
	},
	{ "a7 0002", 2,
	  "expected a format version that is known here: 1, found 2",
	},
	{ "a7 0001 0200", 3, "expected key 1, geometry" },
	{ "a7 0001 0001", 3,
	  "expected the next key, ascending: 1 to 19, found 0",
	},
	{ "a7 0001 0100 0100", 5,
	  "expected the next key, ascending: 2 to 19, found 1",
	},
	{ "a7 0001 0100 0200 14", 7,
	  "expected the next key, ascending: 3 to 19, found 20",
	},
	{ "a7 0001 01190100", 4, "expected geometry: 0 to 255, found 256" },
	{ "a7 0001 01f5", 4,
	  "expected geometry, found a float or simple value",
	},
	{ "a7 0001 0120", 4, "expected geometry, found a negative integer" },
	{ "a7 0001 01c000", 4, "expected geometry, found a tag" },
	{ "a7 0001 011c", 4,
	  "expected geometry, found a byte that starts no CBOR item",
	},
	{ "a7 0001 01ff", 4, "expected geometry, found a break" },
	{ "a7 0001 011800", 4, "expected geometry in its shortest form" },
	{ "a7 0001 0100 0200 03 1b0000000001000000", 8,
	  "expected block size in its shortest form" },
	{ "a7 0001 0100 0200 03 1a01000000 0400", 14,
	  "expected end of zone dma: 1 to 18446744073709551615, found 0" },
	{ "a7 0001 0100 0200 03 1a01000000 0a", 13,
	  "expected key 6, memmap mode",
	},
	{ "a7 0001 0100 0200 03 1a01000000 0600 0a80", 16,
	  "expected an array of nodes: 1 to 8, found 0" },
	{ "a7 0001 0100 0200 03 1a01000000 0600 0a89", 16,
	  "expected an array of nodes: 1 to 8, found 9" },
	{ "a7 0001 0100 0200 03 1a01000000 0600 0a820300 0b", 18,
	  "expected flags of a possible node last",
	},
	{ "a7 0001 0100 0200 03 1a01000000 0600 0a8103 0b80", 19,
	  "expected an array of memory: 1 to 160, found 0" },
	{ "a7 0001 0100 0200 03 1a01000000 0600 0a8103 0b98a1", 19,
	  "expected an array of memory: 1 to 160, found 161" },
	{ SMALL "82", 20,
	  "expected memory [start, end, nid, flags]: 3 to 4, found 2",
	},
	{ SMALL "84 00 1a01000000 00 00", 28,
	  "expected flags: 1 to 3, found 0",
	},
	{ SMALL "84 00 1a01000000 00 04", 28,
	  "expected flags: 1 to 3, found 4",
	},
	{ SMALL "83 00 1a01000000 00 00", 28, "expected the end of the input" },
	{ ONE_MORE "0c80", 29,
	  "expected an array of reserved memory: 1 to 16, found 0",
	},
	{ ONE_MORE "0c8181", 30,
	  "expected a range [start, end]: 2, found 1",
	},
	{ ONE_MORE "0d80", 29,
	  "expected an array of operations: 1 to 512, found 0",
	},
	{ ONE_MORE "0d990201", 29,
	  "expected an array of operations: 1 to 512, found 513",
	},
	{ ONE_MORE "0d81820b", 31,
	  "expected an operation's kind: 0 to 10, found 11",
	},
	{ ONE_MORE "0d81820100", 33,
	  "expected a way to online, the input ends",
	},
	{ ONE_MORE "0d8184020003", 30,
	  "expected an operation with the entries that it has, no more",
	},
	{ ONE_MORE "0d8183020000", 33, "expected a fault: 1 to 11, found 0" },
	{ ONE_MORE "0d818402000103", 0, NULL },
	{ ONE_MORE "0d81840200011a00010000", 34,
	  "expected the number of what fails: 0 to 65535, found 65536" },
	{ ONE_MORE "0d81830200 01", 30,
	  "expected an operation with the entries that it has, no more",
	},
	/* what came to version 1 later */
	{ ONE_MORE "0e00", 29,
	  "expected online_policy to be left out when it has its usual value" },
	{ ONE_MORE "0e02", 29, "expected a value from 0 to 1" },
	{ ONE_MORE "0e1b0000000100000000", 29,
	  "expected online_policy: 0 to 4294967295, found 4294967296" },
	{ ONE_MORE "0f19012d", 29,
	  "expected auto_movable_ratio to be left out when it has its usual "
	  "value" },
	{ ONE_MORE "1001", 29,
	  "expected auto_movable_numa_aware to be left out when it has its "
	  "usual value" },
	{ ONE_MORE "1104", 29, "expected a value from 0 to 3" },
	{ ONE_MORE "1200", 29, "expected memmap_on_memory: 1 to 255, found 0" },
	{ ONE_MORE "1201", 29,
	  "expected a configuration with memmap_on_memory, default has none" },
	{ ONE_MORE "1380", 29, "expected an array of CMA areas: 1 to 8, "
	  "found 0" },
	{ ONE_MORE "1389", 29, "expected an array of CMA areas: 1 to 8, "
	  "found 9" },
	{ ONE_MORE "138181", 30, "expected a range [start, end]: 2, found 1" },
	{ ONE_MORE "0d81840419100100 00", 32,
	  "expected a multiple of a page, 64K" },
	{ ONE_MORE "0d8184040008 00", 33, "expected a node from 0 to 7" },
	{ ONE_MORE "0d8184040000 01", 30, "expected flags 0 or 2" },
	{ ONE_MORE "0d81820500", 32, "expected a group from 1 to 16" },
	{ ONE_MORE "0d81830501 03", 30,
	  "expected no fault: nothing of this can fail" },
	{ ONE_MORE "0d8183060400", 32, "expected a parameter from 0 to 3" },
	{ ONE_MORE "0d8183060005", 33, "expected a value from 0 to 1" },
	{ ONE_MORE "0d818607001a00010000000011", 40,
	  "expected a group from 0 to 16" },
	{ ONE_MORE "0d818607001a00010000000300", 39,
	  "expected a way to online from 0 to 2" },
	{ ONE_MORE "0d818607001a00010000080000", 38,
	  "expected a node from 0 to 7" },
	{ ONE_MORE "0d8186070019 1001000000", 33,
	  "expected a multiple of a page, 64K" },
	{ ONE_MORE "0d81860a0001000000", 30,
	  "expected an add of kind 0: it has no group and no flags" },
	{ ONE_MORE "0d81860a0001010100", 34,
	  "expected node 0: the group has a node" },
	{ ONE_MORE "0d81880a000100010009 1864", 30,
	  "expected a fault that counts to 99 at most" },
	{ ONE_MORE "0d81880a000100010009 1863", 0, NULL },
	{ ONE_MORE "0d818408000100", 30,
	  "expected a configuration with ZONE_DEVICE, default has none" },
	{ "a6 0001 0100 0200 03 1a01000000 0600 0a8103", 18,
	  "expected key 11, memory" },
	{ "a1 0001", 3, "expected key 1, geometry" },
	/* well-formed, but no scenario: scenario_check() speaks */
	{ "a7 0001 0103 0200 03 1a01000000 0600 0a8103 0b81 83001a0100000000",
	  4,
	  "expected a geometry's number, at most 2" },
	{ SMALL "83001a0100000001", 27,
	  "expected a possible node, node 1 is not named" },
	{ SMALL "8310 10 00", 22, "expected an end above the start, 0x10" },
	{ ONE_MORE "0d8182021a00010000", 32,
	  "expected a block's start, a multiple of 16M" },
	{ ONE_MORE "0d818400000000", 33,
	  "expected a size above 0 and less than 2^63",
	},
	{ ONE_MORE "0d818400000108", 34, "expected a node from 0 to 7" },
};

Test(cbor, each_error)
{
	static struct ref_scenario s;
	struct codec_error err;
	u8 bytes[128];

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		size_t len = from_hex(wrong[i].hex, bytes);
		int ret = codec_read(bytes, len, &s, &err);

		if (!wrong[i].reason) {
			cr_expect_eq(ret, 0, "%s: %zu: %s", wrong[i].hex,
				     err.offset, err.reason);
			continue;
		}
		cr_expect_eq(ret, -1, "accepted %s", wrong[i].hex);
		cr_expect_eq(err.line, 0, "%s", wrong[i].hex);
		cr_expect(err.offset == wrong[i].offset &&
			  !strcmp(err.reason, wrong[i].reason),
			  "%s:\ngot  %zu: %s\nwant %zu: %s", wrong[i].hex,
			  err.offset, err.reason, wrong[i].offset,
			  wrong[i].reason);
	}
}

Test(cbor, error_line)
{
	struct codec_error err = { .offset = 7, .reason = "expected this" };
	char line[64];

	codec_error_text(&err, "x.cbor", line, sizeof(line));
	cr_assert_str_eq(line, "x.cbor: byte 7: expected this");
}

Test(cbor, all_inputs_of_three_bytes, .timeout = 120)
{
	for (u32 n = 0; n < 1u << 24; n++) {
		u8 bytes[3] = { n, n >> 8, n >> 16 };

		/* One and two bytes once for all that could follow */
		if (!(n >> 8))
			expect_wrong(bytes, 1, "one byte");
		if (!(n >> 16))
			expect_wrong(bytes, 2, "two bytes");
		expect_wrong(bytes, 3, "three bytes");
	}
	expect_wrong(NULL, 0, "nothing");
}

Test(cbor, every_truncation)
{
	static struct ref_scenario seeds[NR_SEEDS];
	static u8 bytes[CODEC_CBOR_MAX];

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++) {
		size_t len = codec_write_cbor(&seeds[i], bytes, sizeof(bytes));

		cr_assert_gt(len, 0);
		for (size_t cut = 0; cut < len; cut++)
			expect_wrong_tight(bytes, cut, "a truncated seed");
	}
}

/* What is accepted must be the one form of what it says */
static void expect_wrong_or_unique(const u8 *bytes, size_t len, size_t changed)
{
	static u8 again[CODEC_CBOR_MAX];
	static struct ref_scenario s;
	struct codec_error err;

	if (codec_read(bytes, len, &s, &err)) {
		cr_assert_leq(err.offset, len);
		cr_assert(err.reason[0]);
		return;
	}
	cr_assert_eq(codec_write_cbor(&s, again, sizeof(again)), len,
		     "another length after a change at %zu", changed);
	cr_assert_eq(memcmp(bytes, again, len), 0,
		     "another form after a change at %zu", changed);
}

Test(cbor, every_single_byte_change, .timeout = 120)
{
	static struct ref_scenario seeds[NR_SEEDS];
	static u8 bytes[CODEC_CBOR_MAX];

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++) {
		size_t len = codec_write_cbor(&seeds[i], bytes, sizeof(bytes));

		for (size_t at = 0; at < len; at++) {
			u8 was = bytes[at];

			for (u32 change = 1; change < 256; change++) {
				bytes[at] = was ^ change;
				expect_wrong_or_unique(bytes, len, at);
			}
			bytes[at] = was;
		}
	}
}

Test(cbor, too_long)
{
	static u8 bytes[CODEC_INPUT_MAX + 1];
	struct codec_error err;
	static struct ref_scenario s;

	memset(bytes, '\n', sizeof(bytes));
	cr_assert_eq(codec_read(bytes, sizeof(bytes), &s, &err), -1);
	cr_assert_eq(err.offset, CODEC_INPUT_MAX);
	cr_assert_str_eq(err.reason, "expected at most 1048576 bytes");
}
