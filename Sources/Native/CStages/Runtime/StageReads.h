/* Reads of stage inputs: at points by a function, and from rows. */

/* Returns the columns of a vector of contiguous pixels, i pixels after the first one; exact up to 2^23. */
INLINE F stage_columns(float first, int32_t i) {
  I lanes;
  for (int j = 0; j < W; j++) lanes[j] = j;
  return first + __builtin_convertvector(lanes + i, F);
}

/* The number of vectors that wide loops compute at once: four components of each, and the operands, fit in
   registers. */
#if defined(__AVX512F__) || defined(__aarch64__)
#define VECTORS 4
#else
#define VECTORS 2
#endif
typedef float SomeF __attribute__((ext_vector_type(VECTORS * W), aligned(4)));
typedef int32_t SomeI __attribute__((ext_vector_type(VECTORS * W)));
INLINE SomeF some_columns(float first, int32_t i) {
  SomeI lanes;
  for (int j = 0; j < VECTORS * W; j++) lanes[j] = j;
  return first + __builtin_convertvector(lanes + i, SomeF);
}
#define COLUMNS(first, i) _Generic((F)0.0f, SomeF: some_columns, default: stage_columns)(first, i)

typedef struct FourPlanes { F r, g, b, a; } FourPlanes;

INLINE FourPlanes read_points(const StageReader *reader, I mask, F x, F y) {
  F color[4];
  reader->read(reader, (const int32_t *)&mask, (const float *)&x, (const float *)&y, (float *)color);
  return (FourPlanes){color[0], color[1], color[2], color[3]};
}

INLINE const float *row_at(const StageRows *rows, float y) {
  return rows->rows[within((int32_t)((uint32_t)s_to_int(s_floor(y)) - (uint32_t)rows->bottom), rows->row_count)];
}

INLINE int32_t column_at(const StageRows *rows, float x, int32_t i) {
  return (int32_t)((uint32_t)s_to_int(s_floor(x)) - (uint32_t)rows->left + (uint32_t)i);
}

/* Returns the address of contiguous pixels. */
INLINE const float *pixels_at(const StageRows *rows, float first, int32_t i, float y, int32_t lanes) {
  return row_at(rows, y) + within(column_at(rows, first, i), s_smax(rows->column_count + STAGE_PIXELS - lanes, 1));
}

/* Loads columns of a row. */
INLINE F gathered(const float *p, I columns) {
#if defined(__AVX512F__) && W == 16
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_gathersiv16sf((G)(F)0.0f, p, (V)columns, (unsigned short)-1, 4);
#elif defined(__AVX2__) && W == 8
  typedef int32_t V __attribute__((vector_size(32)));
  typedef float G __attribute__((vector_size(32)));
  return (F)__builtin_ia32_gatherd_ps256((G)(F)0.0f, p, (V)columns, (G)ALL, 4);
#else
  F r;
  for (int j = 0; j < W; j++) r[j] = p[columns[j]];
  return r;
#endif
}

/* Permutes the lanes of a vector; indices are below W. */
INLINE F permuted(F x, I order) {
#if defined(__AVX512F__) && W == 16
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_permvarsf512((G)x, (V)order);
#elif defined(__AVX2__) && W == 8
  typedef int32_t V __attribute__((vector_size(32)));
  typedef float G __attribute__((vector_size(32)));
  return (F)__builtin_ia32_permvarsf256((G)x, (V)order);
#else
  F r;
  for (int j = 0; j < W; j++) r[j] = x[order[j]];
  return r;
#endif
}

/* Permutes the lanes of two consecutive vectors, with indices below 2W, and of four. */
INLINE F permuted2(const float *p, I order) {
#if defined(__AVX512F__) && W == 16
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_vpermi2varps512((G)*(const F *)p, (V)order, (G)*(const F *)(p + W));
#else
  return SELECT_f((order & W) != 0, permuted(*(const F *)(p + W), order & (W - 1)), permuted(*(const F *)p, order & (W - 1)));
#endif
}
INLINE F permuted4(const float *p, I order) {
  return SELECT_f((order & 2 * W) != 0, permuted2(p + 2 * W, order & (2 * W - 1)), permuted2(p, order & (2 * W - 1)));
}

