/* Carries out steps of interpreted code. */
#include "Lanes.h"

#define AT(type, pointer) (*(type *)((char *)(pointer) + i))
/* For each part, then each vector: `a`, `b` and `c` as far as the body looks at them. */
#define EACH_PART for (int32_t part = 0; part < step->count; part++)
#define EACH_VECTOR for (int64_t i = 0; i < bytes; i += 4 * W)

#define ONE_OF(to, from, body)                                                                    \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part], *ra = registers[step->a + part];                    \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra);                                                                      \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
#define TWO_OF(to, from, body)                                                                    \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part];                                                     \
    void *ra = registers[step->a + part], *rb = registers[step->b + part];                        \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra), b = AT(from, rb);                                                    \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
#define THREE_OF(to, from, body)                                                                  \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part], *ra = registers[step->a + part];                    \
    void *rb = registers[step->b + part], *rc = registers[step->c + part];                        \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra), b = AT(from, rb), c = AT(from, rc);                                  \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
/* The parts of one operand become one number. */
#define MERGED(type, first, next)                                                                 \
  {                                                                                               \
    void *r = registers[step->result];                                                            \
    EACH_VECTOR {                                                                                 \
      int32_t part = 0;                                                                           \
      type sum = first;                                                                           \
      for (part = 1; part < step->count; part++) sum = next;                                      \
      AT(type, r) = sum;                                                                          \
    }                                                                                             \
  }                                                                                               \
  break;

