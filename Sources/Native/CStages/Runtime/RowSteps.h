/* Steps of blocks that run row by row, with contiguous reads. */

/* Loads pixels of a row of a stored image, from a column on, into planes from `start` on; clear outside of the
   image. With a single plane, pixels stay as they are stored. */
static void load_columns(const BlockImage *image, const StageUniform *geometry, int32_t column, int32_t y, int32_t count, float *const *out, int32_t start, int planes) {
  float first = s_floor(((float)column + 0.5f) - geometry[0].f), row = s_floor(geometry[1].f - ((float)y + 0.5f));
  float width = s_fmin(geometry[2].f, (float)image->width), height = s_fmin(geometry[3].f, (float)image->height);
  /* The range of pixels inside of the image, which is empty for far points. */
  int32_t from = s_to_int(s_fclamp(-first, 0.0f, (float)count));
  int32_t to = s_to_int(s_fclamp(width - first, 0.0f, (float)count));
  if (!(row >= 0.0f && row < height) || to < from) from = to = 0;
  /* Loads whole vectors, so the pixels after them are cleared later. */
  if (image->planes && from < to) load_planes(image->planes, s_to_int(first) + from, s_to_int(row), to - from, out, start + from);
  for (int c = 0; c < planes; c++) {
    fill(out[c] + start, from, 0);
    fill(out[c] + start + to, count - to, 0);
  }
  if (from == to || image->planes) return;
  const uint8_t *bytes = image->bytes + (int64_t)s_to_int(row) * image->row_bytes
                         + (s_to_int(first) + (int64_t)from) * image->format.bytes;
  if (planes == 1) {
    copy_words(&image->format, (uint8_t *)(out[0] + start + from), bytes, to - from);
    return;
  }
#define LOAD(format) load_row(format, bytes, to - from, out, start + from);
  WITH_FORMAT(&image->format, LOAD)
#undef LOAD
}

/* The source of a fetch: a stored image, or a row of another node. */
typedef struct RowFetch {
  const BlockImage *image;
  const StageUniform *geometry;
  /* The row, or null for a stored image, and its columns in the step's coordinates, half open. Other columns are
     clear and not in memory. */
  const float *row;
  int64_t pitch;
  int32_t left, right;
  /* The format of the row's stored pixels; null for floats. */
  const BlockFormat *stored;
} RowFetch;

INLINE void fetch_columns(const RowFetch *from, int32_t column, int32_t y, int32_t count, float *const *out, int32_t start, int planes) {
  if (!from->row) {
    load_columns(from->image, from->geometry, column, y, count, out, start, planes);
    return;
  }
  int32_t first = within_range(from->left - column, 0, count), last = within_range(from->right - column, first, count);
  const float *row = from->row + (column + first - from->left);
  if (from->stored && planes == 4) {
    if (first < last) decode_words(from->stored, row, last - first, out, start + first);
  } else if (first < last) {
    for (int c = 0; c < planes; c++) copy(out[c] + start + first, row + c * from->pitch, last - first);
  }
  for (int c = 0; c < planes; c++) {
    fill(out[c] + start, first, 0);
    fill(out[c] + start + last, count - last, 0);
  }
}

/* The pixels of a row that a step computes: `count` of them from a column on. They are the block's pixels from
   `start` on. The block's other pixels repeat the nearest of these. */
typedef struct RowSpan { int32_t column, y, count, start; } RowSpan;

static RowSpan span_of(const RowStep *step, int32_t column, int32_t y, int32_t count) {
  RowSpan span = {column + step->dx, y + step->dy, count, 0};
  if (step->access != ACCESS_CLAMPED) return span;
  span.y = within_range(span.y, step->min_y, step->max_y);
  int32_t first = within_range(span.column, step->min_x, step->max_x);
  int32_t last = within_range(span.column + count - 1, step->min_x, step->max_x);
  /* Beyond an edge, all pixels repeat the edge pixel. */
  span.start = within_range(first - span.column, 0, count - 1);
  span.column = first, span.count = last - first + 1;
  return span;
}

/* Repeats the first and the last pixel of a span to both sides. */
static void repeat_edges(const RowSpan *span, int32_t count, int planes, float *const *out) {
  int32_t end = span->start + span->count;
  for (int c = 0; c < planes; c++) {
    fill(out[c], span->start, out[c][span->start]);
    fill(out[c] + end, count - end, out[c][end - 1]);
  }
}

static void fetch_row(const RowStep *step, const RowFetch *from, int32_t column, int32_t y, int32_t count, float *const *out, int planes) {
  RowSpan span = span_of(step, column, y, count);
  fetch_columns(from, span.column, span.y, span.count, out, span.start, planes);
  repeat_edges(&span, count, planes, out);
}

/* Clears the pixels outside of a rectangle. */
static void mask_row(const StageUniform *rect, float x, float y, int32_t count, const float *const *in, float *const *out, int planes) {
  int32_t from = s_to_int(s_fclamp(s_ceil(rect[0].f - x), 0.0f, (float)count));
  int32_t to = s_to_int(s_fclamp(s_ceil(rect[2].f - x), 0.0f, (float)count));
  if (!(y >= rect[1].f && y < rect[3].f) || to < from) from = to = 0;
  int isSame = 1;
  for (int c = 0; c < planes; c++) isSame &= in[c] == out[c];
  if (!isSame)
    for (int i = 0; i < count; i += W) {
      F color[4];
      for (int c = 0; c < planes; c++) color[c] = *(const F *)(in[c] + i);
      for (int c = 0; c < planes; c++) *(F *)(out[c] + i) = color[c];
    }
  for (int c = 0; c < planes; c++) {
    fill(out[c], from, 0);
    fill(out[c] + to, count - to, 0);
  }
}
