/* Conversion between pixels of stored images and planes. */

INLINE int32_t within_range(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

/* Returns the index of row y in a ring. */
INLINE int32_t ring_index(int32_t y, int32_t ring) {
  int32_t remainder = y % ring;
  return remainder < 0 ? remainder + ring : remainder;
}

static void fill(float *to, int64_t count, float value) {
  int64_t i = 0;
  for (; i + W <= count; i += W) *(F *)(to + i) = (F)value;
  for (; i < count; i++) to[i] = value;
}

/* Writes whole vectors, so up to W - 1 floats more. */
static void copy(float *to, const float *from, int64_t count) {
  for (int64_t i = 0; i < count; i += W) *(F *)(to + i) = *(const F *)(from + i);
}

/* W pixels as up to four words each. Shorter pixels are in the low bits of the first word. */
typedef struct PixelWords { U words[4]; } PixelWords;

INLINE uint32_t word_at(const uint8_t *pixel, int bytes) {
  uint32_t word = 0;
  __builtin_memcpy(&word, pixel, (size_t)bytes);
  return word;
}

/* Loads the words of a pixel into a lane. */
INLINE void load_pixel(PixelWords *to, int lane, const uint8_t *pixel, int bytes) {
  switch (bytes) {
  case 1: to->words[0][lane] = pixel[0]; break;
  case 2: to->words[0][lane] = word_at(pixel, 2); break;
  default:
    for (int i = 0; i < bytes / 4; i++) to->words[i][lane] = word_at(pixel + 4 * i, 4);
  }
}

INLINE void store_pixel(const PixelWords *from, int lane, uint8_t *pixel, int bytes) {
  for (int i = 0; i < (bytes + 3) / 4; i++) {
    uint32_t word = from->words[i][lane];
    __builtin_memcpy(pixel + 4 * i, &word, bytes < 4 ? (size_t)bytes : 4);
  }
}

INLINE F float_from_half(U half) {
  U magnitude = (half & 0x7fff) << 13;
  /* The factor 2^112 adjusts the exponent's bias, and normalises subnormal numbers. */
  F value = (F)magnitude * 0x1p112f;
  value = SELECT_f((I)(half & 0x7c00) == 0x7c00, (F)(magnitude | 0x7f800000), value);
  return (F)((U)value | (half & 0x8000) << 16);
}

/* Rounds to nearest, ties to even. */
INLINE U half_from_float(F value) {
  U bits = (U)value, magnitude = bits & 0x7fffffff, sign = (bits >> 16) & 0x8000;
  /* Below 2^-14: the lowest bit of the sum is that of the smallest half. */
  U tiny = (U)((F)magnitude + 0.5f) - 0x3f000000u;
  U ordinary = (magnitude - (112u << 23) + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  U half = SELECT_u((I)magnitude < 0x38800000, tiny, ordinary);
  half = SELECT_u((I)magnitude >= 0x477ff000, (U)0x7c00, half);
  half = SELECT_u((I)magnitude > 0x7f800000, (U)0x7e00, half);
  return half | sign;
}

INLINE int component_bits(const BlockFormat *format, int index) {
  return index == 3 && format->bits == 10 ? format->last_bits : format->bits;
}

/* Returns sample / (2^bits - 1), correctly rounded for all samples. The reciprocal has two parts; the product with
   the first is exact. A division takes six times as long. */
INLINE F unit_from_sample(U sample, int bits) {
  /* A fused multiply-add gives the same result, because the first product is exact. */
#pragma clang fp contract(fast)
  float high = bits == 8 ? 0x1.01p-8f : bits == 16 ? 0x1p-16f : bits == 10 ? 0x1.004p-10f : 0x1.55555p-2f;
  float low = bits == 8 ? 0x1.010102p-24f : bits == 16 ? 0x1.0001p-32f : bits == 10 ? 0x1.00401p-30f : 0x1.555556p-24f;
  F value = __builtin_convertvector((I)sample, F);
  return value * high + value * low;
}

/* Converts the components of pixels to red, green, blue and alpha. Grey becomes all three colours. A missing alpha
   is 1, a missing colour 0. */
INLINE void decode(const BlockFormat *format, const PixelWords *from, F *color) {
  color[0] = color[1] = color[2] = (F)0.0f;
  color[3] = (F)1.0f;
  for (int i = 0; i < format->component_count; i++) {
    int bits = component_bits(format, i), shift = i * format->bits;
    U sample = from->words[shift / 32] >> (uint32_t)(shift % 32);
    F value;
    if (bits == 32) value = (F)sample;
    else {
      sample &= (1u << bits) - 1;
      value = format->is_float ? float_from_half(sample) : unit_from_sample(sample, bits);
    }
    switch (format->channels[i]) {
    case 4: color[0] = color[1] = color[2] = value; break;
    case 5: break;
    default: color[format->channels[i]] = value;
    }
  }
}

/* Quantises a value, 0 to 1, to an integer sample up to `largest`: clamped, rounded half up, NaN as 0. */
INLINE U sample_from_unit(F value, float largest) {
  F limited = w_fmin(w_fmax(value, (F)0.0f), (F)1.0f);
  return (U)__builtin_convertvector(limited * largest + 0.5f, I);
}

/* Converts colours to the components of pixels. Grey is the red component. */
INLINE void encode(const BlockFormat *format, const F *color, PixelWords *to) {
  for (int i = 0; i < 4; i++) to->words[i] = (U)0;
  for (int i = 0; i < format->component_count; i++) {
    int bits = component_bits(format, i), shift = i * format->bits, channel = format->channels[i];
    F value = channel == 4 ? color[0] : channel == 5 ? (F)1.0f : color[channel];
    U sample;
    if (bits == 32) sample = (U)value;
    else if (format->is_float) sample = half_from_float(value);
    else sample = sample_from_unit(value, (float)((1u << bits) - 1));
    to->words[shift / 32] |= sample << (uint32_t)(shift % 32);
  }
}

/* Common formats, for which loops are specialised at compile time. */
static const BlockFormat block_rgba8 = {4, 8, 0, 4, {0, 1, 2, 3}, 8};
static const BlockFormat block_bgra8 = {4, 8, 0, 4, {2, 1, 0, 3}, 8};
static const BlockFormat block_rgbx8 = {4, 8, 0, 4, {0, 1, 2, 5}, 8};
static const BlockFormat block_rgba16 = {8, 16, 0, 4, {0, 1, 2, 3}, 16};
static const BlockFormat block_r8 = {1, 8, 0, 1, {0, 0, 0, 0}, 8};
static const BlockFormat block_l8 = {1, 8, 0, 1, {4, 0, 0, 0}, 8};
static const BlockFormat block_rg8 = {2, 8, 0, 2, {0, 1, 0, 0}, 8};
static const BlockFormat block_rgbah = {8, 16, 1, 4, {0, 1, 2, 3}, 16};
static const BlockFormat block_rgbaf = {16, 32, 1, 4, {0, 1, 2, 3}, 32};

INLINE int is_format(const BlockFormat *a, const BlockFormat *b) { return __builtin_memcmp(a, b, sizeof *a) == 0; }

/* Expands `body(format)` for the format. Common formats are compile-time constants. */
#define WITH_FORMAT(format, body)                      \
  if (is_format(format, &block_rgba8)) { body(&block_rgba8) } \
  else if (is_format(format, &block_bgra8)) { body(&block_bgra8) } \
  else if (is_format(format, &block_rgbx8)) { body(&block_rgbx8) } \
  else if (is_format(format, &block_rgba16)) { body(&block_rgba16) } \
  else if (is_format(format, &block_r8)) { body(&block_r8) } \
  else if (is_format(format, &block_l8)) { body(&block_l8) } \
  else if (is_format(format, &block_rg8)) { body(&block_rg8) } \
  else if (is_format(format, &block_rgbah)) { body(&block_rgbah) } \
  else if (is_format(format, &block_rgbaf)) { body(&block_rgbaf) } \
  else { body(format) }

/* --- Rows --- */
typedef uint8_t Bytes __attribute__((ext_vector_type(W), aligned(1)));
typedef uint16_t Shorts __attribute__((ext_vector_type(W), aligned(1)));
typedef uint32_t U2 __attribute__((ext_vector_type(2 * W), aligned(1)));
typedef uint32_t UnalignedU __attribute__((ext_vector_type(W), aligned(1)));
typedef float F2 __attribute__((ext_vector_type(2 * W), aligned(4)));

INLINE U2 interleaved(U even, U odd) {
  U2 both;
  both.even = even, both.odd = odd;
  return both;
}

/* Loads a vector of pixels. At the end of a row, which may be the end of the memory, loads only `count`. */
INLINE PixelWords load_words_of_row(const BlockFormat *format, const uint8_t *row, int count) {
  PixelWords words;
  for (int i = 0; i < 4; i++) words.words[i] = (U)0;
  if (count < W) {
    for (int j = 0; j < count; j++) load_pixel(&words, j, row + j * format->bytes, format->bytes);
    return words;
  }
  switch (format->bytes) {
  case 1: words.words[0] = __builtin_convertvector(*(const Bytes *)row, U); break;
  case 2: words.words[0] = __builtin_convertvector(*(const Shorts *)row, U); break;
  case 4: words.words[0] = *(const UnalignedU *)row; break;
  case 8: {
    U2 pairs = *(const U2 *)row;
    words.words[0] = pairs.even, words.words[1] = pairs.odd;
    break;
  }
  case 16: {
    U2 low = *(const U2 *)row, high = *(const U2 *)(row + sizeof(U2)), even, odd;
    even.lo = low.even, even.hi = high.even, odd.lo = low.odd, odd.hi = high.odd;
    words.words[0] = even.even, words.words[2] = even.odd, words.words[1] = odd.even, words.words[3] = odd.odd;
    break;
  }
  default: for (int j = 0; j < W; j++) load_pixel(&words, j, row + j * format->bytes, format->bytes);
  }
  return words;
}

INLINE void store_words_of_row(const BlockFormat *format, const PixelWords *words, uint8_t *row, int count) {
  if (count >= W) {
    switch (format->bytes) {
    case 1: *(Bytes *)row = __builtin_convertvector(words->words[0], Bytes); return;
    case 2: *(Shorts *)row = __builtin_convertvector(words->words[0], Shorts); return;
    case 4: *(UnalignedU *)row = words->words[0]; return;
    case 8: *(U2 *)row = interleaved(words->words[0], words->words[1]); return;
    case 16: {
      U2 red = interleaved(words->words[0], words->words[2]), green = interleaved(words->words[1], words->words[3]);
      *(U2 *)row = interleaved(red.lo, green.lo), *(U2 *)(row + sizeof(U2)) = interleaved(red.hi, green.hi);
      return;
    }
    }
  }
  for (int j = 0; j < count && j < W; j++) store_pixel(words, j, row + j * format->bytes, format->bytes);
}

/* Converts whole vectors first, so that their loop has no branch. The plane pointers are copied to locals, because
   stores may alias `out`. */
INLINE void load_row(const BlockFormat *format, const uint8_t *row, int count, float *const *out, int start) {
  float *const planes[4] = {out[0] + start, out[1] + start, out[2] + start, out[3] + start};
  F color[4];
  int i = 0;
  for (; i + W <= count; i += W) {
    PixelWords words = load_words_of_row(format, row + (int64_t)i * format->bytes, W);
    decode(format, &words, color);
    for (int c = 0; c < 4; c++) *(F *)(planes[c] + i) = color[c];
  }
  if (i == count) return;
  PixelWords words = load_words_of_row(format, row + (int64_t)i * format->bytes, count - i);
  decode(format, &words, color);
  for (int c = 0; c < 4; c++) for (int j = 0; j < count - i; j++) planes[c][i + j] = color[c][j];
}

INLINE void store_row(const BlockFormat *format, uint8_t *row, int count, const float *const *in) {
  const float *const planes[4] = {in[0], in[1], in[2], in[3]};
  F color[4];
  PixelWords words;
  int i = 0;
  for (; i + W <= count; i += W) {
    for (int c = 0; c < 4; c++) color[c] = *(const F *)(planes[c] + i);
    encode(format, color, &words);
    store_words_of_row(format, &words, row + (int64_t)i * format->bytes, W);
  }
  if (i == count) return;
  for (int c = 0; c < 4; c++) color[c] = *(const F *)(planes[c] + i);
  encode(format, color, &words);
  store_words_of_row(format, &words, row + (int64_t)i * format->bytes, count - i);
}

/* --- Points --- */
/* Loads a word of four bytes at each offset. */
INLINE U gathered_words(const uint8_t *bytes, I offsets) {
#if defined(__AVX512F__) && W == 16
  typedef int32_t V __attribute__((vector_size(64)));
  return (U)__builtin_ia32_gathersiv16si((V){0}, bytes, (V)offsets, (unsigned short)-1, 1);
#elif defined(__AVX2__) && W == 8
  typedef int32_t V __attribute__((vector_size(32)));
  return (U)__builtin_ia32_gatherd_d256((V){0}, (const int *)bytes, (V)offsets, (V)ALL, 1);
#else
  int32_t byte_offsets[W];
  for (int j = 0; j < W; j++) byte_offsets[j] = offsets[j];
  U words;
  for (int j = 0; j < W; j++) words[j] = word_at(bytes + byte_offsets[j], 4);
  return words;
#endif
}

/* Loads the pixels at columns and rows of the image. */
INLINE PixelWords load_words_at(const BlockFormat *format, const BlockImage *image, I columns, I rows) {
  PixelWords words;
  for (int i = 0; i < 4; i++) words.words[i] = (U)0;
  int size = format->bytes;
  int64_t row_bytes = image->row_bytes, last = row_bytes * (image->height - 1) + (int64_t)image->width * size;
  if ((size <= 2 || size % 4 == 0) && row_bytes > 0 && last >= 4 && last < INT32_MAX) {
    I offsets = (I)((U)rows * (uint32_t)row_bytes + (U)columns * (uint32_t)size);
    if (size >= 4) {
      for (int i = 0; i < size / 4; i++) words.words[i] = gathered_words(image->bytes, offsets + 4 * i);
    } else {
      /* Reads the bytes before a short pixel, because the image may end after it. */
      I starts = offsets - (4 - size);
      starts = (I)SELECT_u(starts < 0, (U)0, (U)starts);
      words.words[0] = gathered_words(image->bytes, starts) >> (U)((offsets - starts) * 8);
    }
    return words;
  }
  for (int j = 0; j < W; j++)
    load_pixel(&words, j, image->bytes + rows[j] * row_bytes + (int64_t)columns[j] * size, size);
  return words;
}

/* Reads the pixels that contain points; clear outside. Coordinates are compared as floats, so NaN and far points are
   never converted to an index. */
INLINE void fetch_vector(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *color) {
  F column = w_floor(x - geometry[0].f), row = w_floor(geometry[1].f - y);
  F width = (F)s_fmin(geometry[2].f, (float)image->width), height = (F)s_fmin(geometry[3].f, (float)image->height);
  I isInside = (column >= 0.0f) & (column < width) & (row >= 0.0f) & (row < height);
  I columns = __builtin_convertvector(SELECT_f(isInside, column, (F)0.0f), I);
  I rows = __builtin_convertvector(SELECT_f(isInside, row, (F)0.0f), I);
  PixelWords words = load_words_at(format, image, columns, rows);
  decode(format, &words, color);
  for (int c = 0; c < 4; c++) color[c] = SELECT_f(isInside, color[c], (F)0.0f);
}
