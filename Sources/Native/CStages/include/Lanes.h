/* Instructions of an interpreted kernel of an app. A register has a scalar for each pixel of a batch. Interpreters
   write the instructions; the shared object executes them. */
#ifndef LANES_H
#define LANES_H

#include <stdint.h>

/* The operations. Results and operands are `count` consecutive registers, from `result`, `a`, `b` and `c` on.
   Booleans are -1 and 0. Signed and unsigned integers have 32 bits, and wrap. */
enum {
  /* An operation that only the interpreter executes: control flow, scattered memory accesses, reads of inputs. */
  LANE_OTHER,
  LANE_MOVE,
  /* Zeros. */
  LANE_FILL,
  /* Only for active pixels. */
  LANE_MOVE_LIVE,
  LANE_ADD, LANE_SUBTRACT, LANE_MULTIPLY, LANE_DIVIDE,
  /* a - b floor(a / b), a - b trunc(a / b). */
  LANE_FLOOR_MODULO, LANE_TRUNCATED_REMAINDER,
  /* The product with a scalar: one register, b. */
  LANE_SCALE,
  /* The result is one register. */
  LANE_DOT,
  LANE_ADD_INT, LANE_SUBTRACT_INT, LANE_MULTIPLY_INT,
  /* Division by 0 gives 0. */
  LANE_DIVIDE_SIGNED, LANE_DIVIDE_UNSIGNED, LANE_MODULO_SIGNED, LANE_REMAINDER_SIGNED, LANE_MODULO_UNSIGNED,
  LANE_AND, LANE_OR, LANE_XOR, LANE_NOT,
  /* The shift is the lowest five bits of b. */
  LANE_SHIFT_LEFT, LANE_SHIFT_RIGHT_SIGNED, LANE_SHIFT_RIGHT_UNSIGNED,
  LANE_EQUAL, LANE_NOT_EQUAL, LANE_LESS, LANE_LESS_EQUAL, LANE_NOT_LESS, LANE_NOT_LESS_EQUAL,
  LANE_EQUAL_INT, LANE_LESS_SIGNED, LANE_LESS_EQUAL_SIGNED, LANE_LESS_UNSIGNED, LANE_LESS_EQUAL_UNSIGNED,
  LANE_IS_NAN, LANE_IS_INFINITE,
  /* Selects a where c is true, else b. For LANE_SELECT_WHOLE, c is one register. */
  LANE_SELECT, LANE_SELECT_WHOLE,
  /* The result is one register. */
  LANE_ANY, LANE_ALL,
  /* Rounded toward 0, and clamped to the range; NaN gives 0. */
  LANE_SIGNED, LANE_UNSIGNED,
  LANE_FLOAT_OF_SIGNED, LANE_FLOAT_OF_UNSIGNED,
  LANE_NEGATE, LANE_NEGATE_INT, LANE_RECIPROCAL, LANE_ONE,
  /* A function of GLSL.std.450; `number` is its number there. */
  LANE_FUNCTION
};

typedef struct LaneStep {
  int32_t operation, number, count, result, a, b, c;
} LaneStep;

/* Executes steps, each a `LaneStep`, for `lanes` pixels, a multiple of 16. Vectors of operands are read before the
   vector of the result is written, so the result may use the memory of an operand.

   Sums, products, quotients and selections have the bits that IEEE 754 requires. Sines, powers and similar functions
   are computed in double precision and rounded. If a value is near the middle between two floats, the result may not
   be the nearest float.

   Returns the number of executed steps. It is smaller than `count` if the next step is LANE_OTHER, or a function
   whose operands are outside of the range in which it is exact here. That step has then written nothing.

   `registers` has the address of each register; `live` is -1 for active pixels, else 0. */
typedef int32_t (*LaneRun)(const void *steps, int32_t count, void *const *registers, const int32_t *active, int32_t lanes);

#endif
