/* Rows of video planes: luma with a sample for each pixel, and chroma with a sample for a group of pixels. */

/* Loads contiguous samples of a component of a plane, and converts them to 0...1. */
INLINE void load_samples(int bytes, int bits, int component, const uint8_t *samples, int32_t count, float *out) {
  const uint32_t shift = (uint32_t)(component * bits), mask = bits == 8 ? 255 : 65535;
  int32_t i = 0;
  for (; i + W <= count; i += W, samples += W * bytes) {
    U words = bytes == 1 ? __builtin_convertvector(*(const Bytes *)samples, U)
              : bytes == 2 ? __builtin_convertvector(*(const Shorts *)samples, U) : *(const UnalignedU *)samples;
    *(F *)(out + i) = unit_from_sample(words >> shift & mask, bits);
  }
  for (; i < count; i++, samples += bytes)
    out[i] = unit_from_sample((U)(word_at(samples, bytes) >> shift & mask), bits)[0];
}

/* Loads columns of a row of a plane. Columns outside of its range repeat the nearest one. */
static void load_plane(const RowPlane *plane, const BlockImage *image, int32_t row, int32_t column, int32_t count, float *out) {
  const int32_t bytes = image->format.bytes;
  /* Reads are clamped to the image, even if the plane's range exceeds it. */
  const int32_t last_column = s_smin(plane->last_column, image->width - 1), last_row = s_smin(plane->last_row, image->height - 1);
  const int32_t first = within_range(column, s_smin(plane->first_column, last_column), last_column);
  const int32_t last = within_range(column + count - 1, first, last_column);
  const int32_t from = within_range(first - column, 0, count - 1), available = last - first + 1;
  const uint8_t *samples = image->bytes + (int64_t)within_range(row, s_smin(plane->first_row, last_row), last_row) * image->row_bytes + (int64_t)first * bytes;
#define LOAD(bytes, bits, component) load_samples(bytes, bits, component, samples, available, out + from)
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
  fill(out + from + available, count - from - available, out[from + available - 1]);
}

/* The capacity for the chroma samples of a segment, and for whole vectors after them. */
enum { CHROMA_CAPACITY = BLOCK_PIXELS / 2 + 4 * STAGE_PIXELS };

/* Upsamples chroma along a row, from the first pixel of a pair on. `line` begins one sample before that pair. Writes
   whole vectors. */
INLINE void expand_pairs(const RowAxis *axis, const float *line, int32_t count, float *out) {
  const float *even = line + 1 + axis->first[0], *odd = line + 1 + axis->first[1];
  const int isMixed = axis->next_weight[0] != 0.0f || axis->next_weight[1] != 0.0f;
  for (int32_t i = 0; i < count; i += 2 * W, even += W, odd += W) {
    F a = *(const F *)even, b = *(const F *)odd;
    if (isMixed) {
      a = a + (*(const F *)(even + 1) - a) * axis->next_weight[0];
      b = b + (*(const F *)(odd + 1) - b) * axis->next_weight[1];
    }
    F2 both;
    both.even = a, both.odd = b;
    if (count - i > W) *(F2 *)(out + i) = both;
    else *(F *)(out + i) = both.lo;
  }
}

