/* Programs as lists of steps over planes of pixels, one list for each block. Callers write the lists. The shared
   object has the code that runs them, so that it is as fast in an app's debug build. */
#ifndef BLOCK_H
#define BLOCK_H

#include "Stage.h"

/* The largest number of pixels that are computed at once. They are contiguous in a row. */
#define BLOCK_PIXELS 1024
/* The distance between planes, in floats. It is not a power of two, so that planes do not share cache sets. */
#define BLOCK_PITCH (BLOCK_PIXELS + 48)
/* The largest number of readers of a step, and of blocks of a program. */
#define BLOCK_READER_LIMIT 8
#define BLOCK_LIMIT 256

/* The memory layout of a pixel: up to four components of `bits` each, the first one in the lowest bits. */
typedef struct BlockFormat {
  uint8_t bytes, bits, is_float, component_count;
  /* The channel of each component: 0 red, 1 green, 2 blue, 3 alpha, 4 grey, 5 unused, which is written as 1. */
  uint8_t channels[4];
  /* The bits of the fourth component: 2 if the others have 10 each. */
  uint8_t last_bits;
} BlockFormat;

/* A component of an image of Y'CbCr. Row 0 is the top row. */
typedef struct BlockComponent {
  const uint8_t *bytes;
  int64_t row_bytes;
  /* The bytes from one sample of a row to the next: 1, 2 or 4; and the lowest bit of a sample in their word. */
  int32_t step, shift;
  int32_t width, height;
} BlockComponent;

/* The interpolation of chroma along an axis: pixel 2 k + p mixes samples k + first[p] and k + first[p] + 1. The
   weight of the second is next_weight[p]. first is -1 or 0. If is_halved is 0, pixel k has sample k. */
typedef struct ChromaAxis {
  int32_t is_halved, first[2];
  float next_weight[2];
} ChromaAxis;

/* The planes of an image of Y'CbCr, which is read as red, green and blue. */
typedef struct BlockPlanes {
  BlockComponent luma, chroma[2];
  /* The bits of a sample, 8 or 16. */
  int32_t bits;
  ChromaAxis across, down;
} BlockPlanes;

/* A stored image. Row 0 is the top row. */
typedef struct BlockImage {
  uint8_t *bytes;
  int64_t row_bytes;
  int32_t width, height;
  BlockFormat format;
  /* The planes of an image of Y'CbCr, from which it is read; null for pixels. */
  const BlockPlanes *planes;
} BlockImage;

/* The kinds of steps. Planes 0 and 1 of a block are the x and y coordinates of its points. */
enum {
  /* A stage. In: its planes. Uniforms: its own. */
  STEP_STAGE,
  /* The pixel of a stored image that contains a point; clear outside. In: point. Uniforms: left, top, width, height. */
  STEP_FETCH,
  /* A colour if the point is inside a rectangle, else clear. In: colour, point. Uniforms: min x, min y, max x, max
     y. */
  STEP_MASK,
  /* An affine map. In: point. Uniforms: two rows of three. */
  STEP_TRANSFORM,
  /* The nearest pixel centre inside a rectangle. In: point. Uniforms: min x, min y, max x, max y. */
  STEP_NEAREST,
  /* The colour of another block at a point. In: point. */
  STEP_READ,
  /* The bilinear mean of another block's colours at the four pixel centres around a point. In: point. */
  STEP_BILINEAR,
  /* Planes with the same value in all pixels. Uniforms: a value for each plane. */
  STEP_FILL
};

typedef struct BlockStep {
  int32_t kind;
  /* STEP_STAGE: the stage. */
  StageFunction stage;
  /* Indices of the block's planes. */
  uint16_t in[STAGE_INPUT_LIMIT], out[STAGE_RESULT_LIMIT];
  uint8_t in_count, out_count;
  /* The index of its first uniform in those of the dispatch. */
  int32_t first_uniform;
  /* STEP_FETCH: the index of the input. */
  int32_t input;
  /* The blocks that it reads, by the n of a stage's readN. STEP_READ and STEP_BILINEAR have one. */
  uint8_t readers[BLOCK_READER_LIMIT], reader_count;
} BlockStep;

typedef struct Block {
  const BlockStep *steps;
  int32_t step_count;
  /* Includes the two planes of the points. */
  int32_t plane_count;
  uint16_t result[4];
} Block;

/* A dispatch: its blocks, uniforms and inputs. */
typedef struct BlockDispatch {
  /* Block 0 computes the output pixels. Each other block is read only by blocks before it. */
  const Block *blocks;
  int32_t block_count;
  const StageUniform *uniforms;
  const BlockImage *inputs;
} BlockDispatch;

#endif
