/* Rows that are stored as planes of luma and chroma. */

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
