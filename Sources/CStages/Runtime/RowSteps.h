/* Steps of blocks that are made row by row: what lies side by side is read side by side. */

/* Some pixels of a row of a stored picture, from a column on, into planes from `start` on; clear where it has none. */
static void load_columns(const BlockPicture *picture, const StageNumber *geometry, int32_t column, int32_t y, int32_t count, float *const *out, int32_t start) {
  float first = s_floor(((float)column + 0.5f) - geometry[0].f), row = s_floor(geometry[1].f - ((float)y + 0.5f));
  float width = s_fmin(geometry[2].f, (float)picture->width), height = s_fmin(geometry[3].f, (float)picture->height);
  /* The pixels that the picture has: whole numbers. Far away there are none. */
  int32_t from = s_to_int(s_fclamp(-first, 0.0f, (float)count));
  int32_t to = s_to_int(s_fclamp(width - first, 0.0f, (float)count));
  if (!(row >= 0.0f && row < height) || to < from) from = to = 0;
  for (int c = 0; c < 4; c++) {
    fill(out[c] + start, from, 0);
    fill(out[c] + start + to, count - to, 0);
  }
  if (from == to) return;
  const uint8_t *bytes = picture->bytes + (int64_t)s_to_int(row) * picture->row_bytes
                         + (s_to_int(first) + (int64_t)from) * picture->format.bytes;
#define LOAD(format) load_row(format, bytes, to - from, out, start + from);
  WITH_FORMAT(&picture->format, LOAD)
#undef LOAD
}

/* A step's fetch: of a stored picture, or of rows that another node made. */
typedef struct RowFetch {
  const BlockPicture *picture;
  const StageNumber *geometry;
  /* Null for a stored picture: the row, and the columns that it has as the step counts them, half open. It is clear
     beside these, but has no memory there. */
  const float *row;
  int64_t pitch;
  int32_t left, right;
} RowFetch;

INLINE void fetch_columns(const RowFetch *from, int32_t column, int32_t y, int32_t count, float *const *out, int32_t start) {
  if (!from->row) {
    load_columns(from->picture, from->geometry, column, y, count, out, start);
    return;
  }
  int32_t first = within_range(from->left - column, 0, count), last = within_range(from->right - column, first, count);
  for (int c = 0; c < 4; c++) {
    float *to = out[c] + start;
    if (first < last) copy(to + first, from->row + c * from->pitch + (column + first - from->left), last - first);
    fill(to, first, 0);
    fill(to + last, count - last, 0);
  }
}

static void fetch_place(const RowStep *step, const RowFetch *from, int32_t column, int32_t y, int32_t count, float *const *out) {
  int32_t first = column + step->dx, last = first + count - 1;
  if (step->place == PLACE_ROW) {
    fetch_columns(from, first, y + step->dy, count, out, 0);
    return;
  }
  int32_t row = within_range(y + step->dy, step->min_y, step->max_y);
  if (first > step->max_x || last < step->min_x) {
    fetch_columns(from, first > step->max_x ? step->max_x : step->min_x, row, 1, out, 0);
    for (int c = 0; c < 4; c++) fill(out[c] + 1, count - 1, out[c][0]);
    return;
  }
  int32_t start = s_smax(step->min_x - first, 0), end = s_smin(step->max_x - first, count - 1);
  fetch_columns(from, first + start, row, end - start + 1, out, start);
  for (int c = 0; c < 4; c++) {
    fill(out[c], start, out[c][start]);
    fill(out[c] + end + 1, count - 1 - end, out[c][end]);
  }
}

/* Clears what lies outside of a rectangle. */
static void mask_row(const StageNumber *rect, float x, float y, int32_t count, const float *const *in, float *const *out) {
  int32_t from = s_to_int(s_fclamp(s_ceil(rect[0].f - x), 0.0f, (float)count));
  int32_t to = s_to_int(s_fclamp(s_ceil(rect[2].f - x), 0.0f, (float)count));
  if (!(y >= rect[1].f && y < rect[3].f) || to < from) from = to = 0;
  int isSame = 1;
  for (int c = 0; c < 4; c++) isSame &= in[c] == out[c];
  if (!isSame)
    for (int i = 0; i < count; i += W) {
      F color[4];
      for (int c = 0; c < 4; c++) color[c] = *(const F *)(in[c] + i);
      for (int c = 0; c < 4; c++) *(F *)(out[c] + i) = color[c];
    }
  for (int c = 0; c < 4; c++) {
    fill(out[c], from, 0);
    fill(out[c] + to, count - to, 0);
  }
}
