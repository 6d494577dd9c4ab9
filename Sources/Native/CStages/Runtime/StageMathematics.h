/* Functions of GLSL for vectors and for scalars.

   If an operand is NaN, min, max and clamp return the second operand, as the Swift twins do. Conversions to int are
   clamped to its range; NaN gives the lowest value. Integer division by 0 gives 0. */

/* --- Comparisons --- */
INLINE F w_fabs(F x) { return (F)((I)x & 0x7fffffff); }
INLINE F w_fmin(F a, F b) { return SELECT_f(a < b, a, b); }
INLINE F w_fmax(F a, F b) { return SELECT_f(a > b, a, b); }
INLINE F w_fclamp(F x, F low, F high) { return w_fmin(w_fmax(x, low), high); }
INLINE F w_fsign(F x) { return SELECT_f(x > 0.0f, (F)1.0f, SELECT_f(x < 0.0f, (F)-1.0f, (F)0.0f)); }
INLINE F w_step(F edge, F x) { return SELECT_f(x < edge, (F)0.0f, (F)1.0f); }
INLINE F w_fmix(F a, F b, F t) { return a * (1.0f - t) + b * t; }
INLINE I w_sabs(I x) { return SELECT_i(x < 0, (I)(0u - (U)x), x); }
INLINE I w_smin(I a, I b) { return SELECT_i(a < b, a, b); }
INLINE I w_smax(I a, I b) { return SELECT_i(a > b, a, b); }
INLINE I w_sclamp(I x, I low, I high) { return w_smin(w_smax(x, low), high); }
INLINE U w_umin(U a, U b) { return SELECT_u(a < b, a, b); }
INLINE U w_umax(U a, U b) { return SELECT_u(a > b, a, b); }
INLINE U w_uclamp(U x, U low, U high) { return w_umin(w_umax(x, low), high); }

