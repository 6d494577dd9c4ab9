/* Rows of nodes, made when they are asked for. */

/* True when nobody wants what is made, `count` pixels more just now. Rows that a row needs may be a whole image's, so
   each of them asks. */
static int is_stopped(RowWork *work, int32_t count) {
  enum { ASKING_PIXELS = 4096 };
  work->unasked += count;
  if (work->isStopped || work->unasked < ASKING_PIXELS) return work->isStopped;
  work->unasked = 0;
  const RowPipeline *pipeline = work->pipeline;
  return work->isStopped = pipeline->goes_on && !pipeline->goes_on(pipeline->asker);
}

static const float *row_of(RowWork *work, int32_t index, int32_t y);

/* Has all rows made that a node reads for its row y. */
static void prepare_row(RowWork *work, int32_t index, int32_t y) {
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[index];
  const Block *block = block_of(pipeline, node);
  const StageNumber *numbers = pipeline->dispatches[node->dispatch].numbers;
  int isThere = 0;
  /* Making one may push out another; rings are long enough that this ends at once. */
  for (int turn = 0; turn < 3 && !isThere; turn++) {
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      if (turn == 0) reach_of(&block->steps[i], row, numbers, work->states[index].made_left, 1, y, reach);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        RowEdge *edge = &work->edges[source->edge];
        if (turn == 0) {
          const RowState *from = &work->states[source->node];
          edge->isClear = reach[k].bottom > reach[k].top || from->made_left == from->made_right;
          edge->bottom = reach[k].bottom, edge->count = reach[k].top - reach[k].bottom + 1;
          if (!edge->isClear && edge->count > source->span) edge->isClear = work->hasFailed = 1;
          if (edge->isClear) edge->bottom = 0, edge->count = 1, edge->rows[0] = work->clear;
        }
        if (edge->isClear) continue;
        for (int32_t r = edge->count - 1; r >= 0; r--) edge->rows[r] = row_of(work, source->node, edge->bottom + r + source->dy);
      }
    }
    isThere = 1;
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        const RowNode *from = &pipeline->nodes[source->node];
        const RowEdge *edge = &work->edges[source->edge];
        for (int32_t r = 0; r < edge->count; r++) {
          int32_t at = edge->bottom + r + source->dy;
          if (edge->rows[r] != work->clear) isThere &= work->states[source->node].tags[wrapped(at, from->ring)] == at;
        }
      }
    }
  }
  if (!isThere && !work->isStopped) work->hasFailed = 1;
}

/* Pixels of a row that are made at once. */
typedef struct Segment {
  /* Its place in the row. */
  int32_t number;
  int32_t column, count;
  /* Whether all of them are known to be opaque. */
  int32_t isOpaque;
} Segment;

/* The columns of row y from `column` on that are made at once: opaque ones by themselves. */
static Segment segment_of(const RowNode *node, int32_t number, int32_t y, int32_t column, int32_t end, int32_t right) {
  Segment segment = {number, column, 0, 0};
  if (y >= node->opaque_bottom && y < node->opaque_top) {
    if (column < node->opaque_left) end = s_smin(end, node->opaque_left);
    else if (column < node->opaque_right) end = s_smin(end, node->opaque_right), segment.isOpaque = 1;
  }
  segment.count = s_smin(end, right) - column;
  return segment;
}

/* A stage that reads rows, and makes so many planes. */
static void run_row_stage(RowWork *work, const BlockStep *step, const RowStep *row, const StageNumber *numbers, float *const *planes, int made, int32_t y, const Segment *segment) {
  const int32_t column = segment->column, count = segment->count, isOpaque = segment->isOpaque && row->opaque;
  StageCall call;
  StageRows rows[BLOCK_READER_LIMIT];
  RowSpan span = span_of(row, column, y, count);
  call.count = span.count;
  call.x = (float)span.column + 0.5f, call.y = (float)span.y + 0.5f;
  call.numbers = numbers + row->first_number;
  call.rows = rows;
  call.readers = 0;
  float *out[STAGE_RESULT_LIMIT];
  for (int i = 0; i < step->out_count; i++) {
    /* A sum's components come as bytes of words follow each other. */
    int component = row->sums ? work->pipeline->stored.channels[i] : i;
    out[i] = planes[step->out[i]], call.out[i] = planes[step->out[component]] + span.start;
  }
  for (int k = 0; k < step->reader_count; k++) {
    const RowSource *source = &row->sources[k];
    const RowState *state = &work->states[source->node];
    const RowEdge *edge = &work->edges[source->edge];
    rows[k] = (StageRows){edge->rows, state->pitch, edge->bottom, edge->count, state->left - source->dx, state->right - state->left};
  }
  StageColumns columns;
  struct RowPiece *piece = row->kept + row->kept_in_loops > 0 ? piece_of(&work->columns[row->sources[0].edge], segment->number, column, count, isOpaque, &columns) : 0;
  call.columns = piece ? &columns : 0;
  if (isOpaque) row->opaque(&call);
  else row->stage(&call);
  if (piece && columns.is_first) piece->state = columns.used <= columns.end - columns.floats ? PIECE_KEPT : PIECE_TOO_LARGE;
  repeat_sides(&span, count, made, out);
}

