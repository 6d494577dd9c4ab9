/* The ICC parametric curve of type 4 and its inverse as cubics between places that are near each other: on processors that
   look up sixteen numbers of thirty-two at once, a quarter of the time of powers.

   Callers make the tables, and say up to which magnitude they hold; what is beyond goes to the formula's own stage. */

#if defined(__AVX512F__) && W == 16

typedef struct CurveLookup { F low, high; } CurveLookup;

INLINE CurveLookup lookup_of(const StageNumber *numbers) {
  return (CurveLookup){*(const F *)numbers, *(const F *)(numbers + W)};
}

INLINE F looked_up(const CurveLookup *table, I place) {
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_vpermi2varps512((G)table->low, (V)place, (G)table->high);
}

INLINE StageFunction formula_of(const StageCall *call) {
  StageFunction formula;
  __builtin_memcpy(&formula, call->numbers + CURVE_FORMULA_NUMBERS + CURVE_STAGE, sizeof formula);
  return formula;
}

typedef struct Curve {
  CurveLookup terms[4];
  float limit, scale, shift, join, slope, start;
  int isInverse;
} Curve;

INLINE F curved(const Curve *curve, F x) {
  /* No other level has tables that this would have to agree with. */
#pragma clang fp contract(fast)
  F m = w_fabs(x);
  I place = curve->isInverse ? (I)((U)m >> 21) : __builtin_convertvector(m * curve->scale + curve->shift, I);
  F y = looked_up(&curve->terms[3], place) * m + looked_up(&curve->terms[2], place);
  y = (y * m + looked_up(&curve->terms[1], place)) * m + looked_up(&curve->terms[0], place);
  if (curve->isInverse) y = SELECT_f(m >= curve->join, y, m * curve->slope + curve->start);
  return (F)((I)y ^ ((I)x & (int32_t)0x80000000));
}

/* From pixel i on, up to a vector with numbers that the table does not have; gives where that is, or the end. Nothing is
   called in its loop, so that the tables stay in registers; planes are named once, as for all that compilers know what is
   stored might be a pointer. Nobody looks at the alpha of opaque colours. */
INLINE int32_t curve_run(const Curve *curve, const StageCall *call, int planes, int32_t i) {
  const float *in[4];
  float *out[4];
  for (int c = 0; c < planes; c++) in[c] = call->in[c], out[c] = call->out[c];
  const int32_t count = call->count;
  for (; i < count; i += W) {
    F x[4];
    for (int c = 0; c < planes; c++) x[c] = *(const F *)(in[c] + i);
    if (ANY((w_fabs(x[0]) >= curve->limit) | (w_fabs(x[1]) >= curve->limit) | (w_fabs(x[2]) >= curve->limit))) break;
    for (int c = 0; c < 3; c++) *(F *)(out[c] + i) = curved(curve, x[c]);
    if (planes == 4) *(F *)(out[3] + i) = x[3];
  }
  return i;
}

/* A vector with numbers that the table does not have: these by the formula, whatever lies beside them. */
static __attribute__((noinline)) void curve_mixed(const Curve *curve, const StageCall *call, int planes, int32_t i) {
  StageCall some = *call;
  float made[4][W];
  for (int c = 0; c < planes; c++) some.in[c] = call->in[c] + i;
  for (int c = 0; c < 4; c++) some.out[c] = made[c];
  some.count = W;
  formula_of(call)(&some);
  F alpha = planes == 4 ? *(const F *)some.in[3] : (F)1.0f;
  for (int c = 0; c < 3; c++) {
    F x = *(const F *)some.in[c];
    *(F *)made[c] = SELECT_f(w_fabs(x) >= curve->limit, *(const F *)made[c], curved(curve, x));
  }
  for (int c = 0; c < 3; c++) *(F *)(call->out[c] + i) = *(const F *)made[c];
  if (planes == 4) *(F *)(call->out[3] + i) = alpha;
}

INLINE void curve_stage(const StageCall *call, int planes, int isInverse) {
  const StageNumber *told = call->numbers + CURVE_FORMULA_NUMBERS;
  Curve curve;
  if (!(told[CURVE_LIMIT].f > 0.0f)) {
    formula_of(call)(call);
    return;
  }
  for (int k = 0; k < 4; k++) curve.terms[k] = lookup_of(told + CURVE_TABLES + k * CURVE_PLACES);
  curve.limit = told[CURVE_LIMIT].f, curve.scale = told[CURVE_SCALE].f, curve.shift = told[CURVE_SHIFT].f;
  curve.join = told[CURVE_JOIN].f, curve.slope = told[CURVE_SLOPE].f, curve.start = told[CURVE_START].f;
  curve.isInverse = isInverse;
  for (int32_t i = 0; (i = curve_run(&curve, call, planes, i)) < call->count; i += W) {
    /* Another one, so that the tables that the loop has in registers have no address. */
    Curve other = curve;
    curve_mixed(&other, call, planes, i);
  }
}

static void stage_decoded(const StageCall *call) { curve_stage(call, 4, 0); }
static void stage_decoded_opaque(const StageCall *call) { curve_stage(call, 3, 0); }
static void stage_encoded(const StageCall *call) { curve_stage(call, 4, 1); }
static void stage_encoded_opaque(const StageCall *call) { curve_stage(call, 3, 1); }
#define CURVE_STAGES {stage_decoded, stage_decoded_opaque}, {stage_encoded, stage_encoded_opaque}
#else
#define CURVE_STAGES {0, 0}, {0, 0}
#endif
