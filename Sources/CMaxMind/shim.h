// This must come first: maxminddb.h restricts what the system headers declare, so that their structures
// would differ from those in Swift's module of the same headers.
#include <resolv.h>
#include <maxminddb.h>
