/* What a stage is called with: the one agreement between stages, which StageCompiler writes as C, and their callers.

   A stage does one formula for the pixels of a block. Each component of each pixel lies in a plane of floats of its own;
   what all pixels share comes as numbers. Nothing else is read or written, but for what `rows` and `readers` give. */
#ifndef STAGE_H
#define STAGE_H

#include <stddef.h>
#include <stdint.h>

/* Callers and stages of different numbers do not fit together. */
#define STAGE_VERSION 7

/* Pixels that a stage may work on at once, whatever the level. Planes have room for a multiple of it: stages read and
   write whole vectors, so up to STAGE_PIXELS - 1 pixels after the last one are touched, and what they hold means nothing.
   Planes need not be aligned. */
#define STAGE_PIXELS 16

/* A kernel of an app ends with an error after so many rounds of a loop, and of all loops of a vector of pixels. */
#define STAGE_LOOP_ROUNDS 65536
#define STAGE_ROUNDS 4194304

/* The most planes that a stage takes, and gives. */
#define STAGE_INPUT_LIMIT 32
#define STAGE_RESULT_LIMIT 4

/* What of a call is fixed. A stage need not exist in every form; the general one does. */
enum {
  /* Any points and colours. Reads go to `readers`. */
  STAGE_FORM_GENERAL,
  /* Colours are opaque: their alpha is 1 and has no plane. Reads nothing. */
  STAGE_FORM_OPAQUE,
  /* These three make pixels side by side in a row: their points are (x, y), (x + 1, y) and so on, so that points have no
     planes. Reads go to `rows`. HORIZONTAL: the axis is (1, 0), and no number. */
  STAGE_FORM_HORIZONTAL,
  /* The axis is (0, 1), and no number. */
  STAGE_FORM_VERTICAL,
  /* For formulas without an axis. */
  STAGE_FORM_ROW,
  /* The same three for pixels as they are stored in four components of 8 bits: one plane of words, in rows and in what
     comes out. Only of formulas that choose among what they read, which need not know what the bits mean, and of those
     that add it up: these give floats, a plane for each byte of a word. */
  STAGE_FORM_STORED_HORIZONTAL,
  STAGE_FORM_STORED_VERTICAL,
  STAGE_FORM_STORED_ROW,
  /* HORIZONTAL and VERTICAL where all colours that are read are opaque, of formulas that give opaque colours then. */
  STAGE_FORM_OPAQUE_HORIZONTAL,
  STAGE_FORM_OPAQUE_VERTICAL,
  STAGE_FORM_COUNT
};

/* A number of the arguments: vectors are as many as they have components. */
typedef union StageNumber {
  float f;
  int32_t i;
} StageNumber;

/* Rows of an input; stored pixels are words where floats are meant. Points are of the user plane: y up, centres of pixels at half integers. What lies outside of these
   rows is read as the nearest pixel of them, so where an input ends they have a row, or a column, of clear pixels. */
typedef struct StageRows {
  /* rows[n] is the red of the leftmost pixel with floor(y) = bottom + n. */
  const float *const *rows;
  /* Floats from a component's plane to that of the next. */
  int64_t pitch;
  int32_t bottom, row_count;
  /* floor(x) of the leftmost pixel, and how many there are; room for STAGE_PIXELS more follows in memory. */
  int32_t left, column_count;
} StageRows;

/* Reads an input at points of a vector: as many as the level has lanes. `mask` is -1 for points that are asked for, else
   0; others may be anything, and what is given for them is not looked at. `color` are four planes of lanes. */
typedef struct StageReader StageReader;
struct StageReader {
  void (*read)(const StageReader *reader, const int32_t *mask, const float *x, const float *y, float *color);
};

/* What a horizontal form computes of columns alone, so that rows below the first one find it: vectors in the order in
   which they are needed. Of one place, count and numbers. */
typedef struct StageColumns {
  /* Aligned to vectors; up to `end` there is room. */
  float *floats, *end;
  /* True for the first row, which writes them; else they are read. */
  int32_t is_first;
  /* How many the first row needed, written or not. */
  int64_t used;
} StageColumns;

typedef struct StageCall {
  /* Pixels; at least 1. */
  int32_t count;
  /* Row forms: the centre of the first pixel. */
  float x, y;
  /* Components of colours, then x and y of points. */
  const float *in[STAGE_INPUT_LIMIT];
  /* Four of a colour, two of a point. May be planes of `in`: a vector is read before it is written. */
  float *out[STAGE_RESULT_LIMIT];
  const StageNumber *numbers;
  /* By the n of the formula's readN. */
  const StageRows *rows;
  const StageReader *const *readers;
  /* Horizontal forms that keep something; null: everything is computed. */
  StageColumns *columns;
} StageCall;

typedef void (*StageFunction)(const StageCall *call);

/* The rows and columns of an input that a row form reads: floor(y) and floor(x), both ends among them. */
typedef struct StageReach {
  int32_t bottom, top, left, right;
} StageReach;

/* Enlarges the reach of each readN by what the call would read; nothing else of the call than its place, its pixels and
   its numbers is looked at. Rows need one pixel only. */
typedef void (*StageReachFunction)(const StageCall *call, StageReach *reach);

/* A formula's stages. */
typedef struct Stage {
  /* As the shader compiler writes it: "exposureAdjust(vf4;f1;". */
  const char *name;
  /* By form; null where there is none. */
  StageFunction forms[STAGE_FORM_COUNT];
  /* Of row forms; those of stored pixels and of opaque ones read what the others do. Null where it cannot be told. */
  StageReachFunction reaches[STAGE_FORM_COUNT];
  /* Of row forms: a bit for each readN whose columns depend on the row or on what is read, so that the reach of one
     row does not tell them. */
  uint8_t loose[STAGE_FORM_COUNT];
  /* Colours that come in as planes, whether a point does, numbers of the general form, and readN that are called. */
  uint8_t color_count, takes_point, number_count, reader_count;
  /* 4 for a colour, 2 for a point. */
  uint8_t result_count;
  /* Of the opaque form: whether what it gives is opaque again, and whether its colours are those of the only one that
     comes in. */
  uint8_t keeps_opaque, keeps_color;
  /* True when its forms for stored pixels add up. */
  uint8_t sums;
  /* Vectors that its horizontal form keeps of columns: once for a vector of pixels, and in each turn of its loops. */
  uint8_t kept, kept_in_loops;
} Stage;

/* Stages that were compiled together. */
typedef struct StageGroup {
  const Stage *stages;
  uint32_t count;
} StageGroup;

/* What a shared object of stages has under the name `coreimage_stages`. */
typedef struct StageLibrary {
  uint32_t version;
  /* Pixels in a vector. */
  uint32_t lanes;
  uint32_t group_count;
  const StageGroup *const *groups;
} StageLibrary;

#endif
