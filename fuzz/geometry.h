/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The geometries and configurations that a scenario can name.
 *
 * Their numbers are part of the CBOR form: new ones are added at the end and
 * a number is never used again. The sizes come from kernel-extract/geometry,
 * the features from kernel-extract/conf.
 */
#ifndef FUZZ_GEOMETRY_H
#define FUZZ_GEOMETRY_H

#include "../ref/geometry.h"

/**
 * geometry_count() - number of geometries; indices are below it
 */
u32 geometry_count(void);

/**
 * geometry_by_index() - the geometry with an index
 * @index: as in struct ref_machine
 *
 * Return: the geometry, or NULL if there is none.
 */
const struct ref_geometry *geometry_by_index(u32 index);

/**
 * geometry_by_name() - the geometry with a name
 * @name: as in GEOM=
 *
 * Return: the geometry, or NULL if there is none.
 */
const struct ref_geometry *geometry_by_name(const char *name);

/**
 * geometry_index() - the index of a geometry
 * @name: as in GEOM=
 *
 * Return: the index, or -1 if there is none of that name.
 */
s32 geometry_index(const char *name);

/**
 * conf_count() - indices of configurations are below it
 */
u32 conf_count(void);

/**
 * conf_name() - name of a configuration
 * @index: as in struct ref_machine
 *
 * Return: the name, as in CONF=, or NULL if there is none.
 */
const char *conf_name(u32 index);

/* What a scenario can use in some configurations only */
enum conf_feature {
	CONF_NUMA = 1,			/* more nodes than node 0 */
	CONF_CMA = 2,			/* CMA areas */
	CONF_ZONE_DEVICE = 4,		/* map and unmap */
	CONF_MEMMAP_ON_MEMORY = 8,	/* the parameter, and adds with it */
};

/**
 * conf_has() - does a configuration have a feature
 * @index: as in struct ref_machine
 * @feature: as its file in kernel-extract/conf says
 */
bool conf_has(u32 index, enum conf_feature feature);

/**
 * conf_index() - the index of a configuration
 * @name: as in CONF=
 *
 * Return: the index, or -1 if there is none of that name.
 */
s32 conf_index(const char *name);

#endif
