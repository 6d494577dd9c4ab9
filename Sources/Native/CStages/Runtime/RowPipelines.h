/* Pipelines: memory, and the rows that are stored or counted. */

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* Takes bytes of memory; where there is none it only counts them. */
typedef struct Room { uint8_t *bytes; size_t used; } Room;

static void *take(Room *room, size_t bytes) {
  void *at = room->bytes ? room->bytes + room->used : 0;
  room->used += rounded(bytes);
  return at;
}

/* Of a node with fewer rows than this nothing is kept of columns; nor more than so many bytes of a stage. */
enum { KEEPING_ROWS = 4, KEPT_BYTES = 1 << 20 };

/* Room for what a stage keeps of columns. */
static void lay_out_columns(const RowPipeline *pipeline, RowWork *work, Room *room, int32_t index, int32_t i) {
  const RowNode *node = &pipeline->nodes[index];
  const RowState *state = &work->states[index];
  const BlockStep *step = &block_of(pipeline, node)->steps[i];
  const RowStep *row = &node->steps[i];
  int32_t width = state->made_right - state->made_left;
  if (row->kept + row->kept_in_loops == 0) return;
  RowColumns columns = {0, 0, 0, width / BLOCK_PIXELS + SHORT_PIECES};
  /* A loop turns once for each column that a pixel reads, or nearly so. */
  StageReach reach[BLOCK_READER_LIMIT];
  reach_of(step, row, pipeline->dispatches[node->dispatch].numbers, state->made_left, 1, node->sample, reach);
  int64_t turns = reach[0].right >= reach[0].left ? (int64_t)reach[0].right - reach[0].left + 3 : 0;
  /* Whole vectors, so that each piece begins a cache line. */
  int64_t pixels = (s_smin(width, BLOCK_PIXELS) + STAGE_PIXELS - 1) / STAGE_PIXELS * STAGE_PIXELS;
  columns.floats_of_piece = (row->kept + row->kept_in_loops * turns) * pixels;
  if (node->all_rows < KEEPING_ROWS || width == 0 || columns.floats_of_piece * columns.piece_count > KEPT_BYTES / 4) {
    columns.piece_count = 0;
  }
  columns.pieces = take(room, (size_t)columns.piece_count * sizeof(struct RowPiece));
  columns.floats = take(room, (size_t)(columns.floats_of_piece * columns.piece_count) * sizeof(float));
  if (!room->bytes) return;
  for (int k = 0; k < columns.piece_count; k++) columns.pieces[k] = (struct RowPiece){0, 0, 0, PIECE_NEW};
  work->columns[row->sources[0].edge] = columns;
}

/* Lays out a thread's memory for these columns; gives 0 where that cannot be done. `work` is where the room's bytes begin,
   or what is counted with. */
