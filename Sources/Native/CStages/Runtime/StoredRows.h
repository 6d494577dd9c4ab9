/* Rows of stored pixels: words of four components of 8 bits, for steps that do not compute with them. */

/* Returns the bits of unused components, which are read as 1. */
INLINE uint32_t unused_bits(const BlockFormat *format) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; i++) if (format->channels[i] == 5) bits |= 0xffu << (8 * i);
  return bits;
}

/* Copies words, and sets the bits of unused components. */
static void copy_words(const BlockFormat *format, uint8_t *to, const uint8_t *from, int64_t count) {
  uint32_t bits = unused_bits(format);
  int64_t i = 0;
  for (; i + W <= count; i += W) *(UnalignedU *)(to + 4 * i) = *(const UnalignedU *)(from + 4 * i) | bits;
  for (; i < count; i++) {
    uint32_t word = word_at(from + 4 * i, 4) | bits;
    __builtin_memcpy(to + 4 * i, &word, 4);
  }
}

/* Sets the alpha of words to 1, in whole vectors. */
static void set_opaque(const BlockFormat *format, float *words, int32_t count) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; i++) if (format->channels[i] == 3) bits |= 0xffu << (8 * i);
  for (int32_t i = 0; i < count; i += W) *(U *)(words + i) = *(const U *)(words + i) | bits;
}

/* Converts words to colours in planes. */
static void decode_words(const BlockFormat *format, const float *words, int32_t count, float *const *out, int32_t start) {
#define LOAD(format) load_row(format, (const uint8_t *)words, count, out, start);
  WITH_FORMAT(format, LOAD)
#undef LOAD
}

static int has_same_order(const BlockFormat *a, const BlockFormat *b) {
  if (b->bytes != 4 || b->bits != 8 || b->is_float || b->component_count != 4) return 0;
  for (int i = 0; i < 4; i++) if (a->channels[i] != b->channels[i] && b->channels[i] != 5) return 0;
  return 1;
}

/* Stores words in an image of any format. */
static void store_words(const BlockFormat *from, const BlockFormat *format, uint8_t *to, int32_t count, const float *words) {
  if (has_same_order(from, format)) {
    copy_words(format, to, (const uint8_t *)words, count);
    return;
  }
  enum { BATCH = 64 };
  float planes[4][BATCH + STAGE_PIXELS], *const out[4] = {planes[0], planes[1], planes[2], planes[3]};
  const float *const in[4] = {planes[0], planes[1], planes[2], planes[3]};
  for (int32_t i = 0; i < count; i += BATCH) {
    int32_t batch = s_smin(count - i, BATCH);
    decode_words(from, words + i, batch, out, 0);
    store_row(format, to + (int64_t)i * format->bytes, batch, in);
  }
}

/* Counts each byte of each word. */
static void count_words(const float *words, int32_t count, uint32_t *samples) {
  const uint8_t *bytes = (const uint8_t *)words;
  for (int32_t i = 0; i < count; i++) {
    uint32_t *table = samples + i % COUNTER_TABLES * 1024;
    uint32_t word = word_at(bytes + 4 * (int64_t)i, 4);
    table[word & 255]++, table[256 + (word >> 8 & 255)]++, table[512 + (word >> 16 & 255)]++, table[768 + (word >> 24)]++;
  }
}

/* Adds the counts of samples to the bins of their values. */
static void add_sample_counts(const BlockFormat *format, const uint32_t *samples, int32_t bins, uint32_t *counters) {
  for (int c = 0; c < 4; c++)
    for (int32_t sample = 0; sample < 256; sample++) {
      F value = unit_from_sample((U)(uint32_t)sample, 8);
      int32_t bin = (int32_t)w_fmin(w_fmax(w_floor(value * (float)bins), (F)0.0f), (F)((float)bins - 1.0f))[0];
      for (int k = 0; k < COUNTER_TABLES; k++) counters[bin * 4 + format->channels[c]] += samples[k * 1024 + c * 256 + sample];
    }
}
