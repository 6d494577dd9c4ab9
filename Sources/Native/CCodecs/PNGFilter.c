#include "PNGFilter.h"

#include "Internal.h"

#include <string.h>

// PNG, 9.2. Which one suits a row is told from a part of it: the one whose bytes, taken as numbers with a sign, lie
// closest to 0 (PNG, 12.7). An eighth of a row tells as well as all of it, within a hundredth of the size.

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

static void store_16(const uint8_t *from, uint8_t *to, uint32_t width, uint32_t channels, uint32_t kept) {
  for (uint32_t x = 0; x < width; x++, from += 2 * channels) {
    for (uint32_t i = 0; i < kept; i++, to += 2) {
      uint16_t sample;
      memcpy(&sample, from + 2 * i, sizeof sample);
      to[0] = (uint8_t)(sample >> 8);
      to[1] = (uint8_t)sample;
    }
  }
}

void cc_png_row(const cc_image *image, const uint8_t *from, uint8_t *to) {
  uint32_t kept = cc_file_channels(image);
  if (image->bits == 16) {
    store_16(from, to, image->width, image->channels, kept);
  } else if (kept == image->channels) {
    memcpy(to, from, cc_png_row_bytes(image));
  } else {
    drop_alpha_8(from, to, image->width);
  }
}

// Which of left, above and corner lies closest to left + above - corner; 16 bits, so that compilers take eight at a time.
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

static uint32_t size_of(const uint8_t *bytes, size_t count) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int8_t number = (int8_t)bytes[i];
    sum += (uint32_t)(number < 0 ? -number : number);
  }
  return sum;
}

// Of equal ones the fastest to undo.
static int suited(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
  static const int kinds[4] = {UP, SUB, AVERAGE, PAETH};
  uint8_t filtered[SPAN];
  // Every span of a row that has only a few.
  size_t step = count > SPAN * SPANS * 4 ? SPAN * SPANS : SPAN;
  uint32_t sizes[4] = {0};
  for (size_t first = 0; first < count; first += step) {
    size_t length = count - first < SPAN ? count - first : SPAN;
    for (int i = 0; i < 4; i++) {
      filter(kinds[i], row + first, above + first, length, pixel, filtered);
      sizes[i] += size_of(filtered, length);
    }
  }
  int best = 0;
  for (int i = 1; i < 4; i++) {
    if (sizes[i] < sizes[best]) best = i;
  }
  return kinds[best];
}

void cc_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *to) {
  int kind = suited(row, above, count, pixel);
  to[0] = (uint8_t)kind;
  filter(kind, row, above, count, pixel, to + 1);
}
