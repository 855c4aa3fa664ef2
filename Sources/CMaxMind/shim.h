// Before the other, which narrows what the system's headers declare, so that their structures would differ from those in
// Swift's module of the same headers.
#include <resolv.h>
#include <maxminddb.h>

// The resolver's state is a macro over a thread-local structure, which Swift does not import. Makes the calling thread's
// lookups take one second a name server, once, and no TCP, for which glibc knows no time limit.
static inline void n4md_hurry_resolver(void)
{
    if (res_init() != 0)
        return;
    _res.retrans = 1;
    _res.retry = 1;
    _res.options |= RES_IGNTC;
}
