/* Rows of videos: planes of luma, which each pixel has its own number of, and of chroma, whose numbers stand for groups. */

/* Numbers of one component of a plane, side by side, as shares of the largest. */
INLINE void load_numbers(int bytes, int bits, int component, const uint8_t *numbers, int32_t count, float *out) {
  const uint32_t shift = (uint32_t)(component * bits), mask = bits == 8 ? 255 : 65535;
  int32_t i = 0;
  for (; i + W <= count; i += W, numbers += W * bytes) {
    U words = bytes == 1 ? __builtin_convertvector(*(const Bytes *)numbers, U)
              : bytes == 2 ? __builtin_convertvector(*(const Shorts *)numbers, U) : *(const UnalignedU *)numbers;
    *(F *)(out + i) = unit_from_number(words >> shift & mask, bits);
  }
  for (; i < count; i++, numbers += bytes)
    out[i] = unit_from_number((U)(word_at(numbers, bytes) >> shift & mask), bits)[0];
}

/* Columns of a row of a plane; beside those that there are, the nearest. */
static void load_plane(const RowPlane *plane, const BlockImage *image, int32_t row, int32_t column, int32_t count, float *out) {
  const int32_t bytes = image->format.bytes;
  /* Nothing is read beyond what is in memory, whatever was said of it. */
  const int32_t last_column = s_smin(plane->last_column, image->width - 1), last_row = s_smin(plane->last_row, image->height - 1);
  const int32_t first = within_range(column, s_smin(plane->first_column, last_column), last_column);
  const int32_t last = within_range(column + count - 1, first, last_column);
  const int32_t from = within_range(first - column, 0, count - 1), some = last - first + 1;
  const uint8_t *numbers = image->bytes + (int64_t)within_range(row, s_smin(plane->first_row, last_row), last_row) * image->row_bytes + (int64_t)first * bytes;
#define LOAD(bytes, bits, component) load_numbers(bytes, bits, component, numbers, some, out + from)
  if (image->format.bits == 8) {
    if (bytes == 1) LOAD(1, 8, 0);
    else if (plane->component == 0) LOAD(2, 8, 0);
    else LOAD(2, 8, 1);
  } else {
    if (bytes == 2) LOAD(2, 16, 0);
    else if (plane->component == 0) LOAD(4, 16, 0);
    else LOAD(4, 16, 1);
  }
#undef LOAD
  fill(out, from, out[from]);
  fill(out + from + some, count - from - some, out[from + some - 1]);
}

/* Room for the chroma of a segment's pixels, and for whole vectors behind it. */
enum { CHROMA_ROOM = BLOCK_PIXELS / 2 + 4 * STAGE_PIXELS };

/* One axis of chroma for pixels in pairs: from the first of a pair on, whose number `line` begins one before. Up to a vector more. */
INLINE void expand_pairs(const RowAxis *axis, const float *line, int32_t count, float *out) {
  const float *even = line + 1 + axis->first[0], *odd = line + 1 + axis->first[1];
  const int isMixed = axis->next[0] != 0.0f || axis->next[1] != 0.0f;
  for (int32_t i = 0; i < count; i += 2 * W, even += W, odd += W) {
    F a = *(const F *)even, b = *(const F *)odd;
    if (isMixed) {
      a = a + (*(const F *)(even + 1) - a) * axis->next[0];
      b = b + (*(const F *)(odd + 1) - b) * axis->next[1];
    }
    F2 both;
    both.even = a, both.odd = b;
    if (count - i > W) *(F2 *)(out + i) = both;
    else *(F *)(out + i) = both.lo;
  }
}

/* Chroma of some pixels of a row. */
static void expand_chroma(const RowChroma *chroma, const BlockImage *image, int32_t x, int32_t y, int32_t count, float *out) {
  float lines[2][CHROMA_ROOM], pixels[2 * STAGE_PIXELS];
  const int32_t row = y + chroma->dy;
  const int32_t pair = x >> 1, isOdd = x & 1, pairs = ((x + count - 1) >> 1) - pair + 1;
  const RowAxis *up = &chroma->up;
  const int32_t line = chroma->pairs_rows ? (row >> 1) + up->first[row & 1] : row;
  const float next = chroma->pairs_rows ? up->next[row & 1] : 0.0f;
  /* One number before the pairs, and two behind them. */
  const int32_t first = pair - 1 + chroma->left, numbers = pairs + 3;
  load_plane(&chroma->plane, image, chroma->top - line, first, numbers, lines[0]);
  if (next != 0.0f) {
    load_plane(&chroma->plane, image, chroma->top - line - 1, first, numbers, lines[1]);
    for (int32_t i = 0; i < numbers; i += W) {
      F a = *(const F *)(lines[0] + i);
      *(F *)(lines[0] + i) = a + (*(const F *)(lines[1] + i) - a) * next;
    }
  }
  if (!isOdd) {
    expand_pairs(&chroma->across, lines[0], count, out);
    return;
  }
  expand_pairs(&chroma->across, lines[0], 1, pixels);
  out[0] = pixels[1];
  if (count > 1) expand_pairs(&chroma->across, lines[0] + 1, count - 1, out + 1);
}

