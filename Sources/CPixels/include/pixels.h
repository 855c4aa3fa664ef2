#ifndef N4MD_PIXELS_H
#define N4MD_PIXELS_H

/*
 * Arithmetic over all pixels of a picture, where the compiler's vector code counts. Pixels are libgd's: one int each,
 * 0x00RRGGBB. Nothing here allocates, and nothing checks: sizes are the caller's care.
 */

/* How each pixel along an axis is made: the weights, each of count, of the source's pixels from start on. */
struct n4md_filter {
    int count;
    const int *starts;
    const float *weights;
};

/* Floats a scaled row takes while it waits, and how many wait: multiples of what is worked on at a time. */
#define N4MD_SCALE_STRIDE(target_width) (((target_width) + 3) / 4 * 16)
#define N4MD_SCALE_ROWS(taps) (((taps) + 6) / 4 * 4)

/*
 * Scales by a filter for each axis, in light (the square of a value, which is near enough to sRGB's curve), so that fine
 * bright detail keeps its brightness. room, aligned to 64 bytes, has room for N4MD_SCALE_ROWS + 1 rows of N4MD_SCALE_STRIDE floats,
 * and for 16 floats per column of the source.
 */
void n4md_scale(int *const *source, int source_width, int source_height, struct n4md_filter across,
                struct n4md_filter down, int *const *target, int target_width, int target_height, float *room);

/*
 * The luma of count blocks of 8 x 8 pixels as JPEG's cosine transform has it, 64 floats each: every step-th block, row by
 * row.
 */
void n4md_transform(int *const *rows, int width, int step, int count, float *blocks);

/*
 * How different blocks look when JPEG has stored their luma at a quality (1 to 100): 0 for the same, 1 for nothing in
 * common. It is 1 - SSIM (Wang et al. 2004) of each block, the worst of them counting most. Means and variances are read
 * off the coefficients, so that nothing need be encoded.
 */
double n4md_difference(const float *blocks, int count, int quality);

#endif
