/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Size against time, as a picture.
 */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include <stdio.h>

#include "measure.h"

/**
 * bench_plot_open() - begin the plot of a case
 * @c: the case; its files are build/bench/CASE.dat, .gp, .png and .svg
 *
 * Return: where rows go, or NULL after a message on standard error.
 */
FILE *bench_plot_open(const struct bench_case *c);

/* A row: the size, and of base and patched median and interval in seconds */
void bench_plot_add(FILE *rows, const struct bench_result *r);

/**
 * bench_plot_close() - end it, and have gnuplot draw it
 * @rows: from bench_plot_open()
 * @c: the case
 * @patched: there is a patched kernel
 *
 * Return: 0, or 2 after a message on standard error.
 */
int bench_plot_close(FILE *rows, const struct bench_case *c, bool patched);

#endif
