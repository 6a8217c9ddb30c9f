// SPDX-License-Identifier: GPL-2.0-only
/*
 * The board: memory shared by the supervisor and its engine processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "board.h"
#include "hash.h"

static struct board *map(const char *path, int fd)
{
	struct board *board = MAP_FAILED;

	if (fd >= 0 && !ftruncate(fd, sizeof(*board)))
		board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
			     MAP_SHARED, fd, 0);
	if (board == MAP_FAILED)
		fprintf(stderr, "mhpref: cannot map %s: %s\n", path,
			strerror(errno));
	if (fd >= 0)
		close(fd);
	return board == MAP_FAILED ? NULL : board;
}

struct board *board_create(const char *path)
{
	return map(path, open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
			      0666));
}

struct board *board_open(const char *path)
{
	return map(path, open(path, O_RDWR | O_CLOEXEC));
}

void board_close(struct board *board)
{
	munmap(board, sizeof(*board));
}

void board_begin(struct board_slot *slot, const u8 *input, size_t len)
{
	if (len > BOARD_INPUT_MAX)
		len = BOARD_INPUT_MAX;
	memcpy(slot->input, input, len);
	slot->len = len;
	slot->step = 0;
	slot->running = 1;
}

void board_end(struct board_slot *slot)
{
	slot->running = 0;
}

static u32 find_way(struct board *board, u64 way)
{
	u32 nr = board->nr_ways;

	for (u32 n = 0; n < nr && n < BOARD_WAYS; n++)
		if (board->way[n].way == way)
			return n;
	nr = __atomic_fetch_add(&board->nr_ways, 1, __ATOMIC_SEQ_CST);
	if (nr >= BOARD_WAYS) {
		board->nr_ways = BOARD_WAYS;
		return BOARD_WAYS;
	}
	board->way[nr].way = way;
	return nr;
}

static void lose(struct board *board)
{
	__atomic_fetch_add(&board->lost, 1, __ATOMIC_RELAXED);
}

/* Is one more input that goes wrong in this way wanted? (counts it) */
static bool is_wanted(struct board *board, u64 way)
{
	u32 n = find_way(board, way);

	if (n == BOARD_WAYS)
		lose(board);
	if (n == BOARD_WAYS || board->way[n].kept >= BOARD_SAME_WAY)
		return false;
	board->way[n].kept++;
	return true;
}

/* No room for one more: does another input stand for its way? */
static void give_up(struct board *board, u64 way)
{
	u32 n = find_way(board, way);

	if (n == BOARD_WAYS || !board->way[n].kept)
		lose(board);
}

void board_forget(struct board *board, u64 way)
{
	u32 n = find_way(board, way);

	if (n < BOARD_WAYS && board->way[n].kept)
		board->way[n].kept--;
}

void board_catch(struct board *board, struct board_slot *slot, u64 way,
		 const u8 *input, size_t len)
{
	struct board_catch *c = &slot->catch[slot->caught % BOARD_CATCHES];

	if (len > BOARD_INPUT_MAX ||
	    slot->caught - slot->settled >= BOARD_CATCHES) {
		give_up(board, way);
		return;
	}
	if (!is_wanted(board, way))
		return;
	c->way = way;
	c->len = len;
	memcpy(c->input, input, len);
	__atomic_fetch_add(&slot->caught, 1, __ATOMIC_RELEASE);
}

/* The way of a death, without its report: by the operation that it died in */
static u64 way_of_death(const struct board_slot *slot)
{
	static struct ref_scenario s;
	struct codec_error err;
	u8 what[3] = "D";

	if (!codec_read(slot->input, slot->len, &s, &err) && slot->step &&
	    slot->step <= s.nr_ops) {
		what[1] = 1 + s.op[slot->step - 1].kind;
		what[2] = s.op[slot->step - 1].fault;
	}
	return hash_bytes(HASH_START, what, sizeof(what));
}

bool board_catch_dead(struct board *board, struct board_slot *slot)
{
	static u8 input[BOARD_INPUT_MAX];
	u32 len = slot->len;

	if (!slot->running || len > BOARD_INPUT_MAX)
		return false;
	memcpy(input, slot->input, len);
	board_catch(board, slot, way_of_death(slot), input, len);
	return true;
}

const struct board_catch *board_next(struct board_slot *slot)
{
	u32 caught = __atomic_load_n(&slot->caught, __ATOMIC_ACQUIRE);

	if (slot->settled == caught)
		return NULL;
	return &slot->catch[slot->settled % BOARD_CATCHES];
}

static u64 way_of(const struct difference *d, const char *name)
{
	if (!name)
		return difference_way(d);
	return hash_bytes(HASH_START, name, strlen(name));
}

static void name_entry(struct board_difference *entry,
		       const struct difference *d, const char *name)
{
	if (name)
		snprintf(entry->key, sizeof(entry->key), "allowed %s", name);
	else
		difference_key(d, entry->key);
}

void board_count(struct board_slot *slot, const struct difference *d,
		 const char *name)
{
	u64 way = way_of(d, name);
	u32 n = 0, nr = slot->nr_differences;

	while (n < nr && n < BOARD_DIFFERENCES &&
	       slot->difference[n].way != way)
		n++;
	if (n == BOARD_DIFFERENCES) {
		slot->nr_differences++;
		return;
	}
	slot->difference[n].count++;
	if (n < nr)
		return;
	slot->difference[n].way = way;
	name_entry(&slot->difference[n], d, name);
	slot->nr_differences = n + 1;
}

static u64 key(const u8 *input, size_t len)
{
	return hash_bytes(HASH_START, input, len);
}

void board_mark_dull(struct board *board, const u8 *input, size_t len)
{
	u64 h = key(input, len);

	board->dull[h % BOARD_DULL] = h;
}

bool board_is_dull(const struct board *board, const u8 *input, size_t len)
{
	u64 h = key(input, len);

	return board->dull[h % BOARD_DULL] == h;
}
