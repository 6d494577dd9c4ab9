/* What all pixels of a call share: numbers, and where pixels are read, in the order in which they are needed, which is the
   same for all pixels. */
enum { SHARED_LIMIT = 1024 };
typedef union SharedNumber { float f; int32_t i; const float *pixels; } SharedNumber;
typedef struct HoistedUniforms {
  SharedNumber all[SHARED_LIMIT];
  /* How many there are, kept or not. */
  int64_t used;
  /* True where a read is moved to the nearest columns that there are. */
  int32_t is_moved;
} HoistedUniforms;

typedef int (*SharedLoop)(const StageCall *call, int i, int room, HoistedUniforms *numbers);

/* The first pixels by loops that keep numbers, and the rest by those that take them, if all are kept. */
INLINE void run_shared(const StageCall *call, SharedLoop first, SharedLoop rest, int width, SharedLoop oneFirst, SharedLoop oneRest) {
  HoistedUniforms numbers;
  numbers.used = 0, numbers.is_moved = 0;
  const int room = call->count + W - 1;
  int i = call->count < width ? oneFirst(call, 0, W, &numbers) : first(call, 0, width, &numbers);
  if (i >= call->count) return;
  if (numbers.used > SHARED_LIMIT || numbers.is_moved) oneFirst(call, first(call, i, call->count, &numbers), room, &numbers);
  else oneRest(call, rest(call, i, call->count, &numbers), room, &numbers);
}

/* Where the first pixel of the call reads; all others read as far from themselves. */
INLINE void share_pixels(HoistedUniforms *numbers, SharedNumber *shared, const StageCall *call, int32_t n, float offset, float y) {
  const StageRows *rows = &call->rows[n];
  int32_t column = column_at(rows, call->x + offset, 0);
  if (column < 0 || column > rows->column_count + STAGE_PIXELS - (call->count + W - 1) / W * W) numbers->is_moved = 1;
  else if (shared < numbers->all + SHARED_LIMIT) shared->pixels = row_at(rows, y) + column;
}

#define BEGIN_SHARED SharedNumber *shared = numbers->all;
#define END_SHARED if (isFirst) numbers->used = shared - numbers->all;
#define SHARE(number)                                                                                     \
  {                                                                                                       \
    if (!isFirst) __builtin_memcpy(&number, shared, 4);                                                   \
    else if (shared < numbers->all + SHARED_LIMIT) __builtin_memcpy(shared, &number, 4);                  \
    shared++;                                                                                             \
  }
#define SHARED_PIXELS(n, offset, y)                                                    \
  const float *p = isFirst ? pixels_at(&call->rows[n], call->x + (offset), i, y, PIXELS(F)) : shared->pixels + i; \
  if (isFirst) share_pixels(numbers, shared, call, n, offset, y);                      \
  shared++;
#define SHARED_READ_MOVED(n, offset, y, R, G, B, A) \
  {                                                 \
    SHARED_PIXELS(n, offset, y)                     \
    READ_AT(n, p, R, G, B, A)                       \
  }
#define SHARED_READ_MOVED_STORED(n, offset, y, word)            \
  {                                                             \
    SHARED_PIXELS(n, offset, y)                                 \
    word = __builtin_convertvector(*(const B *)p, P);           \
  }
