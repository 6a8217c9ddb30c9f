// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names: every identifier once, with all that is known of it.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "name.h"

#define NR_BUCKETS	BIT(15)

static struct name *bucket[NR_BUCKETS];
static u32 nr_names;

struct preset {
	u32 flags;
	const char *names;
};

/* What the extractor knows of names before it reads anything */
static const struct preset presets[] = {
	{ NAME_KEYWORD, "break case continue default do else for goto if"
		" return sizeof switch while asm __asm__ __asm typeof"
		" __typeof__ typeof_unqual __attribute__ __func__ __FILE__"
		" __LINE__ __FUNCTION__ __VA_ARGS__ __VA_OPT__ __COUNTER__"
		" _Static_assert static_assert _Generic __extension__"
		" __label__ __auto_type alignof _Alignof __alignof__"
		" __builtin_constant_p defined" },
	{ NAME_KEYWORD | NAME_SPECIFIER, "auto char const double extern"
		" float inline int long register restrict short signed static"
		" typedef unsigned void volatile _Bool bool __inline"
		" __inline__ __const __volatile__ __restrict _Noreturn"
		" __signed__ __int128 _Atomic _Thread_local" },
	{ NAME_KEYWORD | NAME_TAGWORD, "struct union enum" },
	{ NAME_SPECIFIER, "u8 u16 u32 u64 s8 s16 s32 s64 size_t ssize_t" },
	{ NAME_ATTRIBUTE, "__init __exit __meminit __initdata __meminitdata"
		" __initconst __ref __refdata __weak __read_mostly"
		" __ro_after_init __used __maybe_unused __always_unused"
		" __always_inline noinline noinline_for_stack __must_check"
		" __pure __cold __hot __percpu __rcu __user __iomem __force"
		" __bitwise __packed __aligned __section __printf __scanf"
		" __malloc __alloc_size __acquires __releases __must_hold"
		" __init_memblock __initdata_memblock __paginginit __private"
		" __cacheline_aligned ____cacheline_aligned"
		" ____cacheline_aligned_in_smp __cacheline_aligned_in_smp"
		" ____cacheline_internodealigned_in_smp __randomize_layout"
		" __visible asmlinkage __noreturn __deprecated noinstr"
		" __no_sanitize_address __nocast __no_kasan_or_inline"
		" __counted_by __nonstring __bootdata __sched notrace"
		" __flatten __sysctl __latent_entropy __page_aligned_bss"
		" __designated_init __no_randomize_layout __head __net_init"
		" __attribute_const__ __assume_aligned __returns_nonnull"
		" fastcall __cond_acquires __no_profile __kprobes"
		" nokprobe_inline __context_unsafe __guarded_by" },
	{ NAME_MEMBER_ARG, "container_of container_of_const offsetof"
		" offsetofend sizeof_field list_entry list_for_each_entry"
		" list_first_entry list_last_entry hlist_entry"
		" list_first_entry_or_null list_for_each_entry_safe"
		" list_for_each_entry_rcu struct_size" },
};

static u32 hash(const char *text, u32 len)
{
	u32 h = 2166136261u;

	while (len--)
		h = (h ^ (u8)*text++) * 16777619u;
	return (h ^ h >> 15) % NR_BUCKETS;
}

static struct name *find_or_make(const char *text, u32 len)
{
	struct name **at = &bucket[hash(text, len)];

	for (; *at; at = &(*at)->next)
		if ((*at)->len == len && !memcmp((*at)->text, text, len))
			return *at;
	*at = arena_alloc(sizeof(**at));
	(*at)->text = arena_copy(text, len);
	(*at)->len = len;
	nr_names++;
	return *at;
}

static void preset_words(const struct preset *preset)
{
	const char *word = preset->names;
	u32 len;

	for (; *word; word += len + (word[len] == ' ')) {
		len = (u32)strcspn(word, " ");
		find_or_make(word, len)->flags |= preset->flags;
	}
}

struct name *name_get(const char *text, u32 len)
{
	u32 i;

	if (!nr_names)
		for (i = 0; i < ARRAY_SIZE(presets); i++)
			preset_words(&presets[i]);
	return find_or_make(text, len);
}

struct name *name_of(const char *text)
{
	return name_get(text, (u32)strlen(text));
}

static int by_text(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;

	return strcmp((*x)->text, (*y)->text);
}

void name_each(void (*visit)(struct name *name, void *arg), void *arg)
{
	struct name **all = arena_alloc((nr_names + 1) * sizeof(*all));
	struct name *name;
	u32 i, nr = 0;

	for (i = 0; i < NR_BUCKETS; i++)
		for (name = bucket[i]; name; name = name->next)
			all[nr++] = name;
	qsort(all, nr, sizeof(*all), by_text);
	for (i = 0; i < nr; i++)
		visit(all[i], arg);
}

bool name_looks_attribute(const struct name *name)
{
	return name_is(name, NAME_ATTRIBUTE);
}
