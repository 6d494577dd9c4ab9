/* The values that all pixels of a call share: uniform values and read positions, in the order of use, which is the
   same for all pixels. */
enum { HOISTED_LIMIT = 1024 };
typedef union HoistedValue { float f; int32_t i; const float *pixels; } HoistedValue;
typedef struct HoistedUniforms {
  HoistedValue all[HOISTED_LIMIT];
  /* The number of values, even if they exceed the limit. */
  int64_t used;
  /* True if a read is clamped to the columns of its input. */
  int32_t is_clamped;
} HoistedUniforms;

typedef int (*HoistedLoop)(const StageCall *call, int i, int limit, HoistedUniforms *hoisted);

/* Computes the first pixels by loops that store the values, and the others by loops that load them, if all are
   stored. */
INLINE void run_hoisted(const StageCall *call, HoistedLoop first, HoistedLoop remaining, int width, HoistedLoop oneFirst, HoistedLoop oneRemaining) {
  HoistedUniforms hoisted;
  hoisted.used = 0, hoisted.is_clamped = 0;
  const int limit = call->count + W - 1;
  int i = call->count < width ? oneFirst(call, 0, W, &hoisted) : first(call, 0, width, &hoisted);
  if (i >= call->count) return;
  if (hoisted.used > HOISTED_LIMIT || hoisted.is_clamped) oneFirst(call, first(call, i, call->count, &hoisted), limit, &hoisted);
  else oneRemaining(call, remaining(call, i, call->count, &hoisted), limit, &hoisted);
}

/* Stores the read position of the call's first pixel; the other pixels read at the same offset from themselves. */
INLINE void hoist_position(HoistedUniforms *hoisted, HoistedValue *hoisted_value, const StageCall *call, int32_t n, float offset, float y) {
  const StageRows *rows = &call->rows[n];
  int32_t column = column_at(rows, call->x + offset, 0);
  if (column < 0 || column > rows->column_count + STAGE_PIXELS - (call->count + W - 1) / W * W) hoisted->is_clamped = 1;
  else if (hoisted_value < hoisted->all + HOISTED_LIMIT) hoisted_value->pixels = row_at(rows, y) + column;
}

#define BEGIN_HOISTED HoistedValue *hoisted_value = hoisted->all;
#define END_HOISTED if (isFirst) hoisted->used = hoisted_value - hoisted->all;
#define HOIST(scalar)                                                                                     \
  {                                                                                                       \
    if (!isFirst) __builtin_memcpy(&scalar, hoisted_value, 4);                                            \
    else if (hoisted_value < hoisted->all + HOISTED_LIMIT) __builtin_memcpy(hoisted_value, &scalar, 4);   \
    hoisted_value++;                                                                                      \
  }
#define HOISTED_PIXELS(n, offset, y)                                                                                     \
  const float *p = isFirst ? pixels_at(&call->rows[n], call->x + (offset), i, y, PIXELS(F)) : hoisted_value->pixels + i; \
  if (isFirst) hoist_position(hoisted, hoisted_value, call, n, offset, y);                                               \
  hoisted_value++;
#define HOISTED_READ_MOVED(n, offset, y, R, G, B, A) \
  {                                                  \
    HOISTED_PIXELS(n, offset, y)                     \
    READ_AT(n, p, R, G, B, A)                        \
  }
#define HOISTED_READ_MOVED_STORED(n, offset, y, word)            \
  {                                                              \
    HOISTED_PIXELS(n, offset, y)                                 \
    word = __builtin_convertvector(*(const B *)p, P);            \
  }
