/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mhpref rules: the tables of rules and quirks as a document.
 */
#ifndef FUZZ_RULES_H
#define FUZZ_RULES_H

#include "options.h"

/**
 * rules_print() - print rules and quirks, and what shows them
 * @o: the words; files are names of rules and quirks, none: all of them
 *
 * Return: an exit status.
 */
int rules_print(struct options *o);

#endif
