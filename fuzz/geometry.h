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

#include "../ref/scenario.h"

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

/* Features (enum ref_conf_feature) that a configuration's file has */
u32 conf_features(u32 index);

static inline bool conf_has(u32 index, enum ref_conf_feature feature)
{
	return conf_features(index) & feature;
}

/**
 * conf_index() - the index of a configuration
 * @name: as in CONF=
 *
 * Return: the index, or -1 if there is none of that name.
 */
s32 conf_index(const char *name);

#endif
