/* Computation of the rows of nodes, on demand. */

/* Returns whether the render is cancelled, before `count` more pixels are computed. A row may require all rows of
   another node, so every row polls. */
static int is_cancelled(RowWork *work, int32_t count) {
  enum { POLL_PIXELS = 4096 };
  work->uncheckedPixels += count;
  if (work->isCancelled || work->uncheckedPixels < POLL_PIXELS) return work->isCancelled;
  work->uncheckedPixels = 0;
  const RowPipeline *pipeline = work->pipeline;
  return work->isCancelled = pipeline->should_continue && !pipeline->should_continue(pipeline->poller);
}

static const float *computed_row(RowWork *work, int32_t index, int32_t y);

/* Computes the rows that a node reads for its row y. */
static void prepare_sources(RowWork *work, int32_t index, int32_t y) {
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[index];
  const Block *block = block_of(pipeline, node);
  const StageUniform *uniforms = pipeline->dispatches[node->dispatch].uniforms;
  int isComplete = 0;
  /* Computing a row may evict another one. Rings are long enough that the first pass succeeds. */
  for (int pass = 0; pass < 3 && !isComplete; pass++) {
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      if (count == 0) continue;
      StageReach reach[BLOCK_READER_LIMIT];
      if (pass == 0) reach_of(&block->steps[i], row, uniforms, work->states[index].computed_left, 1, y, reach);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        RowEdge *edge = &work->edges[source->edge];
        if (pass == 0) {
          const RowState *from = &work->states[source->node];
          edge->isClear = reach[k].bottom > reach[k].top || from->computed_left == from->computed_right;
          edge->bottom = reach[k].bottom, edge->count = reach[k].top - reach[k].bottom + 1;
          if (!edge->isClear && edge->count > source->span) edge->isClear = work->hasFailed = 1;
          if (edge->isClear) edge->bottom = 0, edge->count = 1, edge->rows[0] = work->clear;
        }
        if (edge->isClear) continue;
        for (int32_t r = edge->count - 1; r >= 0; r--) edge->rows[r] = computed_row(work, source->node, edge->bottom + r + source->dy);
      }
    }
    isComplete = 1;
    for (int i = 0; i < block->step_count; i++) {
      const RowStep *row = &node->steps[i];
      int32_t count = source_count(&block->steps[i], row);
      for (int k = 0; k < count; k++) {
        const RowSource *source = &row->sources[k];
        const RowNode *from = &pipeline->nodes[source->node];
        const RowEdge *edge = &work->edges[source->edge];
        for (int32_t r = 0; r < edge->count; r++) {
          int32_t at = edge->bottom + r + source->dy;
          if (edge->rows[r] != work->clear) isComplete &= work->states[source->node].tags[ring_index(at, from->ring_rows)] == at;
        }
      }
    }
  }
  if (!isComplete && !work->isCancelled) work->hasFailed = 1;
}

/* The pixels of a row that are computed at once. */
typedef struct Segment {
  /* Its index in the row. */
  int32_t index;
  int32_t column, count;
  /* Whether all pixels are opaque. */
  int32_t isOpaque;
} Segment;

/* Returns the segment of row y from `column` on. A segment has either opaque pixels only or no known opaque pixels. */
static Segment segment_of(const RowNode *node, int32_t index, int32_t y, int32_t column, int32_t end, int32_t right) {
  Segment segment = {index, column, 0, 0};
  if (y >= node->opaque_bottom && y < node->opaque_top) {
    if (column < node->opaque_left) end = s_smin(end, node->opaque_left);
    else if (column < node->opaque_right) end = s_smin(end, node->opaque_right), segment.isOpaque = 1;
  }
  segment.count = s_smin(end, right) - column;
  return segment;
}

/* Runs a stage that reads rows, with `plane_count` result planes. */
static void run_row_stage(RowWork *work, const BlockStep *step, const RowStep *row, const StageUniform *uniforms, float *const *planes, int plane_count, int32_t y, const Segment *segment) {
  const int32_t column = segment->column, count = segment->count, isOpaque = segment->isOpaque && row->opaque;
  StageCall call;
  StageRows rows[BLOCK_READER_LIMIT];
  RowSpan span = span_of(row, column, y, count);
  call.count = span.count;
  call.x = (float)span.column + 0.5f, call.y = (float)span.y + 0.5f;
  call.uniforms = uniforms + row->first_uniform;
  call.rows = rows;
  call.readers = 0;
  float *out[STAGE_RESULT_LIMIT];
  for (int i = 0; i < step->out_count; i++) {
    /* The components of a sum are in the byte order of the words. */
    int component = row->is_sum ? work->pipeline->stored.channels[i] : i;
    out[i] = planes[step->out[i]], call.out[i] = planes[step->out[component]] + span.start;
  }
  for (int k = 0; k < step->reader_count; k++) {
    const RowSource *source = &row->sources[k];
    const RowState *state = &work->states[source->node];
    const RowEdge *edge = &work->edges[source->edge];
    rows[k] = (StageRows){edge->rows, state->pitch, edge->bottom, edge->count, state->left - source->dx, state->right - state->left};
  }
  StageColumnCache cache;
  struct CachedSegment *cached = row->hoisted_vectors + row->hoisted_loop_vectors > 0 ? cached_segment(&work->column_caches[row->sources[0].edge], segment->index, column, count, isOpaque, &cache) : 0;
  call.column_cache = cached ? &cache : 0;
  if (isOpaque) row->opaque(&call);
  else row->stage(&call);
  if (cached && cache.is_first) cached->state = cache.used <= cache.end - cache.floats ? SEGMENT_CACHED : SEGMENT_TOO_LARGE;
  repeat_edges(&span, count, plane_count, out);
}

