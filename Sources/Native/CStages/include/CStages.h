/* Loads shared objects of stages. */
#ifndef CSTAGES_H
#define CSTAGES_H

#include <stddef.h>
#include "Block.h"
#include "Lanes.h"
#include "Rows.h"
#include "Stage.h"

/* Levels of stages: the instruction sets that they require. */
enum { CSTAGES_BASELINE, CSTAGES_AVX2, CSTAGES_AVX512, CSTAGES_NEON };

/* Returns whether this processor and the system support a level. */
int cstages_supports(int level);

/* Decodes base64 without line ends into `bytes`, whose capacity is three quarters of `length`. Returns the byte
   count. */
size_t cstages_decode(const char *base64, size_t length, unsigned char *bytes);

/* The tables of a shared object. */
typedef struct CStagesObject {
  const StageLibrary *stages;
  /* The functions that run programs; null if the object has none. */
  const BlockLibrary *blocks;
} CStagesObject;

/* Loads a shared object from a copy of `bytes` in sealed memory, which is immutable; the object stays loaded. On
   failure both pointers are null, and `message`, of `size` bytes, has the reason. Objects of an app's kernels have
   stages, but no blocks. */
CStagesObject cstages_open_bytes(const void *bytes, size_t count, int needs_blocks, char *message, size_t size);

/* Loads a shared object from a file, as `cstages_open_bytes` does from memory. */
CStagesObject cstages_open_file(const char *path, int needs_blocks, char *message, size_t size);

#endif
