/* Pipelines of dispatches that run row by row: rows of blocks are computed on demand, and stored in rings while they
   are read.

   A node is a block whose pixels are computed row by row. The first nodes, the sinks, compute the pixels that are
   stored or counted. The other nodes have rings of rows. So only a few rows of an intermediate exist at a time, and
   repeated reads of neighbours hit the cache.

   If there are several sinks, the rows of sink 0 determine when each of the others computes a row: a plane with half
   as many rows computes one for every second row. So all sinks read the same rings. Columns and rows are those of
   the user plane, floor(x) and floor(y), with y up. */
#ifndef ROWS_H
#define ROWS_H

#include "Block.h"
#include "Lanes.h"

/* The largest number of nodes of a pipeline. */
#define ROW_NODE_LIMIT 64
/* The largest number of sinks of a pipeline. */
#define ROW_SINK_LIMIT 4
/* The largest number of rows that a step may read at once. If more rows of a node are read, its ring_rows is
   INT32_MAX. */
#define ROW_COUNT_LIMIT 16384

/* The number of tables of counters of a thread. Several tables avoid that increments for equal neighbours depend on
   each other. */
#define COUNTER_TABLES 4

/* The access patterns of a step: the points at which it reads or computes. */
enum {
  /* Arbitrary points, in planes. */
  ACCESS_ANY,
  /* The block's own points plus an offset in whole pixels. */
  ACCESS_ROW,
  /* As ACCESS_ROW, clamped to a rectangle of pixels: outside of it edge pixels repeat. */
  ACCESS_CLAMPED,
  /* An affine map of the block's own points plus an offset in whole pixels: points on a line. For STEP_BILINEAR of a
     stored image. */
  ACCESS_LINE,
  /* The step's result is not used, so the step is skipped. */
  ACCESS_UNUSED
};

/* A node that a step reads by rows. */
typedef struct RowSource {
  /* -1: none. */
  int32_t node;
  /* The offset from the points that are read to the node's own points. */
  int32_t dx, dy;
  /* The index of its edge in the pipeline. */
  int32_t edge;
  /* The largest number of rows that are read at once. */
  int32_t span;
} RowSource;

/* The row-wise execution of a step. */
typedef struct RowStep {
  int32_t access, dx, dy;
  /* ACCESS_CLAMPED: the range of columns and rows, inclusive. */
  int32_t min_x, min_y, max_x, max_y;
  /* The row form of a STEP_STAGE that reads rows; else null. */
  StageFunction stage;
  StageReachFunction reach;
  /* The form for opaque pixels, which is used for the opaque pixels of the node; null if there is none. */
  StageFunction opaque;
  /* True if the step does not change the opaque pixels of its node. */
  int32_t skips_opaque;
  /* The index of its first uniform; for ACCESS_LINE, that of the map. */
  int32_t first_uniform;
  /* The vectors in the column cache of the stage, see Stage. */
  int32_t hoisted_vectors, hoisted_loop_vectors;
  /* True if the stage adds stored pixels. */
  int32_t is_sum;
  /* A bit for each source of which any column may be read. */
  int32_t loose_readers;
  /* True if the columns that are read increase with the pixel's column, so that the first and the last pixel bound
     them. */
  int32_t is_monotonic;
  /* By reader. For STEP_FETCH there is one: the node that computes the input. */
  RowSource sources[BLOCK_READER_LIMIT];
} RowStep;

typedef struct RowNode {
  int32_t dispatch, block;
  /* By step of the block. */
  RowStep *steps;
  /* The extent, half open. Pixels outside of it are clear. */
  int32_t left, right, bottom, top;
  /* The pixels of the extent at which steps with a form for opaque pixels read only opaque pixels. Columns are
     multiples of STAGE_PIXELS. */
  int32_t opaque_left, opaque_right, opaque_bottom, opaque_top;
  /* True if a step reads the planes of the block's points. */
  int32_t uses_points;
  /* True if its rows are stored pixels, a single plane of words. Its stages are then forms for stored pixels. */
  int32_t is_stored;
  /* The number of rows in its ring. */
  int32_t ring_rows;
  /* The number of rows that are computed for the first row of sink 0, and for all of its rows. */
  int32_t warmup_rows, total_rows;
  /* One of the rows that are computed. */
  int32_t sample_row;
} RowNode;

/* The planes in which a sink's red, green and blue, which are Y', Cb and Cr, are stored. The output's image has the
   luma of every pixel. Chroma has a sample for a group of pixels; groups are counted from the top. If the last group
   has a single row, that row is its mean. */
