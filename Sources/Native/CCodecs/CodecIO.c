#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "Internal.h"
#include "OutputFile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cc_failure_text(const cc_failure *failure) { return failure->text; }

int cc_fail(cc_failure *failure, int32_t status, const char *format, ...) {
  failure->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  return 0;
}

int cc_fail_by_errno(cc_failure *failure, int number, const char *subject) {
  char buffer[128] = "";
  return cc_fail(failure, CC_IO, "%s: %s", subject, strerror_r(number, buffer, sizeof buffer));
}

// Returns whether a path is the folder or inside of it; both paths are free of symbolic links.
static int is_inside(const char *path, const char *folder) {
  size_t length = strlen(folder);
  if (length == 1) return 1;
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// Opens a file inside of a folder, after resolving links. Other files are reported as missing, so that callers cannot
// probe for files elsewhere.
static int open_inside(const char *path, const char *folder, cc_failure *failure) {
  char *base = realpath(folder, NULL), *resolved = realpath(path, NULL);
  int descriptor = -1;
  if (base && resolved && is_inside(resolved, base)) {
    descriptor = open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  }
  if (descriptor >= 0) {
    // A folder or link may have been moved since.
    char self[64], real[PATH_MAX] = "";
    snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(self, real, sizeof real - 1);
    if (count < 0 || !is_inside(real, base)) {
      close(descriptor);
      descriptor = -1;
    }
  }
  free(base);
  free(resolved);
  if (descriptor < 0) cc_fail(failure, CC_IO, "there is no such file in the allowed image folder");
  return descriptor;
}

cc_source *cc_source_file(const char *path, const char *folder, cc_failure *failure) {
  // Without O_NONBLOCK, opening a named pipe blocks until a writer opens it.
  int descriptor = folder ? open_inside(path, folder, failure) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    if (!folder) cc_fail_by_errno(failure, errno, "the file cannot be opened");
    return NULL;
  }
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    cc_fail(failure, CC_IO, "not a regular file; read it and pass the bytes");
    close(descriptor);
    return NULL;
  }
  FILE *file = fdopen(descriptor, "rb");
  cc_source *source = calloc(1, sizeof *source);
  if (!file || !source) {
    if (file) fclose(file); else close(descriptor);
    free(source);
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to open a file");
    return NULL;
  }
  source->file = file;
  source->size = (uint64_t)status.st_size;
  return source;
}

cc_source *cc_source_memory(const void *bytes, size_t size, cc_failure *failure) {
  cc_source *source = calloc(1, sizeof *source);
  if (!source) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read an image");
    return NULL;
  }
  source->bytes = bytes ? bytes : (const uint8_t *)"";
  source->size = bytes ? size : 0;
  return source;
}

uint64_t cc_source_size(const cc_source *source) { return source->size; }

size_t cc_source_read(cc_source *source, void *into, size_t count) {
  size_t result = count;
  if (source->bytes) {
    uint64_t remaining = source->position < source->size ? source->size - source->position : 0;
    if (result > remaining) result = remaining;
    memcpy(into, source->bytes + source->position, result);
  } else {
    result = fread(into, 1, count, source->file);
  }
  source->position += result;
  return result;
}

uint64_t cc_source_skip(cc_source *source, uint64_t count) {
  uint64_t remaining = source->position < source->size ? source->size - source->position : 0;
  if (count > remaining) count = remaining;
  if (source->file && fseeko(source->file, (off_t)count, SEEK_CUR) != 0) return 0;
  source->position += count;
  return count;
}

int cc_source_seek(cc_source *source, uint64_t position) {
  if (position > source->size) return 0;
  if (source->file && fseeko(source->file, (off_t)position, SEEK_SET) != 0) return 0;
  source->position = position;
  return 1;
}

size_t cc_source_peek(cc_source *source, void *into, size_t count) {
  uint64_t start = source->position;
  size_t result = cc_source_read(source, into, count);
  source->position = start;
  if (source->file) fseeko(source->file, (off_t)start, SEEK_SET);
  return result;
}

size_t cc_source_peek_at(cc_source *source, uint64_t position, void *into, size_t count) {
  uint64_t previous = source->position;
  if (!cc_source_seek(source, position)) return 0;
  size_t result = cc_source_read(source, into, count);
  cc_source_seek(source, previous);
  return result;
}

void cc_source_close(cc_source *source) {
  if (!source) return;
  if (source->file) fclose(source->file);
  free(source);
}

