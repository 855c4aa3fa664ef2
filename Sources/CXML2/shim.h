// Debian's headers pull in ICU's for two pointers at the end of a structure that is only ever used by address. Those
// would clash with the ICU inside Foundation wherever both modules meet.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// A global variable in the library, which Swift does not call.
static inline void n4md_xml_free(void *pointer) { xmlFree(pointer); }