typedef struct RowStore {
  /* The number of chroma planes: 1 with interleaved Cb and Cr, or 2. 0: pixels are stored as an image. */
  int32_t chroma_count;
  uint8_t *chroma[2];
  int64_t chroma_row_bytes[2];
  /* The size of a group: 1 or 2 each. */
  int32_t columns, rows;
  /* The bits of a sample, 8 to 16, and the index of the lowest one. */
  int32_t depth, shift;
  /* The horizontal filter: weights of the pixel before a group, of its two pixels, and of the pixel after it. Edge
     pixels repeat. */
  float weights[4];
} RowStore;

/* The output of a sink. The upper left pixel of its image is in column `left` and row `top` - 1. */
typedef struct RowOutput {
  BlockImage image;
  int32_t left, top;
  RowStore store;
} RowOutput;

typedef struct RowPipeline {
  const BlockDispatch *dispatches;
  int32_t dispatch_count;
  /* Nodes come before the nodes that they read. */
  RowNode *nodes;
  int32_t node_count, edge_count;
  int32_t sink_count;
  RowOutput outputs[ROW_SINK_LIMIT];
  /* If not 0, each component of each pixel of the only sink increments counters[4 * bin + component] in one of
     COUNTER_TABLES consecutive tables, and nothing is stored. */
  int32_t bins;
  /* The format of nodes with stored pixels: four components of 8 bits. An image's unused component is an alpha of 1. */
  BlockFormat stored;
  /* Called with `poller` by each thread, every few thousand pixels. Returns 0 if the render is cancelled. */
  int32_t (*should_continue)(void *poller);
  void *poller;
} RowPipeline;

/* The results of a run: a ring was too short, so that the pixels are undefined; all rows are computed; the render was
   cancelled. */
enum { ROWS_RING_OVERFLOW, ROWS_DONE, ROWS_CANCELLED };

/* Determines ring_rows of each node, for the given rows of sink 0, which are all rows of its node, from the top
   down. */
typedef void (*RowRingSizing)(RowPipeline *pipeline, int32_t bottom, int32_t top);

/* The memory use of a thread, by node: the bytes of its ring, and the columns that it computes. */
typedef struct RowMemoryUse {
  size_t rings[ROW_NODE_LIMIT];
  int32_t columns[ROW_NODE_LIMIT];
} RowMemoryUse;

/* Returns the bytes of memory, aligned to 64, that a thread requires to compute these columns. If a read is too wide
   for rows, returns 0. */
typedef size_t (*RowMemorySize)(const RowPipeline *pipeline, int32_t left, int32_t right, RowMemoryUse *use);

/* Computes these rows and columns of sink 0, the top row first, and the corresponding ones of the other sinks. If
   the sink is stored as planes, the range consists of complete groups. `isNew`: the memory is uninitialised; else it
   is from the rows above, of the same columns. Returns one of ROWS_RING_OVERFLOW, ROWS_DONE, ROWS_CANCELLED. */
typedef int32_t (*RowRun)(
  const RowPipeline *pipeline, void *memory, uint32_t *counters, int32_t isNew, int32_t left, int32_t right,
  int32_t bottom, int32_t top);

/* The uniforms of a tabulated transfer function, which follow those of its formula:
   - TRANSFER_STAGE: the formula's own stage, as the two halves of its address.
   - TRANSFER_LIMIT: the magnitude from which on that stage is used.
   - TRANSFER_SCALE, TRANSFER_SHIFT, for decoding: the map from a magnitude to the index of its interval.
   - TRANSFER_JOIN, TRANSFER_SLOPE, TRANSFER_START, for encoding: from the join on, the index is the lowest exponent
     bits and the two highest bits of the fraction; below it, the function is a line.
   - TRANSFER_TABLES: four tables of TRANSFER_INTERVALS coefficients of cubics, in ascending order of the power. */
enum {
  TRANSFER_STAGE = 0,
  TRANSFER_LIMIT = 2,
  TRANSFER_SCALE,
  TRANSFER_SHIFT,
  TRANSFER_JOIN,
  TRANSFER_SLOPE,
  TRANSFER_START,
  TRANSFER_TABLES,
  TRANSFER_INTERVALS = 32,
  TRANSFER_UNIFORMS = TRANSFER_TABLES + 4 * TRANSFER_INTERVALS,
  TRANSFER_FORMULA_UNIFORMS = 7
};

/* The functions that run programs: the symbol `coreimage_blocks` of a shared object. */
typedef struct BlockLibrary {
  RowRingSizing size_rings;
  RowMemorySize memory_size;
  RowRun run;
  /* sRGBFromLinear(vf4; with a precision for 8 bits, for any colours and for opaque ones. */
  StageFunction encode_srgb8, encode_srgb8_opaque;
  /* decodeParametricCurve(vf4;vf4;vf3; and encodeParametricCurve by tables; null on levels where formulas are
     faster. */
  struct { StageFunction any, opaque; } decode_parametric, encode_parametric;
  LaneRun lanes;
} BlockLibrary;

#endif
