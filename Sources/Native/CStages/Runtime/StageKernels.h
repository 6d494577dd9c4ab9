/* What kernels of apps need beside built-in formulas: loops that may not end, and arrays that each pixel indexes for
   itself. */

/* Where a kernel says that it does not end: the address comes as the first two numbers. */
#define WATCHED                                                                                         \
  int32_t *const watch = (int32_t *)(uintptr_t)((uint64_t)(uint32_t)call->numbers[0].i                  \
                                                | (uint64_t)(uint32_t)call->numbers[1].i << 32);
INLINE int stop(int32_t *watch) {
  __atomic_store_n(watch, 1, __ATOMIC_RELAXED);
  return 1;
}
/* What follows is done after too many rounds: of a loop, or of all loops of these pixels. */
#define END_AFTER(n) \
  if (__builtin_expect((++n > STAGE_LOOP_ROUNDS) | (++rounds > STAGE_ROUNDS), 0) && stop(watch))

/* The pixels of a vector that the call makes: others, which nobody sees, may have loops without an end. */
INLINE I made_pixels(int32_t left) {
  I r;
  for (int j = 0; j < W; j++) r[j] = -(j < left);
  return r;
}

INLINE I w_within(I index, int32_t length) { return w_smin(w_smax(index, (I)0), (I)(length - 1)); }

/* Of arrays of vectors, and of numbers that all pixels share. */
#define PICK(name, type, vector, one)                               \
  INLINE vector pick_##name(const type *array, I index) {           \
    vector r;                                                       \
    for (int j = 0; j < W; j++) r[j] = one;                         \
    return r;                                                       \
  }
PICK(f, F, F, array[index[j]][j]) PICK(i, I, I, array[index[j]][j]) PICK(b, I, I, array[index[j]][j]) PICK(u, U, U, array[index[j]][j])
PICK(sf, float, F, array[index[j]]) PICK(si, int, I, array[index[j]]) PICK(sb, int, I, -array[index[j]]) PICK(su, unsigned, U, array[index[j]])

#define PUT(name, vector)                                                         \
  INLINE void put_##name(vector *array, I index, vector value, I mask) {          \
    for (int j = 0; j < W; j++)                                                   \
      if (mask[j]) array[index[j]][j] = value[j];                                 \
  }
PUT(f, F) PUT(i, I) PUT(b, I) PUT(u, U)
