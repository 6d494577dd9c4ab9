/* Execution of instructions of interpreted kernels. */
#include "Lanes.h"

#define AT(type, pointer) (*(type *)((char *)(pointer) + i))
/* Loops over parts and vectors. The body uses `a`, `b` and `c`. */
#define EACH_PART for (int32_t part = 0; part < step->count; part++)
#define EACH_VECTOR for (int64_t i = 0; i < bytes; i += 4 * W)

#define UNARY(to, from, body)                                                                     \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part], *ra = registers[step->a + part];                    \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra);                                                                      \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
#define BINARY(to, from, body)                                                                    \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part];                                                     \
    void *ra = registers[step->a + part], *rb = registers[step->b + part];                        \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra), b = AT(from, rb);                                                    \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
#define TERNARY(to, from, body)                                                                   \
  EACH_PART {                                                                                     \
    void *r = registers[step->result + part], *ra = registers[step->a + part];                    \
    void *rb = registers[step->b + part], *rc = registers[step->c + part];                        \
    EACH_VECTOR {                                                                                 \
      from a = AT(from, ra), b = AT(from, rb), c = AT(from, rc);                                  \
      AT(to, r) = (to)(body);                                                                     \
    }                                                                                             \
  }                                                                                               \
  break;
/* Reduces the parts of an operand to one register. */
#define REDUCED(type, first, next)                                                                \
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

