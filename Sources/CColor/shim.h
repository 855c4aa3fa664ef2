#include <lcms2.h>

/* Replaces macros that Swift cannot import. Pixels are libgd's: one int each, 0x00RRGGBB. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const cmsUInt32Number n4md_color_pixel = TYPE_BGRA_8;
#else
static const cmsUInt32Number n4md_color_pixel = TYPE_ARGB_8;
#endif
