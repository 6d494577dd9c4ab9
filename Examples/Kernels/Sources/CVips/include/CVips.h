#pragma once
#include <stddef.h>

/// Pixels of four floats, and how far apart their rows are.
typedef struct {
  float *pixels;
  size_t row_bytes;
  int width, height;
} CVipsPixels;

/// Fills `out` with medians of `size` by `size` pixels of `in`, each component for itself; `out` lies `left` and `top`
/// pixels inside of `in`. Gives NULL, or what went wrong: a text to be freed with `free`.
char *cvips_median(CVipsPixels in, CVipsPixels out, int left, int top, int size);
