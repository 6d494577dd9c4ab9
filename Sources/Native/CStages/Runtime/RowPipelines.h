/* Pipelines: memory layout, and the rows that are stored or counted. */

static size_t rounded_to_cache_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* A linear allocator. Without memory it only counts bytes. */
typedef struct Arena { uint8_t *bytes; size_t used; } Arena;

static void *allocate(Arena *arena, size_t bytes) {
  void *at = arena->bytes ? arena->bytes + arena->used : 0;
  arena->used += rounded_to_cache_lines(bytes);
  return at;
}

/* The least number of rows of a node for which a column cache pays, and the largest cache of a stage. */
enum { LEAST_CACHED_ROWS = 4, COLUMN_CACHE_BYTES = 1 << 20 };

/* Allocates the column cache of a stage. */
static void lay_out_column_cache(const RowPipeline *pipeline, RowWork *work, Arena *arena, int32_t index, int32_t i) {
  const RowNode *node = &pipeline->nodes[index];
  const RowState *state = &work->states[index];
  const BlockStep *step = &block_of(pipeline, node)->steps[i];
  const RowStep *row = &node->steps[i];
  int32_t width = state->computed_right - state->computed_left;
  if (row->hoisted_vectors + row->hoisted_loop_vectors == 0) return;
  ColumnCache cache = {0, 0, 0, width / BLOCK_PIXELS + SHORT_SEGMENTS};
  /* A loop has about one iteration for each column that a pixel reads. */
  StageReach reach[BLOCK_READER_LIMIT];
  reach_of(step, row, pipeline->dispatches[node->dispatch].uniforms, state->computed_left, 1, node->sample_row, reach);
  int64_t iterations = reach[0].right >= reach[0].left ? (int64_t)reach[0].right - reach[0].left + 3 : 0;
  /* Whole vectors, so that each segment is aligned to a cache line. */
  int64_t pixels = (s_smin(width, BLOCK_PIXELS) + STAGE_PIXELS - 1) / STAGE_PIXELS * STAGE_PIXELS;
  cache.segment_floats = (row->hoisted_vectors + row->hoisted_loop_vectors * iterations) * pixels;
  if (node->total_rows < LEAST_CACHED_ROWS || width == 0 || cache.segment_floats * cache.segment_count > COLUMN_CACHE_BYTES / 4) {
    cache.segment_count = 0;
  }
  cache.segments = allocate(arena, (size_t)cache.segment_count * sizeof(struct CachedSegment));
  cache.floats = allocate(arena, (size_t)(cache.segment_floats * cache.segment_count) * sizeof(float));
  if (!arena->bytes) return;
  for (int k = 0; k < cache.segment_count; k++) cache.segments[k] = (struct CachedSegment){0, 0, 0, SEGMENT_NEW};
  work->column_caches[row->sources[0].edge] = cache;
}

/* Lays out the memory of a thread for these columns. Returns 0 if a read is too wide for rows. `work` is at the
   start of the arena's memory, or a temporary if bytes are only counted. */
