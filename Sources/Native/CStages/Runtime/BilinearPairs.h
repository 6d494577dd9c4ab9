/* Bilinear reads of images with four floats or halves per pixel. As planes they would require a load for each
   component of four corners. Here one load reads two corners of a row, and the interpolated pixels are transposed to
   planes. */

typedef float Pixel __attribute__((ext_vector_type(4), aligned(4)));
typedef float PixelPair __attribute__((ext_vector_type(8), aligned(4)));
typedef float Pixels __attribute__((ext_vector_type(4 * W), aligned(4)));

INLINE PixelPair pair_of_floats(const uint8_t *pixels) {
  PixelPair pair;
  __builtin_memcpy(&pair, pixels, sizeof pair);
  return pair;
}

/* Converts two pixels of halves, as float_from_half does. */
INLINE PixelPair pair_of_halves(const uint8_t *pixels) {
  typedef uint16_t Halves __attribute__((ext_vector_type(8)));
  typedef uint32_t Bits __attribute__((ext_vector_type(8)));
  Halves halves;
  __builtin_memcpy(&halves, pixels, sizeof halves);
  Bits half = __builtin_convertvector(halves, Bits), magnitude = (half & 0x7fff) << 13;
  Bits ordinary = (Bits)((PixelPair)magnitude * 0x1p112f), special = magnitude | 0x7f800000;
  Bits isSpecial = (Bits)((half & 0x7c00) == 0x7c00);
  return (PixelPair)((ordinary & ~isSpecial) | (special & isSpecial) | (half & 0x8000) << 16);
}

INLINE int has_pairs(const BlockFormat *format) {
  return is_format(format, &block_rgbaf) || is_format(format, &block_rgbah);
}

/* Returns 0, without reading, if a corner is outside of the image. */
INLINE int bilinear_pairs(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *color) {
  Neighbours n = neighbours_of(image, geometry, x, y);
  if (!are_inside(&n)) return 0;
  I columns = __builtin_convertvector(n.left, I);
  I lows = __builtin_convertvector(n.low, I), highs = __builtin_convertvector(n.high, I);
  float mixed[4 * W];
  for (int j = 0; j < W; j++) {
    const uint8_t *column = image->bytes + (int64_t)columns[j] * format->bytes;
    const uint8_t *rows[2] = {column + lows[j] * image->row_bytes, column + highs[j] * image->row_bytes};
    PixelPair below = format->bits == 32 ? pair_of_floats(rows[0]) : pair_of_halves(rows[0]);
    PixelPair above = format->bits == 32 ? pair_of_floats(rows[1]) : pair_of_halves(rows[1]);
    Pixel a = below.lo + (below.hi - below.lo) * n.across.weight[j], c = above.lo + (above.hi - above.lo) * n.across.weight[j];
    a = a + (c - a) * n.up.weight[j];
    __builtin_memcpy(mixed + 4 * j, &a, sizeof a);
  }
  Pixels pixels = *(const Pixels *)mixed;
  color[0] = pixels.even.even, color[1] = pixels.odd.even, color[2] = pixels.even.odd, color[3] = pixels.odd.odd;
  return 1;
}
