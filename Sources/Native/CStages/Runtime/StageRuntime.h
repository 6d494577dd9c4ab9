/* The runtime of generated stages: vectors of pixels, and functions with the same results on all processors.

   Functions with the prefix w_ are for vectors, those with s_ for scalars; both have the same bits. No function calls a
   library. */
#include "Stage.h"

/* The number of pixels in a vector. */
#ifndef W
#if defined(__AVX512F__)
#define W 16
#elif defined(__AVX2__)
#define W 8
#else
#define W 4
#endif
#endif

/* Vectors of floats, ints and unsigned ints. Booleans are ints of 0 or -1. Vectors in memory need not be aligned. */
typedef float F __attribute__((ext_vector_type(W), aligned(4)));
typedef int32_t I __attribute__((ext_vector_type(W), aligned(4)));
typedef uint32_t U __attribute__((ext_vector_type(W), aligned(4)));

#define INLINE static inline __attribute__((always_inline, unused))
#define NOINLINE __attribute__((noinline))
#define ALL ((I)(-1))
#define MASK(truth) ((I)(-(int32_t)(truth)))
#define ANY(mask) (__builtin_reduce_or(mask) != 0)
#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

#define SELECT_f(mask, yes, no) ((F)(((mask) & (I)(yes)) | (~(mask) & (I)(no))))
#define SELECT_i(mask, yes, no) (((mask) & (yes)) | (~(mask) & (no)))
#define SELECT_b SELECT_i
#define SELECT_u(mask, yes, no) ((U)SELECT_i(mask, (I)(yes), (I)(no)))

INLINE int32_t bits_fi(float x) { int32_t bits; __builtin_memcpy(&bits, &x, 4); return bits; }
INLINE uint32_t bits_fu(float x) { return (uint32_t)bits_fi(x); }
INLINE float bits_if(int32_t bits) { float x; __builtin_memcpy(&x, &bits, 4); return x; }
INLINE float bits_uf(uint32_t bits) { return bits_if((int32_t)bits); }

/* Clamps an index to an array of this length. */
INLINE int32_t within(int32_t index, int32_t length) { return index < 0 ? 0 : index < length ? index : length - 1; }

#include "StageMathematics.h"
#include "ExactFunctions.h"
#include "StageReads.h"
#include "HoistedUniforms.h"
#include "StagePowers.h"
#include "StageKernels.h"
