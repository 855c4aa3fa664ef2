#include <stdarg.h>
#include <avif/avif.h>
#include <gd.h>

static inline void n4md_gd_ignore(int priority, const char *format, va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}

/* libgd writes its warnings to stderr unless told otherwise. The setting is global to the process: set it once. */
static inline void n4md_gd_silence(void)
{
    gdSetErrorMethod(n4md_gd_ignore);
}

static inline void n4md_gd_take_avif_rows(gdImagePtr target, const avifRGBImage *bgra)
{
    for (int y = 0; y < target->sy; y++) {
        const unsigned char *bytes = bgra->pixels + (size_t)y * bgra->rowBytes;
        for (int x = 0; x < target->sx; x++, bytes += 4)
            target->tpixels[y][x] = (127 - bytes[3] / 2) << 24 | bytes[2] << 16 | bytes[1] << 8 | bytes[0];
    }
}

/*
 * Decodes the first picture of an AVIF into target, a true-colour image of the size that the header names. Answers 1
 * for success. libgd's own gdImageCreateFromAvifPtr (2.3.3) leaks what it reads of the file at each call, and does not
 * bound the size that the coded data may claim.
 */
static inline int n4md_gd_decode_avif(const unsigned char *bytes, size_t count, gdImagePtr target)
{
    avifDecoder *decoder = avifDecoderCreate();
    avifRGBImage bgra;
    int is_decoded = 0;
    if (!decoder)
        return 0;
    decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
    decoder->imageSizeLimit = (uint32_t)target->sx * (uint32_t)target->sy;
    decoder->strictFlags &= ~(avifStrictFlags)AVIF_STRICT_PIXI_REQUIRED; /* Some encoders leave it out. */
    if (avifDecoderSetIOMemory(decoder, bytes, count) == AVIF_RESULT_OK &&
        avifDecoderParse(decoder) == AVIF_RESULT_OK && decoder->image->width == (uint32_t)target->sx &&
        decoder->image->height == (uint32_t)target->sy && avifDecoderNextImage(decoder) == AVIF_RESULT_OK) {
        avifRGBImageSetDefaults(&bgra, decoder->image);
        bgra.format = AVIF_RGB_FORMAT_BGRA;
        bgra.depth = 8;
        avifRGBImageAllocatePixels(&bgra);
        is_decoded = bgra.pixels && avifImageYUVToRGB(decoder->image, &bgra) == AVIF_RESULT_OK;
        if (is_decoded)
            n4md_gd_take_avif_rows(target, &bgra);
        avifRGBImageFreePixels(&bgra);
    }
    avifDecoderDestroy(decoder);
    return is_decoded;
}
