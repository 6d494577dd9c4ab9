/* Nodes: what a thread has of them, and the rows and columns that they read. */

/* What a thread has of a node: its rows, the columns that they have in memory, and those of them that are made. */
typedef struct RowState {
  float *ring;
  int32_t *tags;
  int64_t pitch;
  int32_t left, right, made_left, made_right;
} RowState;

/* The rows that a step reads just now: the lowest and how many. Where there is nothing to read, it is one clear row. */
typedef struct RowEdge {
  const float **rows;
  int32_t bottom, count, isClear;
} RowEdge;

typedef struct RowWork {
  const RowPipeline *pipeline;
  /* By dispatch. */
  Work *works;
  RowEdge *edges;
  /* Of the stage that an edge is the first one of. */
  RowColumns *columns;
  /* For rows outside of what a node has. */
  float *clear;
  /* Where a video is stored, the first row of a group, as planes of `video_pitch` floats: its first column, a vector behind the
     beginning. */
  float *video;
  int64_t video_pitch;
  float *x, *y;
  int32_t hasFailed, isStopped;
  /* Pixels made since it was asked whether to go on. */
  int32_t unasked;
  RowState states[ROW_NODE_LIMIT];
} RowWork;

INLINE const Block *block_of(const RowPipeline *pipeline, const RowNode *node) {
  return &pipeline->dispatches[node->dispatch].blocks[node->block];
}

/* Of a row. */
INLINE int plane_count(const RowNode *node) { return node->is_stored ? 1 : 4; }

INLINE int32_t source_count(const BlockStep *step, const RowStep *row) {
  if (step->kind == STEP_FETCH) return row->sources[0].node >= 0;
  return row->stage ? step->reader_count : 0;
}

/* The first column of a sink that belongs to columns from `column` of sink 0 on: each column of every sink belongs to one. */
static int32_t sink_column(const RowPipeline *pipeline, int32_t sink, int32_t column) {
  const RowNode *main = &pipeline->nodes[0], *node = &pipeline->nodes[sink];
  if (sink == 0) return column;
  int64_t all = s_smax(main->right - main->left, 1);
  return node->left + (int32_t)((int64_t)(column - main->left) * (node->right - node->left) / all);
}

/* The row above the first one of a sink that is not made yet when sink 0 has made its rows from the top to `row`. */
static int32_t sink_row(const RowPipeline *pipeline, int32_t sink, int32_t row) {
  const RowNode *main = &pipeline->nodes[0], *node = &pipeline->nodes[sink];
  if (sink == 0) return row;
  int64_t all = s_smax(main->top - main->bottom, 1);
  return node->top - (int32_t)((int64_t)(main->top - row) * (node->top - node->bottom) / all);
}

/* What a step reads by rows to make pixels side by side. */
static void reach_of(const BlockStep *step, const RowStep *row, const StageNumber *numbers, int32_t column, int32_t count, int32_t y, StageReach *reach) {
  RowSpan span = span_of(row, column, y, count);
  if (step->kind == STEP_FETCH) {
    reach[0] = (StageReach){span.y, span.y, span.column, span.column + span.count - 1};
    return;
  }
  for (int k = 0; k < step->reader_count; k++) reach[k] = (StageReach){INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN};
  StageCall call;
  call.count = span.count;
  call.x = (float)span.column + 0.5f, call.y = (float)span.y + 0.5f;
  call.numbers = numbers + row->first_number;
  row->reach(&call, reach);
}

/* The same, where only columns count. */
static void columns_of(const BlockStep *step, const RowStep *row, const StageNumber *numbers, int32_t column, int32_t count, int32_t y, StageReach *reach) {
  if (!row->is_along || count < 2) {
    reach_of(step, row, numbers, column, count, y, reach);
    return;
  }
  StageReach last[BLOCK_READER_LIMIT];
  reach_of(step, row, numbers, column, 1, y, reach);
  reach_of(step, row, numbers, column + count - 1, 1, y, last);
  for (int k = 0; k < step->reader_count; k++) {
    if (last[k].bottom > last[k].top) continue;
    reach[k].bottom = s_smin(reach[k].bottom, last[k].bottom), reach[k].top = s_smax(reach[k].top, last[k].top);
    reach[k].left = s_smin(reach[k].left, last[k].left), reach[k].right = s_smax(reach[k].right, last[k].right);
  }
}

/* --- How many rows --- */

/* The rows of a node that are made so far: all between the lowest and the highest one. */
typedef struct RowsMade { int32_t low, high; } RowsMade;