/* Makes a segment. Its planes lie in `to` where that is not null, else where the block has them. */
static void run_segment(RowWork *work, int32_t index, int32_t y, const Segment *segment, float *to, int64_t pitch) {
  const int32_t column = segment->column, count = segment->count;
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[index];
  const BlockDispatch *dispatch = &pipeline->dispatches[node->dispatch];
  const Block *block = &dispatch->blocks[node->block];
  Work *own = &work->works[node->dispatch];
  float **planes = own->planes[node->block], *kept[4];
  planes[0] = work->x, planes[1] = work->y;
  float x = (float)column + 0.5f, center = (float)y + 0.5f;
  if (node->uses_points)
    for (int i = 0; i < count; i += W) {
      *(F *)(work->x + i) = COLUMNS(x, i);
      *(F *)(work->y + i) = (F)center;
    }
  const int own_planes = plane_count(node);
  for (int c = 0; c < 4; c++) kept[c] = planes[block->result[c]];
  if (to) for (int c = 0; c < own_planes; c++) planes[block->result[c]] = to + c * pitch;
  for (int i = 0; i < block->step_count; i++) {
    const BlockStep *step = &block->steps[i];
    const RowStep *row = &node->steps[i];
    const StageNumber *numbers = dispatch->numbers + step->first_number;
    if (row->place == PLACE_UNUSED || (row->is_idle && segment->isOpaque)) continue;
    if (row->place == PLACE_VIDEO) {
      float *out[4];
      for (int c = 0; c < 4; c++) out[c] = planes[step->out[c]];
      load_video(pipeline, row, column, y, count, out);
      continue;
    }
    if (row->stage) {
      run_row_stage(work, step, row, dispatch->numbers, planes, s_smin(own_planes, step->out_count), y, segment);
      continue;
    }
    if (step->kind == STEP_FILL && node->is_stored) {
      /* The colour before it becomes opaque. */
      make_opaque(&pipeline->stored, planes[step[-1].out[0]], count);
      continue;
    }
    if (row->place == PLACE_ANY) {
      run_step(own, step, planes, count);
      continue;
    }
    const float *in[6];
    float *out[STAGE_RESULT_LIMIT];
    for (int k = 0; k < step->in_count && k < 6; k++) in[k] = planes[step->in[k]];
    for (int k = 0; k < step->out_count; k++) out[k] = planes[step->out[k]];
    if (row->place == PLACE_LINE) {
      const BlockStep *fetch = dispatch->blocks[step->readers[0]].steps;
      bilinear_line(&dispatch->inputs[fetch->input], dispatch->numbers + fetch->first_number, dispatch->numbers + row->first_number, x + (float)row->dx, center + (float)row->dy, count, out);
      continue;
    }
    if (step->kind == STEP_MASK) {
      mask_row(numbers, x + (float)row->dx, center + (float)row->dy, count, in, out, own_planes);
      continue;
    }
    const RowSource *source = &row->sources[0];
    RowFetch from = {&dispatch->inputs[step->input], numbers};
    if (source->node >= 0) {
      from.stored = pipeline->nodes[source->node].is_stored ? &pipeline->stored : 0;
      const RowState *state = &work->states[source->node];
      from.row = work->edges[source->edge].rows[0], from.pitch = state->pitch;
      from.left = state->left - source->dx, from.right = state->right - source->dx;
    }
    fetch_place(row, &from, column, y, count, out, own_planes);
  }
  if (to) for (int c = 0; c < 4; c++) planes[block->result[c]] = kept[c];
}

static const float *row_of(RowWork *work, int32_t index, int32_t y) {
  const RowNode *node = &work->pipeline->nodes[index];
  RowState *state = &work->states[index];
  if (y < node->bottom || y >= node->top || state->made_left == state->made_right) return work->clear;
  int32_t slot = wrapped(y, node->ring);
  const int planes = plane_count(node);
  float *row = state->ring + slot * planes * state->pitch;
  if (state->tags[slot] == y) return row;
  if (work->isStopped) return work->clear;
  prepare_row(work, index, y);
  Segment segment = {-1, state->made_left, 0, 0};
  while ((segment.column += segment.count) < state->made_right) {
    const int32_t x = segment.column;
    /* A short one first, so that the others begin cache lines. */
    const int32_t end = x & (STAGE_PIXELS - 1) ? (x | (STAGE_PIXELS - 1)) + 1 : x + BLOCK_PIXELS;
    segment = segment_of(node, segment.number + 1, y, x, end, state->made_right);
    if (is_stopped(work, segment.count)) return work->clear;
    run_segment(work, index, y, &segment, row + (x - state->left), state->pitch);
  }
  /* Stages write whole vectors. */
  for (int c = 0; c < planes; c++) fill(row + c * state->pitch + (state->made_right - state->left), STAGE_PIXELS, 0);
  state->tags[slot] = y;
  return row;
}
