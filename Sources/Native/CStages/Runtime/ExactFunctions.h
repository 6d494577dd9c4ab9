/* Functions of floats, computed in double precision. They agree with libraries except for the last bit of few
   values. So noise that is derived from the digits of a sine, and positions that are derived from an angle, are the
   same everywhere. */

typedef double D __attribute__((ext_vector_type(W), aligned(8)));
typedef int64_t L __attribute__((ext_vector_type(W), aligned(8)));

#define DOUBLES(x) __builtin_convertvector(x, D)
#define FLOATS(x) __builtin_convertvector(x, F)
#define SELECT_d(mask, yes, no) ((D)(((mask) & (L)(yes)) | (~(mask) & (L)(no))))

/* Rounds to the nearest integer, for magnitudes up to 2^51. */
INLINE D d_whole(D x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* Clamps to -limit...limit; NaN stays. */
INLINE D d_limited(D x, double limit) { return SELECT_d(x > limit, (D)limit, SELECT_d(x < -limit, (D)-limit, x)); }

/* Reduces an angle by a number of quarter turns, which it returns, and computes the sine and cosine of the
   remainder. pi/2 has two parts; multiples of the first up to 2^20 are exact. The Taylor series of degree 11 and 12
   have an error of 7e-12 at pi/4. */
INLINE I quarter_turns(F x, D *sine, D *cosine) {
  D at = DOUBLES(x), all = d_whole(at * 0.63661977236758134308);
  D turns = SELECT_d((all > -0x1p30) & (all < 0x1p30), all, (D)0.0);
  /* The remainder of larger angles is meaningless, but the sine must not exceed 1. */
  D r = d_limited((at - turns * 1.57079632673412561417) - turns * 6.07710050650619224932e-11, 0.7854), z = r * r;
  *sine = r + r * z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 - z * (1.0 / 39916800)))));
  *cosine = 1.0 + z * (-0.5 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600))))));
  return __builtin_convertvector(turns, I);
}
INLINE F w_exact_sine(F x, int32_t quarter) {
  D sine, cosine;
  I turns = quarter_turns(x, &sine, &cosine) + quarter;
  F value = SELECT_f((turns & 1) != 0, FLOATS(cosine), FLOATS(sine));
  return SELECT_f((turns & 2) != 0, -value, value);
}
INLINE F w_exact_tangent(F x) {
  D sine, cosine;
  I turns = quarter_turns(x, &sine, &cosine);
  return SELECT_f((turns & 1) != 0, FLOATS(-cosine / sine), FLOATS(sine / cosine));
}

/* Returns log2 of a positive number in the range of floats: the exponent plus the series of 2 artanh((m - 1) / (m +
   1)) for m from sqrt(1/2) to sqrt(2). The series of degree 13 has an error of 2e-12. */
INLINE D d_log2(D x) {
  L bits = (L)x + (512LL << 52) - 0x3fe6a09e667f3bcdLL, power = bits >> 52;
  D m = (D)((L)x - ((power - 512) << 52)), s = (m - 1.0) / (m + 1.0), z = s * s;
  D series = 1.0 + z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * (1.0 / 13))))));
  D e = __builtin_convertvector(__builtin_convertvector(power, I) - 512, D);
  return e + s * series * 2.8853900817779268147;
}

/* Returns 2^x as a float. The series of degree 11 has an error of 7e-15. */
INLINE F w_exact_exp2(D x) {
  D within = SELECT_d(x < 130.0, SELECT_d(x > -160.0, x, (D)-160.0), (D)130.0), n = d_whole(within);
  D r = (within - n) * 0.69314718055994530942;
  D p = 1.0 + r * (1.0 + r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 + r * (1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800 + r * (1.0 / 39916800)))))))))));
  L scale = (__builtin_convertvector(__builtin_convertvector(n, I), L) + 1023) << 52;
  return FLOATS(p * (D)scale);
}

/* Returns a^b; 0 if a is not positive. */
INLINE F w_exact_power(F a, F b) {
  F positive = SELECT_f(a > 0.0f, a, (F)1.0f);
  return SELECT_f(a > 0.0f, w_exact_exp2(DOUBLES(b) * d_log2(DOUBLES(positive))), (F)0.0f);
}

/* Returns the angle of a point: the arc tangent of the smaller coordinate divided by the larger one, reduced by pi/4
   above tan(pi/8). The series of degree 25 has an error of 2e-12. */
INLINE F w_exact_angle(D y, D x) {
  D ax = SELECT_d(x < 0.0, -x, x), ay = SELECT_d(y < 0.0, -y, y);
  L isSteep = ay > ax;
  D low = SELECT_d(isSteep, ax, ay), high = SELECT_d(isSteep, ay, ax), a = low / SELECT_d(high > 0.0, high, (D)1.0);
  L isBig = a > 0.41421356237309504880;
  D t = SELECT_d(isBig, (a - 1.0) / (a + 1.0), a), z = t * t;
  D series = 1.0 + z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13 + z * (-1.0 / 15 + z * (1.0 / 17 + z * (-1.0 / 19 + z * (1.0 / 21 + z * (-1.0 / 23 + z * (1.0 / 25))))))))))));
  D angle = t * series;
  angle = SELECT_d(isBig, angle + 0.78539816339744830962, angle);
  angle = SELECT_d(isSteep, 1.57079632679489661923 - angle, angle);
  angle = SELECT_d((L)x < 0, 3.14159265358979323846 - angle, angle);
  F result = FLOATS(angle);
  return (F)(((I)result & 0x7fffffff) | (__builtin_convertvector((L)y >> 32, I) & (int32_t)0x80000000));
}

/* Returns the other coordinate of a point on the unit circle. */
INLINE D d_across(D x) { return __builtin_elementwise_sqrt(1.0 - x * x); }

/* --- Functions for all floats: infinities, NaN and 0 as in StageMathematics.h --- */
INLINE F w_exact_sin(F x) { return SELECT_f(w_fabs(x) < INFINITE, w_exact_sine(x, 0), (F)NOT_A_NUMBER); }
INLINE F w_exact_cos(F x) { return SELECT_f(w_fabs(x) < INFINITE, w_exact_sine(x, 1), (F)NOT_A_NUMBER); }
INLINE F w_exact_atan2(F y, F x) { return w_exact_angle(DOUBLES(y), DOUBLES(x)); }
INLINE F w_exact_exp(F x) { return SELECT_f(x == x, w_exact_exp2(DOUBLES(x) * 1.4426950408889634074), x); }
INLINE F w_exact_log(F x) {
  I isPositive = (x > 0.0f) & (x < INFINITE);
  F value = FLOATS(d_log2(DOUBLES(SELECT_f(isPositive, x, (F)1.0f))) * 0.69314718055994530942);
  return SELECT_f(isPositive, value, SELECT_f(x > 0.0f, x, SELECT_f(x == 0.0f, (F)-INFINITE, (F)NOT_A_NUMBER)));
}