static int32_t lay_out(const RowPipeline *pipeline, RowWork *work, Room *room, int32_t left, int32_t right, RowUse *use) {
  take(room, sizeof(RowWork));
  work->pipeline = pipeline;
  work->hasFailed = work->isStopped = work->unasked = 0;
  if (!find_columns(pipeline, work->states, left, right)) return 0;
  work->x = take(room, BLOCK_PITCH * sizeof(float));
  work->y = take(room, BLOCK_PITCH * sizeof(float));
  work->works = take(room, (size_t)pipeline->dispatch_count * sizeof(Work));
  for (int d = 0; d < pipeline->dispatch_count; d++) {
    const BlockDispatch *dispatch = &pipeline->dispatches[d];
    if (room->bytes) work->works[d].dispatch = dispatch;
    for (int b = 0; b < dispatch->block_count; b++) {
      int32_t count = dispatch->blocks[b].plane_count;
      float **planes = take(room, (size_t)count * sizeof(float *));
      float *memory = take(room, (size_t)count * BLOCK_PITCH * sizeof(float));
      if (!room->bytes) continue;
      work->works[d].planes[b] = planes;
      for (int k = 0; k < count; k++) planes[k] = memory + k * BLOCK_PITCH;
    }
  }
  work->edges = take(room, (size_t)pipeline->edge_count * sizeof(RowEdge));
  work->columns = take(room, (size_t)pipeline->edge_count * sizeof(RowColumns));
  int64_t widest = 0;
  for (int n = 0; n < pipeline->node_count; n++) {
    const RowNode *node = &pipeline->nodes[n];
    RowState *state = &work->states[n];
    /* Not a power of two, as for blocks; vectors may be read and written past the end. */
    state->pitch = (state->right - state->left + 3 * STAGE_PIXELS + 15) / 16 * 16;
    if (state->pitch % 1024 < 48) state->pitch += 48;
    if (state->pitch > widest) widest = state->pitch;
    const Block *block = block_of(pipeline, node);
    for (int i = 0; i < block->step_count; i++) {
      lay_out_columns(pipeline, work, room, n, i);
      for (int k = 0, count = source_count(&block->steps[i], &node->steps[i]); k < count; k++) {
        const RowSource *source = &node->steps[i].sources[k];
        const float **rows = take(room, (size_t)s_smax(source->span, 1) * sizeof(float *));
        if (room->bytes) work->edges[source->edge].rows = rows;
      }
    }
    if (use) use->rings[n] = 0, use->columns[n] = state->made_right - state->made_left;
    if (n < pipeline->sink_count || state->made_left == state->made_right) continue;
    state->tags = take(room, (size_t)node->ring * sizeof(int32_t));
    size_t floats = (size_t)node->ring * (size_t)plane_count(node) * (size_t)state->pitch;
    state->ring = take(room, floats * sizeof(float));
    if (use) use->rings[n] = floats * sizeof(float);
    if (!room->bytes) continue;
    for (int r = 0; r < node->ring; r++) state->tags[r] = INT32_MIN;
    /* Clear beside what is made. */
    fill(state->ring, (int64_t)floats, 0);
  }
  if (pipeline->outputs[0].store.chroma_count > 0) {
    work->video_pitch = work->states[0].pitch + 2 * STAGE_PIXELS;
    float *planes = take(room, (size_t)(4 * work->video_pitch) * sizeof(float));
    if (room->bytes) work->video = planes + STAGE_PIXELS;
  }
  work->clear = take(room, (size_t)(4 * widest + STAGE_PIXELS) * sizeof(float));
  if (room->bytes) fill(work->clear, 4 * widest + STAGE_PIXELS, 0);
  return 1;
}

static size_t row_memory(const RowPipeline *pipeline, int32_t left, int32_t right, RowUse *use) {
  RowWork work;
  Room room = {0, 0};
  return lay_out(pipeline, &work, &room, left, right, use) ? room.used : 0;
}

/* Each component of each pixel, in its bin. */
static void count_pixels(const float *const *color, int32_t count, int32_t bins, uint32_t *counters) {
  for (int i = 0; i < count; i += W) {
    I at[4];
    for (int c = 0; c < 4; c++) {
      F bin = w_fmin(w_fmax(w_floor(*(const F *)(color[c] + i) * (float)bins), (F)0.0f), (F)((float)bins - 1.0f));
      at[c] = __builtin_convertvector(bin, I) * 4 + c;
    }
    int some = count - i < W ? count - i : W;
    for (int j = 0; j < some; j++) {
      uint32_t *table = counters + j % COUNTER_TABLES * 4 * bins;
      for (int c = 0; c < 4; c++) table[((const int32_t *)&at[c])[j]]++;
    }
  }
}

/* A row of a sink, stored or counted. `codes` counts stored pixels. */
static void make_row(RowWork *work, int32_t sink, int32_t y, int32_t left, int32_t right, uint32_t *counters, uint32_t *codes) {
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[sink];
  const Block *block = block_of(pipeline, node);
  const RowOutput *output = &pipeline->outputs[sink];
  const BlockImage *image = &output->image;
  float **planes = work->works[node->dispatch].planes[0];
  if (left >= right) return;
  prepare_row(work, sink, y);
  Segment segment = {-1, left, 0, 0};
  while ((segment.column += segment.count) < right) {
    const int32_t x = segment.column;
    segment = segment_of(node, segment.number + 1, y, x, x + BLOCK_PIXELS, right);
    const int32_t count = segment.count;
    if (is_stopped(work, count)) return;
    run_segment(work, sink, y, &segment, 0, 0);
    const float *color[4];
    for (int c = 0; c < 4; c++) color[c] = planes[block->result[c]];
    if (pipeline->bins > 0) {
      if (node->is_stored) count_words(color[0], count, codes);
      else count_pixels(color, count, pipeline->bins, counters);
      continue;
    }
    uint8_t *to = image->bytes + (output->top - 1 - y) * image->row_bytes + (int64_t)(x - output->left) * image->format.bytes;
    if (node->is_stored) {
      store_words(&pipeline->stored, &image->format, to, count, color[0]);
      continue;
    }
#define STORE(format) store_row(format, to, count, color);
    WITH_FORMAT(&image->format, STORE)
#undef STORE
  }
}

