// Debian's headers pull in ICU's for two pointers at the end of a structure that is only ever used by address. Those
// would clash with the ICU inside Foundation wherever both modules meet.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/HTMLparser.h>
