#include "PNGFilter.h"

#include "Internal.h"

#include <string.h>

// The filters of PNG, 9.2. A heuristic selects the filter of a row: the one whose bytes, as signed integers, have the
// smallest sum of absolute values (PNG, 12.7). An eighth of a row is sufficient: sizes differ by less than a hundredth.

enum { SUB = 1, UP, AVERAGE, PAETH };

enum { SPAN = 96, SPANS = 8 };

size_t cc_png_row_bytes(const cc_image *image) {
  return (size_t)image->width * cc_file_channels(image) * (image->bits / 8);
}

static void drop_alpha_8(const uint8_t *from, uint8_t *to, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, from += 4, to += 3) {
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
  }
}

static void store_16(const uint8_t *from, uint8_t *to, uint32_t width, uint32_t channels, uint32_t file_channels) {
  for (uint32_t x = 0; x < width; x++, from += 2 * channels) {
    for (uint32_t i = 0; i < file_channels; i++, to += 2) {
      uint16_t sample;
      memcpy(&sample, from + 2 * i, sizeof sample);
      to[0] = (uint8_t)(sample >> 8);
      to[1] = (uint8_t)sample;
    }
  }
}

void cc_png_row(const cc_image *image, const uint8_t *from, uint8_t *to) {
  uint32_t file_channels = cc_file_channels(image);
  if (image->bits == 16) {
    store_16(from, to, image->width, image->channels, file_channels);
  } else if (file_channels == image->channels) {
    memcpy(to, from, cc_png_row_bytes(image));
  } else {
    drop_alpha_8(from, to, image->width);
  }
}

// Returns left, above or corner, whichever is closest to left + above - corner; 16 bits, so that compilers process
// eight at once.
static inline uint8_t paeth(int16_t left, int16_t above, int16_t corner) {
  int16_t to_left = above - corner, to_above = left - corner, to_corner = to_left + to_above;
  to_left = to_left < 0 ? -to_left : to_left;
  to_above = to_above < 0 ? -to_above : to_above;
  to_corner = to_corner < 0 ? -to_corner : to_corner;
  int16_t closest = to_above <= to_corner ? above : corner, distance = to_above <= to_corner ? to_above : to_corner;
  return (uint8_t)(to_left <= distance ? left : closest);
}

// The bytes before `row` and `above` are the pixel to the left.
static void filter(int kind, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *restrict to) {
  const uint8_t *left = row - pixel, *corner = above - pixel;
  switch (kind) {
    case SUB:
      for (size_t i = 0; i < count; i++) to[i] = (uint8_t)(row[i] - left[i]);
      break;
    case UP:
      for (size_t i = 0; i < count; i++) to[i] = (uint8_t)(row[i] - above[i]);
      break;
    case AVERAGE:
      for (size_t i = 0; i < count; i++) to[i] = (uint8_t)(row[i] - ((left[i] + above[i]) >> 1));
      break;
    default:
      for (size_t i = 0; i < count; i++) to[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
  }
}

static uint32_t absolute_sum(const uint8_t *bytes, size_t count) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int8_t value = (int8_t)bytes[i];
    sum += (uint32_t)(value < 0 ? -value : value);
  }
  return sum;
}

// Selects the filter; of equal sums the fastest to undo.
static int best_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
  static const int kinds[4] = {UP, SUB, AVERAGE, PAETH};
  uint8_t filtered[SPAN];
  // Short rows are sampled completely.
  size_t step = count > SPAN * SPANS * 4 ? SPAN * SPANS : SPAN;
  uint32_t sums[4] = {0};
  for (size_t first = 0; first < count; first += step) {
    size_t length = count - first < SPAN ? count - first : SPAN;
    for (int i = 0; i < 4; i++) {
      filter(kinds[i], row + first, above + first, length, pixel, filtered);
      sums[i] += absolute_sum(filtered, length);
    }
  }
  int best = 0;
  for (int i = 1; i < 4; i++) {
    if (sums[i] < sums[best]) best = i;
  }
  return kinds[best];
}

void cc_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *to) {
  int kind = best_filter(row, above, count, pixel);
  to[0] = (uint8_t)kind;
  filter(kind, row, above, count, pixel, to + 1);
}
