// SPDX-License-Identifier: GPL-2.0-only
/*
 * A scenario rewritten for another geometry, its shape kept.
 */
#include <stdio.h>

#include "codec-forms.h"
#include "geometry.h"
#include "rescale.h"

enum level {
	LEVEL_SECTION,
	LEVEL_SUBSECTION,
	LEVEL_PAGEBLOCK,
	LEVEL_PAGE,
	LEVEL_BYTE,
	NR_LEVELS,
};

static const char *const level_names[NR_LEVELS] = {
	"sections", "subsections", "pageblocks", "pages", "bytes",
};

/* Log2 of the bytes in each unit, from the largest down */
struct units {
	u8 shift[NR_LEVELS];
};

struct rescale {
	const struct ref_geometry *to;
	struct units in;
	struct units out;
	struct scenario_error *err;
	enum scenario_part part;
	u32 index;
};

static struct units units_of(const struct ref_geometry *g)
{
	u8 pageblock = g->page_shift + g->pageblock_order;

	/* A pageblock larger than a subsection is no unit within one */
	if (pageblock > g->subsection_shift)
		pageblock = g->subsection_shift;
	return (struct units){ {
		g->section_shift, g->subsection_shift, pageblock,
		g->page_shift, 0,
	} };
}

static int no_place(const struct rescale *r, u64 address, u64 distance,
		    enum level level)
{
	char text[24];

	if (!r->err)
		return -1;
	codec_size_text(address, text, sizeof(text));
	r->err->part = r->part;
	r->err->index = r->index;
	r->err->field = SCENARIO_WHOLE;
	snprintf(r->err->reason, sizeof(r->err->reason),
		 "expected room in %s, %s is %llu %s from %s",
		 r->to->name, text, distance, level_names[level],
		 level ? "an edge" : "0");
	return -1;
}

/*
 * Unit number @nr of the @in units in a larger one, for a larger one that
 * has @out: the same distance from the nearer edge, or still half way.
 */
static bool move(u64 nr, u64 in, u64 out, u64 *moved)
{
	u64 distance = nr * 2 < in ? nr : in - nr;

	if (!nr)
		*moved = 0;
	else if (nr * 2 == in)
		*moved = out / 2;
	else if (nr * 2 < in)
		*moved = distance;
	else
		*moved = out - distance;
	if (nr && nr * 2 == in)
		return out > 1;
	return !nr || distance * 2 < out;
}

static int convert(const struct rescale *r, u64 address, u64 *converted)
{
	u64 nr = address >> r->in.shift[0];
	u64 sum = nr << r->out.shift[0];

	if (sum >> r->out.shift[0] != nr)
		return no_place(r, address, nr, LEVEL_SECTION);
	for (u32 i = 1; i < NR_LEVELS; i++) {
		u64 in = 1ull << (r->in.shift[i - 1] - r->in.shift[i]);
		u64 out = 1ull << (r->out.shift[i - 1] - r->out.shift[i]);
		u64 moved;

		nr = (address >> r->in.shift[i]) & (in - 1);
		if (!move(nr, in, out, &moved))
			return no_place(r, address,
					nr * 2 > in ? in - nr : nr, i);
		sum += moved << r->out.shift[i];
	}
	*converted = sum;
	return 0;
}

static int convert_machine(struct rescale *r, const struct ref_machine *in,
			   struct ref_machine *out)
{
	const struct {
		enum scenario_part part;
		u64 in;
		u64 *out;
	} sizes[] = {
		{ SCENARIO_BLOCK, in->block_size, &out->block_size },
		{ SCENARIO_ZONE_DMA, in->dma_end, &out->dma_end },
		{ SCENARIO_ZONE_DMA32, in->dma32_end, &out->dma32_end },
		{ SCENARIO_KERNELCORE, in->kernelcore, &out->kernelcore },
		{ SCENARIO_MOVABLECORE, in->movablecore, &out->movablecore },
	};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		r->part = sizes[i].part;
		if (convert(r, sizes[i].in, sizes[i].out))
			return -1;
	}
	return 0;
}

static int convert_ranges(struct rescale *r, enum scenario_part part,
			  const struct ref_span *in,
			  struct ref_span *out, u32 count)
{
	r->part = part;
	for (r->index = 0; r->index < count; r->index++)
		if (convert(r, in[r->index].start, &out[r->index].start) ||
		    convert(r, in[r->index].end, &out[r->index].end))
			return -1;
	return 0;
}

static int convert_memory(struct rescale *r, const struct ref_machine *in,
			  struct ref_machine *out)
{
	r->part = SCENARIO_REGION;
	for (r->index = 0; r->index < in->nr_regions; r->index++) {
		const struct ref_region *from = &in->region[r->index];
		struct ref_region *to = &out->region[r->index];

		if (convert(r, from->start, &to->start) ||
		    convert(r, from->end, &to->end))
			return -1;
	}
	return convert_ranges(r, SCENARIO_RESERVED, in->reserved,
			      out->reserved, in->nr_reserved) ||
	       convert_ranges(r, SCENARIO_CMA, in->cma, out->cma, in->nr_cma);
}

static int convert_ops(struct rescale *r, const struct ref_scenario *in,
		       struct ref_scenario *out)
{
	r->part = SCENARIO_OP;
	for (r->index = 0; r->index < in->nr_ops; r->index++) {
		const struct ref_op *from = &in->op[r->index];
		struct ref_op *to = &out->op[r->index];
		u64 end;

		if (convert(r, from->start, &to->start) ||
		    convert(r, from->start + from->size, &end))
			return -1;
		to->size = end - to->start;
	}
	return 0;
}

int rescale(const struct ref_scenario *in, u32 to, struct ref_scenario *out,
	    struct scenario_error *err)
{
	const struct ref_geometry *g = geometry_by_index(to);
	struct rescale r = { .to = g, .err = err };

	*out = *in;
	out->machine.geometry = to;
	if (scenario_check(in, err))
		return -1;
	if (!g)
		return scenario_check(out, err);
	r.in = units_of(geometry_by_index(in->machine.geometry));
	r.out = units_of(g);
	if (convert_machine(&r, &in->machine, &out->machine) ||
	    convert_memory(&r, &in->machine, &out->machine) ||
	    convert_ops(&r, in, out))
		return -1;
	return scenario_check(out, err);
}
