// SPDX-License-Identifier: GPL-2.0-only
/*
 * The geometries and configurations that a scenario can name.
 */
#include <string.h>

#include "codec-forms.h"
#include "geometry.h"

/* In the order of struct ref_geometry; rows made by geometry.awk */
static const struct ref_geometry geometries[] = {
#include "geometry.inc"
};

/* By number in the CBOR form; rows made by conf.awk */
static const struct {
	const char *name;
	u32 features;
} confs[] = {
#include "conf.inc"
};

u32 geometry_count(void)
{
	return ARRAY_SIZE(geometries);
}

const struct ref_geometry *geometry_by_index(u32 index)
{
	return index < ARRAY_SIZE(geometries) ? &geometries[index] : NULL;
}

s32 geometry_index(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(geometries); i++)
		if (!strcmp(geometries[i].name, name))
			return i;
	return -1;
}

const struct ref_geometry *geometry_by_name(const char *name)
{
	s32 index = geometry_index(name);

	return index < 0 ? NULL : &geometries[index];
}

u32 conf_count(void)
{
	return ARRAY_SIZE(confs);
}

const char *conf_name(u32 index)
{
	return index < ARRAY_SIZE(confs) ? confs[index].name : NULL;
}

u32 conf_features(u32 index)
{
	return index < ARRAY_SIZE(confs) ? confs[index].features : 0;
}

s32 conf_index(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(confs); i++)
		if (confs[i].name && !strcmp(confs[i].name, name))
			return i;
	return -1;
}
