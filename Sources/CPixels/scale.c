#include <math.h>
#include <string.h>
#include "pixels.h"
#include "vectors.h"

/* A pixel from each of four rows, four floats each; or four pixels of one row. As wide as vectors get. */
typedef float lanes __attribute__((vector_size(64)));

/* Converts four rows to linear light, interleaved pixel by pixel. */
N4MD_INLINE void square(int *const *rows, int left, int width, lanes *restrict line)
{
    typedef unsigned char bytes __attribute__((vector_size(4)));
    typedef float pixel __attribute__((vector_size(16)));
    for (int x = 0; x < width; x++)
        for (int row = 0; row < 4; row++) {
            bytes value;
            memcpy(&value, &rows[row < left ? row : left - 1][x], sizeof value);
            const pixel light = __builtin_convertvector(value, pixel);
            ((pixel *)(line + x))[row] = light * light;
        }
}

/* Converts linear light to bytes, clamping at black and white where the filter overshoots. */
N4MD_INLINE void root(const float *restrict light, int count, unsigned char *restrict bytes)
{
    for (int i = 0; i < count; i++) {
        const float value = light[i] < 0 ? 0 : light[i] > 65025 ? 65025 : light[i];
        bytes[i] = (unsigned char)(sqrtf(value) + 0.5F);
    }
}

N4MD_INLINE void scale_across(const lanes *restrict line, struct n4md_filter filter, int width,
                                      float *restrict target, int stride)
{
    for (int x = 0; x < width; x++) {
        const float *weights = filter.weights + (long)x * filter.count;
        const lanes *place = line + filter.starts[x];
        lanes sum = {0};
        for (int tap = 0; tap < filter.count; tap++)
            sum += place[tap] * weights[tap];
        for (int row = 0; row < 4; row++)
            memcpy(target + (long)row * stride + x * 4, (float *)&sum + row * 4, 16);
    }
}

N4MD_INLINE void scale_down(const float *restrict ring, int stride, int capacity, int first, int count,
                                    const float *restrict weights, float *restrict target)
{
    for (int i = 0; i < stride; i += 16) {
        lanes sum = {0};
        for (int tap = 0, row = first % capacity; tap < count; tap++, row++) {
            row = row == capacity ? 0 : row;
            sum += *(const lanes *)(ring + (long)row * stride + i) * weights[tap];
        }
        *(lanes *)(target + i) = sum;
    }
}

N4MD_VECTORS void n4md_scale(int *const *source, int source_width, int source_height, struct n4md_filter across,
                struct n4md_filter down, int *const *target, int target_width, int target_height, float *room)
{
    const int stride = N4MD_SCALE_STRIDE(target_width), capacity = N4MD_SCALE_ROWS(down.count);
    float *ring = room, *sums = ring + (long)capacity * stride;
    lanes *line = (lanes *)(sums + stride);
    memset(room, 0, (size_t)(capacity + 1) * (size_t)stride * sizeof(float));
    int next = 0;
    for (int y = 0; y < target_height; y++) {
        for (; next < down.starts[y] + down.count; next += 4) {
            square(source + next, source_height - next, source_width, line);
            scale_across(line, across, target_width, ring + (long)(next % capacity) * stride, stride);
        }
        scale_down(ring, stride, capacity, down.starts[y], down.count, down.weights + (long)y * down.count, sums);
        root(sums, target_width * 4, (unsigned char *)target[y]);
    }
}
