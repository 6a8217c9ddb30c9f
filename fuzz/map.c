// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine as text: its nodes and zones, and a map of its blocks.
 */
#include <string.h>

#include "geometry.h"
#include "map.h"

#define ROW_MAX		48	/* blocks in a row */
#define GAP_MAX		8	/* a wider gap starts a new row */

static const char * const zone_names[] = {
	"DMA", "DMA32", "Normal", "Movable", "Device",
};

/* One row of the map while it is filled */
struct row {
	u64 start;		/* block id */
	u32 len;
	char zones[ROW_MAX + 1];
	char nodes[ROW_MAX + 1];
	char holes[ROW_MAX + 1];
	char valid[ROW_MAX + 1];
	char links[ROW_MAX + 1];
	char group[ROW_MAX + 1];
};

const char *map_zone_name(u32 zone)
{
	return zone < REF_NR_ZONES ? zone_names[zone] : "none";
}

void map_legend(FILE *to)
{
	fputs("# blocks: D DMA, d DMA32, N Normal, M Movable, ? of no single "
	      "zone,\n#   o offline, _ absent, . nothing there; holes: - some "
	      "of the block\n", to);
	fputs("# if any is offline, valid: the first of valid_zones, - none\n"
	      "# if any is, links: + to several nodes, ! not the same both "
	      "ways\n# group: the number of its memory group\n", to);
}

static void print_zone(FILE *to, const struct ref_obs_zone *z, u32 zone)
{
	fprintf(to, "  %-7s pfn 0x%llx + 0x%llx present 0x%llx early 0x%llx",
		zone_names[zone], z->start, z->spanned, z->present,
		z->present_early);
	if (z->cma)
		fprintf(to, " cma 0x%llx", z->cma);
	fprintf(to, "%s\n", z->contiguous ? " contiguous" : "");
}

static bool is_empty(const struct ref_obs_zone *z)
{
	return !z->start && !z->spanned && !z->present && !z->present_early;
}

static void print_node(FILE *to, const struct ref_obs_node *node, u32 nid)
{
	if (!node->online && !node->spanned && !node->present)
		return;
	fprintf(to, "node %u %s pfn 0x%llx + 0x%llx present 0x%llx\n", nid,
		node->online ? "online" : "offline", node->start,
		node->spanned, node->present);
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		if (!is_empty(&node->zone[z]))
			print_zone(to, &node->zone[z], z);
}

static void print_group(FILE *to, const struct ref_obs_group *g, u32 number)
{
	if (g->type == REF_GROUP_NONE)
		return;
	fprintf(to, "group %u %s node %u %s 0x%llx kernel 0x%llx "
		"movable 0x%llx\n", number,
		g->type == REF_GROUP_DYNAMIC ? "dynamic" : "static", g->nid,
		g->type == REF_GROUP_DYNAMIC ? "unit" : "most", g->size,
		g->kernel, g->movable);
}

/* A letter for each zone, for those maps that have one for each block */
static char letter_of(u32 zone, char none)
{
	return zone < REF_NR_ZONES ? "DdNMV"[zone] : none;
}

char map_block_letter(const struct ref_obs_block *block)
{
	if (block->state == REF_BLOCK_ABSENT)
		return '_';
	if (block->state != REF_BLOCK_ONLINE)
		return 'o';
	return letter_of(block->zone, '?');
}

static char valid_letter(const struct ref_obs_block *block)
{
	if (block->state == REF_BLOCK_ABSENT)
		return ' ';
	return letter_of(block->valid[0], '-');
}

/* Links that are as usual say nothing: one node, both ways */
static char link_letter(const struct ref_obs_block *block)
{
	if (block->nodes != block->links)
		return '!';
	return block->nodes & (block->nodes - 1) ? '+' : ' ';
}

static char group_letter(const struct ref_obs_block *block)
{
	static const char letters[] = " 123456789abcdefghijklmnopqrstuvwxyz";

	return block->group < sizeof(letters) - 1 ? letters[block->group] : '?';
}

