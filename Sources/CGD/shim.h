#include <stdarg.h>
#include <string.h>
#include <avif/avif.h>
#include <gd.h>

static inline void n4md_gd_ignore(int priority, const char *format, va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}

/* Silences libgd's warnings, which go to stderr by default. This is global to the process: call it once. */
static inline void n4md_gd_silence(void)
{
    gdSetErrorMethod(n4md_gd_ignore);
}

static inline void n4md_gd_take_avif_rows(gdImagePtr target, int top, const avifRGBImage *bgra)
{
    for (int y = 0; y < (int)bgra->height; y++) {
        const unsigned char *bytes = bgra->pixels + (size_t)y * bgra->rowBytes;
        for (int x = 0; x < target->sx; x++, bytes += 4)
            target->tpixels[top + y][x] = (127 - bytes[3] / 2) << 24 | bytes[2] << 16 | bytes[1] << 8 | bytes[0];
    }
}

/* Converts a band at a time, to avoid a second copy of the picture in memory. */
static inline int n4md_gd_take_avif(gdImagePtr target, const avifImage *source)
{
    const int rows = 256;
    avifImage *band = avifImageCreateEmpty();
    int is_taken = band != NULL;
    for (int top = 0; is_taken && top < target->sy; top += rows) {
        const int left = target->sy - top;
        const avifCropRect window = {0, (uint32_t)top, (uint32_t)target->sx, (uint32_t)(left < rows ? left : rows)};
        avifRGBImage bgra;
        is_taken = avifImageSetViewRect(band, source, &window) == AVIF_RESULT_OK;
        if (!is_taken)
            break;
        avifRGBImageSetDefaults(&bgra, band);
        bgra.format = AVIF_RGB_FORMAT_BGRA;
        bgra.depth = 8;
        avifRGBImageAllocatePixels(&bgra);
        is_taken = bgra.pixels && avifImageYUVToRGB(band, &bgra) == AVIF_RESULT_OK;
        if (is_taken)
            n4md_gd_take_avif_rows(target, top, &bgra);
        avifRGBImageFreePixels(&bgra);
    }
    if (band)
        avifImageDestroy(band);
    return is_taken;
}

/*
 * Decodes the first picture of an AVIF; NULL on failure, or if its size differs from the header's.
 * libgd's own gdImageCreateFromAvifPtr (2.3.3) leaks the file data it reads on each call, and does not
 * limit the size that the coded data may claim.
 */
static inline gdImagePtr n4md_gd_decode_avif(const unsigned char *bytes, size_t count, uint32_t width, uint32_t height)
{
    avifDecoder *decoder = avifDecoderCreate();
    gdImagePtr target = NULL;
    if (!decoder)
        return NULL;
    decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
    decoder->imageSizeLimit = width * height;
    decoder->strictFlags &= ~(avifStrictFlags)AVIF_STRICT_PIXI_REQUIRED; /* Some encoders leave it out. */
    if (avifDecoderSetIOMemory(decoder, bytes, count) == AVIF_RESULT_OK &&
        avifDecoderParse(decoder) == AVIF_RESULT_OK && decoder->image->width == width && decoder->image->height == height &&
        avifDecoderNextImage(decoder) == AVIF_RESULT_OK)
        target = gdImageCreateTrueColor((int)width, (int)height);
    if (target && !n4md_gd_take_avif(target, decoder->image)) {
        gdImageDestroy(target);
        target = NULL;
    }
    avifDecoderDestroy(decoder);
    return target;
}

/* libgd's alpha is 0 for opaque and 127 for transparent; AVIF's is 255 for opaque. */
static inline void n4md_gd_give_avif_row(const int *pixels, int count, unsigned char *bytes)
{
    memcpy(bytes, pixels, (size_t)count * sizeof(int));
    for (int x = 0; x < count; x++)
        bytes[4 * x + 3] = (unsigned char)(((127 - (bytes[4 * x + 3] & 127)) * 255 + 63) / 127);
}

/*
 * Encodes a picture as AVIF with Exif into `file`, to be released with avifRWDataFree; 0 on failure. It has alpha if gdImageSaveAlpha was
 * called for it, and colour at its full resolution if it is to be fine. libgd's own gdImageAvifPtrEx (2.3.3) leaks the whole picture on
 * each call (libgd issue 831), decides on the colour by the quality, and splits large pictures into tiles with a thread each, which costs
 * bytes and memory without gain, since every core already has a worker.
 */
static inline int n4md_gd_encode_avif(gdImagePtr source, int quality, int speed, int is_fine, const unsigned char *exif,
                                      size_t exif_count, avifRWData *file)
{
    const avifPixelFormat format = is_fine ? AVIF_PIXEL_FORMAT_YUV444 : AVIF_PIXEL_FORMAT_YUV420;
    avifImage *image = avifImageCreate(source->sx, source->sy, 8, format);
    avifEncoder *encoder = avifEncoderCreate();
    avifRGBImage bgra = {0};
    int is_encoded = 0;
    if (image && encoder) {
        image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
        image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
        image->matrixCoefficients = quality < 100 ? AVIF_MATRIX_COEFFICIENTS_BT709 : AVIF_MATRIX_COEFFICIENTS_IDENTITY;
        avifRGBImageSetDefaults(&bgra, image);
        bgra.format = AVIF_RGB_FORMAT_BGRA;
        bgra.ignoreAlpha = source->saveAlphaFlag ? AVIF_FALSE : AVIF_TRUE;
        avifRGBImageAllocatePixels(&bgra);
        for (int y = 0; bgra.pixels && y < source->sy; y++)
            n4md_gd_give_avif_row(source->tpixels[y], source->sx, bgra.pixels + (size_t)y * bgra.rowBytes);
        if (exif_count)
            avifImageSetMetadataExif(image, exif, exif_count);
        /* The highest quantizer, 63, is the lowest quality. */
        encoder->minQuantizer = encoder->maxQuantizer = (63 * (100 - quality) + 50) / 100;
        encoder->speed = speed;
        is_encoded = bgra.pixels && avifImageRGBToYUV(image, &bgra) == AVIF_RESULT_OK;
        avifRGBImageFreePixels(&bgra);
        is_encoded = is_encoded && avifEncoderWrite(encoder, image, file) == AVIF_RESULT_OK;
    }
    if (encoder)
        avifEncoderDestroy(encoder);
    if (image)
        avifImageDestroy(image);
    return is_encoded;
}