static int32_t lay_out(const RowPipeline *pipeline, RowWork *work, Arena *arena, int32_t left, int32_t right, RowMemoryUse *use) {
  allocate(arena, sizeof(RowWork));
  work->pipeline = pipeline;
  work->hasFailed = work->isCancelled = work->uncheckedPixels = 0;
  if (!find_columns(pipeline, work->states, left, right)) return 0;
  work->x = allocate(arena, BLOCK_PITCH * sizeof(float));
  work->y = allocate(arena, BLOCK_PITCH * sizeof(float));
  work->works = allocate(arena, (size_t)pipeline->dispatch_count * sizeof(Work));
  for (int d = 0; d < pipeline->dispatch_count; d++) {
    const BlockDispatch *dispatch = &pipeline->dispatches[d];
    if (arena->bytes) work->works[d].dispatch = dispatch;
    for (int b = 0; b < dispatch->block_count; b++) {
      int32_t count = dispatch->blocks[b].plane_count;
      float **planes = allocate(arena, (size_t)count * sizeof(float *));
      float *memory = allocate(arena, (size_t)count * BLOCK_PITCH * sizeof(float));
      if (!arena->bytes) continue;
      work->works[d].planes[b] = planes;
      for (int k = 0; k < count; k++) planes[k] = memory + k * BLOCK_PITCH;
    }
  }
  work->edges = allocate(arena, (size_t)pipeline->edge_count * sizeof(RowEdge));
  work->column_caches = allocate(arena, (size_t)pipeline->edge_count * sizeof(ColumnCache));
  int64_t widest = 0;
  for (int n = 0; n < pipeline->node_count; n++) {
    const RowNode *node = &pipeline->nodes[n];
    RowState *state = &work->states[n];
    /* Not a power of two, as for blocks. Vectors may be read and written past the end. */
    state->pitch = (state->right - state->left + 3 * STAGE_PIXELS + 15) / 16 * 16;
    if (state->pitch % 1024 < 48) state->pitch += 48;
    if (state->pitch > widest) widest = state->pitch;
    const Block *block = block_of(pipeline, node);
    for (int i = 0; i < block->step_count; i++) {
      lay_out_column_cache(pipeline, work, arena, n, i);
      for (int k = 0, count = source_count(&block->steps[i], &node->steps[i]); k < count; k++) {
        const RowSource *source = &node->steps[i].sources[k];
        const float **rows = allocate(arena, (size_t)s_smax(source->span, 1) * sizeof(float *));
        if (arena->bytes) work->edges[source->edge].rows = rows;
      }
    }
    if (use) use->rings[n] = 0, use->columns[n] = state->computed_right - state->computed_left;
    if (n < pipeline->sink_count || state->computed_left == state->computed_right) continue;
    state->tags = allocate(arena, (size_t)node->ring_rows * sizeof(int32_t));
    size_t floats = (size_t)node->ring_rows * (size_t)plane_count(node) * (size_t)state->pitch;
    state->ring = allocate(arena, floats * sizeof(float));
    if (use) use->rings[n] = floats * sizeof(float);
    if (!arena->bytes) continue;
    for (int r = 0; r < node->ring_rows; r++) state->tags[r] = INT32_MIN;
    /* Columns that are not computed are clear. */
    fill(state->ring, (int64_t)floats, 0);
  }
  if (pipeline->outputs[0].store.chroma_count > 0) {
    work->video_pitch = work->states[0].pitch + 2 * STAGE_PIXELS;
    float *planes = allocate(arena, (size_t)(4 * work->video_pitch) * sizeof(float));
    if (arena->bytes) work->video = planes + STAGE_PIXELS;
  }
  work->clear = allocate(arena, (size_t)(4 * widest + STAGE_PIXELS) * sizeof(float));
  if (arena->bytes) fill(work->clear, 4 * widest + STAGE_PIXELS, 0);
  return 1;
}

static size_t memory_size(const RowPipeline *pipeline, int32_t left, int32_t right, RowMemoryUse *use) {
  RowWork work;
  Arena arena = {0, 0};
  return lay_out(pipeline, &work, &arena, left, right, use) ? arena.used : 0;
}

/* Counts each component of each pixel in its bin. */
static void count_pixels(const float *const *color, int32_t count, int32_t bins, uint32_t *counters) {
  for (int i = 0; i < count; i += W) {
    I at[4];
    for (int c = 0; c < 4; c++) {
      F bin = w_fmin(w_fmax(w_floor(*(const F *)(color[c] + i) * (float)bins), (F)0.0f), (F)((float)bins - 1.0f));
      at[c] = __builtin_convertvector(bin, I) * 4 + c;
    }
    int lanes = count - i < W ? count - i : W;
    for (int j = 0; j < lanes; j++) {
      uint32_t *table = counters + j % COUNTER_TABLES * 4 * bins;
      for (int c = 0; c < 4; c++) table[((const int32_t *)&at[c])[j]]++;
    }
  }
}

