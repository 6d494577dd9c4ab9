/* Additional functions for kernels of apps: loops that may be endless, and arrays with an index for each pixel. */

/* Declares the flag that a kernel with an endless loop sets. The first two uniforms are its address. */
#define STOP_FLAG                                                                                         \
  int32_t *const stop_flag = (int32_t *)(uintptr_t)((uint64_t)(uint32_t)call->uniforms[0].i               \
                                                | (uint64_t)(uint32_t)call->uniforms[1].i << 32);
INLINE int set_stop_flag(int32_t *stop_flag) {
  __atomic_store_n(stop_flag, 1, __ATOMIC_RELAXED);
  return 1;
}
/* Executes the next statement after too many iterations of a loop, or of all loops of these pixels. */
#define IF_ENDLESS(n) \
  if (__builtin_expect((++n > STAGE_LOOP_ITERATIONS) | (++iterations > STAGE_ITERATIONS), 0) && set_stop_flag(stop_flag))

/* Returns the mask of the vector's pixels that belong to the call. Loops of the others might be endless. */
INLINE I active_pixels(int32_t count) {
  I r;
  for (int j = 0; j < W; j++) r[j] = -(j < count);
  return r;
}

INLINE I w_within(I index, int32_t length) { return w_smin(w_smax(index, (I)0), (I)(length - 1)); }

/* Reads of arrays of vectors, and of arrays of scalars that all pixels share. */
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