/* Returns the clamped indices of columns in a row. */
INLINE I row_indices(const StageRows *rows, F x) {
  I column = (I)((U)w_to_int(w_floor(x)) - (uint32_t)rows->left);
  return w_smax(w_smin(column, (I)(rows->column_count - 1)), (I)0);
}

/* Reads columns of a row: by loads and permutations if they are within a few vectors, else by gathers. */
INLINE FourPlanes read_indices(const StageRows *rows, I column, const float *p) {
  const int64_t pitch = rows->pitch;
  int32_t base = column[0];
  I distance = column - base;
  if (W > 4 && __builtin_reduce_and((U)distance < (uint32_t)W)) {
    p += base;
    return (FourPlanes){permuted(*(const F *)p, distance), permuted(*(const F *)(p + pitch), distance),
                        permuted(*(const F *)(p + 2 * pitch), distance), permuted(*(const F *)(p + 3 * pitch), distance)};
  }
  /* The fourth vector may be past the end of the row. */
  if (W > 4 && base + 4 * W <= rows->column_count + STAGE_PIXELS && __builtin_reduce_and((U)distance < 4u * W)) {
    p += base;
    return (FourPlanes){permuted4(p, distance), permuted4(p + pitch, distance), permuted4(p + 2 * pitch, distance),
                        permuted4(p + 3 * pitch, distance)};
  }
  return (FourPlanes){gathered(p, column), gathered(p + pitch, column), gathered(p + 2 * pitch, column),
                      gathered(p + 3 * pitch, column)};
}

/* Returns the columns that a vector of pixels reads, as a vector that is valid for all rows. If they are within one
   vector of the row, it has the lane indices and, above their bits, the first column; else the columns, with the
   sign bit set. */
enum { LANE_BITS = 4 };
INLINE I order_of(const StageRows *rows, F x) {
  I column = row_indices(rows, x), distance = column - column[0];
  if (W > 4 && __builtin_reduce_and((U)distance < (uint32_t)W)) return distance | column[0] << LANE_BITS;
  return column | INT32_MIN;
}

INLINE FourPlanes read_order(const StageRows *rows, I order, const float *row) {
  int32_t first = order[0];
  if (W == 4 || first < 0) return read_indices(rows, order & INT32_MAX, row);
  const float *p = row + (first >> LANE_BITS);
  const int64_t pitch = rows->pitch;
  /* The permutation uses only the bits of the lane indices. */
  return (FourPlanes){permuted(*(const F *)p, order), permuted(*(const F *)(p + pitch), order),
                      permuted(*(const F *)(p + 2 * pitch), order), permuted(*(const F *)(p + 3 * pitch), order)};
}

/* Returns the integer row or column of a coordinate, clamped to 2^24. */
INLINE int32_t clamped_floor(float x) { return s_to_int(s_fmin(s_fmax(s_floor(x), -0x1p24f), 0x1p24f)); }

/* Extends a reach by contiguous pixels of a row. */
INLINE void extend_reach(StageReach *reach, float left, float right, float y) {
  int32_t row = clamped_floor(y), first = clamped_floor(left), last = clamped_floor(right);
  reach->bottom = s_smin(reach->bottom, row), reach->top = s_smax(reach->top, row);
  reach->left = s_smin(reach->left, first), reach->right = s_smax(reach->right, last);
}

INLINE void extend_reach_columns(StageReach *reach, F x, float y, int32_t count) {
  for (int j = 0; j < W && j < count; j++) extend_reach(reach, x[j], x[j], y);
}

/* Stored pixels: words of four bytes. */
typedef uint8_t P1 __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef uint8_t SomeP __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
typedef F F1;
/* Sums of stored pixels. */
typedef uint32_t Sum1 __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef uint32_t SomeSum __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
typedef float Sum1F __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef float SomeSumF __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
/* The types in a loop of a stage: F are floats, B stored pixels, and P stored pixels or their sums. */
#define ONE_VECTOR typedef F1 F; typedef P1 B; typedef P1 P;
#define SOME_VECTORS typedef SomeF F; typedef SomeP B; typedef SomeP P;
#define ONE_VECTOR_SUMMED typedef F1 F; typedef P1 B; typedef Sum1 P; typedef Sum1F PF;
#define SOME_VECTORS_SUMMED typedef SomeF F; typedef SomeP B; typedef SomeSum P; typedef SomeSumF PF;
/* The number of pixels in a vector of floats or of words. */
#define PIXELS(type) ((int)(sizeof(type) / 4))
#define w_pfmin(a, b) __builtin_elementwise_min(a, b)
#define w_pfmax(a, b) __builtin_elementwise_max(a, b)

