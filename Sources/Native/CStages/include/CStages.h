/* Opens shared objects of stages. */
#ifndef CSTAGES_H
#define CSTAGES_H

#include <stddef.h>
#include "Block.h"
#include "Lanes.h"
#include "Rows.h"
#include "Stage.h"

/* What a level of stages asks of the processor. */
enum { CSTAGES_BASELINE, CSTAGES_AVX2, CSTAGES_AVX512, CSTAGES_NEON };

/* True when this processor, and the system, run that level. */
int cstages_supports(int level);

/* Decodes base64 without line ends into `bytes`, which have room for three quarters of `length`; gives how many there are. */
size_t cstages_decode(const char *base64, size_t length, unsigned char *bytes);

/* What an object has. */
typedef struct CStagesObject {
  const StageLibrary *stages;
  /* What runs programs; null where it has none. */
  const BlockLibrary *blocks;
} CStagesObject;

/* Opens the object in these bytes, from memory that nobody can change afterwards; it stays open. On failure its pointers
   are null, and `message`, of `size` bytes, says why. Objects of an app's kernels have stages, and no blocks. */
CStagesObject cstages_open_bytes(const void *bytes, size_t count, int needs_blocks, char *message, size_t size);

/* The same of a file. */
CStagesObject cstages_open_file(const char *path, int needs_blocks, char *message, size_t size);

#endif
