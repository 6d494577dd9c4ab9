/* The ICC parametric curve of type 4 and its inverse as piecewise cubics. On processors with a permutation of 32
   floats, they take a quarter of the time of powers.

   Callers compute the tables, and the magnitude below which they are valid. The formula's own stage computes larger
   ones. */

#if defined(__AVX512F__) && W == 16

typedef struct CoefficientTable { F low, high; } CoefficientTable;

INLINE CoefficientTable load_coefficients(const StageUniform *uniforms) {
  return (CoefficientTable){*(const F *)uniforms, *(const F *)(uniforms + W)};
}

INLINE F coefficient(const CoefficientTable *table, I index) {
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_vpermi2varps512((G)table->low, (V)index, (G)table->high);
}

INLINE StageFunction formula_stage(const StageCall *call) {
  StageFunction formula;
  __builtin_memcpy(&formula, call->uniforms + TRANSFER_FORMULA_UNIFORMS + TRANSFER_STAGE, sizeof formula);
  return formula;
}

typedef struct TransferTable {
  CoefficientTable coefficients[4];
  float limit, scale, shift, join, slope, start;
  int isInverse;
} TransferTable;

INLINE F transferred(const TransferTable *table, F x) {
  /* Only this level has tables, so contraction cannot make levels differ. */
#pragma clang fp contract(fast)
  F m = w_fabs(x);
  I index = table->isInverse ? (I)((U)m >> 21) : __builtin_convertvector(m * table->scale + table->shift, I);
  F y = coefficient(&table->coefficients[3], index) * m + coefficient(&table->coefficients[2], index);
  y = (y * m + coefficient(&table->coefficients[1], index)) * m + coefficient(&table->coefficients[0], index);
  if (table->isInverse) y = SELECT_f(m >= table->join, y, m * table->slope + table->start);
  return (F)((I)y ^ ((I)x & (int32_t)0x80000000));
}

/* Computes pixels from i on, up to a vector with values outside of the table. Returns the index of that vector, or
   the end. The loop has no calls, so that the tables stay in registers. The plane pointers are copied to locals,
   because stores may alias the call. The alpha of opaque colours is not written. */
INLINE int32_t run_table(const TransferTable *table, const StageCall *call, int planes, int32_t i) {
  const float *in[4];
  float *out[4];
  for (int c = 0; c < planes; c++) in[c] = call->in[c], out[c] = call->out[c];
  const int32_t count = call->count;
  for (; i < count; i += W) {
    F x[4];
    for (int c = 0; c < planes; c++) x[c] = *(const F *)(in[c] + i);
    if (ANY((w_fabs(x[0]) >= table->limit) | (w_fabs(x[1]) >= table->limit) | (w_fabs(x[2]) >= table->limit))) break;
    for (int c = 0; c < 3; c++) *(F *)(out[c] + i) = transferred(table, x[c]);
    if (planes == 4) *(F *)(out[3] + i) = x[3];
  }
  return i;
}

/* Computes a vector with values outside of the table: these by the formula, the others by the table. */
static __attribute__((noinline)) void run_mixed_vector(const TransferTable *table, const StageCall *call, int planes, int32_t i) {
  StageCall vector = *call;
  float results[4][W];
  for (int c = 0; c < planes; c++) vector.in[c] = call->in[c] + i;
  for (int c = 0; c < 4; c++) vector.out[c] = results[c];
  vector.count = W;
  formula_stage(call)(&vector);
  F alpha = planes == 4 ? *(const F *)vector.in[3] : (F)1.0f;
  for (int c = 0; c < 3; c++) {
    F x = *(const F *)vector.in[c];
    *(F *)results[c] = SELECT_f(w_fabs(x) >= table->limit, *(const F *)results[c], transferred(table, x));
  }
  for (int c = 0; c < 3; c++) *(F *)(call->out[c] + i) = *(const F *)results[c];
  if (planes == 4) *(F *)(call->out[3] + i) = alpha;
}

INLINE void run_transfer(const StageCall *call, int planes, int isInverse) {
  const StageUniform *uniforms = call->uniforms + TRANSFER_FORMULA_UNIFORMS;
  TransferTable table;
  if (!(uniforms[TRANSFER_LIMIT].f > 0.0f)) {
    formula_stage(call)(call);
    return;
  }
  for (int k = 0; k < 4; k++) table.coefficients[k] = load_coefficients(uniforms + TRANSFER_TABLES + k * TRANSFER_INTERVALS);
  table.limit = uniforms[TRANSFER_LIMIT].f, table.scale = uniforms[TRANSFER_SCALE].f, table.shift = uniforms[TRANSFER_SHIFT].f;
  table.join = uniforms[TRANSFER_JOIN].f, table.slope = uniforms[TRANSFER_SLOPE].f, table.start = uniforms[TRANSFER_START].f;
  table.isInverse = isInverse;
  for (int32_t i = 0; (i = run_table(&table, call, planes, i)) < call->count; i += W) {
    /* A copy, so that the address of the tables in registers is not taken. */
    TransferTable other = table;
    run_mixed_vector(&other, call, planes, i);
  }
}

static void stage_decode_parametric(const StageCall *call) { run_transfer(call, 4, 0); }
static void stage_decode_parametric_opaque(const StageCall *call) { run_transfer(call, 3, 0); }
static void stage_encode_parametric(const StageCall *call) { run_transfer(call, 4, 1); }
static void stage_encode_parametric_opaque(const StageCall *call) { run_transfer(call, 3, 1); }
#define TRANSFER_STAGES {stage_decode_parametric, stage_decode_parametric_opaque}, {stage_encode_parametric, stage_encode_parametric_opaque}
#else
#define TRANSFER_STAGES {0, 0}, {0, 0}
#endif
