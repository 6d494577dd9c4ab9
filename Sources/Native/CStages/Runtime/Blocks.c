/* Execution of programs: blocks of steps over planes of pixels. */
#include "StageRuntime.h"
#include "Rows.h"
#include "BlockPixels.h"
#include "PlaneLoads.h"
#include "Bilinear.h"
#include "Encoding.h"
#include "TransferTables.h"

/* The memory of a thread for a dispatch. */
typedef struct Work {
  const BlockDispatch *dispatch;
  /* By block and plane. */
  float **planes[BLOCK_LIMIT];
} Work;

/* Runs a block at arbitrary points. */
static void run_block(Work *work, int32_t block, int32_t count, float *x, float *y);

/* A reader of a stage that runs a block. */
typedef struct BlockReader {
  StageReader reader;
  Work *work;
  int32_t block;
} BlockReader;

static void read_block(const StageReader *reader, const int32_t *mask, const float *x, const float *y, float *color) {
  const BlockReader *this = (const BlockReader *)reader;
  F xs = *(const F *)x, ys = *(const F *)y;
  if (!__builtin_reduce_and(*(const I *)mask)) {
    /* Points that are not requested are replaced by one that is. Otherwise a kernel could loop on arbitrary
       coordinates whose results are not used. */
    int first = 0;
    while (first < W - 1 && !mask[first]) first++;
    for (int j = 0; j < W; j++) {
      if (!mask[j]) xs[j] = x[first], ys[j] = y[first];
    }
  }
  run_block(this->work, this->block, W, (float *)&xs, (float *)&ys);
  const Block *block = &this->work->dispatch->blocks[this->block];
  float *const *planes = this->work->planes[this->block];
  for (int c = 0; c < 4; c++) *(F *)(color + c * W) = *(const F *)planes[block->result[c]];
}

static void run_stage(Work *work, const BlockStep *step, const StageUniform *uniforms, float *const *planes, int32_t count) {
  StageCall call;
  call.count = count;
  call.x = call.y = 0;
  call.uniforms = uniforms;
  call.rows = 0;
  call.column_cache = 0;
  for (int i = 0; i < step->in_count; i++) call.in[i] = planes[step->in[i]];
  for (int i = 0; i < step->out_count; i++) call.out[i] = planes[step->out[i]];
  BlockReader readers[BLOCK_READER_LIMIT];
  const StageReader *pointers[BLOCK_READER_LIMIT];
  for (int i = 0; i < step->reader_count; i++) {
    readers[i] = (BlockReader){{read_block}, work, step->readers[i]};
    pointers[i] = &readers[i].reader;
  }
  call.readers = pointers;
  step->stage(&call);
}

/* --- Images --- */
static void fetch_points(const BlockImage *image, const StageUniform *geometry, int32_t count, const float *x, const float *y, float *const *out) {
  if (image->planes) {
    fetch_planes(image->planes, geometry, count, x, y, out);
    return;
  }
#define FETCH(format)                                                                                 \
  for (int i = 0; i < count; i += W) {                                                                \
    F color[4];                                                                                       \
    fetch_vector(format, image, geometry, *(const F *)(x + i), *(const F *)(y + i), color);         \
    for (int c = 0; c < 4; c++) *(F *)(out[c] + i) = color[c];                                        \
  }
  WITH_FORMAT(&image->format, FETCH)
#undef FETCH
}

enum { BILINEAR_POINTS = 64 };

/* Reads a block bilinearly: runs it four times, for a few points at a time. */
static void bilinear_block(Work *work, int32_t block, int32_t count, const float *x, const float *y, float *const *out) {
  const uint16_t *result = work->dispatch->blocks[block].result;
  for (int i = 0; i < count; i += BILINEAR_POINTS) {
    int batch = count - i < BILINEAR_POINTS ? count - i : BILINEAR_POINTS;
    float xs[2][BILINEAR_POINTS], ys[2][BILINEAR_POINTS], wx[BILINEAR_POINTS], wy[BILINEAR_POINTS];
    float sums[3][4][BILINEAR_POINTS];
    for (int j = 0; j < batch; j += W) {
      Corner across = corner_of(*(const F *)(x + i + j)), up = corner_of(*(const F *)(y + i + j));
      *(F *)(xs[0] + j) = across.low, *(F *)(xs[1] + j) = across.high, *(F *)(wx + j) = across.weight;
      *(F *)(ys[0] + j) = up.low, *(F *)(ys[1] + j) = up.high, *(F *)(wy + j) = up.weight;
    }
    for (int corner = 0; corner < 4; corner++) {
      run_block(work, block, batch, xs[corner & 1], ys[corner >> 1]);
      float *const *planes = work->planes[block];
      for (int j = 0; j < batch; j += W) {
        F color[4], other[4];
        for (int c = 0; c < 4; c++) color[c] = *(const F *)(planes[result[c]] + j);
        float(*to)[BILINEAR_POINTS] = sums[corner >> 1];
        if (corner & 1) {
          for (int c = 0; c < 4; c++) other[c] = color[c], color[c] = *(const F *)(to[c] + j);
          mix4(color, other, *(const F *)(wx + j));
        }
        for (int c = 0; c < 4; c++) *(F *)(to[c] + j) = color[c];
      }
    }
    for (int j = 0; j < batch; j += W) {
      F low[4], high[4];
      for (int c = 0; c < 4; c++) low[c] = *(const F *)(sums[0][c] + j), high[c] = *(const F *)(sums[1][c] + j);
      mix4(low, high, *(const F *)(wy + j));
      for (int c = 0; c < 4; c++) *(F *)(out[c] + i + j) = low[c];
    }
  }
}

