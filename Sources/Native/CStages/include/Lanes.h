/* Interpreted code of an app's kernel: instructions on registers, each a number for every pixel of a batch. Interpreters
   write the steps; the shared object has what carries them out. */
#ifndef LANES_H
#define LANES_H

#include <stdint.h>

/* What a step does. Results and operands are `count` registers side by side, from `result`, `a`, `b` and `c` on; truths are
   -1 and 0. Signed and unsigned numbers are of 32 bits, and wrap. */
enum {
  /* Nothing that is done here: control, memory that pixels choose, what reads. */
  LANE_OTHER,
  LANE_MOVE,
  /* Zeros. */
  LANE_FILL,
  /* Only of pixels that live. */
  LANE_MOVE_LIVE,
  LANE_ADD, LANE_SUBTRACT, LANE_MULTIPLY, LANE_DIVIDE,
  /* a - b floor(a / b), a - b trunc(a / b). */
  LANE_FLOOR_MODULO, LANE_TRUNCATED_REMAINDER,
  /* By one register, b. */
  LANE_SCALE,
  /* One register. */
  LANE_DOT,
  LANE_ADD_INT, LANE_SUBTRACT_INT, LANE_MULTIPLY_INT,
  /* By 0 it is 0. */
  LANE_DIVIDE_SIGNED, LANE_DIVIDE_UNSIGNED, LANE_MODULO_SIGNED, LANE_REMAINDER_SIGNED, LANE_MODULO_UNSIGNED,
  LANE_AND, LANE_OR, LANE_XOR, LANE_NOT,
  /* By the lowest five bits of b. */
  LANE_SHIFT_LEFT, LANE_SHIFT_RIGHT_SIGNED, LANE_SHIFT_RIGHT_UNSIGNED,
  LANE_EQUAL, LANE_NOT_EQUAL, LANE_LESS, LANE_LESS_EQUAL, LANE_NOT_LESS, LANE_NOT_LESS_EQUAL,
  LANE_EQUAL_INT, LANE_LESS_SIGNED, LANE_LESS_EQUAL_SIGNED, LANE_LESS_UNSIGNED, LANE_LESS_EQUAL_UNSIGNED,
  LANE_IS_NAN, LANE_IS_INFINITE,
  /* c chooses a, else b; LANE_SELECT_WHOLE has one register of choices. */
  LANE_SELECT, LANE_SELECT_WHOLE,
  /* One register. */
  LANE_ANY, LANE_ALL,
  /* Toward 0, as far as the number goes; what is no number is 0. */
  LANE_SIGNED, LANE_UNSIGNED,
  LANE_FLOAT_OF_SIGNED, LANE_FLOAT_OF_UNSIGNED,
  LANE_NEGATE, LANE_NEGATE_INT, LANE_RECIPROCAL, LANE_ONE,
  /* A function of GLSL.std.450, by its number there. */
  LANE_FUNCTION
};

typedef struct LaneStep {
  int32_t operation, number, count, result, a, b, c;
} LaneStep;

/* Carries out steps, a `LaneStep` each, for `lanes` pixels, a multiple of 16. A vector of a register's pixels is read before
   that of the result is written, so a result may lie where an operand does.

   Sums, products and quotients, and what chooses among numbers, give the bits that IEEE 754 has them be. Sines, powers and
   their like are computed as doubles and rounded: they may be another float than the nearest where a number lies in the
   middle between two.

   Gives how many steps it did: fewer than `count` where the next one is LANE_OTHER, or a function of numbers that it is not
   exact for here. That one is untouched then.

   `registers` are where each register's numbers lie; `live` is -1 for pixels that live, else 0. */
typedef int32_t (*LaneRun)(const void *steps, int32_t count, void *const *registers, const int32_t *live, int32_t lanes);

#endif
