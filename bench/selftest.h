/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is this machine, now, good enough to measure on?
 */
#ifndef BENCH_SELFTEST_H
#define BENCH_SELFTEST_H

/**
 * bench_selftest() - see a slowdown that is there, and none that is not
 * @seed: what the order of samples follows from
 *
 * A walk through memory against the same made 1.05 times as long, then 200
 * times against itself. Progress and results on standard output.
 *
 * Return: 0: all as it should; 1: not; 2: interrupted.
 */
int bench_selftest(unsigned long long seed);

#endif