/* Returns 0, before anything is written, unless all operands are in the given range. */
#define REQUIRE(operands, range)                                                                    \
  if (!operands##_in_range(step, registers, bytes, range)) return 0;

#define IS_FINITE(x) (w_fabs(x) < INFINITE)
/* Larger angles would require more digits of pi. */
#define IS_ANGLE(x) (w_fabs(x) <= 0x1p20f)
#define IS_POSITIVE(x) (((x) > 0.0f) & ((x) < INFINITE))

/* The ranges of operands in which a function is exact. */
enum { ANGLES, POSITIVES, FINITES, SINES, POWERS };

static int one_in_range(const LaneStep *step, void *const *registers, int64_t bytes, int range) {
  EACH_PART {
    const void *ra = registers[step->a + part];
    I all = ALL;
    EACH_VECTOR {
      F a = AT(const F, ra);
      switch (range) {
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

static int two_in_range(const LaneStep *step, void *const *registers, int64_t bytes, int range) {
  EACH_PART {
    const void *ra = registers[step->a + part], *rb = registers[step->b + part];
    I all = ALL;
    EACH_VECTOR {
      F a = AT(const F, ra), b = AT(const F, rb);
      /* Powers of 0 whose exponent is positive are 0. */
      if (range == POWERS) all &= (IS_POSITIVE(a) | ((a == 0.0f) & (b > 0.0f))) & IS_FINITE(b);
      else all &= IS_FINITE(a) & IS_FINITE(b);
    }
    if (ANY(~all)) return 0;
  }
  return 1;
}

INLINE F w_round_away(F x) {
  F whole = w_trunc(x);
  return SELECT_f(w_fabs(x - whole) >= 0.5f, whole + (F)(((I)x & (int32_t)0x80000000) | 0x3f800000), whole);
}

/* Returns 1 if the function was computed. */
static int lane_function(const LaneStep *step, void *const *registers, int64_t bytes) {
  switch (step->number) {
  case 1: UNARY(F, F, w_round_away(a))
  case 2: UNARY(F, F, w_round_even(a))
  case 3: UNARY(F, F, w_trunc(a))
  case 4: UNARY(F, F, w_fabs(a))
  case 5: UNARY(I, I, w_sabs(a))
  case 6: UNARY(F, F, w_fsign(a))
  case 7: UNARY(I, I, w_ssign(a))
  case 8: UNARY(F, F, w_floor(a))
  case 9: UNARY(F, F, w_ceil(a))
  case 10: UNARY(F, F, w_fract(a))
  case 11: UNARY(F, F, a * (3.14159250f / 180.0f))
  case 12: UNARY(F, F, a * (180.0f / 3.14159250f))
  case 13: REQUIRE(one, ANGLES) UNARY(F, F, w_exact_sine(a, 0))
  case 14: REQUIRE(one, ANGLES) UNARY(F, F, w_exact_sine(a, 1))
  case 15: REQUIRE(one, ANGLES) UNARY(F, F, w_exact_tangent(a))
  case 16: REQUIRE(one, SINES) UNARY(F, F, w_exact_angle(DOUBLES(a), d_across(DOUBLES(a))))
  case 17: REQUIRE(one, SINES) UNARY(F, F, w_exact_angle(d_across(DOUBLES(a)), DOUBLES(a)))
  case 18: REQUIRE(one, FINITES) UNARY(F, F, w_exact_angle(DOUBLES(a), (D)1.0))
  case 25: REQUIRE(two, FINITES) BINARY(F, F, w_exact_angle(DOUBLES(a), DOUBLES(b)))
  case 26: REQUIRE(two, POWERS) BINARY(F, F, w_exact_power(a, b))
  case 27: REQUIRE(one, FINITES) UNARY(F, F, w_exact_exp2(DOUBLES(a) * 1.4426950408889634074))
  case 28: REQUIRE(one, POSITIVES) UNARY(F, F, FLOATS(d_log2(DOUBLES(a)) * 0.69314718055994530942))
  case 29: REQUIRE(one, FINITES) UNARY(F, F, w_exact_exp2(DOUBLES(a)))
  case 30: REQUIRE(one, POSITIVES) UNARY(F, F, FLOATS(d_log2(DOUBLES(a))))
  case 31: UNARY(F, F, w_sqrt(a))
  case 32: UNARY(F, F, w_rsqrt(a))
  /* If an operand is NaN, the first. */
  case 37: BINARY(F, F, SELECT_f(b < a, b, a))
  case 38: BINARY(U, U, w_umin(a, b))
  case 39: BINARY(I, I, w_smin(a, b))
  case 40: BINARY(F, F, SELECT_f(a < b, b, a))
  case 41: BINARY(U, U, w_umax(a, b))
  case 42: BINARY(I, I, w_smax(a, b))
  case 43:
  case 81: TERNARY(F, F, SELECT_f(c < SELECT_f(a < b, b, a), c, SELECT_f(a < b, b, a)))
  case 44: TERNARY(U, U, w_uclamp(a, b, c))
  case 45: TERNARY(I, I, w_sclamp(a, b, c))
  case 46: TERNARY(F, F, w_fmix(a, b, c))
  case 48: BINARY(F, F, w_step(a, b))
  case 49: TERNARY(F, F, w_smoothstep(a, b, c))
  case 50: TERNARY(F, F, w_fma(a, b, c))
  case 79: BINARY(F, F, w_nmin(a, b))
  case 80: BINARY(F, F, w_nmax(a, b))
  default: return 0;
  }
  return 1;
}

static int32_t run_lanes(const void *all, int32_t count, void *const *registers, const int32_t *active, int32_t lanes) {
  const LaneStep *const steps = all;
  const int64_t bytes = 4 * (int64_t)lanes;
  for (int32_t done = 0; done < count; done++) {
    const LaneStep *step = steps + done;
    switch (step->operation) {
    case LANE_MOVE: UNARY(I, I, a)
    case LANE_FILL: EACH_PART EACH_VECTOR AT(I, registers[step->result + part]) = (I)0; break;
    case LANE_MOVE_LIVE: UNARY(I, I, SELECT_i(AT(const I, active), a, AT(const I, r)))
    case LANE_ADD: BINARY(F, F, a + b)
    case LANE_SUBTRACT: BINARY(F, F, a - b)
    case LANE_MULTIPLY: BINARY(F, F, a * b)
    case LANE_DIVIDE: BINARY(F, F, a / b)
    case LANE_FLOOR_MODULO: BINARY(F, F, w_fMod(a, b))
    case LANE_TRUNCATED_REMAINDER: BINARY(F, F, w_fRem(a, b))
    case LANE_SCALE: UNARY(F, F, a * AT(const F, registers[step->b]))
    case LANE_DOT:
      REDUCED(F, AT(F, registers[step->a]) * AT(F, registers[step->b]),
             sum + AT(F, registers[step->a + part]) * AT(F, registers[step->b + part]))
    case LANE_ADD_INT: BINARY(U, U, a + b)
    case LANE_SUBTRACT_INT: BINARY(U, U, a - b)
    case LANE_MULTIPLY_INT: BINARY(U, U, a * b)
    case LANE_DIVIDE_SIGNED: BINARY(I, I, w_sDiv(a, b))
    case LANE_DIVIDE_UNSIGNED: BINARY(U, U, w_uDiv(a, b))
    case LANE_MODULO_SIGNED: BINARY(I, I, w_sMod(a, b))
    case LANE_REMAINDER_SIGNED: BINARY(I, I, w_sRem(a, b))
    case LANE_MODULO_UNSIGNED: BINARY(U, U, w_uMod(a, b))
    case LANE_AND: BINARY(I, I, a & b)
    case LANE_OR: BINARY(I, I, a | b)
    case LANE_XOR: BINARY(I, I, a ^ b)
    case LANE_NOT: UNARY(I, I, ~a)
    case LANE_SHIFT_LEFT: BINARY(U, U, a << (b & 31))
    case LANE_SHIFT_RIGHT_SIGNED: BINARY(I, I, a >> (b & 31))
    case LANE_SHIFT_RIGHT_UNSIGNED: BINARY(U, U, a >> (b & 31))
    case LANE_EQUAL: BINARY(I, F, a == b)
    case LANE_NOT_EQUAL: BINARY(I, F, a != b)
    case LANE_LESS: BINARY(I, F, a < b)
    case LANE_LESS_EQUAL: BINARY(I, F, a <= b)
    case LANE_NOT_LESS: BINARY(I, F, ~(a < b))
    case LANE_NOT_LESS_EQUAL: BINARY(I, F, ~(a <= b))
    case LANE_EQUAL_INT: BINARY(I, I, a == b)
    case LANE_LESS_SIGNED: BINARY(I, I, a < b)
    case LANE_LESS_EQUAL_SIGNED: BINARY(I, I, a <= b)
    case LANE_LESS_UNSIGNED: BINARY(I, U, a < b)
    case LANE_LESS_EQUAL_UNSIGNED: BINARY(I, U, a <= b)
    case LANE_IS_NAN: UNARY(I, F, a != a)
    case LANE_IS_INFINITE: UNARY(I, F, w_fabs(a) == INFINITE)
    case LANE_SELECT: TERNARY(I, I, SELECT_i(c, a, b))
    case LANE_SELECT_WHOLE: BINARY(I, I, SELECT_i(AT(const I, registers[step->c]), a, b))
    case LANE_ANY: REDUCED(I, AT(I, registers[step->a]), sum | AT(I, registers[step->a + part]))
    case LANE_ALL: REDUCED(I, AT(I, registers[step->a]), sum & AT(I, registers[step->a + part]))
    case LANE_SIGNED: UNARY(I, F, SELECT_i(a >= 2147483648.0f, (I)INT32_MAX, SELECT_i(a == a, w_to_int(a), (I)0)))
    case LANE_UNSIGNED: UNARY(U, F, SELECT_u(a >= 4294967296.0f, (U)UINT32_MAX, w_to_uint(a)))
    case LANE_FLOAT_OF_SIGNED: UNARY(F, I, FLOATS(a))
    case LANE_FLOAT_OF_UNSIGNED: UNARY(F, U, FLOATS(a))
    case LANE_NEGATE: UNARY(F, F, -a)
    case LANE_NEGATE_INT: UNARY(U, U, 0u - a)
    case LANE_RECIPROCAL: UNARY(F, F, 1.0f / a)
    case LANE_ONE: EACH_PART EACH_VECTOR AT(F, registers[step->result + part]) = (F)1.0f; break;
    case LANE_FUNCTION:
      if (!lane_function(step, registers, bytes)) return done;
      break;
    default: return done;
    }
  }
  return count;
}