struct cc_sink {
  FILE *file;  // NULL for memory
  cc_output_file output;
  int has_output;
  uint8_t *bytes;
  size_t count, capacity;
  uint64_t position, end;
};

cc_sink *cc_sink_memory(cc_failure *failure) {
  cc_sink *sink = calloc(1, sizeof *sink);
  if (!sink) cc_fail(failure, CC_NO_MEMORY, "not enough memory to write an image");
  return sink;
}

cc_sink *cc_sink_file(const char *path, cc_failure *failure) {
  cc_sink *sink = cc_sink_memory(failure);
  if (!sink) return NULL;
  if (!cc_output_open(&sink->output, path, failure)) {
    free(sink);
    return NULL;
  }
  sink->has_output = 1;
  // Encoders seek in their files, which devices and pipes do not support; these receive all bytes at the end.
  if (sink->output.is_special) return sink;
  // The output keeps its own descriptor, to move the file to its path after this one is closed without an error.
  int descriptor = fcntl(sink->output.descriptor, F_DUPFD_CLOEXEC, 0);
  if (descriptor >= 0) sink->file = fdopen(descriptor, "wb");
  if (!sink->file) {
    cc_fail_by_errno(failure, errno, "the file cannot be created");
    if (descriptor >= 0) close(descriptor);
    cc_sink_close(sink);
    return NULL;
  }
  return sink;
}

static int grow(cc_sink *sink, uint64_t needed) {
  if (needed <= sink->capacity) return 1;
  if (needed > SIZE_MAX / 2) return 0;
  size_t capacity = sink->capacity ? sink->capacity : 1 << 16;
  while (capacity < needed) capacity *= 2;
  uint8_t *grown = realloc(sink->bytes, capacity);
  if (!grown) return 0;
  sink->bytes = grown;
  sink->capacity = capacity;
  return 1;
}

int cc_sink_write(cc_sink *sink, const void *bytes, size_t count) {
  if (sink->file) {
    if (fwrite(bytes, 1, count, sink->file) != count) return 0;
  } else {
    if (count > UINT64_MAX - sink->position || !grow(sink, sink->position + count)) return 0;
    if (sink->position > sink->count) memset(sink->bytes + sink->count, 0, sink->position - sink->count);
    memcpy(sink->bytes + sink->position, bytes, count);
    if (sink->position + count > sink->count) sink->count = sink->position + count;
  }
  sink->position += count;
  if (sink->position > sink->end) sink->end = sink->position;
  return 1;
}

int cc_sink_seek(cc_sink *sink, uint64_t position) {
  if (sink->file && fseeko(sink->file, (off_t)position, SEEK_SET) != 0) return 0;
  sink->position = position;
  return 1;
}

uint64_t cc_sink_position(const cc_sink *sink) { return sink->position; }

uint64_t cc_sink_end(const cc_sink *sink) { return sink->end; }

int cc_sink_append(cc_sink *sink, const void *bytes, size_t count, cc_failure *failure) {
  return cc_sink_write(sink, bytes, count) ? 1 : cc_fail_by_errno(failure, errno, "the file cannot be written");
}

int cc_sink_finish(cc_sink *sink, cc_failure *failure) {
  if (!sink->has_output) return 1;
  if (sink->output.is_special) return cc_output_write(&sink->output, sink->bytes, sink->count, failure);
  FILE *file = sink->file;
  int is_complete = fflush(file) == 0 && !ferror(file);
  int number = errno;
  sink->file = NULL;
  if (fclose(file) != 0 && is_complete) {
    is_complete = 0;
    number = errno;
  }
  if (!is_complete) return cc_fail_by_errno(failure, number, "the file cannot be written");
  return cc_output_finish(&sink->output, failure);
}

void *cc_sink_take(cc_sink *sink, size_t *size) {
  void *shrunk = sink->count ? realloc(sink->bytes, sink->count) : NULL;
  void *bytes = shrunk ? shrunk : sink->bytes;
  *size = sink->count;
  sink->bytes = NULL;
  sink->count = sink->capacity = 0;
  sink->position = sink->end = 0;
  return bytes;
}

void cc_sink_close(cc_sink *sink) {
  if (!sink) return;
  if (sink->file) fclose(sink->file);
  if (sink->has_output) cc_output_close(&sink->output);
  free(sink->bytes);
  free(sink);
}
