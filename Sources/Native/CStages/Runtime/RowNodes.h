/* Nodes: the state of a thread, and the rows and columns that they read. */

/* The state of a node in a thread: the ring of its rows, the columns in memory, and the columns that are computed. */
typedef struct RowState {
  float *ring;
  int32_t *tags;
  int64_t pitch;
  int32_t left, right, computed_left, computed_right;
} RowState;

/* The rows that a step reads for the current row: the lowest row and the count. If it reads nothing, it has one
   clear row. */
typedef struct RowEdge {
  const float **rows;
  int32_t bottom, count, isClear;
} RowEdge;

typedef struct RowWork {
  const RowPipeline *pipeline;
  /* By dispatch. */
  Work *works;
  RowEdge *edges;
  /* The column cache of a stage, at the stage's first edge. */
  ColumnCache *column_caches;
  /* A clear row, for rows outside of a node's extent. */
  float *clear;
  /* If the sink is stored as planes: the first row of a group, or the sum of its rows, as planes of `video_pitch`
     floats. Points to the first column; a vector of memory precedes it. */
  float *video;
  int64_t video_pitch;
  float *x, *y;
  int32_t hasFailed, isCancelled;
  /* The number of pixels since the last poll. */
  int32_t uncheckedPixels;
  RowState states[ROW_NODE_LIMIT];
} RowWork;

INLINE const Block *block_of(const RowPipeline *pipeline, const RowNode *node) {
  return &pipeline->dispatches[node->dispatch].blocks[node->block];
}

/* Returns the number of planes of a row. */
INLINE int plane_count(const RowNode *node) { return node->is_stored ? 1 : 4; }

INLINE int32_t source_count(const BlockStep *step, const RowStep *row) {
  if (step->kind == STEP_FETCH) return row->sources[0].node >= 0;
  return row->stage ? step->reader_count : 0;
}

/* Returns the first column of a sink that corresponds to columns of sink 0 from `column` on. Each column of a sink
   corresponds to one of sink 0. */
static int32_t sink_column(const RowPipeline *pipeline, int32_t sink, int32_t column) {
  const RowNode *main = &pipeline->nodes[0], *node = &pipeline->nodes[sink];
  if (sink == 0) return column;
  int64_t extent = s_smax(main->right - main->left, 1);
  return node->left + (int32_t)((int64_t)(column - main->left) * (node->right - node->left) / extent);
}

/* Returns the end of the rows of a sink that are not computed yet when sink 0 has computed its rows from the top
   down to `row`. */
static int32_t sink_row(const RowPipeline *pipeline, int32_t sink, int32_t row) {
  const RowNode *main = &pipeline->nodes[0], *node = &pipeline->nodes[sink];
  if (sink == 0) return row;
  int64_t extent = s_smax(main->top - main->bottom, 1);
  return node->top - (int32_t)((int64_t)(main->top - row) * (node->top - node->bottom) / extent);
}

/* Finds the rows and columns that a step reads for contiguous pixels. */
static void reach_of(const BlockStep *step, const RowStep *row, const StageUniform *uniforms, int32_t column, int32_t count, int32_t y, StageReach *reach) {
  RowSpan span = span_of(row, column, y, count);
  if (step->kind == STEP_FETCH) {
    reach[0] = (StageReach){span.y, span.y, span.column, span.column + span.count - 1};
    return;
  }
  for (int k = 0; k < step->reader_count; k++) reach[k] = (StageReach){INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN};
  StageCall call;
  call.count = span.count;
  call.x = (float)span.column + 0.5f, call.y = (float)span.y + 0.5f;
  call.uniforms = uniforms + row->first_uniform;
  row->reach(&call, reach);
}

/* Finds the columns, and possibly more rows than reach_of. */
static void columns_of(const BlockStep *step, const RowStep *row, const StageUniform *uniforms, int32_t column, int32_t count, int32_t y, StageReach *reach) {
  if (!row->is_monotonic || count < 2) {
    reach_of(step, row, uniforms, column, count, y, reach);
    return;
  }
  StageReach last[BLOCK_READER_LIMIT];
  reach_of(step, row, uniforms, column, 1, y, reach);
  reach_of(step, row, uniforms, column + count - 1, 1, y, last);
  for (int k = 0; k < step->reader_count; k++) {
    if (last[k].bottom > last[k].top) continue;
    reach[k].bottom = s_smin(reach[k].bottom, last[k].bottom), reach[k].top = s_smax(reach[k].top, last[k].top);
    reach[k].left = s_smin(reach[k].left, last[k].left), reach[k].right = s_smax(reach[k].right, last[k].right);
  }
}

/* --- Ring sizes --- */

/* The rows of a node that are computed so far: all between the lowest and the highest one. */
typedef struct ComputedRows { int32_t low, high; } ComputedRows;

