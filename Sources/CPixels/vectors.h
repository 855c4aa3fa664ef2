/* Compiles a function for processors since 2013 and for older ones; the choice is made at load time. */
#if defined(__x86_64__) && defined(__gnu_linux__)
#define N4MD_VECTORS __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define N4MD_VECTORS
#endif

/* Functions called from there are inlined, so that they are compiled for the same processor. */
#define N4MD_INLINE static inline __attribute__((always_inline))