/* Computes a segment. If `to` is not null, the result's planes are there, else in the block's planes. */
static void run_segment(RowWork *work, int32_t index, int32_t y, const Segment *segment, float *to, int64_t pitch) {
  const int32_t column = segment->column, count = segment->count;
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[index];
  const BlockDispatch *dispatch = &pipeline->dispatches[node->dispatch];
  const Block *block = &dispatch->blocks[node->block];
  Work *own = &work->works[node->dispatch];
  float **planes = own->planes[node->block], *saved[4];
  planes[0] = work->x, planes[1] = work->y;
  float x = (float)column + 0.5f, center = (float)y + 0.5f;
  if (node->uses_points)
    for (int i = 0; i < count; i += W) {
      *(F *)(work->x + i) = COLUMNS(x, i);
      *(F *)(work->y + i) = (F)center;
    }
  const int own_planes = plane_count(node);
  for (int c = 0; c < 4; c++) saved[c] = planes[block->result[c]];
  if (to) for (int c = 0; c < own_planes; c++) planes[block->result[c]] = to + c * pitch;
  for (int i = 0; i < block->step_count; i++) {
    const BlockStep *step = &block->steps[i];
    const RowStep *row = &node->steps[i];
    const StageUniform *uniforms = dispatch->uniforms + step->first_uniform;
    if (row->access == ACCESS_UNUSED || (row->skips_opaque && segment->isOpaque)) continue;
    if (row->stage) {
      run_row_stage(work, step, row, dispatch->uniforms, planes, s_smin(own_planes, step->out_count), y, segment);
      continue;
    }
    if (step->kind == STEP_FILL && node->is_stored) {
      /* The step sets the alpha of the colour before it to 1. */
      set_opaque(&pipeline->stored, planes[step[-1].out[0]], count);
      continue;
    }
    if (row->access == ACCESS_ANY) {
      run_step(own, step, planes, count);
      continue;
    }
    const float *in[6];
    float *out[STAGE_RESULT_LIMIT];
    for (int k = 0; k < step->in_count && k < 6; k++) in[k] = planes[step->in[k]];
    for (int k = 0; k < step->out_count; k++) out[k] = planes[step->out[k]];
    if (row->access == ACCESS_LINE) {
      const BlockStep *fetch = dispatch->blocks[step->readers[0]].steps;
      bilinear_line(&dispatch->inputs[fetch->input], dispatch->uniforms + fetch->first_uniform, dispatch->uniforms + row->first_uniform, x + (float)row->dx, center + (float)row->dy, count, out);
      continue;
    }
    if (step->kind == STEP_MASK) {
      mask_row(uniforms, x + (float)row->dx, center + (float)row->dy, count, in, out, own_planes);
      continue;
    }
    const RowSource *source = &row->sources[0];
    RowFetch from = {&dispatch->inputs[step->input], uniforms};
    if (source->node >= 0) {
      from.stored = pipeline->nodes[source->node].is_stored ? &pipeline->stored : 0;
      const RowState *state = &work->states[source->node];
      from.row = work->edges[source->edge].rows[0], from.pitch = state->pitch;
      from.left = state->left - source->dx, from.right = state->right - source->dx;
    }
    fetch_row(row, &from, column, y, count, out, own_planes);
  }
  if (to) for (int c = 0; c < 4; c++) planes[block->result[c]] = saved[c];
}

static const float *computed_row(RowWork *work, int32_t index, int32_t y) {
  const RowNode *node = &work->pipeline->nodes[index];
  RowState *state = &work->states[index];
  if (y < node->bottom || y >= node->top || state->computed_left == state->computed_right) return work->clear;
  int32_t slot = ring_index(y, node->ring_rows);
  const int planes = plane_count(node);
  float *row = state->ring + slot * planes * state->pitch;
  if (state->tags[slot] == y) return row;
  if (work->isCancelled) return work->clear;
  prepare_sources(work, index, y);
  Segment segment = {-1, state->computed_left, 0, 0};
  while ((segment.column += segment.count) < state->computed_right) {
    const int32_t x = segment.column;
    /* The first segment ends at a cache line, so that the others are aligned. */
    const int32_t end = x & (STAGE_PIXELS - 1) ? (x | (STAGE_PIXELS - 1)) + 1 : x + BLOCK_PIXELS;
    segment = segment_of(node, segment.index + 1, y, x, end, state->computed_right);
    if (is_cancelled(work, segment.count)) return work->clear;
    run_segment(work, index, y, &segment, row + (x - state->left), state->pitch);
  }
  /* Stages write whole vectors. */
  for (int c = 0; c < planes; c++) fill(row + c * state->pitch + (state->computed_right - state->left), STAGE_PIXELS, 0);
  state->tags[slot] = y;
  return row;
}
