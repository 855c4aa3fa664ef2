/* Compiled twice, for old processors and for those of 2013 and later; which one runs is found out at the start. */
#if defined(__x86_64__) && defined(__gnu_linux__)
#define N4MD_VECTORS __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define N4MD_VECTORS
#endif

/* What such a function calls is compiled with it. */
#define N4MD_INLINE static inline __attribute__((always_inline))