/* Returns the step of a block that only fetches at its own points; null for other blocks. */
static const BlockStep *only_fetch(const Block *block) {
  const BlockStep *step = block->steps;
  return block->step_count == 1 && step->kind == STEP_FETCH && step->in[0] == 0 && step->in[1] == 1 ? step : 0;
}

/* --- Small steps. Results may use the planes of operands: a vector is read before it is written. --- */
static void mask(const StageUniform *rect, int32_t count, const float *const *in, float *const *out) {
  for (int i = 0; i < count; i += W) {
    F x = *(const F *)(in[4] + i), y = *(const F *)(in[5] + i), color[4];
    for (int c = 0; c < 4; c++) color[c] = *(const F *)(in[c] + i);
    I isInside = (x >= rect[0].f) & (y >= rect[1].f) & (x < rect[2].f) & (y < rect[3].f);
    for (int c = 0; c < 4; c++) *(F *)(out[c] + i) = SELECT_f(isInside, color[c], (F)0.0f);
  }
}

static void transform(const StageUniform *rows, int32_t count, const float *const *in, float *const *out) {
  for (int i = 0; i < count; i += W) {
    F x = *(const F *)(in[0] + i), y = *(const F *)(in[1] + i);
    *(F *)(out[0] + i) = rows[0].f * x + rows[1].f * y + rows[2].f;
    *(F *)(out[1] + i) = rows[3].f * x + rows[4].f * y + rows[5].f;
  }
}

static void nearest(const StageUniform *rect, int32_t count, const float *const *in, float *const *out) {
  for (int i = 0; i < count; i += W) {
    F at[2] = {*(const F *)(in[0] + i), *(const F *)(in[1] + i)};
    for (int axis = 0; axis < 2; axis++) {
      F center = w_floor(at[axis]) + 0.5f;
      *(F *)(out[axis] + i) = w_fmin(w_fmax(center, (F)(rect[axis].f + 0.5f)), (F)(rect[axis + 2].f - 0.5f));
    }
  }
}

/* --- Blocks --- */
static void run_step(Work *work, const BlockStep *step, float *const *planes, int32_t count) {
  const BlockDispatch *dispatch = work->dispatch;
  const StageUniform *uniforms = dispatch->uniforms + step->first_uniform;
  if (step->kind == STEP_STAGE) {
    run_stage(work, step, uniforms, planes, count);
    return;
  }
  const float *in[STAGE_INPUT_LIMIT];
  float *out[STAGE_RESULT_LIMIT];
  for (int i = 0; i < step->in_count; i++) in[i] = planes[step->in[i]];
  for (int i = 0; i < step->out_count; i++) out[i] = planes[step->out[i]];
  switch (step->kind) {
  case STEP_FETCH:
    fetch_points(&dispatch->inputs[step->input], uniforms, count, in[0], in[1], out);
    break;
  case STEP_MASK: mask(uniforms, count, in, out); break;
  case STEP_TRANSFORM: transform(uniforms, count, in, out); break;
  case STEP_NEAREST: nearest(uniforms, count, in, out); break;
  case STEP_READ: {
    int32_t block = step->readers[0];
    run_block(work, block, count, (float *)in[0], (float *)in[1]);
    for (int c = 0; c < 4; c++) {
      const float *from = work->planes[block][dispatch->blocks[block].result[c]];
      for (int i = 0; i < count; i += W) *(F *)(out[c] + i) = *(const F *)(from + i);
    }
    break;
  }
  case STEP_BILINEAR: {
    const BlockStep *fetch = only_fetch(&dispatch->blocks[step->readers[0]]);
    if (fetch && !dispatch->inputs[fetch->input].planes) bilinear_image(&dispatch->inputs[fetch->input], dispatch->uniforms + fetch->first_uniform, count, in[0], in[1], out);
    else bilinear_block(work, step->readers[0], count, in[0], in[1], out);
    break;
  }
  case STEP_FILL:
    for (int k = 0; k < step->out_count; k++) fill(out[k], (count + W - 1) / W * W, uniforms[k].f);
    break;
  default: break;
  }
}

static void run_block(Work *work, int32_t index, int32_t count, float *x, float *y) {
  const Block *block = &work->dispatch->blocks[index];
  float **planes = work->planes[index];
  planes[0] = x;
  planes[1] = y;
  for (int i = 0; i < block->step_count; i++) run_step(work, &block->steps[i], planes, count);
}

#include "StoredRows.h"
#include "RowSteps.h"
#include "PlaneStores.h"
#include "ColumnCache.h"
#include "RowNodes.h"
#include "RowProduction.h"
#include "RowPipelines.h"
#include "LaneSteps.h"

extern const BlockLibrary coreimage_blocks;
__attribute__((visibility("default"))) const BlockLibrary coreimage_blocks = {
  size_rings, memory_size, run_rows, stage_encode_srgb8, stage_encode_srgb8_opaque, TRANSFER_STAGES, run_lanes};

#include "Memory.h"
