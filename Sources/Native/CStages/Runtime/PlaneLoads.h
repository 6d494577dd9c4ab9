/* Reads of planes of Y'CbCr as one image: luma with a sample for each pixel, and chroma with a sample for a group of
   pixels. */

/* Loads contiguous samples of a component, and converts them to 0...1. `bytes` is the distance between samples. */
INLINE void load_samples(int bytes, int bits, uint32_t shift, const uint8_t *samples, int32_t count, float *out) {
  const uint32_t mask = bits == 8 ? 255 : 65535;
  int32_t i = 0;
  for (; i + W <= count; i += W, samples += W * bytes) {
    U words = bytes == 1 ? __builtin_convertvector(*(const Bytes *)samples, U)
              : bytes == 2 ? __builtin_convertvector(*(const Shorts *)samples, U) : *(const UnalignedU *)samples;
    *(F *)(out + i) = unit_from_sample(words >> shift & mask, bits);
  }
  for (; i < count; i++, samples += bytes)
    out[i] = unit_from_sample((U)(word_at(samples, bytes) >> shift & mask), bits)[0];
}

/* Loads columns of a row of a component. Samples outside of the plane repeat the nearest one. */
static void load_component(const BlockComponent *from, int bits, int32_t row, int32_t column, int32_t count, float *out) {
  const int32_t last_column = from->width - 1;
  const int32_t first = within_range(column, 0, last_column), last = within_range(column + count - 1, first, last_column);
  const int32_t start = within_range(first - column, 0, count - 1), available = last - first + 1;
  const uint8_t *samples = from->bytes + (int64_t)within_range(row, 0, from->height - 1) * from->row_bytes + (int64_t)first * from->step;
#define LOAD(bytes, bits, shift) load_samples(bytes, bits, shift, samples, available, out + start)
  const uint32_t shift = (uint32_t)from->shift;
  if (bits == 8) {
    if (from->step == 1) LOAD(1, 8, 0);
    else if (from->step == 2) LOAD(2, 8, shift);
    else LOAD(4, 8, shift);
  } else {
    if (from->step == 2) LOAD(2, 16, 0);
    else LOAD(4, 16, shift);
  }
#undef LOAD
  fill(out, start, out[start]);
  fill(out + start + available, count - start - available, out[start + available - 1]);
}

/* The capacity for the chroma samples of a segment, and for whole vectors after them. */
enum { CHROMA_CAPACITY = BLOCK_PIXELS / 2 + 4 * STAGE_PIXELS };

/* Interpolates chroma along a row, from the first pixel of a pair on. `line` begins one sample before that pair. Writes
   whole vectors. */