/* Upsamples the chroma of pixels of a row. */
static void expand_chroma(const RowChroma *chroma, const BlockImage *image, int32_t x, int32_t y, int32_t count, float *out) {
  float lines[2][CHROMA_CAPACITY], pixels[2 * STAGE_PIXELS];
  const int32_t row = y + chroma->dy;
  const int32_t pair = x >> 1, isOdd = x & 1, pairs = ((x + count - 1) >> 1) - pair + 1;
  const RowAxis *up = &chroma->up;
  const int32_t line = chroma->halves_rows ? (row >> 1) + up->first[row & 1] : row;
  const float next = chroma->halves_rows ? up->next_weight[row & 1] : 0.0f;
  /* One sample before the pairs, and two after them. */
  const int32_t first = pair - 1 + chroma->left, samples = pairs + 3;
  load_plane(&chroma->plane, image, chroma->top - line, first, samples, lines[0]);
  if (next != 0.0f) {
    load_plane(&chroma->plane, image, chroma->top - line - 1, first, samples, lines[1]);
    for (int32_t i = 0; i < samples; i += W) {
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

/* Loads luma and chroma of pixels of a row, with an alpha of 1. */
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
  repeat_edges(&span, count, 3, out);
  fill(out[3], count, 1.0f);
}

/* --- Stores --- */

INLINE U quantized(F value, float largest, uint32_t shift) { return sample_from_unit(value, largest) << shift; }

/* Stores the lowest bytes of `count` words. */
INLINE void store_low_bytes(U words, int bytes, uint8_t *to, int32_t count) {
  PixelWords pixels = {{words}};
  store_words_of_row(bytes == 1 ? &block_r8 : bytes == 2 ? &block_rg8 : &block_rgba8, &pixels, to, count);
}

/* Adds a row to the sum of a group's rows. */
static void add_row(float *sums, const float *row, int32_t count) {
  int32_t i = 0;
  for (; i + W <= count; i += W) *(F *)(sums + i) = *(const F *)(sums + i) + *(const F *)(row + i);
  for (; i < count; i++) sums[i] += row[i];
}

INLINE void quantize_luma(int bytes, float largest, uint32_t shift, const float *luma, int32_t count, uint8_t *to) {
  for (int32_t i = 0; i < count; i += W) store_low_bytes(quantized(*(const F *)(luma + i), largest, shift), bytes, to + i * bytes, count - i);
}

INLINE float largest_sample(const RowStore *store) { return (float)((1 << store->depth) - 1); }

static void store_luma(const RowStore *store, const float *luma, int32_t count, uint8_t *to) {
  if (store->depth == 8) quantize_luma(1, 255.0f, 0, luma, count, to);
  else quantize_luma(2, largest_sample(store), (uint32_t)store->shift, luma, count, to);
}

/* Returns the mean of groups, from the sum of their rows. `sums` points to the first pixel of a group; one float
   precedes it. */
INLINE F group_means(const RowStore *store, const float *sums, float scale) {
  if (store->columns == 1) return *(const F *)sums * scale;
  const float *w = store->weights;
  if (w[0] == 0.0f && w[3] == 0.0f) {
    F2 pairs = *(const F2 *)sums;
    return (pairs.even * w[1] + pairs.odd * w[2]) * scale;
  }
  F2 low = *(const F2 *)(sums - 1), high = *(const F2 *)(sums + 1);
  return (low.odd * w[1] + high.even * w[2] + (low.even * w[0] + high.odd * w[3])) * scale;
}

INLINE void quantize_chroma(const RowStore *store, int bytes, float largest, uint32_t shift, float *const *sums, float scale, int32_t groups, int64_t row, int64_t column) {
  uint8_t *to[2];
  for (int c = 0; c < store->chroma_count; c++)
    to[c] = store->chroma[c] + row * store->chroma_row_bytes[c] + column * bytes * (store->chroma_count == 1 ? 2 : 1);
  for (int32_t i = 0; i < groups; i += W) {
    U samples[2];
    for (int c = 0; c < 2; c++) samples[c] = quantized(group_means(store, sums[c] + (int64_t)i * store->columns, scale), largest, shift);
    if (store->chroma_count == 2) {
      for (int c = 0; c < 2; c++) store_low_bytes(samples[c], bytes, to[c] + i * bytes, groups - i);
    } else store_low_bytes(samples[0] | samples[1] << (uint32_t)(8 * bytes), 2 * bytes, to[0] + 2 * i * bytes, groups - i);
  }
}

/* Stores contiguous chroma samples of a row of groups. */
static void store_chroma(const RowStore *store, float *const *sums, float scale, int32_t groups, int64_t row, int64_t column) {
  if (store->depth == 8) quantize_chroma(store, 1, 255.0f, 0, sums, scale, groups, row, column);
  else quantize_chroma(store, 2, largest_sample(store), (uint32_t)store->shift, sums, scale, groups, row, column);
}