static char node_letter(const struct ref_obs_block *block)
{
	if (block->state == REF_BLOCK_ABSENT)
		return ' ';
	return block->nid >= 0 && block->nid <= 9 ? '0' + block->nid : '?';
}

/* Bits set in a section's map of subsections */
static u32 populated(const struct ref_obs_section *s)
{
	u32 n = 0;

	for (u32 w = 0; w < REF_SUBMAP_WORDS; w++)
		n += __builtin_popcountll(s->submap[w]);
	return n;
}

/* Is a subsection of the block missing, while others are there? */
static bool has_hole(const struct ref_layout *l, const struct ref_obs *seen,
		     u64 first, u64 count, u32 subsections)
{
	u64 have = 0;

	for (u32 n = 0; n < l->nr_sections; n++)
		if (l->section[n] >= first && l->section[n] < first + count)
			have += populated(&seen->section[n]);
	return have && have < count * subsections;
}

/* A line of the map, without blanks at its end */
static void print_line(FILE *to, const char *head, const char *name,
		       const char *line)
{
	size_t len = strlen(line);

	while (len && line[len - 1] == ' ')
		len--;
	fprintf(to, "  %-14s %s %.*s\n", head, name, (int)len, line);
}

static void print_row(FILE *to, const struct row *row, u64 block_size)
{
	char start[24];

	if (!row->len)
		return;
	snprintf(start, sizeof(start), "0x%llx", row->start * block_size);
	print_line(to, start, "blocks", row->zones);
	print_line(to, "", "nodes ", row->nodes);
	if (strchr(row->holes, '-'))
		print_line(to, "", "holes ", row->holes);
	if (strchr(row->zones, 'o'))
		print_line(to, "", "valid ", row->valid);
	if (strpbrk(row->links, "+!"))
		print_line(to, "", "links ", row->links);
	if (strspn(row->group, " ") < row->len)
		print_line(to, "", "group ", row->group);
}

static void put(struct row *row, const struct ref_obs_block *block, char hole)
{
	row->zones[row->len] = map_block_letter(block);
	row->nodes[row->len] = node_letter(block);
	row->valid[row->len] = valid_letter(block);
	row->links[row->len] = link_letter(block);
	row->group[row->len] = group_letter(block);
	row->holes[row->len++] = hole;
}

static void put_gap(struct row *row)
{
	static const struct ref_obs_block nothing = { .nid = -1 };

	put(row, &nothing, ' ');
	row->zones[row->len - 1] = '.';
}

/* Make room for the block @id: fill the gap, or print and start anew */
static void reach(FILE *to, struct row *row, u64 id, u64 block_size)
{
	u64 gap = id - row->start - row->len;

	if (row->len && gap <= GAP_MAX && row->len + gap < ROW_MAX) {
		while (gap--)
			put_gap(row);
		return;
	}
	print_row(to, row, block_size);
	memset(row, 0, sizeof(*row));
	row->start = id;
}

static void print_blocks(FILE *to, const struct ref_layout *l,
			 const struct ref_machine *m,
			 const struct ref_obs *seen)
{
	const struct ref_geometry *g = geometry_by_index(m->geometry);
	u64 sections = m->block_size >> g->section_shift;
	u32 subsections = 1u << (g->section_shift - g->subsection_shift);
	struct row row = { 0 };

	for (u32 n = 0; n < l->nr_blocks; n++) {
		u64 id = l->block[n];
		bool hole = has_hole(l, seen, id * sections, sections,
				     subsections);

		reach(to, &row, id, m->block_size);
		put(&row, &seen->block[n], hole ? '-' : ' ');
	}
	print_row(to, &row, m->block_size);
}

void map_print(FILE *to, const struct ref_layout *layout,
	       const struct ref_machine *machine, const struct ref_obs *seen)
{
	for (u32 n = 0; n < layout->nr_nodes; n++)
		print_node(to, &seen->node[n], n);
	for (u32 n = 0; n < REF_MAX_GROUPS; n++)
		print_group(to, &seen->group[n], n + 1);
	print_blocks(to, layout, machine, seen);
}