/* Luma and chroma of some pixels of a row, and an alpha of 1. */
static void load_video(const RowPipeline *pipeline, const RowStep *step, int32_t column, int32_t y, int32_t count, float *const *out) {
  const RowVideo *video = step->video;
  const RowPlane *luma = &video->luma;
  RowSpan span = span_of(step, column, y, count);
  const BlockImage *image = &pipeline->dispatches[luma->dispatch].inputs[luma->input];
  load_plane(luma, image, video->top - span.y, span.column + video->left, span.count, out[0] + span.start);
  for (int c = 0; c < 2; c++) {
    const RowChroma *chroma = &video->chroma[c];
    image = &pipeline->dispatches[chroma->plane.dispatch].inputs[chroma->plane.input];
    expand_chroma(chroma, image, span.column, span.y, span.count, out[1 + c] + span.start);
  }
  repeat_sides(&span, count, 3, out);
  fill(out[3], count, 1.0f);
}

/* --- Storing --- */

INLINE U code_of(F value, float greatest, uint32_t shift) { return number_from_unit(value, greatest) << shift; }

/* The lowest bytes of words; as many as there are. */
INLINE void put_low(U words, int bytes, uint8_t *to, int32_t count) {
  PixelWords pixels = {{words}};
  put_words(bytes == 1 ? &block_r8 : bytes == 2 ? &block_rg8 : &block_rgba8, &pixels, to, count);
}

/* Adds a row to the rows of a group above it. */
static void add_row(float *sums, const float *row, int32_t count) {
  int32_t i = 0;
  for (; i + W <= count; i += W) *(F *)(sums + i) = *(const F *)(sums + i) + *(const F *)(row + i);
  for (; i < count; i++) sums[i] += row[i];
}

INLINE void put_luma(int bytes, float greatest, uint32_t shift, const float *luma, int32_t count, uint8_t *to) {
  for (int32_t i = 0; i < count; i += W) put_low(code_of(*(const F *)(luma + i), greatest, shift), bytes, to + i * bytes, count - i);
}

INLINE float greatest_code(const RowStore *store) { return (float)((1 << store->depth) - 1); }

static void store_luma(const RowStore *store, const float *luma, int32_t count, uint8_t *to) {
  if (store->depth == 8) put_luma(1, 255.0f, 0, luma, count, to);
  else put_luma(2, greatest_code(store), (uint32_t)store->shift, luma, count, to);
}

/* What a group's numbers are made of: a sum of rows, from a group's first pixel on, with one number before it. */
INLINE F reduced(const RowStore *store, const float *sums, float share) {
  if (store->columns == 1) return *(const F *)sums * share;
  const float *w = store->weights;
  if (w[0] == 0.0f && w[3] == 0.0f) {
    F2 pairs = *(const F2 *)sums;
    return (pairs.even * w[1] + pairs.odd * w[2]) * share;
  }
  F2 low = *(const F2 *)(sums - 1), high = *(const F2 *)(sums + 1);
  return (low.odd * w[1] + high.even * w[2] + (low.even * w[0] + high.odd * w[3])) * share;
}

INLINE void put_chroma(const RowStore *store, int bytes, float greatest, uint32_t shift, float *const *sums, float share, int32_t groups, int64_t row, int64_t column) {
  uint8_t *to[2];
  for (int c = 0; c < store->chroma_count; c++)
    to[c] = store->chroma[c] + row * store->chroma_row_bytes[c] + column * bytes * (store->chroma_count == 1 ? 2 : 1);
  for (int32_t i = 0; i < groups; i += W) {
    U codes[2];
    for (int c = 0; c < 2; c++) codes[c] = code_of(reduced(store, sums[c] + (int64_t)i * store->columns, share), greatest, shift);
    if (store->chroma_count == 2) {
      for (int c = 0; c < 2; c++) put_low(codes[c], bytes, to[c] + i * bytes, groups - i);
    } else put_low(codes[0] | codes[1] << (uint32_t)(8 * bytes), 2 * bytes, to[0] + 2 * i * bytes, groups - i);
  }
}

/* Numbers of groups side by side, from one of a row of groups on. */
static void store_chroma(const RowStore *store, float *const *sums, float share, int32_t groups, int64_t row, int64_t column) {
  if (store->depth == 8) put_chroma(store, 1, 255.0f, 0, sums, share, groups, row, column);
  else put_chroma(store, 2, greatest_code(store), (uint32_t)store->shift, sums, share, groups, row, column);
}
