/*
 * libjpeg reports errors by longjmp, which must not cross a Swift frame: each function here catches its
 * own, and returns 1 for success or 0 for failure. Pixels are libgd's: one int each, 0xAARRGGBB, alpha 0
 * for opaque.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>
#include <jerror.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define N4MD_JPEG_PIXEL JCS_EXT_BGRX
#else
#define N4MD_JPEG_PIXEL JCS_EXT_XRGB
#endif

struct n4md_jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf escape;
};

static inline void n4md_jpeg_escape(j_common_ptr info)
{
    longjmp(((struct n4md_jpeg_errors *)info->err)->escape, 1);
}

/* Ignores warnings, except for truncated data: the rest would be grey, and could take forever to decode. */
static inline void n4md_jpeg_warn(j_common_ptr info, int level)
{
    if (level < 0 && info->err->msg_code == JWRN_HIT_MARKER)
        n4md_jpeg_escape(info);
}

static inline struct jpeg_error_mgr *n4md_jpeg_catch(struct n4md_jpeg_errors *errors)
{
    struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
    base->error_exit = n4md_jpeg_escape;
    base->emit_message = n4md_jpeg_warn;
    return base;
}

/* CMYK to RGB without a colour profile. Adobe's programs, hence nearly all files, store the inks inverted. */
static inline void n4md_jpeg_cmyk_row(const unsigned char *cmyk, unsigned width, int inverted, int *pixels)
{
    const unsigned flip = inverted ? 0 : 255;
    for (unsigned x = 0; x < width; x++, cmyk += 4) {
        const unsigned key = cmyk[3] ^ flip;
        const unsigned red = (cmyk[0] ^ flip) * key / 255;
        const unsigned green = (cmyk[1] ^ flip) * key / 255;
        const unsigned blue = (cmyk[2] ^ flip) * key / 255;
        pixels[x] = (int)(red << 16 | green << 8 | blue);
    }
}

static inline void n4md_jpeg_read_rows(j_decompress_ptr info, int *const *rows)
{
    const unsigned width = info->output_width;
    const int cmyk = info->out_color_space == JCS_CMYK;
    JSAMPARRAY inks = cmyk ? info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, width * 4, 1) : NULL;
    while (info->output_scanline < info->output_height) {
        int *pixels = rows[info->output_scanline];
        JSAMPROW row = cmyk ? inks[0] : (JSAMPROW)pixels;
        jpeg_read_scanlines(info, &row, 1);
        if (cmyk)
            n4md_jpeg_cmyk_row(row, width, info->saw_Adobe_marker, pixels);
        else
            for (unsigned x = 0; x < width; x++)
                pixels[x] &= 0xFFFFFF;
    }
}

/*
 * Decodes at eighths/8 of the stored size into rows, whose size the caller has calculated (rounded up).
 * Fails unless the stored size is the one the caller has checked. On failure, message (JMSG_LENGTH_MAX
 * bytes) has the reason.
 */
static inline int n4md_jpeg_decode(const unsigned char *bytes, unsigned long count, unsigned stored_width,
                                   unsigned stored_height, unsigned eighths, int *const *rows, unsigned width,
                                   unsigned height, char *message)
{
    struct jpeg_decompress_struct info;
    struct n4md_jpeg_errors errors;
    info.err = n4md_jpeg_catch(&errors);
    if (setjmp(errors.escape)) {
        errors.base.format_message((j_common_ptr)&info, message);
        jpeg_destroy_decompress(&info);
        return 0;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.scale_num = eighths;
    info.scale_denom = 8;
    const int inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = inks ? JCS_CMYK : N4MD_JPEG_PIXEL;
    jpeg_calc_output_dimensions(&info);
    if (info.image_width != stored_width || info.image_height != stored_height || info.output_width != width ||
        info.output_height != height)
        ERREXIT(&info, JERR_BAD_LENGTH);
    jpeg_start_decompress(&info);
    n4md_jpeg_read_rows(&info, rows);
    jpeg_destroy_decompress(&info);
    return 1;
}

/*
 * Progressive by frequency only: first the DC of each block, then the low luma frequencies, the chroma
 * and the high luma frequencies. libjpeg's own ten scans also use successive approximation, which takes
 * twice the time and saves no bytes.
 */
static const jpeg_scan_info n4md_jpeg_scans[] = {
    {3, {0, 1, 2}, 0, 0, 0, 0}, {1, {0}, 1, 8, 0, 0}, {1, {2}, 1, 63, 0, 0}, {1, {1}, 1, 63, 0, 0}, {1, {0}, 9, 63, 0, 0},
};

/*
 * Encodes rows, with an Exif segment if given (at most 64 kB); fine keeps colour at full resolution. On
 * success the caller must free *bytes with n4md_jpeg_free.
 */
static inline int n4md_jpeg_encode(int *const *rows, unsigned width, unsigned height, int quality, int fine,
                                   const unsigned char *exif, unsigned exif_count, unsigned char **bytes,
                                   unsigned long *count)
{
    struct jpeg_compress_struct info;
    struct n4md_jpeg_errors errors;
    *bytes = NULL;
    *count = 0;
    info.dest = NULL;
    info.err = n4md_jpeg_catch(&errors);
    if (setjmp(errors.escape)) {
        /* Updates *bytes to the buffer currently in use. */
        if (info.dest)
            info.dest->term_destination(&info);
        free(*bytes);
        *bytes = NULL;
        jpeg_destroy_compress(&info);
        return 0;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, bytes, count);
    info.image_width = width;
    info.image_height = height;
    info.input_components = 4;
    info.in_color_space = N4MD_JPEG_PIXEL;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.optimize_coding = TRUE;
    if (fine)
        info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    info.scan_info = n4md_jpeg_scans;
    info.num_scans = sizeof n4md_jpeg_scans / sizeof *n4md_jpeg_scans;
    info.write_JFIF_header = exif_count == 0; /* Exif must be the first segment. */
    jpeg_start_compress(&info, TRUE);
    if (exif_count)
        jpeg_write_marker(&info, JPEG_APP0 + 1, exif, exif_count);
    while (info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)rows[info.next_scanline];
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return 1;
}

static inline void n4md_jpeg_free(unsigned char *bytes)
{
    free(bytes);
}
