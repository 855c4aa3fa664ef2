// This must come first: maxminddb.h restricts what the system headers declare, so that their structures
// would differ from those in Swift's module of the same headers.
#include <resolv.h>
#include <maxminddb.h>

// Limits lookups on the calling thread to one attempt of one second per name server, without TCP, for
// which glibc has no time limit. The resolver's state is a macro over a thread-local structure, which
// Swift cannot import.
static inline void n4md_hurry_resolver(void)
{
    if (res_init() != 0)
        return;
    _res.retrans = 1;
    _res.retry = 1;
    _res.options |= RES_IGNTC;
}
