# SPDX-License-Identifier: GPL-2.0-only
#
# The front door of mhpref: finds and installs what is missing, builds, and
# calls $(O)/mhpref. "make help" lists targets and variables.
#
# What each folder builds stands in its own fragment (*/*.mk, tests/*/*.mk).
# A fragment may rely on: $(O), $(Q), $(CC), $(CFLAGS), $(LDFLAGS), $(AR), the
# rule for $(O)/DIR/FILE.o from DIR/FILE.c, and
#	$(call say,WORD)	announces the target, unless V=1 shows commands

MAKEFLAGS += --no-print-directory -rR
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help

# --- paths: those of variables are the caller's, all others the checkout's

checkout := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
ifneq ($(checkout),$(CURDIR))
$(error mhpref: run make in its checkout, or make -C $(checkout))
endif
ifneq ($(words $(checkout)),1)
$(error mhpref: the path of the checkout has a space in it ($(checkout)); \
	move it to a path without)
endif

# Is this "make -C checkout", typed somewhere else? PWD alone does not tell:
# a program that starts make may leave its own in the environment.
moved = $(shell tr '\0' '\n' < /proc/$$PPID/cmdline | \
	grep -Eq -e '^(-[A-Za-z]*C|--directory)' && echo yes)
caller := $(CURDIR)
ifneq ($(PWD),$(CURDIR))
ifeq ($(moved),yes)
caller := $(PWD)
endif
endif

tilde = $(if $(filter ~/%,$(firstword $1)),$(HOME)$(patsubst ~%,%,$1),$1)
absolute = $(if $(filter /%,$(firstword $1)),$1,$(caller)/$1)
callers = $(call absolute,$(call tilde,$1))

O := build
ifneq ($(words $(O)),1)
$(error mhpref: O=$(O): want one directory, without a space in its name)
endif
ifeq ($(filter file,$(origin O)),)
wanted := $(abspath $(call callers,$(O)))
override O := $(patsubst $(checkout)/build,build,$(wanted))
endif

# --- how things are built

CC := clang
AR := ar
CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror
LDFLAGS :=

V := 0
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),@:,@printf '  %-7s %s\n' '$1' '$(@:$(O)/%=%)')

.PHONY: FORCE
FORCE:

# Our tag says that "make clean" may empty the directory: not for one that
# already held something of the user's.
$(O)/CACHEDIR.TAG:
	@mkdir -p $(O)
	@test $(O) != build -a -n "$$(ls -A $(O))" || printf '%s\n' \
		'Signature: 8a477f597d28d172789f06886806bc55' \
		'# made by mhpref; "make clean" removes it' > $@

# A change of compiler or flags builds everything again.
$(O)/flags: FORCE | $(O)/CACHEDIR.TAG
	@echo '$(CC) $(CFLAGS)' | cmp -s - $@ || \
		echo '$(CC) $(CFLAGS)' > $@

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

# --- parts

all: ## build everything but the tests
all: ; @:

include $(wildcard kernel-extract/*.mk kernel-extract/patch/*.mk \
	ref/*.mk bench/*.mk fuzz/*.mk)

# tests/DIR/test-NAME.c is the Criterion program $(O)/tests/DIR-NAME
test-libs := -lcriterion -lcbor -ldl
test-sources := $(wildcard tests/*/test-*.c)
test-name = $(O)/$(subst /test-,-,$(basename $1))
test-programs := $(foreach s,$(test-sources),$(call test-name,$s))

define test-program
$(call test-name,$1): $(O)/$(basename $1).o $(O)/libcodec.a $(O)/libref.a
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(test-libs)
endef

include $(wildcard tests/*.mk tests/*/*.mk)
$(foreach s,$(filter-out $(test-own),$(test-sources)),\
	$(eval $(call test-program,$s)))

# Only where objects are: what runs at the same time makes and removes others.
object-dirs := $(addprefix $(O)/,bench fuzz kernel-extract ref tests pic)
-include $(foreach d,$(object-dirs),$(wildcard $d/*.d $d/*/*.d $d/*/*/*.d))

