#ifndef CCODECS_INTERNAL_H
#define CCODECS_INTERNAL_H

#include "CCodecs.h"

#include <stdio.h>

struct cc_source {
  const uint8_t *bytes;  // NULL for a file
  FILE *file;
  uint64_t size;
  uint64_t position;
};

// Return the number of bytes processed: fewer than requested only at the end.
size_t cc_source_read(cc_source *source, void *into, size_t count);
uint64_t cc_source_skip(cc_source *source, uint64_t count);
// Returns 0 beyond the end, or if seeking fails.
int cc_source_seek(cc_source *source, uint64_t position);

// Returns 0 if the bytes cannot be stored.
int cc_sink_write(cc_sink *sink, const void *bytes, size_t count);
// Sets the position of the next bytes; a gap beyond the end is filled with zeros.
int cc_sink_seek(cc_sink *sink, uint64_t position);
uint64_t cc_sink_position(const cc_sink *sink);
// Returns the number of bytes so far.
uint64_t cc_sink_end(const cc_sink *sink);

// Stores a failure and returns 0.
int cc_fail(cc_failure *failure, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Stores a failure with the system's message of an errno, and returns 0.
int cc_fail_by_errno(cc_failure *failure, int number, const char *subject);

// Return unsigned integers from little-endian bytes.
static inline uint32_t cc_little16(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static inline uint32_t cc_little32(const uint8_t *bytes) { return cc_little16(bytes) | cc_little16(bytes + 2) << 16; }

// The common part of all readers, followed by the members of the format.
struct cc_reader {
  // Returns 0 and stores `failure` on errors. Rows are inside of the image, and in an order that `access` allows.
  int (*rows)(cc_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes);
  void (*close)(cc_reader *reader);
  cc_source *source;
  cc_failure failure;
  uint32_t height;
  uint32_t next;  // the row after the last one that was read
  int32_t access;
  uint64_t minimum_file_bytes;
};

// The common part of all writers.
struct cc_writer {
  int (*rows)(cc_writer *writer, const uint8_t *pixels, size_t row_bytes, uint32_t count);
  int (*finish)(cc_writer *writer);
  void (*close)(cc_writer *writer);
  cc_sink *sink;
  cc_failure failure;
  cc_image image;  // without its ICC profile
  uint32_t next;
};

// Returns the number of channels in the file.
static inline uint32_t cc_file_channels(const cc_image *image) {
  return image->channels == 4 && image->drops_alpha ? 3 : image->channels;
}

// Returns the bytes after a signature; empty if `bytes` does not begin with the signature.
cc_bytes cc_bytes_after(cc_bytes bytes, const char *signature, size_t size);

// Copies metadata; the caller frees the copy. Returns 0, with nothing to free, if memory is exhausted.
int cc_metadata_copy(cc_metadata *copy, const cc_metadata *metadata);
void cc_metadata_free(cc_metadata *copy);

// Opens a profile with lcms2; NULL on errors. The caller closes the profile and the context.
void *cc_icc_open(const void *profile, size_t size, void **context, cc_failure *failure);

#endif
