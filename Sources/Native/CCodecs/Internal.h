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
// 0: behind the end, or the file cannot.
int cc_source_seek(cc_source *source, uint64_t position);

// 0: nowhere to put the bytes.
int cc_sink_write(cc_sink *sink, const void *bytes, size_t count);
// Where the next bytes go; behind the end leaves zeros between.
int cc_sink_seek(cc_sink *sink, uint64_t position);
uint64_t cc_sink_position(const cc_sink *sink);
// The count of bytes so far.
uint64_t cc_sink_end(const cc_sink *sink);

// Fills in a failure and returns 0.
int cc_fail(cc_failure *failure, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same with what the system says of an errno.
int cc_fail_by_errno(cc_failure *failure, int number, const char *what);

// What a reader begins with; the rest belongs to its format.
struct cc_reader {
  // Returns 0 with `failure` filled in. Rows lie inside the image, and come as `access` says.
  int (*rows)(cc_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes);
  void (*close)(cc_reader *reader);
  cc_source *source;
  cc_failure failure;
  uint32_t height;
  uint32_t next;  // the row behind the last that was read
  int32_t access;
  uint64_t least_file_bytes;
};

// What a writer begins with.
struct cc_writer {
  int (*rows)(cc_writer *writer, const uint8_t *pixels, size_t row_bytes, uint32_t count);
  int (*finish)(cc_writer *writer);
  void (*close)(cc_writer *writer);
  cc_sink *sink;
  cc_failure failure;
  cc_image image;  // without its profile
  uint32_t next;
};

// Channels in the file.
static inline uint32_t cc_file_channels(const cc_image *image) {
  return image->channels == 4 && image->drops_alpha ? 3 : image->channels;
}

// What of `bytes` begins with a signature, without it; nothing where it does not.
cc_bytes cc_bytes_after(cc_bytes bytes, const char *signature, size_t size);

// Copies, which the caller frees; 0 and nothing to free: no memory.
int cc_metadata_copy(cc_metadata *copy, const cc_metadata *metadata);
void cc_metadata_free(cc_metadata *copy);

// The profile as lcms2 knows it, or NULL; both to be closed by the caller.
void *cc_icc_open(const void *profile, size_t size, void **context, cc_failure *failure);

#endif