INLINE float s_fabs(float x) { return bits_if(bits_fi(x) & 0x7fffffff); }
INLINE float s_fmin(float a, float b) { return a < b ? a : b; }
INLINE float s_fmax(float a, float b) { return a > b ? a : b; }
INLINE float s_fclamp(float x, float low, float high) { return s_fmin(s_fmax(x, low), high); }
INLINE float s_fsign(float x) { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f; }
INLINE float s_step(float edge, float x) { return x < edge ? 0.0f : 1.0f; }
INLINE float s_fmix(float a, float b, float t) { return a * (1.0f - t) + b * t; }
INLINE int32_t s_sabs(int32_t x) { return x < 0 ? (int32_t)(0u - (uint32_t)x) : x; }
INLINE int32_t s_smin(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE int32_t s_smax(int32_t a, int32_t b) { return a > b ? a : b; }
INLINE int32_t s_sclamp(int32_t x, int32_t low, int32_t high) { return s_smin(s_smax(x, low), high); }
INLINE uint32_t s_umin(uint32_t a, uint32_t b) { return a < b ? a : b; }
INLINE uint32_t s_umax(uint32_t a, uint32_t b) { return a > b ? a : b; }
INLINE uint32_t s_uclamp(uint32_t x, uint32_t low, uint32_t high) { return s_umin(s_umax(x, low), high); }

/* If an operand is NaN, these return the other one. */
INLINE F w_nmin(F a, F b) { return SELECT_f((b < a) | (a != a), b, a); }
INLINE F w_nmax(F a, F b) { return SELECT_f((a < b) | (a != a), b, a); }
INLINE F w_nclamp(F x, F low, F high) { return w_nmin(w_nmax(x, low), high); }
INLINE float s_nmin(float a, float b) { return b < a || a != a ? b : a; }
INLINE float s_nmax(float a, float b) { return a < b || a != a ? b : a; }
INLINE float s_nclamp(float x, float low, float high) { return s_nmin(s_nmax(x, low), high); }
INLINE I w_ssign(I x) { return SELECT_i(x > 0, (I)1, SELECT_i(x < 0, (I)-1, (I)0)); }
INLINE int32_t s_ssign(int32_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/* --- Integers --- */
INLINE I w_to_int(F x) { return __builtin_convertvector(w_fmin(w_fmax(x, (F)-2147483648.0f), (F)2147483520.0f), I); }
INLINE U w_to_uint(F x) { return __builtin_convertvector(w_fmin(w_fmax(x, (F)0.0f), (F)4294967040.0f), U); }
INLINE int32_t s_to_int(float x) { return (int32_t)s_fmin(s_fmax(x, -2147483648.0f), 2147483520.0f); }
INLINE uint32_t s_to_uint(float x) { return (uint32_t)s_fmin(s_fmax(x, 0.0f), 4294967040.0f); }

#if defined(__SSE4_1__) || defined(__aarch64__)
INLINE F w_floor(F x) { return __builtin_elementwise_floor(x); }
INLINE F w_ceil(F x) { return __builtin_elementwise_ceil(x); }
INLINE F w_trunc(F x) { return __builtin_elementwise_trunc(x); }
#else
/* There is no such instruction, so values are converted to ints and back; -0 keeps its sign. From 2^23 on, all
   floats are integers. */
INLINE F w_trunc(F x) {
  I isSmall = w_fabs(x) < 8388608.0f;
  F whole = __builtin_convertvector(__builtin_convertvector(SELECT_f(isSmall, x, (F)0.0f), I), F);
  return SELECT_f(isSmall, (F)((I)whole | ((I)x & (int32_t)0x80000000)), x);
}
INLINE F w_floor(F x) {
  F whole = w_trunc(x);
  return SELECT_f(whole > x, whole - 1.0f, whole);
}
INLINE F w_ceil(F x) { return -w_floor(-x); }
#endif
INLINE F w_fract(F x) { return x - w_floor(x); }
INLINE F w_round_even(F x) {
  F magic = (F)(((I)x & (int32_t)0x80000000) | 0x4b000000);
  F whole = (F)((I)w_fabs((x + magic) - magic) | ((I)x & (int32_t)0x80000000));
  return SELECT_f(w_fabs(x) < 8388608.0f, whole, x);
}
INLINE F w_round(F x) { return w_round_even(x); }

#define ONE(name) INLINE float s_##name(float x) { return w_##name((F)x)[0]; }
ONE(floor) ONE(ceil) ONE(trunc) ONE(fract) ONE(round_even) ONE(round)

INLINE int32_t s_sDiv(int32_t a, int32_t b) { return b == 0 ? 0 : b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b; }
INLINE int32_t s_sRem(int32_t a, int32_t b) { return b == 0 || b == -1 ? 0 : a % b; }
/* The result has the sign of the divisor. */
INLINE int32_t s_sMod(int32_t a, int32_t b) {
  int32_t remainder = s_sRem(a, b);
  return remainder != 0 && (remainder ^ b) < 0 ? remainder + b : remainder;
}
INLINE uint32_t s_uDiv(uint32_t a, uint32_t b) { return b == 0 ? 0 : a / b; }
INLINE uint32_t s_uMod(uint32_t a, uint32_t b) { return b == 0 ? 0 : a % b; }
/* No processor has a division of integer vectors. */
#define EACH(name, type) INLINE type w_##name(type a, type b) { type r; for (int j = 0; j < W; j++) r[j] = s_##name(a[j], b[j]); return r; }
EACH(sDiv, I) EACH(sRem, I) EACH(sMod, I) EACH(uDiv, U) EACH(uMod, U)
INLINE F w_fMod(F a, F b) { return a - b * w_floor(a / b); }
INLINE F w_fRem(F a, F b) { return a - b * w_trunc(a / b); }
INLINE float s_fMod(float a, float b) { return w_fMod((F)a, (F)b)[0]; }
INLINE float s_fRem(float a, float b) { return w_fRem((F)a, (F)b)[0]; }

INLINE uint32_t s_bit_count(uint32_t x) { return (uint32_t)__builtin_popcount(x); }
INLINE uint32_t s_bit_reverse(uint32_t x) { return __builtin_bitreverse32(x); }
INLINE int32_t s_find_lsb(int32_t x) { return x == 0 ? -1 : __builtin_ctz((uint32_t)x); }
INLINE int32_t s_find_umsb(int32_t x) { return x == 0 ? -1 : 31 - __builtin_clz((uint32_t)x); }
INLINE int32_t s_find_smsb(int32_t x) { return s_find_umsb(x < 0 ? ~x : x); }
#define EACH_OF_ONE(name, type) INLINE type w_##name(type a) { type r; for (int j = 0; j < W; j++) r[j] = s_##name(a[j]); return r; }
EACH_OF_ONE(bit_count, U) EACH_OF_ONE(bit_reverse, U) EACH_OF_ONE(find_lsb, I) EACH_OF_ONE(find_umsb, I) EACH_OF_ONE(find_smsb, I)

/* --- Roots --- */
INLINE F w_sqrt(F x) { return __builtin_elementwise_sqrt(x); }
INLINE F w_rsqrt(F x) { return 1.0f / w_sqrt(x); }
ONE(sqrt) ONE(rsqrt)

/* --- Sines: reduction by pi/2 in three parts, then the polynomials of Cephes sinf.c and cosf.c (S. L. Moshier, 1989,
   free to use); within 1e-7 for angles up to 8192. --- */
INLINE F w_sine(F x, int32_t quarter) {
  F turns = w_floor(x * 0.636619772367581f + 0.5f);
  I n = (I)((U)w_to_int(turns) + (uint32_t)quarter);
  F r = ((x - turns * 1.5703125f) - turns * 4.837512969970703125e-4f) - turns * 7.549789948768648e-8f, z = r * r;
  F sine = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
  F cosine = ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1.0f;
  F value = SELECT_f((n & 1) != 0, cosine, sine);
  return SELECT_f((n & 2) != 0, -value, value);
}
INLINE F w_sin(F x) { return w_sine(x, 0); }
INLINE F w_cos(F x) { return w_sine(x, 1); }
INLINE F w_tan(F x) { return w_sin(x) / w_cos(x); }
ONE(sin) ONE(cos) ONE(tan)

/* Cephes atanf.c. */
INLINE F w_atan2(F y, F x) {
  F ax = w_fabs(x), ay = w_fabs(y), high = w_fmax(ax, ay), low = w_fmin(ax, ay);
  F a = low / SELECT_f(high > 0.0f, high, (F)1.0f);
  I isBig = a > 0.4142135623730950f;
  F t = SELECT_f(isBig, (a - 1.0f) / (a + 1.0f), a), z = t * t;
  F angle = (((8.05374449538e-2f * z - 1.38776856032e-1f) * z + 1.99777106478e-1f) * z - 3.33329491539e-1f) * z * t + t;
  angle = SELECT_f(isBig, angle + 0.785398163397448f, angle);
  angle = SELECT_f(ay > ax, 1.57079632679489662f - angle, angle);
  angle = SELECT_f((I)x < 0, 3.14159265358979324f - angle, angle);
  return (F)(((I)angle & 0x7fffffff) | ((I)y & (int32_t)0x80000000));
}
INLINE F w_atan(F x) { return w_atan2(x, (F)1.0f); }
ONE(atan)
INLINE float s_atan2(float y, float x) { return w_atan2((F)y, (F)x)[0]; }

/* --- Exponentials: Cephes expf.c, exp2f.c, logf.c --- */
/* Returns p times 2^n, for n from -126 to 128. */
INLINE F w_scaled(F p, F n) {
  I half = w_to_int(n) >> 1, remainder = (I)((U)w_to_int(n) - (U)half);
  return p * (F)((half + 127) << 23) * (F)((remainder + 127) << 23);
}
INLINE F w_exp(F x) {
  F clamped = w_fclamp(x, (F)-87.33654f, (F)88.72283f), n = w_floor(clamped * 1.44269504088896341f + 0.5f);
  F r = (clamped - n * 0.693359375f) + n * 2.12194440e-4f;
  F p = (((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r + 1.6666665459e-1f) * r + 5.0000001201e-1f) * r * r + r + 1.0f;
  F value = w_scaled(p, n);
  value = SELECT_f(x < -87.33654f, (F)0.0f, value);
  value = SELECT_f(x > 88.72283f, (F)INFINITE, value);
  return SELECT_f(x == x, value, x);
}
/* Returns 2^r for r from -1/2 to 1/2. */
INLINE F w_exp2_part(F r) {
  return (((((1.535336188e-4f * r + 1.339887440e-3f) * r + 9.618437357e-3f) * r + 5.550332471e-2f) * r + 2.402264791e-1f) * r + 6.931472028e-1f) * r + 1.0f;
}
INLINE F w_exp2(F x) {
  F clamped = w_fclamp(x, (F)-126.0f, (F)128.0f), n = w_floor(clamped + 0.5f), r = clamped - n;
  F value = w_scaled(w_exp2_part(r), n);
  value = SELECT_f(x < -126.0f, (F)0.0f, value);
  value = SELECT_f(x >= 128.0f, (F)INFINITE, value);
  return SELECT_f(x == x, value, x);
}
INLINE F w_log(F x) {
  /* Values below 2^-126 are subnormal. */
  I isTiny = x < 1.17549435e-38f;
  F scaled = SELECT_f(isTiny, x * 8388608.0f, x);
  I e = (I)((U)scaled - 0x3f3504f3u) >> 23;
  F m = (F)((I)((U)scaled - ((U)e << 23))) - 1.0f, z = m * m;
  F p = ((((((((7.0376836292e-2f * m - 1.1514610310e-1f) * m + 1.1676998740e-1f) * m - 1.2420140846e-1f) * m + 1.4249322787e-1f) * m - 1.6668057665e-1f) * m + 2.0000714765e-1f) * m - 2.4999993993e-1f) * m + 3.3333331174e-1f) * m * z;
  F power = __builtin_convertvector(e, F) - SELECT_f(isTiny, (F)23.0f, (F)0.0f);
  F value = ((p - 2.12194440e-4f * power) - 0.5f * z) + m + 0.693359375f * power;
  value = SELECT_f(x > 0.0f, value, SELECT_f(x == 0.0f, (F)-INFINITE, (F)NOT_A_NUMBER));
  return SELECT_f(x == INFINITE, x, value);
}
INLINE F w_log2(F x) { return w_log(x) * 1.44269504088896341f; }
INLINE F w_pow(F x, F y) { return w_exp2(y * w_log2(x)); }
/* Returns x times 2^e, by factors in the range of floats. */
INLINE F w_ldexp(F x, I e) {
  I whole = w_sclamp(e, (I)-300, (I)300), third = whole / 3, last = whole - 2 * third;
  F step = (F)((third + 127) << 23);
  return x * step * step * (F)((last + 127) << 23);
}
ONE(exp) ONE(exp2) ONE(log) ONE(log2)
INLINE float s_pow(float x, float y) { return w_pow((F)x, (F)y)[0]; }
INLINE float s_ldexp(float x, int32_t e) { return w_ldexp((F)x, (I)e)[0]; }

/* --- Functions that use those above --- */
INLINE F w_radians(F x) { return x * 0.017453292519943295f; }
INLINE F w_degrees(F x) { return x * 57.29577951308232f; }
/* Cephes asinf.c. */
INLINE F w_asin(F x) {
  F size = w_fabs(x), half = 0.5f * (1.0f - size);
  I isBig = size > 0.5f;
  F z = SELECT_f(isBig, half, size * size), root = SELECT_f(isBig, w_sqrt(half), size);
  F p = ((((4.2163199048e-2f * z + 2.4181311049e-2f) * z + 4.5470025998e-2f) * z + 7.4953002686e-2f) * z + 1.6666752422e-1f) * z * root + root;
  F angle = SELECT_f(isBig, 1.57079632679489662f - 2.0f * p, p);
  return (F)((I)angle ^ ((I)x & (int32_t)0x80000000));
}
INLINE F w_acos(F x) {
  F size = w_fabs(x), near = 2.0f * w_asin(w_sqrt(0.5f * (1.0f - size)));
  return SELECT_f(size > 0.5f, SELECT_f(x < 0.0f, 3.14159265358979324f - near, near), 1.57079632679489662f - w_asin(x));
}
/* Cephes sinhf.c, tanhf.c: a series near 0, where exponentials would cancel. */
INLINE F w_sinh(F x) {
  F z = x * x, half = w_exp(w_fabs(x) * 0.5f), near = ((2.03721912945e-4f * z + 8.33028376239e-3f) * z + 1.66667160211e-1f) * z * x + x;
  /* A product of two factors, because e^x may overflow if sinh does not. */
  F far = 0.5f * half * half - 0.5f / (half * half);
  return SELECT_f(w_fabs(x) > 1.0f, SELECT_f(x < 0.0f, -far, far), near);
}
INLINE F w_cosh(F x) {
  F half = w_exp(w_fabs(x) * 0.5f);
  return 0.5f * half * half + 0.5f / (half * half);
}
INLINE F w_tanh(F x) {
  F z = x * x, near = ((((-5.70498872745e-3f * z + 2.06390887954e-2f) * z - 5.37397155531e-2f) * z + 1.33314422036e-1f) * z - 3.33332819422e-1f) * z * x + x;
  F far = 1.0f - 2.0f / (w_exp(w_fabs(x) * 2.0f) + 1.0f);
  return SELECT_f(w_fabs(x) < 0.625f, near, SELECT_f(x < 0.0f, -far, far));
}
/* Returns log(1 + x), accurate for small x as well. */
INLINE F w_log1p(F x) {
  F sum = 1.0f + x;
  return SELECT_f(sum == 1.0f, x, SELECT_f(sum == INFINITE, sum, w_log(sum) * x / (sum - 1.0f)));
}
INLINE F w_asinh(F x) {
  F size = w_fabs(x), z = size * size;
  F angle = SELECT_f(size > 1e9f, w_log(size) + 0.693147180559945f, w_log1p(size + z / (1.0f + w_sqrt(z + 1.0f))));
  return (F)((I)angle | ((I)x & (int32_t)0x80000000));
}
INLINE F w_acosh(F x) {
  F t = x - 1.0f;
  return SELECT_f(x > 1e9f, w_log(x) + 0.693147180559945f, w_log1p(t + w_sqrt(2.0f * t + t * t)));
}
INLINE F w_atanh(F x) { return 0.5f * w_log1p(2.0f * x / (1.0f - x)); }
INLINE F w_smoothstep(F low, F high, F x) {
  F t = w_fclamp((x - low) / (high - low), (F)0.0f, (F)1.0f);
  return t * t * (3.0f - 2.0f * t);
}
INLINE F w_fma(F a, F b, F c) { return a * b + c; }
ONE(radians) ONE(degrees) ONE(asin) ONE(acos) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
INLINE float s_smoothstep(float low, float high, float x) { return w_smoothstep((F)low, (F)high, (F)x)[0]; }
INLINE float s_fma(float a, float b, float c) { return a * b + c; }
