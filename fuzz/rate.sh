#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# make rate: NAME=VALUE words as for mhpref
exec "${O:-build}/mhpref" rate "$@"
