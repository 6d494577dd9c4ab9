#pragma once
#include <stddef.h>

/// Pixels of four floats, with a row stride.
typedef struct {
  float *pixels;
  size_t row_bytes;
  int width, height;
} CVipsPixels;

/// Fills `out` with medians of `size` by `size` pixels of `in`, for each component; `out` is at the offset `left` and
/// `top` in `in`. Returns NULL, or an error message, which the caller frees.
char *cvips_median(CVipsPixels in, CVipsPixels out, int left, int top, int size);