/* Simulates the computation of a row, and of the rows that it requires. */
static void simulate_row(RowPipeline *pipeline, ComputedRows *computed, int32_t index, int32_t y) {
  RowNode *node = &pipeline->nodes[index];
  if (node->total_rows++ == 0) node->sample_row = y;
  const Block *block = block_of(pipeline, node);
  const StageUniform *uniforms = pipeline->dispatches[node->dispatch].uniforms;
  /* The first pass computes missing rows; the second finds the rows that must be in the ring at the end. */
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < block->step_count; i++) {
      RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      reach_of(&block->steps[i], row, uniforms, node->left, 1, y, reach);
      for (int k = 0; k < count; k++) {
        RowSource *source = &row->sources[k];
        if (reach[k].bottom > reach[k].top) continue;
        RowNode *from = &pipeline->nodes[source->node];
        if (reach[k].top - reach[k].bottom >= ROW_COUNT_LIMIT) {
          from->ring_rows = INT32_MAX;
          continue;
        }
        source->span = s_smax(source->span, reach[k].top - reach[k].bottom + 1);
        int32_t low = s_smax(reach[k].bottom + source->dy, from->bottom), high = s_smin(reach[k].top + source->dy, from->top - 1);
        if (low > high) continue;
        ComputedRows *rows = &computed[source->node];
        if (pass == 1) {
          from->ring_rows = s_smax(from->ring_rows, high - rows->low + 1);
          continue;
        }
        /* Rows above the computed ones, if another reader began below; initially all rows. */
        const int32_t above = rows->high;
        for (int32_t r = high; r > above && (above > INT32_MIN || r >= low); r--) {
          rows->low = s_smin(rows->low, r), rows->high = s_smax(rows->high, r);
          simulate_row(pipeline, computed, source->node, r);
        }
        for (int32_t r = s_smin(high, rows->low - 1); r >= low; r--) {
          rows->low = r;
          simulate_row(pipeline, computed, source->node, r);
        }
      }
    }
}

static void size_rings(RowPipeline *pipeline, int32_t bottom, int32_t top) {
  ComputedRows computed[ROW_NODE_LIMIT];
  for (int n = 0; n < pipeline->node_count; n++) {
    computed[n] = (ComputedRows){INT32_MAX, INT32_MIN};
    pipeline->nodes[n].ring_rows = 1, pipeline->nodes[n].total_rows = 0;
  }
  for (int32_t y = top - 1; y >= bottom; y--) {
    for (int32_t s = 0; s < pipeline->sink_count; s++)
      for (int32_t r = sink_row(pipeline, s, y + 1) - 1; r >= sink_row(pipeline, s, y); r--) simulate_row(pipeline, computed, s, r);
    if (y == top - 1) for (int n = 0; n < pipeline->node_count; n++) pipeline->nodes[n].warmup_rows = pipeline->nodes[n].total_rows;
  }
}

/* --- Columns --- */
enum { CLEAR_PIXELS = 4 * STAGE_PIXELS };

INLINE int64_t clamped(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

/* Returns the number of columns on each side of a tile that its chroma requires. */
INLINE int32_t chroma_margin(const RowPipeline *pipeline) {
  const RowStore *store = &pipeline->outputs[0].store;
  return store->chroma_count > 0 && store->columns == 2 && (store->weights[0] != 0.0f || store->weights[3] != 0.0f) ? 2 : 0;
}

/* Finds the columns of each node. Returns 0 if a read is too wide for rows. */
static int32_t find_columns(const RowPipeline *pipeline, RowState *states, int32_t left, int32_t right) {
  for (int n = 0; n < pipeline->node_count; n++) states[n].left = INT32_MAX, states[n].right = INT32_MIN;
  for (int s = 0; s < pipeline->sink_count; s++)
    states[s].left = sink_column(pipeline, s, left), states[s].right = sink_column(pipeline, s, right);
  states[0].left = s_smax(left - chroma_margin(pipeline), s_smin(left, pipeline->nodes[0].left));
  states[0].right = s_smin(right + chroma_margin(pipeline), s_smax(right, pipeline->nodes[0].right));
  for (int n = 0; n < pipeline->node_count; n++) {
    const RowNode *node = &pipeline->nodes[n];
    RowState *state = &states[n];
    if (state->left >= state->right) state->left = state->right = node->left;
    /* Columns that are multiples of a vector are aligned to cache lines. */
    state->left = state->left & ~(STAGE_PIXELS - 1);
    if ((int64_t)state->right - state->left > 1 << 22) return 0;
    state->computed_left = s_smin(s_smax(state->left, node->left), state->right);
    state->computed_right = s_smax(s_smin(state->right, node->right), state->computed_left);
    if (state->computed_left == state->computed_right) continue;
    const Block *block = block_of(pipeline, node);
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      columns_of(&block->steps[i], row, pipeline->dispatches[node->dispatch].uniforms, state->computed_left, state->computed_right - state->computed_left, node->sample_row, reach);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        const RowNode *from = &pipeline->nodes[source->node];
        if (reach[k].bottom > reach[k].top) continue;
        int64_t first = (int64_t)reach[k].left + source->dx, last = (int64_t)reach[k].right + source->dx;
        if (row->loose_readers >> k & 1) first = from->left - 1, last = from->right;
        /* Pixels further outside are clear, so CLEAR_PIXELS, which exceed a stage's vector, are sufficient. */
        first = clamped(first, from->left - CLEAR_PIXELS, from->right);
        last = clamped(last, from->left - CLEAR_PIXELS, from->right + CLEAR_PIXELS - STAGE_PIXELS);
        RowState *to = &states[source->node];
        to->left = s_smin(to->left, (int32_t)first), to->right = s_smax(to->right, (int32_t)last + 1);
      }
    }
  }
  return 1;
}
