/* How stages read their inputs: points by a function, and pixels of rows. */

/* The columns of a vector of pixels side by side, i pixels after the first one: exact up to 2^23. */
INLINE F stage_columns(float first, int32_t i) {
  I lanes;
  for (int j = 0; j < W; j++) lanes[j] = j;
  return first + __builtin_convertvector(lanes + i, F);
}

/* Several vectors at a time: as many as registers hold of four components beside what comes in. */
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

/* Where so many pixels side by side are read. */
INLINE const float *pixels_at(const StageRows *rows, float first, int32_t i, float y, int32_t lanes) {
  return row_at(rows, y) + within(column_at(rows, first, i), s_smax(rows->column_count + STAGE_PIXELS - lanes, 1));
}

/* Columns of a row. */
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

/* A vector of pixels with its lanes in another order, numbers below W. */
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

/* Of two vectors that follow each other, numbers below 2W; and of four. */
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

/* Where columns lie in rows. */
INLINE I places_of(const StageRows *rows, F x) {
  I column = (I)((U)w_to_int(w_floor(x)) - (uint32_t)rows->left);
  return w_smax(w_smin(column, (I)(rows->column_count - 1)), (I)0);
}

/* Any places of a row: loads and permutations where they lie within a few vectors, else a gather. */
INLINE FourPlanes read_places(const StageRows *rows, I column, const float *p) {
  const int64_t pitch = rows->pitch;
  int32_t base = column[0];
  I distance = column - base;
  if (W > 4 && __builtin_reduce_and((U)distance < (uint32_t)W)) {
    p += base;
    return (FourPlanes){permuted(*(const F *)p, distance), permuted(*(const F *)(p + pitch), distance),
                        permuted(*(const F *)(p + 2 * pitch), distance), permuted(*(const F *)(p + 3 * pitch), distance)};
  }
  /* The fourth vector may lie behind the row. */
  if (W > 4 && base + 4 * W <= rows->column_count + STAGE_PIXELS && __builtin_reduce_and((U)distance < 4u * W)) {
    p += base;
    return (FourPlanes){permuted4(p, distance), permuted4(p + pitch, distance), permuted4(p + 2 * pitch, distance),
                        permuted4(p + 3 * pitch, distance)};
  }
  return (FourPlanes){gathered(p, column), gathered(p + pitch, column), gathered(p + 2 * pitch, column),
                      gathered(p + 3 * pitch, column)};
}

/* What a vector of pixels reads of a row, as one vector that is the same for all rows: where it lies within a vector of the
   row, the lanes to take and, above their bits, the first one's column; else the columns, all of them with a sign. */
enum { LANE_BITS = 4 };
INLINE I order_of(const StageRows *rows, F x) {
  I column = places_of(rows, x), distance = column - column[0];
  if (W > 4 && __builtin_reduce_and((U)distance < (uint32_t)W)) return distance | column[0] << LANE_BITS;
  return column | INT32_MIN;
}

INLINE FourPlanes read_order(const StageRows *rows, I order, const float *row) {
  int32_t first = order[0];
  if (W == 4 || first < 0) return read_places(rows, order & INT32_MAX, row);
  const float *p = row + (first >> LANE_BITS);
  const int64_t pitch = rows->pitch;
  /* Of a number only the bits of lanes are looked at. */
  return (FourPlanes){permuted(*(const F *)p, order), permuted(*(const F *)(p + pitch), order),
                      permuted(*(const F *)(p + 2 * pitch), order), permuted(*(const F *)(p + 3 * pitch), order)};
}

/* A row or column; there is nothing further out. */
INLINE int32_t place_of(float x) { return s_to_int(s_fmin(s_fmax(s_floor(x), -0x1p24f), 0x1p24f)); }

/* What would be read. */
INLINE void note(StageReach *reach, float left, float right, float y) {
  int32_t row = place_of(y), first = place_of(left), last = place_of(right);
  reach->bottom = s_smin(reach->bottom, row), reach->top = s_smax(reach->top, row);
  reach->left = s_smin(reach->left, first), reach->right = s_smax(reach->right, last);
}

INLINE void note_columns(StageReach *reach, F x, float y, int32_t count) {
  for (int j = 0; j < W && j < count; j++) note(reach, x[j], x[j], y);
}

