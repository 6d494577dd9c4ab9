/* Bilinear reads. */

typedef struct Corner { F low, high, weight; } Corner;

INLINE Corner corner_of(F x) {
  F moved = x - 0.5f, corner = w_floor(moved), low = corner + 0.5f;
  return (Corner){low, low + 1.0f, moved - corner};
}

INLINE void mix4(F *a, const F *b, F t) {
  for (int c = 0; c < 4; c++) a[c] = a[c] + (b[c] - a[c]) * t;
}

/* --- Of a stored picture with four components of 8 bits: numbers are mixed as they are stored, and become shares of 255
   once. --- */
INLINE void numbers_of(U word, F *number) {
  for (int c = 0; c < 4; c++) number[c] = __builtin_convertvector((I)(word >> (uint32_t)(8 * c) & 255), F);
}

/* Two neighbours of a row at each offset. */
INLINE U2 pairs_at(const uint8_t *bytes, I offsets) {
  U2 pairs;
#if defined(__AVX512F__) && W == 16
  typedef int32_t Half __attribute__((vector_size(32)));
  typedef long long V __attribute__((vector_size(64)));
  pairs.lo = (U)__builtin_ia32_gathersiv8di((V){0}, bytes, (Half)offsets.lo, (unsigned char)-1, 1);
  pairs.hi = (U)__builtin_ia32_gathersiv8di((V){0}, bytes, (Half)offsets.hi, (unsigned char)-1, 1);
#else
  for (int j = 0; j < W; j++) {
    uint32_t two[2];
    __builtin_memcpy(two, bytes + offsets[j], 8);
    pairs[2 * j] = two[0], pairs[2 * j + 1] = two[1];
  }
#endif
  return pairs;
}

INLINE U words_inside(const BlockPicture *picture, I isInside, F column, F row) {
  I columns = __builtin_convertvector(SELECT_f(isInside, column, (F)0.0f), I);
  I rows = __builtin_convertvector(SELECT_f(isInside, row, (F)0.0f), I);
  U words;
  for (int j = 0; j < W; j++) words[j] = word_at(picture->bytes + rows[j] * picture->row_bytes + 4 * (int64_t)columns[j], 4);
  return words;
}

INLINE void bilinear_words(const BlockFormat *format, const BlockPicture *picture, const StageNumber *geometry, F x, F y, F *color) {
  Corner across = corner_of(x), up = corner_of(y);
  F width = (F)s_fmin(geometry[2].f, (float)picture->width), height = (F)s_fmin(geometry[3].f, (float)picture->height);
  F left = w_floor(across.low - geometry[0].f), right = w_floor(across.high - geometry[0].f);
  F low = w_floor(geometry[1].f - up.low), high = w_floor(geometry[1].f - up.high);
  I isLeft = (left >= 0.0f) & (left < width), isRight = (right >= 0.0f) & (right < width);
  I isLow = (low >= 0.0f) & (low < height), isHigh = (high >= 0.0f) & (high < height);
  F a[4], b[4], c[4], d[4];
  if (!ANY(~(isLeft & isRight & isLow & isHigh)) && picture->row_bytes * picture->height < INT32_MAX && picture->row_bytes > 0) {
    U columns = (U)__builtin_convertvector(left, I) * 4, bytes = (U)(uint32_t)picture->row_bytes;
    U2 below = pairs_at(picture->bytes, (I)((U)__builtin_convertvector(low, I) * bytes + columns));
    U2 above = pairs_at(picture->bytes, (I)((U)__builtin_convertvector(high, I) * bytes + columns));
    numbers_of(below.even, a), numbers_of(below.odd, b);
    numbers_of(above.even, c), numbers_of(above.odd, d);
    for (int k = 0; k < 4; k++) if (format->channels[k] == 5) a[k] = b[k] = c[k] = d[k] = (F)255.0f;
  } else {
    I inside[4] = {isLeft & isLow, isRight & isLow, isLeft & isHigh, isRight & isHigh};
    if (!ANY(inside[0] | inside[1] | inside[2] | inside[3])) {
      for (int k = 0; k < 4; k++) color[k] = (F)0.0f;
      return;
    }
    F *corners[4] = {a, b, c, d};
    for (int corner = 0; corner < 4; corner++) {
      U words = words_inside(picture, inside[corner], corner & 1 ? right : left, corner >> 1 ? high : low);
      numbers_of(words, corners[corner]);
      for (int k = 0; k < 4; k++) {
        if (format->channels[k] == 5) corners[corner][k] = (F)255.0f;
        corners[corner][k] = SELECT_f(inside[corner], corners[corner][k], (F)0.0f);
      }
    }
  }
  mix4(a, b, across.weight);
  mix4(c, d, across.weight);
  mix4(a, c, up.weight);
  for (int k = 0; k < 4; k++) color[format->channels[k] == 5 ? 3 : format->channels[k]] = a[k] * 0x1.01p-8f + a[k] * 0x1.010102p-24f;
}

/* --- Of a stored picture --- */
INLINE void bilinear_vector(const BlockFormat *format, const BlockPicture *picture, const StageNumber *geometry, F x, F y, F *a) {
  Corner across = corner_of(x), up = corner_of(y);
  F b[4], c[4], d[4];
  fetch_vector(format, picture, geometry, across.low, up.low, a);
  fetch_vector(format, picture, geometry, across.high, up.low, b);
  fetch_vector(format, picture, geometry, across.low, up.high, c);
  fetch_vector(format, picture, geometry, across.high, up.high, d);
  mix4(a, b, across.weight);
  mix4(c, d, across.weight);
  mix4(a, c, up.weight);
}

#include "BilinearPairs.h"

INLINE int has_words(const BlockFormat *format) {
  if (format->bytes != 4 || format->bits != 8 || format->component_count != 4) return 0;
  int channels = 0;
  for (int k = 0; k < 4; k++) channels |= 1 << (format->channels[k] == 5 ? 3 : format->channels[k]);
  return channels == 15;
}

static void bilinear_picture(const BlockPicture *picture, const StageNumber *geometry, int32_t count, const float *x, const float *y, float *const *out) {
#define FETCH(format)                                                                                          \
  for (int i = 0; i < count; i += W) {                                                                         \
    F color[4], across = *(const F *)(x + i), up = *(const F *)(y + i);                                        \
    if (has_words(format)) bilinear_words(format, picture, geometry, across, up, color);                       \
    else if (!has_pairs(format) || !bilinear_pairs(format, picture, geometry, across, up, color))              \
      bilinear_vector(format, picture, geometry, across, up, color);                                           \
    for (int k = 0; k < 4; k++) *(F *)(out[k] + i) = color[k];                                                 \
  }
  WITH_FORMAT(&picture->format, FETCH)
#undef FETCH
}
