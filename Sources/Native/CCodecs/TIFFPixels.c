// The conversion of all kinds of TIFF samples to RGBA.
#include "TIFFReader.h"

// Expands samples of fewer than 8 bits to bytes: palette indices are unchanged, grey is scaled to 0...255.
static void widen(const cc_tiff_reader *reader, const uint8_t *packed, uint8_t *bytes, size_t count) {
  unsigned bits = reader->file_bits, mask = (1u << bits) - 1;
  unsigned scale = reader->photometric == PHOTOMETRIC_PALETTE ? 1 : 255 / mask;
  for (size_t i = 0; i < count; i++) {
    size_t bit = i * bits;
    bytes[i] = (uint8_t)(((packed[bit / 8] >> (8 - bits - bit % 8)) & mask) * scale);
  }
}

// Old writers stored 8-bit values in palettes; then no entry is above 255.
static unsigned palette_shift(const cc_tiff_reader *reader) {
  for (int c = 0; c < 3; c++) {
    for (size_t i = 0; i < (size_t)1 << reader->file_bits; i++) {
      if (reader->palette[c][i] > 255) return 8;
    }
  }
  return 0;
}

static void look_up(const cc_tiff_reader *reader, const uint8_t *indices, uint8_t *pixels, size_t count) {
  unsigned shift = palette_shift(reader);
  for (size_t i = 0; i < count; i++, pixels += 4) {
    for (int c = 0; c < 3; c++) pixels[c] = (uint8_t)(reader->palette[c][indices[i]] >> shift);
    pixels[3] = 255;
  }
}

// The largest integer is white, TIFF 6.0, section 3 (BlackIsZero); negative values are darker than black.
#define TO_FLOAT(TYPE, SCALE)                                                                \
  for (size_t i = 0; i < count; i++) to[i] = (float)(((const TYPE *)from)[i] * (1.0 / (SCALE)))

static void convert_to_float(const cc_tiff_reader *reader, const void *from, float *to, size_t count) {
  int is_signed = reader->sample_format == SAMPLEFORMAT_INT;
  switch (reader->file_bits) {
    case 8: TO_FLOAT(int8_t, 127.0); break;
    case 16: TO_FLOAT(int16_t, 32767.0); break;
    case 32:
      if (is_signed) { TO_FLOAT(int32_t, 2147483647.0); } else { TO_FLOAT(uint32_t, 4294967295.0); }
      break;
    default: TO_FLOAT(double, 1.0); break;
  }
}

// Stores one plane of samples, or all planes (plane < 0), as four components. MINISWHITE is inverted: 0 is white there.
#define SPREAD(NAME, TYPE, FULL, INVERTED)                                                                            \
  static void NAME(const cc_tiff_reader *reader, const TYPE *in, TYPE *pixels, size_t count, int plane) {             \
    int colors = (int)cc_tiff_color_samples(reader), is_grey = colors == 1, alpha = reader->alpha;                    \
    int inverts = reader->photometric == PHOTOMETRIC_MINISWHITE;                                                      \
    size_t step = plane < 0 ? reader->samples : 1;                                                                    \
    for (size_t i = 0; i < count; i++, in += step, pixels += 4) {                                                     \
      if (plane <= 0) {                                                                                               \
        TYPE value = in[0];                                                                                           \
        pixels[0] = inverts ? (INVERTED) : value;                                                                     \
        if (is_grey) pixels[1] = pixels[2] = pixels[0];                                                               \
        if (alpha < 0 && colors < 4) pixels[3] = FULL;                                                                \
      }                                                                                                               \
      if (plane < 0 && !is_grey) {                                                                                    \
        pixels[1] = in[1];                                                                                            \
        pixels[2] = in[2];                                                                                            \
        if (colors == 4) pixels[3] = in[3];                                                                           \
      }                                                                                                               \
      if (plane < 0 && alpha >= 0) pixels[3] = in[alpha];                                                             \
      if (plane > 0 && plane < colors) pixels[plane] = in[0];                                                         \
      if (plane > 0 && plane == alpha) pixels[3] = in[0];                                                             \
    }                                                                                                                 \
  }

SPREAD(spread8, uint8_t, 255, (uint8_t)(255 - value))
SPREAD(spread16, uint16_t, 65535, (uint16_t)(65535 - value))
SPREAD(spread_half, uint16_t, 0x3c00, value)
SPREAD(spread_float, float, 1.0f, 1.0f - value)

void cc_tiff_store_rgba(
    const cc_tiff_reader *reader, const void *in, uint8_t *scratch, uint8_t *row, size_t x, size_t count, int plane) {
  if (reader->file_bits < 8) {
    widen(reader, in, scratch, count);
    in = scratch;
  } else if (reader->becomes_float) {
    convert_to_float(reader, in, (float *)scratch, plane < 0 ? count * reader->samples : count);
    in = scratch;
  }
  if (reader->photometric == PHOTOMETRIC_PALETTE) {
    look_up(reader, in, row + 4 * x, count);
  } else if (reader->header.bits <= 8) {
    spread8(reader, in, row + 4 * x, count, plane);
  } else if (reader->header.bits == 32) {
    spread_float(reader, in, (float *)row + 4 * x, count, plane);
  } else if (reader->header.is_float) {
    spread_half(reader, in, (uint16_t *)row + 4 * x, count, plane);
  } else {
    spread16(reader, in, (uint16_t *)row + 4 * x, count, plane);
  }
}