static void foresee(RowPipeline *pipeline, RowsMade *made, int32_t index, int32_t y) {
  RowNode *node = &pipeline->nodes[index];
  if (node->all_rows++ == 0) node->sample = y;
  const Block *block = block_of(pipeline, node);
  const StageNumber *numbers = pipeline->dispatches[node->dispatch].numbers;
  /* Once to make rows that are not there, once to see what has to be there in the end. */
  for (int turn = 0; turn < 2; turn++)
    for (int i = 0; i < block->step_count; i++) {
      RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      reach_of(&block->steps[i], row, numbers, node->left, 1, y, reach);
      for (int k = 0; k < count; k++) {
        RowSource *source = &row->sources[k];
        if (reach[k].bottom > reach[k].top) continue;
        RowNode *from = &pipeline->nodes[source->node];
        if (reach[k].top - reach[k].bottom >= ROW_COUNT_LIMIT) {
          from->ring = INT32_MAX;
          continue;
        }
        source->span = s_smax(source->span, reach[k].top - reach[k].bottom + 1);
        int32_t low = s_smax(reach[k].bottom + source->dy, from->bottom), high = s_smin(reach[k].top + source->dy, from->top - 1);
        if (low > high) continue;
        RowsMade *rows = &made[source->node];
        if (turn == 1) {
          from->ring = s_smax(from->ring, high - rows->low + 1);
          continue;
        }
        /* Above those that are there, where another reader began further down; all of them at first. */
        const int32_t above = rows->high;
        for (int32_t r = high; r > above && (above > INT32_MIN || r >= low); r--) {
          rows->low = s_smin(rows->low, r), rows->high = s_smax(rows->high, r);
          foresee(pipeline, made, source->node, r);
        }
        for (int32_t r = s_smin(high, rows->low - 1); r >= low; r--) {
          rows->low = r;
          foresee(pipeline, made, source->node, r);
        }
      }
    }
}

static void row_reach(RowPipeline *pipeline, int32_t bottom, int32_t top) {
  RowsMade made[ROW_NODE_LIMIT];
  for (int n = 0; n < pipeline->node_count; n++) {
    made[n] = (RowsMade){INT32_MAX, INT32_MIN};
    pipeline->nodes[n].ring = 1, pipeline->nodes[n].all_rows = 0;
  }
  for (int32_t y = top - 1; y >= bottom; y--) {
    for (int32_t s = 0; s < pipeline->sink_count; s++)
      for (int32_t r = sink_row(pipeline, s, y + 1) - 1; r >= sink_row(pipeline, s, y); r--) foresee(pipeline, made, s, r);
    if (y == top - 1) for (int n = 0; n < pipeline->node_count; n++) pipeline->nodes[n].first_rows = pipeline->nodes[n].all_rows;
  }
}

/* --- Which columns --- */
enum { CLEAR_PIXELS = 4 * STAGE_PIXELS };

INLINE int64_t wider(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

/* Columns beside those of a tile of which a video's chroma is made as well. */
INLINE int32_t chroma_margin(const RowPipeline *pipeline) {
  const RowStore *store = &pipeline->outputs[0].store;
  return store->chroma_count > 0 && store->columns == 2 && (store->weights[0] != 0.0f || store->weights[3] != 0.0f) ? 2 : 0;
}

/* Gives 0 where some read is too wide for rows. */
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
    /* Columns that are multiples of a vector begin cache lines. */
    state->left = state->left & ~(STAGE_PIXELS - 1);
    if ((int64_t)state->right - state->left > 1 << 22) return 0;
    state->made_left = s_smin(s_smax(state->left, node->left), state->right);
    state->made_right = s_smax(s_smin(state->right, node->right), state->made_left);
    if (state->made_left == state->made_right) continue;
    const Block *block = block_of(pipeline, node);
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      columns_of(&block->steps[i], row, pipeline->dispatches[node->dispatch].numbers, state->made_left, state->made_right - state->made_left, node->sample, reach);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        const RowNode *from = &pipeline->nodes[source->node];
        if (reach[k].bottom > reach[k].top) continue;
        int64_t first = (int64_t)reach[k].left + source->dx, last = (int64_t)reach[k].right + source->dx;
        if (row->loose >> k & 1) first = from->left - 1, last = from->right;
        /* What is further outside is as clear as the pixels beside what there is, as many as a stage reads at once. */
        first = wider(first, from->left - CLEAR_PIXELS, from->right);
        last = wider(last, from->left - CLEAR_PIXELS, from->right + CLEAR_PIXELS - STAGE_PIXELS);
        RowState *to = &states[source->node];
        to->left = s_smin(to->left, (int32_t)first), to->right = s_smax(to->right, (int32_t)last + 1);
      }
    }
  }
  return 1;
}
