/* Dispatches as stages run them: rows of blocks, made when they are asked for and kept for as long as they are read.

   A node is a block whose pixels are made row by row. The first nodes, the sinks, make the pixels that are stored or
   counted; the others have rings of rows. So of images that are read by rows only a few rows exist at a time, and
   repeated neighbours are read from memory that is near. Where there are several sinks, each makes a row of its image
   when it is due by the rows of sink 0, a plane of half as many rows one for every second, so that all of them read the
   same rings. Columns and rows are those of the user plane, floor(x) and floor(y), y up. */
#ifndef ROWS_H
#define ROWS_H

#include "Block.h"
#include "Lanes.h"

/* Nodes of a pipeline. */
#define ROW_NODE_LIMIT 64
/* Sinks of a pipeline. */
#define ROW_SINK_LIMIT 4
/* Rows that may be read at once. A node of which more are read is said to keep INT32_MAX rows. */
#define ROW_COUNT_LIMIT 16384

/* Tables of counters that a thread has: equal neighbours do not wait for each other. */
#define COUNTER_TABLES 4

/* Where the points of a step lie. */
enum {
  /* Anywhere: they have planes. */
  PLACE_ANY,
  /* At the block's own points, moved by whole pixels. */
  PLACE_ROW,
  /* There, moved to the nearest pixel of a rectangle: beside it pixels repeat. */
  PLACE_CLAMPED,
  /* On a line: at the block's own points, moved by whole pixels, through a map. Of STEP_BILINEAR of a stored image. */
  PLACE_LINE,
  /* As PLACE_CLAMPED: luma and chroma of a video's frame, read where they are stored. Of a stage that joins them. */
  PLACE_VIDEO,
  /* Nobody looks at what the step gives. */
  PLACE_UNUSED
};

/* What a step reads by rows. */
typedef struct RowSource {
  /* -1: nothing. */
  int32_t node;
  /* From the points that are read to the node's own. */
  int32_t dx, dy;
  /* Its number in the pipeline. */
  int32_t edge;
  /* Rows that are read at once, at most. */
  int32_t span;
} RowSource;

/* One component of a stored image: where it is read, by columns from the left and rows from the top. */
typedef struct RowPlane {
  int32_t dispatch, input, component;
  /* Those that there are, both ends among them; beside these the nearest is read. */
  int32_t first_column, last_column, first_row, last_row;
} RowPlane;

/* Pixel 2 k + p of an axis has number k + first[p], and next[p] of the one behind it; first is -1, 0 or 1. */
typedef struct RowAxis {
  int32_t first[2];
  float next[2];
} RowAxis;

/* Chroma that stands for two pixels of a row, and of one row or two. */
typedef struct RowChroma {
  RowPlane plane;
  /* From the step's points to the rows that the axis counts. */
  int32_t dy;
  RowAxis across, up;
  /* True where numbers stand for two rows. */
  int32_t pairs_rows;
  /* Number k of a row lies in column k + left, that of a column in row top - k. */
  int32_t left, top;
} RowChroma;

/* PLACE_VIDEO. Point (x, y) of the step has the luma of column x + left and row top - y. */
typedef struct RowVideo {
  RowPlane luma;
  int32_t left, top;
  RowChroma chroma[2];
} RowVideo;

/* Of a step of a block that is made row by row. */
typedef struct RowStep {
  int32_t place, dx, dy;
  /* PLACE_CLAMPED and PLACE_VIDEO: the columns and rows that there are, both ends among them. */
  int32_t min_x, min_y, max_x, max_y;
  /* STEP_STAGE that reads rows; else null. */
  StageFunction stage;
  StageReachFunction reach;
  /* Its form for opaque pixels, for the opaque pixels of its node; else null. */
  StageFunction opaque;
  /* True when it does nothing to the opaque pixels of its node. */
  int32_t is_idle;
  /* Its own; those of the map of PLACE_LINE. */
  int32_t first_number;
  /* Vectors that the stage keeps of columns, see Stage. */
  int32_t kept, kept_in_loops;
  /* True when the stage adds up stored pixels. */
  int32_t sums;
  /* A bit for each source of which any column may be read. */
  int32_t loose;
  /* True where the columns that pixels read lie as they do themselves: the first and the last pixel tell those of all. */
  int32_t is_along;
  /* PLACE_VIDEO; else null. */
  const RowVideo *video;
  /* By reader; one for STEP_FETCH, of what its input's dispatch makes. */
  RowSource sources[BLOCK_READER_LIMIT];
} RowStep;

typedef struct RowNode {
  int32_t dispatch, block;
  /* One for each step of the block. */
  RowStep *steps;
  /* It is clear outside of these; half open. */
  int32_t left, right, bottom, top;
  /* What is known to be opaque of these: where its steps with a form for opaque pixels read nothing but such. Columns are
     multiples of STAGE_PIXELS. */
  int32_t opaque_left, opaque_right, opaque_bottom, opaque_top;
  /* True when a step looks at planes of the block's points. */
  int32_t uses_points;
  /* True when its rows are pixels as they are stored, one plane of words; its stages are of stored pixels, too. */
  int32_t is_stored;
  /* Rows that it keeps. */
  int32_t ring;
  /* Rows that were made before the first of sink 0 was, and before the last. */
  int32_t first_rows, all_rows;
  /* A row that is made. */
  int32_t sample;
} RowNode;