# --- what a user types

# Words of the command line or the environment that mhpref takes itself.
words := KERNEL GEOM TIME ENGINE CONF SEED JOBS SAN RULES V DEPTH CASE SIZE PLOT
paths := KDIR CORPUS ALLOW
# PATCH= is a path, or git:RANGE
is-range = $(filter git:%,$(firstword $(value PATCH)))
series = $(if $(is-range),$(value PATCH),$(call callers,$(value PATCH)))
given = $(filter command environment,$(firstword $(origin $1)))
quote = '$(subst ','\'',$1)'
args = $(foreach w,$(words),$(if $(call given,$w),\
	$w=$(call quote,$(value $w)))) \
	$(foreach w,$(paths),$(if $(call given,$w),\
	$w=$(call quote,$(call callers,$(value $w))))) \
	$(if $(call given,PATCH),PATCH=$(call quote,$(series))) \
	$(if $(call given,COMPARE),COMPARE=$(call quote,$(results))) \
	$(if $(filter build,$(O)),,O=$(call quote,$(O)))
results = $(foreach f,$(COMPARE),$(call callers,$(f)))
files = $(foreach f,$(FILE),$(call quote,$(call callers,$f)))

# Tools first, then build in a make of its own: nothing compiles before the
# compiler is there. The last line is a verdict even when there is no mhpref
# to give one.
jobs = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
make = $(MAKE) $(jobs) O=$(O) V=$(V)
build = $(make) tools && $(make) $1 || { echo $2; exit 2; }
ready = $(call build,all,verdict incomplete)
mhpref = $(O)/mhpref

.PHONY: all tools fuzz test replay show minimize coverage rate soak exhaustive
.PHONY: series known-bugs matrix recorded rules check-style clean distclean
.PHONY: bench bench-headlines bench-selftest help

tools: | $(O)/CACHEDIR.TAG
	@O=$(O) CC='$(CC)' kernel-extract/tools.sh

fuzz: ## extract, build, fuzz for TIME, say the verdict
	+@$(ready)
	@$(mhpref) fuzz $(args)

replay: need-file ## every step of FILE: operation, result, rules
	+@$(ready)
	@$(mhpref) replay $(args) $(files)

show: need-file ## FILE as text, and a map after each step
	+@$(ready)
	@$(mhpref) show $(args) $(files)

minimize: need-file ## the shortest scenario that breaks as FILE does
	+@$(ready)
	@$(mhpref) minimize $(args) $(files)

unbuilt := "0 passed, 1 failed, 0 skipped"
test: ## run all tests; last line: N passed, N failed, N skipped
	+@$(call build,all tests,$(unbuilt))
	@O=$(O) V=$(V) tests/run.sh

coverage: ## what of the kernel's code the corpora execute
	+@$(ready)
	@O=$(O) fuzz/coverage.sh $(args)

rate: ## checked operations per CPU second, and the kernel's share
	+@$(ready)
	@O=$(O) fuzz/rate.sh $(args)

bench: ## visits and times of the walk paths, with PATCH= before and after
	+@$(ready)
	@$(mhpref) bench $(args)

bench-headlines: ## what the threads of patches claimed, and what it is here
	+@$(ready)
	@$(mhpref) bench HEADLINES=1 $(args)

bench-selftest: ## can a difference of 5 % be measured here, now?
	+@$(ready)
	@$(mhpref) bench SELFTEST=1 $(args)

exhaustive: ## every sequence of operations on three small machines
	+@$(ready)
	@$(mhpref) exhaustive $(args) $(files)

soak: ## all kernels and geometries, for hours; resumes where it was
	+@$(ready)
	@O=$(O) fuzz/soak.sh $(args)

series: ## judge the example patches, right and wrong, of five ideas
	+@$(ready)
	@O=$(O) kernel-extract/series/run.sh

