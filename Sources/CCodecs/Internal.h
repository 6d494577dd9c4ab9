#ifndef CCODECS_INTERNAL_H
#define CCODECS_INTERNAL_H

#include "CCodecs.h"

#include <stdio.h>

struct cc_source {
  const uint8_t *bytes;  // NULL: the file
  FILE *file;
  uint64_t size;
  uint64_t position;
};

// Both return how far they came: less than asked at the end of the bytes.
size_t cc_source_read(cc_source *source, void *into, size_t count);
uint64_t cc_source_skip(cc_source *source, uint64_t count);

// 0: nowhere to put the bytes.
int cc_sink_write(cc_sink *sink, const void *bytes, size_t count);

// Fills in a failure and returns 0.
int cc_fail(cc_failure *failure, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The profile as lcms2 knows it, or NULL; both to be closed by the caller.
void *cc_icc_open(const void *profile, size_t size, void **context, cc_failure *failure);

#endif