/* Computes a row of a sink, and stores or counts it. `samples` counts the samples of stored pixels. */
static void output_row(RowWork *work, int32_t sink, int32_t y, int32_t left, int32_t right, uint32_t *counters, uint32_t *samples) {
  const RowPipeline *pipeline = work->pipeline;
  const RowNode *node = &pipeline->nodes[sink];
  const Block *block = block_of(pipeline, node);
  const RowOutput *output = &pipeline->outputs[sink];
  const BlockImage *image = &output->image;
  float **planes = work->works[node->dispatch].planes[0];
  if (left >= right) return;
  prepare_sources(work, sink, y);
  Segment segment = {-1, left, 0, 0};
  while ((segment.column += segment.count) < right) {
    const int32_t x = segment.column;
    segment = segment_of(node, segment.index + 1, y, x, x + BLOCK_PIXELS, right);
    const int32_t count = segment.count;
    if (is_cancelled(work, count)) return;
    run_segment(work, sink, y, &segment, 0, 0);
    const float *color[4];
    for (int c = 0; c < 4; c++) color[c] = planes[block->result[c]];
    if (pipeline->bins > 0) {
      if (node->is_stored) count_words(color[0], count, samples);
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

/* Computes a row of a sink that is stored as planes. Stores chroma with the last row of a group. */
static void output_video_row(RowWork *work, int32_t y, int32_t left, int32_t right) {
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
  prepare_sources(work, 0, y);
  Segment segment = {-1, begin, 0, 0};
  while ((segment.column += segment.count) < end) {
    const int32_t x = segment.column;
    segment = segment_of(node, segment.index + 1, y, x, x + BLOCK_PIXELS, end);
    if (is_cancelled(work, segment.count)) return;
    float *group_row = work->video + (x - begin);
    run_segment(work, 0, y, &segment, isFirst ? group_row : 0, work->video_pitch);
    const int32_t first = s_smax(x, left), count = s_smin(x + segment.count, right) - first;
    const float *luma = (isFirst ? group_row : planes[block->result[0]]) + (first - x);
    uint8_t *to = output->image.bytes + row * output->image.row_bytes + (int64_t)(first - output->left) * bytes;
    if (count > 0) store_luma(store, luma, count, to);
    if (!isFirst)
      for (int c = 1; c < 3; c++) add_row(group_row + c * work->video_pitch, planes[block->result[c]], segment.count);
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

static int32_t run_rows(const RowPipeline *pipeline, void *memory, uint32_t *counters, int32_t isNew, int32_t left, int32_t right, int32_t bottom, int32_t top) {
  RowWork *work = memory;
  Arena arena = {memory, 0};
  if (isNew && !lay_out(pipeline, work, &arena, left, right, 0)) return ROWS_RING_OVERFLOW;
  /* The samples of a strip of the image: bytes are counted first, and then added to their bins. */
  const int countsSamples = pipeline->nodes[0].is_stored && pipeline->bins > 0;
  uint32_t samples[COUNTER_TABLES * 1024];
  if (countsSamples) for (int k = 0; k < COUNTER_TABLES * 1024; k++) samples[k] = 0;
  for (int32_t y = top - 1; y >= bottom; y--) {
    for (int32_t s = 0; s < pipeline->sink_count; s++) {
      int32_t first = sink_column(pipeline, s, left), last = sink_column(pipeline, s, right);
      for (int32_t r = sink_row(pipeline, s, y + 1) - 1; r >= sink_row(pipeline, s, y); r--) {
        if (pipeline->outputs[s].store.chroma_count > 0) output_video_row(work, r, first, last);
        else output_row(work, s, r, first, last, counters, samples);
      }
    }
    if (work->isCancelled) return ROWS_CANCELLED;
    if (work->hasFailed) return ROWS_RING_OVERFLOW;
  }
  if (countsSamples) add_sample_counts(&pipeline->stored, samples, pipeline->bins, counters);
  return ROWS_DONE;
}