/* A row of a video that is stored. Chroma is when the last row of a group is there. */
static void make_video_row(RowWork *work, int32_t y, int32_t left, int32_t right) {
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[0];
  const Block *block = block_of(pipeline, node);
  const RowOutput *output = &pipeline->outputs[0];
  const RowStore *store = &output->store;
  const int32_t bytes = output->image.format.bytes, row = output->top - 1 - y;
  const int32_t isFirst = row % store->rows == 0, isLast = row % store->rows == store->rows - 1 || y == node->bottom;
  const int32_t begin = s_smax(left - chroma_margin(pipeline), node->left), end = s_smin(right + chroma_margin(pipeline), node->right);
  float **planes = work->works[node->dispatch].planes[0];
  if (left >= right) return;
  prepare_row(work, 0, y);
  Segment segment = {-1, begin, 0, 0};
  while ((segment.column += segment.count) < end) {
    const int32_t x = segment.column;
    segment = segment_of(node, segment.number + 1, y, x, x + BLOCK_PIXELS, end);
    if (is_stopped(work, segment.count)) return;
    float *kept = work->video + (x - begin);
    run_segment(work, 0, y, &segment, isFirst ? kept : 0, work->video_pitch);
    const int32_t first = s_smax(x, left), count = s_smin(x + segment.count, right) - first;
    const float *luma = (isFirst ? kept : planes[block->result[0]]) + (first - x);
    uint8_t *to = output->image.bytes + row * output->image.row_bytes + (int64_t)(first - output->left) * bytes;
    if (count > 0) store_luma(store, luma, count, to);
    if (!isFirst)
      for (int c = 1; c < 3; c++) add_row(kept + c * work->video_pitch, planes[block->result[c]], segment.count);
  }
  if (!isLast) return;
  float *sums[2];
  for (int c = 0; c < 2; c++) {
    float *all = work->video + (1 + c) * work->video_pitch;
    const int32_t count = end - begin;
    all[-1] = all[0], all[count] = all[count + 1] = all[count - 1];
    sums[c] = all + (left - begin);
  }
  const int32_t groups = (right - left + store->columns - 1) / store->columns;
  store_chroma(store, sums, isFirst ? 1.0f : 0.5f, groups, row / store->rows, (left - output->left) / store->columns);
}

static int32_t row_run(const RowPipeline *pipeline, void *memory, uint32_t *counters, int32_t isNew, int32_t left, int32_t right, int32_t bottom, int32_t top) {
  RowWork *work = memory;
  Room room = {memory, 0};
  if (isNew && !lay_out(pipeline, work, &room, left, right, 0)) return ROWS_SHORT;
  /* Of a piece of the image: bytes are counted first. */
  const int countsCodes = pipeline->nodes[0].is_stored && pipeline->bins > 0;
  uint32_t codes[COUNTER_TABLES * 1024];
  if (countsCodes) for (int k = 0; k < COUNTER_TABLES * 1024; k++) codes[k] = 0;
  for (int32_t y = top - 1; y >= bottom; y--) {
    for (int32_t s = 0; s < pipeline->sink_count; s++) {
      int32_t first = sink_column(pipeline, s, left), last = sink_column(pipeline, s, right);
      for (int32_t r = sink_row(pipeline, s, y + 1) - 1; r >= sink_row(pipeline, s, y); r--) {
        if (pipeline->outputs[s].store.chroma_count > 0) make_video_row(work, r, first, last);
        else make_row(work, s, r, first, last, counters, codes);
      }
    }
    if (work->isStopped) return ROWS_STOPPED;
    if (work->hasFailed) return ROWS_SHORT;
  }
  if (countsCodes) count_codes(&pipeline->stored, codes, pipeline->bins, counters);
  return ROWS_MADE;
}