INLINE void expand_pairs(const ChromaAxis *axis, const float *line, int32_t count, float *out) {
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

/* Loads samples of a row of chroma, mixed with those of the next row. */
INLINE void load_line(const BlockPlanes *planes, const BlockComponent *component, int32_t row, float next, int32_t first, int32_t count, float *line, float *below) {
  load_component(component, planes->bits, row, first, count, line);
  if (next == 0.0f) return;
  load_component(component, planes->bits, row + 1, first, count, below);
  for (int32_t i = 0; i < count; i += W) {
    F a = *(const F *)(line + i);
    *(F *)(line + i) = a + (*(const F *)(below + i) - a) * next;
  }
}

/* Loads a component of chroma for pixels of a row, which is counted from the top. Writes whole vectors. */
static void load_chroma(const BlockPlanes *planes, const BlockComponent *component, int32_t column, int32_t row, int32_t count, float *out) {
  float lines[2][CHROMA_CAPACITY], pixels[2 * STAGE_PIXELS];
  const ChromaAxis *down = &planes->down;
  const float next = down->is_halved ? down->next_weight[row & 1] : 0.0f;
  const int32_t line = down->is_halved ? (row >> 1) + down->first[row & 1] : row;
  if (!planes->across.is_halved) {
    float below[BLOCK_PIXELS + STAGE_PIXELS];
    load_line(planes, component, line, next, column, count, out, below);
    return;
  }
  const int32_t pair = column >> 1, isOdd = column & 1, pairs = ((column + count - 1) >> 1) - pair + 1;
  /* One sample before the pairs, and two after them. */
  load_line(planes, component, line, next, pair - 1, pairs + 3, lines[0], lines[1]);
  if (!isOdd) {
    expand_pairs(&planes->across, lines[0], count, out);
    return;
  }
  expand_pairs(&planes->across, lines[0], 1, pixels);
  out[0] = pixels[1];
  if (count > 1) expand_pairs(&planes->across, lines[0] + 1, count - 1, out + 1);
}

/* Loads pixels of a row, counted from the top, from a column of the image on. Alpha is 1. Writes whole vectors. */
static void load_planes(const BlockPlanes *planes, int32_t column, int32_t row, int32_t count, float *const *out, int32_t start) {
  load_component(&planes->luma, planes->bits, row, column, count, out[0] + start);
  for (int c = 0; c < 2; c++) load_chroma(planes, &planes->chroma[c], column, row, count, out[1 + c] + start);
  fill(out[3] + start, count, 1.0f);
}

/* --- Points --- */
INLINE F samples_at(const BlockComponent *from, int bits, I columns, I rows) {
  const int bytes = from->step;
  U words;
  for (int j = 0; j < W; j++)
    words[j] = word_at(from->bytes + (int64_t)rows[j] * from->row_bytes + (int64_t)columns[j] * bytes, bytes) >> (uint32_t)from->shift & (bits == 8 ? 255 : 65535);
  return bits == 8 ? unit_from_sample(words, 8) : unit_from_sample(words, 16);
}

/* The two samples of each pixel along an axis, and the weight of the second. */
typedef struct AxisSamples { I first, next; F weight; } AxisSamples;

INLINE AxisSamples axis_samples(const ChromaAxis *axis, I position, int32_t size) {
  if (!axis->is_halved) return (AxisSamples){position, position, (F)0.0f};
  I isOdd = -(position & 1);
  I first = (position >> 1) + (I)SELECT_u(isOdd, (U)(uint32_t)axis->first[1], (U)(uint32_t)axis->first[0]);
  const I last = (I)0 + (size - 1);
  return (AxisSamples){
    w_smax(w_smin(first, last), (I)0), w_smax(w_smin(first + 1, last), (I)0),
    SELECT_f(isOdd, (F)axis->next_weight[1], (F)axis->next_weight[0])};
}

/* Reads the pixels that contain points; clear outside, also for NaN. */
static void fetch_planes(const BlockPlanes *planes, const StageUniform *geometry, int32_t count, const float *x, const float *y, float *const *out) {
  const F width = (F)s_fmin(geometry[2].f, (float)planes->luma.width), height = (F)s_fmin(geometry[3].f, (float)planes->luma.height);
  for (int i = 0; i < count; i += W) {
    F column = w_floor(*(const F *)(x + i) - geometry[0].f), row = w_floor(geometry[1].f - *(const F *)(y + i));
    I isInside = (column >= 0.0f) & (column < width) & (row >= 0.0f) & (row < height);
    I columns = __builtin_convertvector(SELECT_f(isInside, column, (F)0.0f), I);
    I rows = __builtin_convertvector(SELECT_f(isInside, row, (F)0.0f), I);
    F color[4] = {samples_at(&planes->luma, planes->bits, columns, rows), (F)0.0f, (F)0.0f, (F)1.0f};
    AxisSamples across = axis_samples(&planes->across, columns, planes->chroma[0].width);
    AxisSamples down = axis_samples(&planes->down, rows, planes->chroma[0].height);
    for (int c = 0; c < 2; c++) {
      const BlockComponent *chroma = &planes->chroma[c];
      F a = samples_at(chroma, planes->bits, across.first, down.first), b = samples_at(chroma, planes->bits, across.next, down.first);
      F low = samples_at(chroma, planes->bits, across.first, down.next), high = samples_at(chroma, planes->bits, across.next, down.next);
      a = a + (low - a) * down.weight, b = b + (high - b) * down.weight;
      color[1 + c] = a + (b - a) * across.weight;
    }
    for (int c = 0; c < 4; c++) *(F *)(out[c] + i) = SELECT_f(isInside, color[c], (F)0.0f);
  }
}