/* Stored pixels: words of four bytes. */
typedef uint8_t P1 __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef uint8_t SomeP __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
typedef F F1;
/* Their sums. */
typedef uint32_t Sum1 __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef uint32_t SomeSum __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
typedef float Sum1F __attribute__((ext_vector_type(4 * W), aligned(4)));
typedef float SomeSumF __attribute__((ext_vector_type(VECTORS * 4 * W), aligned(4)));
/* In a loop of a stage F are floats, B stored pixels, and P what is made of them. */
#define ONE_VECTOR typedef F1 F; typedef P1 B; typedef P1 P;
#define SOME_VECTORS typedef SomeF F; typedef SomeP B; typedef SomeP P;
#define ONE_VECTOR_SUMMED typedef F1 F; typedef P1 B; typedef Sum1 P; typedef Sum1F PF;
#define SOME_VECTORS_SUMMED typedef SomeF F; typedef SomeP B; typedef SomeSum P; typedef SomeSumF PF;
/* Floats are as long as words. */
#define PIXELS(type) ((int)(sizeof(type) / 4))
#define w_pfmin(a, b) __builtin_elementwise_min(a, b)
#define w_pfmax(a, b) __builtin_elementwise_max(a, b)

INLINE P1 read_columns_stored(const StageRows *rows, F x, float y) {
  I column = (I)((U)w_to_int(w_floor(x)) - (uint32_t)rows->left);
  return (P1)gathered(row_at(rows, y), w_smax(w_smin(column, (I)(rows->column_count - 1)), (I)0));
}

#define READ_MOVED_STORED(n, offset, y, word) word = __builtin_convertvector(*(const B *)pixels_at(&call->rows[n], call->x + (offset), i, y, PIXELS(F)), P);
#define READ_COLUMNS_STORED(n, columns, y, word) word = __builtin_convertvector(read_columns_stored(&call->rows[n], columns, y), P);
/* 1 / 255 in two parts, as pixels are decoded. */
#define STORE_SUM(sum, scale)                                             \
  {                                                                       \
    PF value = __builtin_convertvector(sum, PF);                          \
    value = (value * 0x1.01p-8f + value * 0x1.010102p-24f) * (scale);     \
    *(F *)(call->out[0] + i) = value.even.even, *(F *)(call->out[1] + i) = value.odd.even; \
    *(F *)(call->out[2] + i) = value.even.odd, *(F *)(call->out[3] + i) = value.odd.odd;   \
  }

#define SPLIT(color, R, G, B, A) { const FourPlanes q = color; R = q.r; G = q.g; B = q.b; A = q.a; }
#define READ_POINTS(n, mask, x, y, R, G, B, A) SPLIT(read_points(call->readers[n], mask, x, y), R, G, B, A)
/* As many unaligned loads as there are components. */
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
  SPLIT(read_places(&call->rows[n], places_of(&call->rows[n], columns), row_at(&call->rows[n], y)), R, G, B, A)
#define READ_ORDER(n, order, y, R, G, B, A) SPLIT(read_order(&call->rows[n], order, row_at(&call->rows[n], y)), R, G, B, A)

/* In a loop whose first row writes what it computes of columns, and whose others read it: what computes it is then used
   by nobody, and the compiler leaves it out. */
#define KEEPS_COLUMNS float *kept = call->columns->floats;
#define KEEP(vector)                                                        \
  {                                                                         \
    if (!isFirst) vector = *(const __typeof__(vector) *)kept;               \
    else if (kept + W <= call->columns->end) *(__typeof__(vector) *)kept = vector; \
    kept += W;                                                              \
  }
#define COLUMNS_KEPT call->columns->used = kept - call->columns->floats;

#define NOTHING(R, G, B, A) R = G = B = A = (F)0.0f;
#define NOTE_MOVED(n, offset, y, R, G, B, A) \
  { const float first = call->x + (offset); note(&reach[n], first, first + (float)(call->count - 1), y); NOTHING(R, G, B, A) }
#define NOTE_COLUMNS(n, columns, y, R, G, B, A) { note_columns(&reach[n], columns, y, call->count - i); NOTHING(R, G, B, A) }
