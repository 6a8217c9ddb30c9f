// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine as a drawing: blocks, and what each zone spans of them.
 */
#include <string.h>

#include "geometry.h"
#include "map.h"
#include "review-map.h"

/* In units of the drawing, which are pixels where there is room */
#define BLOCK		18
#define GAP		5	/* between blocks that are not neighbours */
#define ZONE		13
#define ZONES_Y		34	/* below the blocks and their nodes */
#define LABEL		150

#define MARK		"#c00"
#define PLAIN		"#777"

/* One column while it is drawn */
struct drawing {
	FILE *to;
	const struct review *r;
	const struct ref_obs *obs;
	u32 x[REF_MAX_BLOCKS + 1];
};

static const char * const colours[REF_NR_ZONES] = {
	"#a6d8d0", "#9cc4e4", "#bfe08a", "#fbc27a", "#cfa6d6",
};

/* Offset into two observations: are all columns the same there? */
static bool is_same(const struct review *r, size_t offset, size_t size)
{
	const char *first = (const char *)r->column[0].obs + offset;

	for (u32 n = 1; n < r->nr; n++)
		if (memcmp(first, (const char *)r->column[n].obs + offset,
			   size))
			return false;
	return true;
}

static const char *edge(const struct review *r, size_t offset, size_t size)
{
	return is_same(r, offset, size) ? PLAIN : MARK;
}

static const char *edge_of_block(const struct review *r, u32 b)
{
	return edge(r, offsetof(struct ref_obs, block[b]),
		    sizeof(struct ref_obs_block));
}

static const char *edge_of_zone(const struct review *r, u32 nid, u32 z)
{
	return edge(r, offsetof(struct ref_obs, node[nid].zone[z]),
		    sizeof(struct ref_obs_zone));
}

static void place_blocks(struct drawing *d)
{
	const struct ref_layout *l = d->r->layout;
	u32 x = 1;

	for (u32 b = 0; b < l->nr_blocks; b++) {
		d->x[b] = x;
		x += BLOCK;
		if (b + 1 < l->nr_blocks && l->block[b + 1] > l->block[b] + 1)
			x += GAP;
	}
	d->x[l->nr_blocks] = x;
}

/* Where a pfn is: what no block has is at the start of the next one */
static double place_of(const struct drawing *d, u64 pfn)
{
	const struct ref_geometry *g =
		geometry_by_index(d->r->machine->geometry);
	u64 pages = d->r->machine->block_size >> g->page_shift;
	const struct ref_layout *l = d->r->layout;
	u32 b = 0;

	while (b < l->nr_blocks && (l->block[b] + 1) * pages <= pfn)
		b++;
	if (b == l->nr_blocks || pfn <= l->block[b] * pages)
		return d->x[b];
	return d->x[b] + (double)BLOCK * (pfn - l->block[b] * pages) / pages;
}

static const char *colour_of(const struct ref_obs_block *o)
{
	if (o->state == REF_BLOCK_ABSENT)
		return "none";
	if (o->state != REF_BLOCK_ONLINE)
		return "#e4e4e4";
	return o->zone < REF_NR_ZONES ? colours[o->zone] : "#fff";
}

static void draw_block(const struct drawing *d, u32 b)
{
	const struct ref_obs_block *o = &d->obs->block[b];
	bool there = o->state != REF_BLOCK_ABSENT;

	fprintf(d->to, "<rect x=\"%u\" y=\"1\" width=\"%u\" height=\"16\" "
		"fill=\"%s\" stroke=\"%s\"%s/>", d->x[b], BLOCK - 1,
		colour_of(o), edge_of_block(d->r, b),
		there ? "" : " stroke-dasharray=\"2 2\"");
	if (!there)
		return;
	fprintf(d->to, "<text x=\"%u\" y=\"13\">%c</text>", d->x[b] + 5,
		map_block_letter(o));
	if (o->nid >= 0)
		fprintf(d->to, "<text x=\"%u\" y=\"29\">%d</text>",
			d->x[b] + 5, o->nid);
}

static void draw_zone(const struct drawing *d, u32 nid, u32 z, u32 y)
{
	const struct ref_obs_zone *o = &d->obs->node[nid].zone[z];
	const char *mark = edge_of_zone(d->r, nid, z);
	double from = place_of(d, o->start);
	double to = place_of(d, o->start + o->spanned);

	if (o->spanned)
		fprintf(d->to, "<rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" "
			"height=\"8\" fill=\"%s\" stroke=\"%s\"/>", from, y,
			to > from ? to - from : 0.5, colours[z], mark);
	fprintf(d->to, "<text x=\"%u\" y=\"%u\" fill=\"%s\">%u %s%s%s"
		"</text>\n",
		d->x[d->r->layout->nr_blocks] + 8, y + 8,
		strcmp(mark, PLAIN) ? MARK : "#222", nid, map_zone_name(z),
		o->spanned ? "" : " empty",
		o->contiguous ? " contiguous" : "");
}

/* A zone has a row if any column shows something of it */
static bool has_row(const struct review *r, u32 nid, u32 z)
{
	bool any = false;

	for (u32 n = 0; n < r->nr; n++)
		any |= r->column[n].obs->node[nid].zone[z].spanned ||
			r->column[n].obs->node[nid].zone[z].contiguous;
	return any;
}

static u32 count_rows(const struct review *r)
{
	u32 rows = 0;

	for (u32 key = 0; key < r->layout->nr_nodes * REF_NR_ZONES; key++)
		rows += has_row(r, key / REF_NR_ZONES, key % REF_NR_ZONES);
	return rows;
}

void review_map(FILE *to, const struct review *r, u32 n)
{
	struct drawing d = { .to = to, .r = r, .obs = r->column[n].obs };
	u32 width, height = ZONES_Y + ZONE * count_rows(r), y = ZONES_Y;

	place_blocks(&d);
	width = d.x[r->layout->nr_blocks] + LABEL;
	fprintf(to, "<svg width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
		"role=\"img\" aria-label=\"%s\" font-size=\"10\" "
		"font-family=\"monospace\">\n", width, height, width, height,
		r->column[n].name);
	for (u32 b = 0; b < r->layout->nr_blocks; b++)
		draw_block(&d, b);
	putc('\n', to);
	for (u32 key = 0; key < r->layout->nr_nodes * REF_NR_ZONES; key++) {
		u32 nid = key / REF_NR_ZONES, z = key % REF_NR_ZONES;

		if (!has_row(r, nid, z))
			continue;
		draw_zone(&d, nid, z, y);
		y += ZONE;
	}
	fputs("</svg>\n", to);
}
