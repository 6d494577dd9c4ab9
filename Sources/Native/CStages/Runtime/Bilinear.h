/* Bilinear reads. */

typedef struct Corner { F low, high, weight; } Corner;

INLINE Corner corner_of(F x) {
  F shifted = x - 0.5f, corner = w_floor(shifted), low = corner + 0.5f;
  return (Corner){low, low + 1.0f, shifted - corner};
}

/* The two columns and two rows of a stored image around a point. Rows count from the top. */
typedef struct Neighbours {
  Corner across, up;
  F left, right, low, high, width, height;
} Neighbours;

INLINE Neighbours neighbours_of(const BlockImage *image, const StageUniform *geometry, F x, F y) {
  Neighbours n = {.across = corner_of(x), .up = corner_of(y)};
  n.width = (F)s_fmin(geometry[2].f, (float)image->width), n.height = (F)s_fmin(geometry[3].f, (float)image->height);
  n.left = w_floor(n.across.low - geometry[0].f), n.right = w_floor(n.across.high - geometry[0].f);
  n.low = w_floor(geometry[1].f - n.up.low), n.high = w_floor(geometry[1].f - n.up.high);
  return n;
}

/* Returns whether all points have four adjacent neighbours in the image. Far from 0, an offset of one pixel is
   rounded to none or two. */
INLINE int are_inside(const Neighbours *n) {
  I isInside = (n->left >= 0.0f) & (n->right < n->width) & (n->high >= 0.0f) & (n->low < n->height);
  return !ANY(~(isInside & (n->right == n->left + 1.0f) & (n->low == n->high + 1.0f)));
}

INLINE void mix4(F *a, const F *b, F t) {
  for (int c = 0; c < 4; c++) a[c] = a[c] + (b[c] - a[c]) * t;
}

/* --- Stored images with four components of 8 bits: samples are interpolated before the division by 255. --- */
INLINE F sample_of(U word, int c) { return __builtin_convertvector((I)(word >> (uint32_t)(8 * c) & 255), F); }
INLINE void samples_of(U word, F *samples) {
  for (int c = 0; c < 4; c++) samples[c] = sample_of(word, c);
}

/* Loads two adjacent pixels of a row at each offset. */
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

INLINE U words_inside(const BlockImage *image, I isInside, F column, F row) {
  I columns = __builtin_convertvector(SELECT_f(isInside, column, (F)0.0f), I);
  I rows = __builtin_convertvector(SELECT_f(isInside, row, (F)0.0f), I);
  U words;
  for (int j = 0; j < W; j++) words[j] = word_at(image->bytes + rows[j] * image->row_bytes + 4 * (int64_t)columns[j], 4);
  return words;
}

/* Converts the samples of a pixel, 0 to 255, to a colour, 0 to 1. */
INLINE void color_of_samples(const BlockFormat *format, const F *samples, F *color) {
  for (int k = 0; k < 4; k++) color[format->channels[k] == 5 ? 3 : format->channels[k]] = samples[k] * 0x1.01p-8f + samples[k] * 0x1.010102p-24f;
}

/* Bilinear reads at points with neighbours outside of the image. */
static __attribute__((noinline)) void bilinear_words_at_edges(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *color) {
  Neighbours n = neighbours_of(image, geometry, x, y);
  I isLeft = (n.left >= 0.0f) & (n.left < n.width), isRight = (n.right >= 0.0f) & (n.right < n.width);
  I isLow = (n.low >= 0.0f) & (n.low < n.height), isHigh = (n.high >= 0.0f) & (n.high < n.height);
  I inside[4] = {isLeft & isLow, isRight & isLow, isLeft & isHigh, isRight & isHigh};
  if (!ANY(inside[0] | inside[1] | inside[2] | inside[3])) {
    for (int k = 0; k < 4; k++) color[k] = (F)0.0f;
    return;
  }
  F corners[4][4];
  for (int corner = 0; corner < 4; corner++) {
    U words = words_inside(image, inside[corner], corner & 1 ? n.right : n.left, corner >> 1 ? n.high : n.low);
    samples_of(words, corners[corner]);
    for (int k = 0; k < 4; k++) {
      if (format->channels[k] == 5) corners[corner][k] = (F)255.0f;
      corners[corner][k] = SELECT_f(inside[corner], corners[corner][k], (F)0.0f);
    }
  }
  mix4(corners[0], corners[1], n.across.weight);
  mix4(corners[2], corners[3], n.across.weight);
  mix4(corners[0], corners[2], n.up.weight);
  color_of_samples(format, corners[0], color);
}

INLINE void bilinear_words(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *color) {
  Neighbours n = neighbours_of(image, geometry, x, y);
  if (!are_inside(&n) || image->row_bytes <= 0 || image->row_bytes * image->height >= INT32_MAX) {
    bilinear_words_at_edges(format, image, geometry, x, y, color);
    return;
  }
  U columns = (U)__builtin_convertvector(n.left, I) * 4, bytes = (U)(uint32_t)image->row_bytes;
  U2 below = pairs_at(image->bytes, (I)((U)__builtin_convertvector(n.low, I) * bytes + columns));
  U2 above = pairs_at(image->bytes, (I)((U)__builtin_convertvector(n.high, I) * bytes + columns));
  F samples[4];
  for (int k = 0; k < 4; k++) {
    if (format->channels[k] == 5) {
      samples[k] = (F)255.0f;
      continue;
    }
    F a = sample_of(below.even, k), b = sample_of(below.odd, k), c = sample_of(above.even, k), d = sample_of(above.odd, k);
    a = a + (b - a) * n.across.weight, c = c + (d - c) * n.across.weight;
    samples[k] = a + (c - a) * n.up.weight;
  }
  color_of_samples(format, samples, color);
}

