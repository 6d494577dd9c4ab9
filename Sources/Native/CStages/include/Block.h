/* A program as stages run it: for each of its blocks a list of steps over planes of pixels. Callers write the lists; the
   shared object has what runs them, so that it is as fast in an app's debug build. */
#ifndef BLOCK_H
#define BLOCK_H

#include "Stage.h"

/* Pixels that are made at once: side by side in a row. */
#define BLOCK_PIXELS 1024
/* Floats from one plane to the next: not a power of two, so that planes do not fall on each other's cache lines. */
#define BLOCK_PITCH (BLOCK_PIXELS + 48)
/* Readers that a step may have, blocks that a program may have. */
#define BLOCK_READER_LIMIT 8
#define BLOCK_LIMIT 256

/* How pixels lie in memory: up to four components of `bits` each, the first one lowest. */
typedef struct BlockFormat {
  uint8_t bytes, bits, is_float, component_count;
  /* What each component is: 0 red, 1 green, 2 blue, 3 alpha, 4 grey, 5 nothing, written as 1. */
  uint8_t channels[4];
  /* Two bits for the fourth of 10, 10 and 10. */
  uint8_t last_bits;
} BlockFormat;

/* A stored image; row 0 is the top one. */
typedef struct BlockImage {
  uint8_t *bytes;
  int64_t row_bytes;
  int32_t width, height;
  BlockFormat format;
} BlockImage;

/* What a step does. Planes 0 and 1 of a block are the points that it is asked for. */
enum {
  /* A stage. In: its planes. Numbers: its own. */
  STEP_STAGE,
  /* The pixel of a stored image that holds a point; clear outside. In: point. Numbers: left, top, width, height. */
  STEP_FETCH,
  /* A colour where a point lies in a rectangle, else clear. In: colour, point. Numbers: min x, min y, max x, max y. */
  STEP_MASK,
  /* In: point. Numbers: two rows of three. */
  STEP_TRANSFORM,
  /* The nearest pixel centre in a rectangle. In: point. Numbers: min x, min y, max x, max y. */
  STEP_NEAREST,
  /* Another block's colour at a point. In: point. */
  STEP_READ,
  /* The same, weighted bilinearly at the four pixel centres around a point. */
  STEP_BILINEAR,
  /* The same numbers in all pixels. */
  STEP_FILL
};

typedef struct BlockStep {
  int32_t kind;
  /* STEP_STAGE. */
  StageFunction stage;
  /* Planes of the block. */
  uint16_t in[STAGE_INPUT_LIMIT], out[STAGE_RESULT_LIMIT];
  uint8_t in_count, out_count;
  /* Where its numbers start among those of the dispatch. */
  int32_t first_number;
  /* STEP_FETCH: the input. */
  int32_t input;
  /* Blocks: readN of a stage; STEP_READ and STEP_BILINEAR have one. */
  uint8_t readers[BLOCK_READER_LIMIT], reader_count;
} BlockStep;

typedef struct Block {
  const BlockStep *steps;
  int32_t step_count;
  /* The points' two included. */
  int32_t plane_count;
  uint16_t result[4];
} Block;

/* One dispatch: its blocks, and what they are told. */
typedef struct BlockDispatch {
  /* Block 0 makes the pixels; the others are read, each by those before it only. */
  const Block *blocks;
  int32_t block_count;
  const StageNumber *numbers;
  const BlockImage *inputs;
} BlockDispatch;

#endif