/* Nothing is written where the numbers are not all such that `holds`. */
#define WHERE(operands, holds)                                                                    \
  if (!operands##_hold(step, registers, bytes, holds)) return 0;

#define IS_FINITE(x) (w_fabs(x) < INFINITE)
/* Longer angles need more digits of pi. */
#define IS_ANGLE(x) (w_fabs(x) <= 0x1p20f)
#define IS_POSITIVE(x) (((x) > 0.0f) & ((x) < INFINITE))

/* Numbers for which a function is exact. */
enum { ANGLES, POSITIVES, FINITES, SINES, POWERS };

static int one_hold(const LaneStep *step, void *const *registers, int64_t bytes, int what) {
  EACH_PART {
    const void *ra = registers[step->a + part];
    I all = ALL;
    EACH_VECTOR {
      F a = AT(const F, ra);
      switch (what) {
      case ANGLES: all &= IS_ANGLE(a); break;
      case POSITIVES: all &= IS_POSITIVE(a); break;
      case SINES: all &= w_fabs(a) <= 1.0f; break;
      default: all &= IS_FINITE(a); break;
      }
    }
    if (ANY(~all)) return 0;
  }
  return 1;
}

static int two_hold(const LaneStep *step, void *const *registers, int64_t bytes, int what) {
  EACH_PART {
    const void *ra = registers[step->a + part], *rb = registers[step->b + part];
    I all = ALL;
    EACH_VECTOR {
      F a = AT(const F, ra), b = AT(const F, rb);
      /* Powers of 0 whose exponent is positive are 0. */
      if (what == POWERS) all &= (IS_POSITIVE(a) | ((a == 0.0f) & (b > 0.0f))) & IS_FINITE(b);
      else all &= IS_FINITE(a) & IS_FINITE(b);
    }
    if (ANY(~all)) return 0;
  }
  return 1;
}

INLINE F w_away(F x) {
  F whole = w_trunc(x);
  return SELECT_f(w_fabs(x - whole) >= 0.5f, whole + (F)(((I)x & (int32_t)0x80000000) | 0x3f800000), whole);
}

/* 1 where the function was computed. */
static int lane_function(const LaneStep *step, void *const *registers, int64_t bytes) {
  switch (step->number) {
  case 1: ONE_OF(F, F, w_away(a))
  case 2: ONE_OF(F, F, w_round_even(a))
  case 3: ONE_OF(F, F, w_trunc(a))
  case 4: ONE_OF(F, F, w_fabs(a))
  case 5: ONE_OF(I, I, w_sabs(a))
  case 6: ONE_OF(F, F, w_fsign(a))
  case 7: ONE_OF(I, I, w_ssign(a))
  case 8: ONE_OF(F, F, w_floor(a))
  case 9: ONE_OF(F, F, w_ceil(a))
  case 10: ONE_OF(F, F, w_fract(a))
  case 11: ONE_OF(F, F, a * (3.14159250f / 180.0f))
  case 12: ONE_OF(F, F, a * (180.0f / 3.14159250f))
  case 13: WHERE(one, ANGLES) ONE_OF(F, F, w_exact_sine(a, 0))
  case 14: WHERE(one, ANGLES) ONE_OF(F, F, w_exact_sine(a, 1))
  case 15: WHERE(one, ANGLES) ONE_OF(F, F, w_exact_tangent(a))
  case 16: WHERE(one, SINES) ONE_OF(F, F, w_exact_angle(DOUBLES(a), d_across(DOUBLES(a))))
  case 17: WHERE(one, SINES) ONE_OF(F, F, w_exact_angle(d_across(DOUBLES(a)), DOUBLES(a)))
  case 18: WHERE(one, FINITES) ONE_OF(F, F, w_exact_angle(DOUBLES(a), (D)1.0))
  case 25: WHERE(two, FINITES) TWO_OF(F, F, w_exact_angle(DOUBLES(a), DOUBLES(b)))
  case 26: WHERE(two, POWERS) TWO_OF(F, F, w_exact_power(a, b))
  case 27: WHERE(one, FINITES) ONE_OF(F, F, w_exact_exp2(DOUBLES(a) * 1.4426950408889634074))
  case 28: WHERE(one, POSITIVES) ONE_OF(F, F, FLOATS(d_log2(DOUBLES(a)) * 0.69314718055994530942))
  case 29: WHERE(one, FINITES) ONE_OF(F, F, w_exact_exp2(DOUBLES(a)))
  case 30: WHERE(one, POSITIVES) ONE_OF(F, F, FLOATS(d_log2(DOUBLES(a))))
  case 31: ONE_OF(F, F, w_sqrt(a))
  case 32: ONE_OF(F, F, w_rsqrt(a))
  /* Where one is no number, the first. */
  case 37: TWO_OF(F, F, SELECT_f(b < a, b, a))
  case 38: TWO_OF(U, U, w_umin(a, b))
  case 39: TWO_OF(I, I, w_smin(a, b))
  case 40: TWO_OF(F, F, SELECT_f(a < b, b, a))
  case 41: TWO_OF(U, U, w_umax(a, b))
  case 42: TWO_OF(I, I, w_smax(a, b))
  case 43:
  case 81: THREE_OF(F, F, SELECT_f(c < SELECT_f(a < b, b, a), c, SELECT_f(a < b, b, a)))
  case 44: THREE_OF(U, U, w_uclamp(a, b, c))
  case 45: THREE_OF(I, I, w_sclamp(a, b, c))
  case 46: THREE_OF(F, F, w_fmix(a, b, c))
  case 48: TWO_OF(F, F, w_step(a, b))
  case 49: THREE_OF(F, F, w_smoothstep(a, b, c))
  case 50: THREE_OF(F, F, w_fma(a, b, c))
  case 79: TWO_OF(F, F, w_nmin(a, b))
  case 80: TWO_OF(F, F, w_nmax(a, b))
  default: return 0;
  }
  return 1;
}

static int32_t run_lanes(const void *all, int32_t count, void *const *registers, const int32_t *live, int32_t lanes) {
  const LaneStep *const steps = all;
  const int64_t bytes = 4 * (int64_t)lanes;
  for (int32_t done = 0; done < count; done++) {
    const LaneStep *step = steps + done;
    switch (step->operation) {
    case LANE_MOVE: ONE_OF(I, I, a)
    case LANE_FILL: EACH_PART EACH_VECTOR AT(I, registers[step->result + part]) = (I)0; break;
    case LANE_MOVE_LIVE: ONE_OF(I, I, SELECT_i(AT(const I, live), a, AT(const I, r)))
    case LANE_ADD: TWO_OF(F, F, a + b)
    case LANE_SUBTRACT: TWO_OF(F, F, a - b)
    case LANE_MULTIPLY: TWO_OF(F, F, a * b)
    case LANE_DIVIDE: TWO_OF(F, F, a / b)
    case LANE_FLOOR_MODULO: TWO_OF(F, F, w_fMod(a, b))
    case LANE_TRUNCATED_REMAINDER: TWO_OF(F, F, w_fRem(a, b))
    case LANE_SCALE: ONE_OF(F, F, a * AT(const F, registers[step->b]))
    case LANE_DOT:
      MERGED(F, AT(F, registers[step->a]) * AT(F, registers[step->b]),
             sum + AT(F, registers[step->a + part]) * AT(F, registers[step->b + part]))
    case LANE_ADD_INT: TWO_OF(U, U, a + b)
    case LANE_SUBTRACT_INT: TWO_OF(U, U, a - b)
    case LANE_MULTIPLY_INT: TWO_OF(U, U, a * b)
    case LANE_DIVIDE_SIGNED: TWO_OF(I, I, w_sDiv(a, b))
    case LANE_DIVIDE_UNSIGNED: TWO_OF(U, U, w_uDiv(a, b))
    case LANE_MODULO_SIGNED: TWO_OF(I, I, w_sMod(a, b))
    case LANE_REMAINDER_SIGNED: TWO_OF(I, I, w_sRem(a, b))
    case LANE_MODULO_UNSIGNED: TWO_OF(U, U, w_uMod(a, b))
    case LANE_AND: TWO_OF(I, I, a & b)
    case LANE_OR: TWO_OF(I, I, a | b)
    case LANE_XOR: TWO_OF(I, I, a ^ b)
    case LANE_NOT: ONE_OF(I, I, ~a)
    case LANE_SHIFT_LEFT: TWO_OF(U, U, a << (b & 31))
    case LANE_SHIFT_RIGHT_SIGNED: TWO_OF(I, I, a >> (b & 31))
    case LANE_SHIFT_RIGHT_UNSIGNED: TWO_OF(U, U, a >> (b & 31))
    case LANE_EQUAL: TWO_OF(I, F, a == b)
    case LANE_NOT_EQUAL: TWO_OF(I, F, a != b)
    case LANE_LESS: TWO_OF(I, F, a < b)
    case LANE_LESS_EQUAL: TWO_OF(I, F, a <= b)
    case LANE_NOT_LESS: TWO_OF(I, F, ~(a < b))
    case LANE_NOT_LESS_EQUAL: TWO_OF(I, F, ~(a <= b))
    case LANE_EQUAL_INT: TWO_OF(I, I, a == b)
    case LANE_LESS_SIGNED: TWO_OF(I, I, a < b)
    case LANE_LESS_EQUAL_SIGNED: TWO_OF(I, I, a <= b)
    case LANE_LESS_UNSIGNED: TWO_OF(I, U, a < b)
    case LANE_LESS_EQUAL_UNSIGNED: TWO_OF(I, U, a <= b)
    case LANE_IS_NAN: ONE_OF(I, F, a != a)
    case LANE_IS_INFINITE: ONE_OF(I, F, w_fabs(a) == INFINITE)
    case LANE_SELECT: THREE_OF(I, I, SELECT_i(c, a, b))
    case LANE_SELECT_WHOLE: TWO_OF(I, I, SELECT_i(AT(const I, registers[step->c]), a, b))
    case LANE_ANY: MERGED(I, AT(I, registers[step->a]), sum | AT(I, registers[step->a + part]))
    case LANE_ALL: MERGED(I, AT(I, registers[step->a]), sum & AT(I, registers[step->a + part]))
    case LANE_SIGNED: ONE_OF(I, F, SELECT_i(a >= 2147483648.0f, (I)INT32_MAX, SELECT_i(a == a, w_to_int(a), (I)0)))
    case LANE_UNSIGNED: ONE_OF(U, F, SELECT_u(a >= 4294967296.0f, (U)UINT32_MAX, w_to_uint(a)))
    case LANE_FLOAT_OF_SIGNED: ONE_OF(F, I, FLOATS(a))
    case LANE_FLOAT_OF_UNSIGNED: ONE_OF(F, U, FLOATS(a))
    case LANE_NEGATE: ONE_OF(F, F, -a)
    case LANE_NEGATE_INT: ONE_OF(U, U, 0u - a)
    case LANE_RECIPROCAL: ONE_OF(F, F, 1.0f / a)
    case LANE_ONE: EACH_PART EACH_VECTOR AT(F, registers[step->result + part]) = (F)1.0f; break;
    case LANE_FUNCTION:
      if (!lane_function(step, registers, bytes)) return done;
      break;
    default: return done;
    }
  }
  return count;
}
