/* Powers of vectors with an exponent that all pixels share, in half the time of a logarithm and an exponential.

   A base is (1.5 + d) 2^e, with d from -1/2 to 1/2. Its power is (1 + d / 1.5)^p, a polynomial, times (1.5 2^e)^p,
   from a table. Both are computed when a stage has a new exponent. The relative error is below 3e-6. Square roots
   and squares are exact. */

typedef struct Power {
  /* The bits of the exponent. */
  int32_t exponent;
  /* Twice the exponent if that is 1, 2 or 4, which require no table; else 0. */
  int32_t halves;
  /* The number of exponents e in the table, from POWER_LEAST on. 0: the formula computes all powers. */
  uint32_t count;
  /* Whole vectors, so that they can be memory operands. */
  F terms[6];
  float scales[32];
} Power;

enum { POWER_LEAST = 127 - 28 };

/* Declares an empty table: its exponent is NaN. */
#define NEW_POWER(name) Power name; name.exponent = -1; name.halves = 0; name.count = 0;

/* Computes the table for an exponent. Source: the binomial series of degree 10, economised to degree 5 by Chebyshev
   polynomials on -1/3...1/3. The error is 1.7e-6 for exponents from 0 to 4. */
static __attribute__((noinline, unused)) void prepare_power(Power *power, float exponent) {
  power->exponent = bits_fi(exponent);
  power->halves = exponent == 0.5f || exponent == 1.0f || exponent == 2.0f ? (int32_t)(exponent * 2.0f) : 0;
  power->count = exponent > 0.0f && exponent <= 4.0f ? 32 : 0;
  if (power->count == 0 || power->halves != 0) return;
  float b[11] = {1.0f};
  for (int k = 1; k < 11; k++) b[k] = b[k - 1] * ((exponent - (float)(k - 1)) * (1.0f / (float)k));
  float terms[6];
  terms[0] = b[0] + (b[6] * 4.2866941e-5f + (b[8] * 8.3352385e-6f + b[10] * 1.1907484e-6f));
  terms[1] = b[1] + (b[7] * 1.5003429e-4f + b[9] * 3.2150206e-5f);
  terms[2] = b[2] - (b[6] * 6.9444444e-3f + (b[8] * 1.2002743e-3f + b[10] * 1.6075103e-4f));
  terms[3] = b[3] - (b[7] * 1.0802469e-2f + b[9] * 2.0576132e-3f);
  terms[4] = b[4] + (b[6] * 1.6666667e-1f + (b[8] * 2.1604938e-2f + b[10] * 2.5720165e-3f));
  terms[5] = b[5] + (b[7] * 1.9444444e-1f + b[9] * 2.7777778e-2f);
  /* The coefficients of d, instead of d / 1.5. */
  float scale = 1.0f;
  for (int k = 0; k < 6; k++) power->terms[k] = (F)(terms[k] * scale), scale *= 1.0f / 1.5f;
  /* The exponent has two parts; the product of the first with an integer is exact. */
  float high = bits_if(power->exponent & ~0xfff), low = exponent - high, middle = exponent * 0.584962500721156f;
  for (int j = 0; j < 32; j += W) {
    I index;
    for (int k = 0; k < W; k++) index[k] = j + k;
    F e = __builtin_convertvector(((index - POWER_LEAST) & 31) + (POWER_LEAST - 127), F);
    F whole = w_floor(e * exponent + middle + 0.5f);
    F r = (e * high - whole) + (e * low + middle);
    *(F *)(power->scales + j) = w_scaled(w_exp2_part(r), whole);
  }
}

/* Returns the mask of positive bases outside of the table: tiny and large ones. */
INLINE I w_is_outside(const Power *power, F base) {
  return (I)(((U)base >> 23) - (uint32_t)POWER_LEAST >= power->count) & (base > 0.0f);
}

INLINE F w_scale(const Power *power, I index) {
#if defined(__AVX512F__) && W == 16
  typedef int32_t V __attribute__((vector_size(64)));
  typedef float G __attribute__((vector_size(64)));
  return (F)__builtin_ia32_vpermi2varps512((G)*(const F *)power->scales, (V)index, (G)*(const F *)(power->scales + W));
#elif defined(__AVX2__) && W == 8
  /* Four lookups in registers are faster than eight loads. Bits 3 and 4 of the index select among them, as sign
     bits. */
  typedef int32_t V __attribute__((vector_size(32)));
  typedef float G __attribute__((vector_size(32)));
  G found[4];
  for (int j = 0; j < 4; j++) found[j] = __builtin_ia32_permvarsf256((G)((const F *)power->scales)[j], (V)index);
  G byEight = (G)(index << 28);
  return (F)__builtin_ia32_blendvps256(
      __builtin_ia32_blendvps256(found[0], found[1], byEight), __builtin_ia32_blendvps256(found[2], found[3], byEight),
      (G)(index << 27));
#else
  return gathered(power->scales, index & 31);
#endif
}

INLINE F w_power(const Power *power, F base) {
  F d = (F)(((I)base & 0x7fffff) | 0x3f800000) - 1.5f;
  const F *c = power->terms;
  F polynomial = ((((c[5] * d + c[4]) * d + c[3]) * d + c[2]) * d + c[1]) * d + c[0];
  return polynomial * w_scale(power, (I)((U)base >> 23));
}

INLINE F w_power_or_0(const Power *power, F base) { return SELECT_f(base > 0.0f, w_power(power, base), (F)0.0f); }

/* Returns a square root, the base itself, or its square, with the limits of the formula. */
INLINE F w_plain_power(const Power *power, F base) {
  F result = power->halves == 1 ? w_sqrt(base) : power->halves == 2 ? base : base * base;
  return SELECT_f(base > 0.0f, w_fmin(result, (F)0x1p127f), (F)0.0f);
}
