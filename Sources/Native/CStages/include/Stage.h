/* The interface between stages, which StageCompiler writes as C, and their callers.

   A stage evaluates a formula for the pixels of a block. Each component is a plane of floats. Values that all pixels
   share are uniforms. Other than these, a stage reads only the inputs in `rows` and `readers`. */
#ifndef STAGE_H
#define STAGE_H

#include <stddef.h>
#include <stdint.h>

/* The version of the interface. Callers reject stages of other versions. */
#define STAGE_VERSION 7

/* The largest number of pixels in a vector, on all levels. The capacity of a plane is a multiple of it: stages read
   and write whole vectors, so they access up to STAGE_PIXELS - 1 pixels after the last one, whose values are
   undefined. Planes need not be aligned. */
#define STAGE_PIXELS 16

/* The largest numbers of iterations of a loop in an app's kernel, and of all loops for a vector of pixels. A kernel
   that exceeds them ends with an error. */
#define STAGE_LOOP_ITERATIONS 65536
#define STAGE_ITERATIONS 4194304

/* The largest numbers of input planes and of result planes. */
#define STAGE_INPUT_LIMIT 32
#define STAGE_RESULT_LIMIT 4

/* Specialisations of a stage. Only the general form exists for every formula. */
enum {
  /* Any points and colours. Inputs are read through `readers`. */
  STAGE_FORM_GENERAL,
  /* Colours are opaque: their alpha is 1 and has no plane. Reads no inputs. */
  STAGE_FORM_OPAQUE,
  /* The row forms: these three compute contiguous pixels of a row. Their points are (x, y), (x + 1, y) and so on,
     and have no planes. Inputs are read from `rows`. HORIZONTAL: the axis is (1, 0), and is not a uniform. */
  STAGE_FORM_HORIZONTAL,
  /* The axis is (0, 1), and is not a uniform. */
  STAGE_FORM_VERTICAL,
  /* For formulas without an axis. */
  STAGE_FORM_ROW,
  /* The row forms for stored pixels with four components of 8 bits: rows and results are a single plane of words. They
     exist for formulas that select among the pixels that they read, and for formulas that add them. The results of the
     latter are floats, with a plane for each byte of a word. */
  STAGE_FORM_STORED_HORIZONTAL,
  STAGE_FORM_STORED_VERTICAL,
  STAGE_FORM_STORED_ROW,
  /* HORIZONTAL and VERTICAL for inputs that are opaque, if the formula's result is then opaque too. */
  STAGE_FORM_OPAQUE_HORIZONTAL,
  STAGE_FORM_OPAQUE_VERTICAL,
  STAGE_FORM_COUNT
};

/* A scalar that all pixels share. A vector has one for each component. */
typedef union StageUniform {
  float f;
  int32_t i;
} StageUniform;

/* Rows of an input, of floats or of stored pixels as words. Points are in the user plane: y is up, and pixel centres
   are at half integers. Reads outside of the rows and columns are clamped to them. So if an input ends there, the
   rows include a row, or a column, of clear pixels. */
typedef struct StageRows {
  /* rows[n] points to the red component of the leftmost pixel with floor(y) = bottom + n. */
  const float *const *rows;
  /* The distance between the planes of two components, in floats. */
  int64_t pitch;
  int32_t bottom, row_count;
  /* floor(x) of the leftmost pixel, and the number of pixels. STAGE_PIXELS more can be read after the last one. */
  int32_t left, column_count;
} StageRows;

/* A function that reads an input at a vector of points, as many as the level has lanes. `mask` is -1 for the
   requested points, else 0. Other points have arbitrary coordinates, and their colours are ignored. `color` has four
   planes of lanes. */
typedef struct StageReader StageReader;
struct StageReader {
  void (*read)(const StageReader *reader, const int32_t *mask, const float *x, const float *y, float *color);
};

/* The cache of a horizontal form for values that depend on the column alone: the first row stores them, and the rows
   below load them. Vectors are in the order of use. Valid for one column, pixel count and set of uniforms. */
typedef struct StageColumnCache {
  /* The memory, aligned to vectors, and its end. */
  float *floats, *end;
  /* True for the first row, which stores the vectors. The others load them. */
  int32_t is_first;
  /* The number of floats that the first row requires, even if they exceed the capacity. */
  int64_t used;
} StageColumnCache;

typedef struct StageCall {
  /* The number of pixels, at least 1. */
  int32_t count;
  /* Row forms: the centre of the first pixel. */
  float x, y;
  /* The planes of the colours' components, then x and y of the points. */
  const float *in[STAGE_INPUT_LIMIT];
  /* Four planes of a colour, or two of a point. They may be planes of `in`: a vector is read before it is written. */
  float *out[STAGE_RESULT_LIMIT];
  const StageUniform *uniforms;
  /* The inputs, by the n of the formula's readN. */
  const StageRows *rows;
  const StageReader *const *readers;
  /* The column cache of a horizontal form; null: every value is computed. */
  StageColumnCache *column_cache;
} StageCall;

typedef void (*StageFunction)(const StageCall *call);

/* The rows and columns of an input that a row form reads: floor(y) and floor(x), inclusive. */
typedef struct StageReach {
  int32_t bottom, top, left, right;
} StageReach;

/* Extends the reach of each readN by the pixels that the call would read. Uses only x, y, count and the uniforms of
   the call. To find rows, a count of 1 is sufficient. */
typedef void (*StageReachFunction)(const StageCall *call, StageReach *reach);

/* The stages of a formula. */
typedef struct Stage {
  /* The mangled name, as the shader compiler writes it: "exposureAdjust(vf4;f1;". */
  const char *name;
  /* By form; null if the form does not exist. */
  StageFunction forms[STAGE_FORM_COUNT];
  /* The reach functions of row forms. Forms for stored or opaque pixels have the same reach as the others. Null if the
     reach depends on the pixels that are read. */
  StageReachFunction reaches[STAGE_FORM_COUNT];
  /* For row forms: a bit for each readN whose columns depend on the row or on pixels that are read, so that the
     reach of a row does not bound them. */
  uint8_t loose_readers[STAGE_FORM_COUNT];
  /* The number of input colours, whether there is an input point, the number of uniforms of the general form, and
     one more than the highest n of the readN that are called. */
  uint8_t color_count, takes_point, uniform_count, reader_count;
  /* 4 for a colour, 2 for a point. */
  uint8_t result_count;
  /* For the opaque form: whether the result is opaque, and whether it is the only input colour, unchanged. */
  uint8_t preserves_opacity, preserves_opaque_colors;
  /* True if its forms for stored pixels add them. */
  uint8_t is_sum;
  /* The vectors in the column cache of its horizontal form, for each vector of pixels: outside of loops, and for each
     iteration of its loops. */
  uint8_t hoisted_vectors, hoisted_loop_vectors;
} Stage;

/* Stages that were compiled together. */
typedef struct StageGroup {
  const Stage *stages;
  uint32_t count;
} StageGroup;

/* The stages of a shared object: its symbol `coreimage_stages`. */
typedef struct StageLibrary {
  uint32_t version;
  /* The number of pixels in a vector. */
  uint32_t lanes;
  uint32_t group_count;
  const StageGroup *const *groups;
} StageLibrary;

#endif