known-bugs: ## how soon bugs of the past are found: a table
	+@$(ready)
	@O=$(O) tests/bugs/known-bugs.sh

recorded: tools ## corpora/recorded anew, from the recordings in TRACES
	+@$(make) $(O)/tests-conformance/convert
	@O=$(O) tests/conformance/recorded.sh \
		$(if $(TRACES),$(call quote,$(call callers,$(TRACES))))

matrix: ## every configuration on every kernel, for a moment each
	+@$(ready)
	@O=$(O) fuzz/matrix.sh $(args)

no-rules = mhpref: $(O)/rules.html could not be made

rules: ## rules and quirks as a page of HTML; prints where it is
	+@$(call build,$(mhpref) $(O)/checkout,"$(no-rules)")
	@$(mhpref) rules HTML=1 > $(O)/rules.html.new
	@mv $(O)/rules.html.new $(O)/rules.html
	@echo $(abspath $(O)/rules.html)

check-style: tools ## style, sizes and origin of our own files
	@O=$(O) tests/style/run.sh

# Only what has our tag is removed: O may be anything.
clean: ## remove what was built; keeps findings/ and fetched sources
	@test ! -e $(O) || test -e $(O)/CACHEDIR.TAG || { \
		echo "mhpref: $(O) was not made by mhpref, not removed" >&2; \
		exit 2; }
	@test ! -e $(O) || find $(O) -mindepth 1 -maxdepth 1 \
		! -name cache ! -name CACHEDIR.TAG -exec rm -rf {} +

distclean: clean ## remove the fetched sources as well; keeps findings/
	@rm -rf $(O)

tests: $(test-programs)
	@mkdir -p $(O)
	@printf "%s\n" $(filter $(O)/tests/%,$^) > $(O)/tests.list
.PHONY: tests need-file

need-file:
	@test -n $(call quote,$(FILE)) || { echo \
		"mhpref: name a scenario: make $(firstword $(MAKECMDGOALS))" \
		"FILE=PATH (several: separated by spaces)" >&2; exit 2; }

help: ## this text
	@echo 'usage: make TARGET [NAME=VALUE ...]'
	@echo
	@echo 'targets:'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' Makefile | \
		expand -t 16
	@echo
	@echo 'variables (paths are relative to where you are):'
	@sed -n 's/^## \([A-Z]*\)=\(.*\)$$/  \1=\t\2/p' Makefile | \
		expand -t 16
	@echo
	@echo 'exit status: 0 agrees; any other: see the last line of output'
	@echo '(build/mhpref itself: 0 agrees, 1 broken, 2 could not be told)'

## KDIR=a kernel tree to check, configured or not (never written to)
## KERNEL=6.12 (default), 6.1, 7.2 or 7.3: fetched instead of KDIR
## PATCH=a series to judge: diff, mbox, quilt directory, git:RANGE, .cocci
## GEOM=ppc64 (default), x86_64 or arm64-64k
## CONF=kernel configuration (default: default)
## TIME=how long to fuzz: 60 (default; matrix: 5), 90s, 5m, 8h
## ENGINE=libfuzzer (default) or afl
## SEED=number from which the random choices follow
## JOBS=processes
## DEPTH=for exhaustive: operations in a row (default: all; groups: 6)
## SAN=1 (default): ASan and UBSan; 0: without
## RULES=only these rules: name,name; or all but: -name,-name
## CORPUS=directory of scenarios (default: in findings/, by geometry)
## FILE=scenarios for replay, show, minimize; exhaustive: machine instead
## TRACES=folder of recordings, NAME.VERSION.json.xz, for recorded
## CASE=plug, unplug, rescan, query, register, memmap: what to bench
## SIZE=of memory (16G), or number of nodes, to bench
## PLOT=1: sizes up to that one, as a picture
## COMPARE=two results of bench (bench.json), with a blank between
## O=where to build (default: build)
## SETUP=0: install nothing, say what is missing and stop
## V=1: show commands