/* --- Stored images of any format --- */
INLINE void bilinear_vector(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *a) {
  Corner across = corner_of(x), up = corner_of(y);
  F b[4], c[4], d[4];
  fetch_vector(format, image, geometry, across.low, up.low, a);
  fetch_vector(format, image, geometry, across.high, up.low, b);
  fetch_vector(format, image, geometry, across.low, up.high, c);
  fetch_vector(format, image, geometry, across.high, up.high, d);
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

INLINE void bilinear_color(const BlockFormat *format, const BlockImage *image, const StageUniform *geometry, F x, F y, F *color) {
  if (has_words(format)) bilinear_words(format, image, geometry, x, y, color);
  else if (!has_pairs(format) || !bilinear_pairs(format, image, geometry, x, y, color))
    bilinear_vector(format, image, geometry, x, y, color);
}

static void bilinear_image(const BlockImage *image, const StageUniform *geometry, int32_t count, const float *x, const float *y, float *const *out) {
#define FETCH(format)                                                                                          \
  for (int i = 0; i < count; i += W) {                                                                         \
    F color[4], across = *(const F *)(x + i), up = *(const F *)(y + i);                                        \
    bilinear_color(format, image, geometry, across, up, color);                                                \
    for (int k = 0; k < 4; k++) *(F *)(out[k] + i) = color[k];                                                 \
  }
  WITH_FORMAT(&image->format, FETCH)
#undef FETCH
}

/* Clips a range of pixels of a line to those whose coordinate, step i + along + across + offset, is between `low`
   and `high`, with a margin of some pixels for rounding. */
INLINE void clip_to_line(float step, float along, float across, float offset, float low, float high, int32_t *from, int32_t *to) {
  const float far = 0x1p22f, start = along + across + offset;
  float first = (low - 8.0f - start) / step, last = (high + 8.0f - start) / step;
  if (step < 0.0f) { float other = first; first = last, last = other; }
  /* The range stays unchanged if all coordinates are equal, or so large that they are rounded to more than a pixel. */
  if (!(first <= last) || !(s_fabs(along) < far && s_fabs(across) < far && s_fabs(offset) < far && s_fabs(step) > 0x1p-20f)) return;
  *from = s_smax(*from, s_to_int(s_floor(s_fmax(first, 0.0f))));
  *to = s_smin(*to, s_to_int(s_ceil(s_fmin(s_fmax(last, 0.0f), 0x1p20f))) + 1);
}

/* If a line crosses a row within this many columns, the hardware does not prefetch the next row in time. */
enum { COLUMNS_PER_ROW = 16, ROWS_AHEAD = 4 };

/* Prefetches the pixels at these points, which may be outside of the image. */
INLINE void prefetch_points(const BlockImage *image, const StageUniform *geometry, F x, F y) {
  F column = w_fclamp(x - geometry[0].f, (F)0.0f, (F)(float)image->width - 1.0f);
  F row = w_fclamp(geometry[1].f - y, (F)0.0f, (F)(float)image->height - 1.0f);
  I columns = __builtin_convertvector(column, I), rows = __builtin_convertvector(row, I);
  for (int j = 0; j < W; j++)
    __builtin_prefetch(image->bytes + (int64_t)rows[j] * image->row_bytes + (int64_t)columns[j] * image->format.bytes);
}

/* Reads a stored image bilinearly at points of a line: contiguous pixels from (x, y) on, mapped by two rows of three
   uniforms. Pixels that cannot be in the image are skipped. If the line crosses rows, the pixels for a lower row of
   the output are prefetched, as output rows are computed from the top down. */
static void bilinear_line(const BlockImage *image, const StageUniform *geometry, const StageUniform *map, float x, float y, int32_t count, float *const *out) {
  int32_t from = 0, to = count;
  clip_to_line(map[0].f, map[0].f * x, map[1].f * y, map[2].f, geometry[0].f, geometry[0].f + geometry[2].f, &from, &to);
  clip_to_line(map[3].f, map[3].f * x, map[4].f * y, map[5].f, geometry[1].f - geometry[3].f, geometry[1].f, &from, &to);
  from &= ~(W - 1);
  if (to <= from) from = to = 0;
  int32_t end = s_smin((to + W - 1) & ~(W - 1), count);
  for (int c = 0; c < 4; c++) {
    fill(out[c], from, 0);
    fill(out[c] + end, count - end, 0);
  }
  const int crossesRows = s_fabs(map[3].f) * COLUMNS_PER_ROW > 1.0f;
#define FETCH(format)                                                                                          \
  for (int i = from; i < to; i += W) {                                                                         \
    F at = COLUMNS(x, i), color[4];                                                                            \
    F across = map[0].f * at + map[1].f * (F)y + map[2].f, up = map[3].f * at + map[4].f * (F)y + map[5].f;    \
    if (crossesRows)                                                                                           \
      prefetch_points(image, geometry, across - ROWS_AHEAD * map[1].f, up - ROWS_AHEAD * map[4].f);            \
    bilinear_color(format, image, geometry, across, up, color);                                                \
    for (int k = 0; k < 4; k++) *(F *)(out[k] + i) = color[k];                                                 \
  }
  WITH_FORMAT(&image->format, FETCH)
#undef FETCH
}
