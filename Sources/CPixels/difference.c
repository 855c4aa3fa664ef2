#include <math.h>
#include "pixels.h"
#include "vectors.h"

/* ITU-T T.81, table K.1: the luma quantization steps for quality 50. */
static const unsigned char steps50[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57,
    69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64,
    81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
};

/* The cosine transform of one axis: row k is cos((2i + 1)k pi/16) / 2, the first row 1/sqrt(8). */
static const float cosines[64] = {

    .35355339F, .35355339F, .35355339F, .35355339F, .35355339F, .35355339F, .35355339F, .35355339F,
    .49039264F, .41573481F, .27778512F, .09754516F, -.09754516F, -.27778512F, -.41573481F, -.49039264F,
    .46193977F, .19134172F, -.19134172F, -.46193977F, -.46193977F, -.19134172F, .19134172F, .46193977F,
    .41573481F, -.09754516F, -.49039264F, -.27778512F, .27778512F, .49039264F, .09754516F, -.41573481F,
    .35355339F, -.35355339F, -.35355339F, .35355339F, .35355339F, -.35355339F, -.35355339F, .35355339F,
    .27778512F, -.49039264F, .09754516F, .41573481F, -.41573481F, -.09754516F, .49039264F, -.27778512F,
    .19134172F, -.46193977F, .46193977F, -.19134172F, -.19134172F, .46193977F, -.46193977F, .19134172F,
    .09754516F, -.27778512F, .41573481F, -.49039264F, .49039264F, -.41573481F, .27778512F, -.09754516F,
};

/* Multiplies source by the transposed cosines and transposes; applied twice, it transforms both axes. */
N4MD_INLINE void transform(const float *restrict source, float *restrict target)
{
    for (int k = 0; k < 8; k++)
        for (int y = 0; y < 8; y++) {
            float sum = 0;
            for (int x = 0; x < 8; x++)
                sum += source[y * 8 + x] * cosines[k * 8 + x];
            target[k * 8 + y] = sum;
        }
}

N4MD_VECTORS void n4md_transform(int *const *rows, int width, int step, int count, float *blocks)
{
    const int across = width / 8;
    for (int i = 0; i < count; i++, blocks += 64) {
        const int top = i * step / across * 8, left = i * step % across * 8;
        float luma[64], half[64];
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++) {
                const int pixel = rows[top + y][left + x];
                const int red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
                luma[y * 8 + x] = (float)(299 * red + 587 * green + 114 * blue) / 1000 - 128;
            }
        transform(luma, half);
        transform(half, blocks);
    }
}

N4MD_INLINE float similarity(const float *restrict block, const float *restrict steps,
                                      const float *restrict inverses)
{
    float power = 0, stored_power = 0, common = 0;
    for (int i = 0; i < 64; i++) {
        const float stored = nearbyintf(block[i] * inverses[i]) * steps[i];
        power += block[i] * block[i];
        stored_power += stored * stored;
        common += block[i] * stored;
    }
    const float first = block[0], stored_first = nearbyintf(first * inverses[0]) * steps[0];
    const float mean = first / 8 + 128, stored_mean = stored_first / 8 + 128;
    const float variance = (power - first * first) / 64, stored_variance = (stored_power - stored_first * stored_first) / 64;
    const float covariance = (common - first * stored_first) / 64;
    /* c2 is smaller than in the paper, because losses in smooth areas are visible. */
    const float c1 = 6.5025F, c2 = 3;
    return (2 * mean * stored_mean + c1) * (2 * covariance + c2) /
           ((mean * mean + stored_mean * stored_mean + c1) * (variance + stored_variance + c2));
}

N4MD_VECTORS double n4md_difference(const float *blocks, int count, int quality)
{
    /* Derives the tables from the quality as libjpeg does. */
    const int percent = quality < 50 ? 5000 / quality : 200 - quality * 2;
    float steps[64], inverses[64];
    double sum = 0;
    for (int i = 0; i < 64; i++) {
        const int value = (steps50[i] * percent + 50) / 100;
        steps[i] = (float)(value < 1 ? 1 : value > 255 ? 255 : value);
        inverses[i] = 1 / steps[i];
    }
    for (int i = 0; i < count; i++) {
        const float difference = 1 - similarity(blocks + (long)i * 64, steps, inverses);
        const float square = difference * difference, fourth = square * square;
        sum += (double)(fourth * fourth);
    }
    return pow(sum / count, 1.0 / 8);
}

N4MD_VECTORS double n4md_colour_loss(int *const *rows, int width, int height, int step)
{
    double sum = 0;
    long pixels = 0;
    for (int y = 0; y + 1 < height; y += 2 * step) {
        const int *restrict upper = rows[y], *restrict lower = rows[y + 1];
        float of_rows = 0;
        for (int x = 0; x + 1 < width; x += 2) {
            const int four[4] = {upper[x], upper[x + 1], lower[x], lower[x + 1]};
            float blue = 0, blue_squares = 0, red = 0, red_squares = 0;
            for (int i = 0; i < 4; i++) {
                const float r = (float)(four[i] >> 16 & 255), g = (float)(four[i] >> 8 & 255), b = (float)(four[i] & 255);
                const float cb = 0.5F * b - 0.168736F * r - 0.331264F * g, cr = 0.5F * r - 0.418688F * g - 0.081312F * b;
                blue += cb;
                blue_squares += cb * cb;
                red += cr;
                red_squares += cr * cr;
            }
            of_rows += blue_squares - blue * blue / 4 + red_squares - red * red / 4;
        }
        sum += (double)of_rows;
        pixels += width / 2 * 4L;
    }
    return sum > 0 ? sqrt(sum / (double)pixels) : 0; /* rounding may leave a little less than nothing */
}
