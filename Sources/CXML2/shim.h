// Debian's headers include ICU's for two pointers at the end of a structure that is only ever used by
// address. These would clash with the ICU inside Foundation wherever both modules are imported.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// xmlFree is a global function pointer, which Swift cannot call.
static inline void n4md_xml_free(void *pointer) { xmlFree(pointer); }
