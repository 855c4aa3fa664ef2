#ifndef N4MD_PIXELS_H
#define N4MD_PIXELS_H

/*
 * Arithmetic over all pixels of a picture, in C for the compiler's vectorization. Pixels are libgd's:
 * one int each, 0x00RRGGBB. Nothing here allocates or checks: the caller is responsible for sizes.
 */

/* An axis's filter: for each target pixel, the first source pixel, and the weights of count pixels. */
struct n4md_filter {
    int count;
    const int *starts;
    const float *weights;
};

/* Floats per buffered scaled row, and buffered rows; both are multiples of the unit of work. */
#define N4MD_SCALE_STRIDE(target_width) (((target_width) + 3) / 4 * 16)
#define N4MD_SCALE_ROWS(taps) (((taps) + 6) / 4 * 4)

/*
 * Scales with a filter for each axis, in linear light (the square of a value approximates sRGB's curve),
 * so that fine bright detail keeps its brightness. room, aligned to 64 bytes, must hold N4MD_SCALE_ROWS
 * + 1 rows of N4MD_SCALE_STRIDE floats, and 16 floats per source column.
 */
void n4md_scale(int *const *source, int source_width, int source_height, struct n4md_filter across,
                struct n4md_filter down, int *const *target, int target_width, int target_height, float *room);

/*
 * Applies JPEG's cosine transform to the luma of count blocks of 8 x 8 pixels, 64 floats each: every
 * step-th block, row by row.
 */
void n4md_transform(int *const *rows, int width, int step, int count, float *blocks);

/*
 * Returns how much blocks would differ after JPEG stores their luma at a quality (1 to 100): from 0 for
 * identical to 1 for nothing in common. It is 1 - SSIM (Wang et al. 2004) of each block, weighted
 * towards the worst. Means and variances come from the coefficients, so nothing needs to be encoded.
 */
double n4md_difference(const float *blocks, int count, int quality);

/*
 * Returns the root of the mean square, over every step-th pair of rows, of what the two colour components of JPEG (ITU-T T.871) lose when
 * four pixels share their mean: 0 for a grey picture, several levels of 255 for coloured text or fine coloured detail.
 */
double n4md_colour_loss(int *const *rows, int width, int height, int step);

#endif
