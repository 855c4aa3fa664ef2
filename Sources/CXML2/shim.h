#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/HTMLparser.h>