INLINE P1 read_columns_stored(const StageRows *rows, F x, float y) {
  I column = (I)((U)w_to_int(w_floor(x)) - (uint32_t)rows->left);
  return (P1)gathered(row_at(rows, y), w_smax(w_smin(column, (I)(rows->column_count - 1)), (I)0));
}

#define READ_MOVED_STORED(n, offset, y, word) word = __builtin_convertvector(*(const B *)pixels_at(&call->rows[n], call->x + (offset), i, y, PIXELS(F)), P);
#define READ_COLUMNS_STORED(n, columns, y, word) word = __builtin_convertvector(read_columns_stored(&call->rows[n], columns, y), P);
/* 1 / 255 in two parts, as in unit_from_sample. */
#define STORE_SUM(sum, scale)                                             \
  {                                                                       \
    PF value = __builtin_convertvector(sum, PF);                          \
    value = (value * 0x1.01p-8f + value * 0x1.010102p-24f) * (scale);     \
    *(F *)(call->out[0] + i) = value.even.even, *(F *)(call->out[1] + i) = value.odd.even; \
    *(F *)(call->out[2] + i) = value.even.odd, *(F *)(call->out[3] + i) = value.odd.odd;   \
  }

#define SPLIT(color, R, G, B, A) { const FourPlanes q = color; R = q.r; G = q.g; B = q.b; A = q.a; }
#define READ_POINTS(n, mask, x, y, R, G, B, A) SPLIT(read_points(call->readers[n], mask, x, y), R, G, B, A)
/* Reads contiguous pixels, with an unaligned load for each component. */
#define READ_AT(n, p, R, G, B, A)                                                                                     \
  {                                                                                                                   \
    const int64_t pitch = call->rows[n].pitch;                                                                        \
    R = *(const F *)p, G = *(const F *)(p + pitch), B = *(const F *)(p + 2 * pitch), A = *(const F *)(p + 3 * pitch); \
  }
#define READ_MOVED(n, offset, y, R, G, B, A)                                         \
  {                                                                                  \
    const float *p = pixels_at(&call->rows[n], call->x + (offset), i, y, PIXELS(F)); \
    READ_AT(n, p, R, G, B, A)                                                        \
  }
#define READ_COLUMNS(n, columns, y, R, G, B, A) \
  SPLIT(read_indices(&call->rows[n], row_indices(&call->rows[n], columns), row_at(&call->rows[n], y)), R, G, B, A)
#define READ_ORDER(n, order, y, R, G, B, A) SPLIT(read_order(&call->rows[n], order, row_at(&call->rows[n], y)), R, G, B, A)

/* In a loop with a column cache, the first row stores vectors and the others load them. The compiler then removes
   the code that computes the loaded vectors. */
#define BEGIN_COLUMN_CACHE float *cached = call->column_cache->floats;
#define CACHE_COLUMN(vector)                                                        \
  {                                                                         \
    if (!isFirst) vector = *(const __typeof__(vector) *)cached;               \
    else if (cached + W <= call->column_cache->end) *(__typeof__(vector) *)cached = vector; \
    cached += W;                                                              \
  }
#define END_COLUMN_CACHE call->column_cache->used = cached - call->column_cache->floats;

#define SET_CLEAR(R, G, B, A) R = G = B = A = (F)0.0f;
#define NOTE_MOVED(n, offset, y, R, G, B, A) \
  { const float first = call->x + (offset); extend_reach(&reach[n], first, first + (float)(call->count - 1), y); SET_CLEAR(R, G, B, A) }
#define NOTE_COLUMNS(n, columns, y, R, G, B, A) { extend_reach_columns(&reach[n], columns, y, call->count - i); SET_CLEAR(R, G, B, A) }