/* How a sink's red, green and blue, which are Y', Cb and Cr, are stored: luma of every pixel as the output's image, and
   chroma of groups of pixels, whose rows count from the top. A last row by itself stands for a group. */
typedef struct RowStore {
  /* Planes of chroma: 1, of pairs, or 2. 0: pixels are stored as they are. */
  int32_t chroma_count;
  uint8_t *chroma[2];
  int64_t chroma_row_bytes[2];
  /* Of a group: 1 or 2 each. */
  int32_t columns, rows;
  /* Bits of a number, 8 to 16, and how far they lie above the lowest. */
  int32_t depth, shift;
  /* Of the pixel before a group's two, of them, and of the one behind; the image's sides repeat. */
  float weights[4];
} RowStore;

/* Where the pixels of a sink go: the upper left corner of its image has this column, and this row below it. */
typedef struct RowOutput {
  BlockImage image;
  int32_t left, top;
  RowStore store;
} RowOutput;

typedef struct RowPipeline {
  const BlockDispatch *dispatches;
  int32_t dispatch_count;
  /* What reads comes before what is read. */
  RowNode *nodes;
  int32_t node_count, edge_count;
  int32_t sink_count;
  RowOutput outputs[ROW_SINK_LIMIT];
  /* Where it is not 0, each component of the only sink adds 1 to counters[4 * bin + component] of one of COUNTER_TABLES tables,
     one after the other, and nothing is stored. */
  int32_t bins;
  /* Of nodes that are stored pixels: four components of 8 bits. What an image has as nothing is an alpha of 1 there. */
  BlockFormat stored;
  /* Asked with `asker` every few thousand pixels that a thread makes; 0: nobody wants the rest any more. */
  int32_t (*goes_on)(void *asker);
  void *asker;
} RowPipeline;

/* What became of rows: a ring was too short, so that the pixels mean nothing; all are made; nobody wanted the rest. */
enum { ROWS_SHORT, ROWS_MADE, ROWS_STOPPED };

/* Finds how many rows each node keeps when sink 0 makes these rows, from the top down: all of its node's. */
typedef void (*RowReach)(RowPipeline *pipeline, int32_t bottom, int32_t top);

/* What nodes take of a thread's memory: the bytes of each one's ring, and the columns that it makes. */
typedef struct RowUse {
  size_t rings[ROW_NODE_LIMIT];
  int32_t columns[ROW_NODE_LIMIT];
} RowUse;

/* Bytes of memory that a thread needs to make these columns, aligned to 64; 0 when that cannot be told. */
typedef size_t (*RowMemory)(const RowPipeline *pipeline, int32_t left, int32_t right, RowUse *use);

/* Makes these rows and columns of sink 0, the top row first, and those of the other sinks that are due with them. Groups of
   a video's pixels are whole among them. `isNew`: nothing is in the memory yet; else it is from rows
   above of the same columns. Gives one of ROWS_SHORT, ROWS_MADE, ROWS_STOPPED. */
typedef int32_t (*RowRun)(
  const RowPipeline *pipeline, void *memory, uint32_t *counters, int32_t isNew, int32_t left, int32_t right,
  int32_t bottom, int32_t top);

/* What is told to curves by tables, behind the numbers of the formula: the formula's own stage, two halves of its address;
   the magnitude from which on that does it; how a magnitude becomes its place, scale and shift, or the magnitude from which
   on the exponent and the two highest bits behind it are that, with the slope and the start of the line below it; and four
   tables of CURVE_PLACES numbers, the terms of cubics. */
enum {
  CURVE_STAGE = 0,
  CURVE_LIMIT = 2,
  CURVE_SCALE,
  CURVE_SHIFT,
  CURVE_JOIN,
  CURVE_SLOPE,
  CURVE_START,
  CURVE_TABLES,
  CURVE_PLACES = 32,
  CURVE_NUMBERS = CURVE_TABLES + 4 * CURVE_PLACES,
  CURVE_FORMULA_NUMBERS = 7
};

/* What a shared object has under the name `coreimage_blocks`. */
typedef struct BlockLibrary {
  RowReach reach;
  RowMemory memory;
  RowRun run;
  /* sRGBFromLinear(vf4; as exact as 8 bits need; of any colours, and of opaque ones. */
  StageFunction coded, coded_opaque;
  /* decodeParametricCurve(vf4;vf4;vf3; and encodeParametricCurve by tables; null where formulas are faster. */
  struct { StageFunction any, opaque; } decoded, encoded;
  LaneRun lanes;
} BlockLibrary;

#endif
