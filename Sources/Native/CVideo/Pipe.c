// Videos through descriptors that are not seekable: pipes, sockets, terminals.
#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum {
  VD_PIPE_BYTES = 1 << 16,
  /// The time between checks for cancellation.
  VD_PIPE_MILLISECONDS = 50,
};

/// Waits until bytes can be transferred. Returns AVERROR_EXIT if cancelled.
static int wait_for(int descriptor, short event, atomic_bool *isStopped) {
  for (;;) {
    if (atomic_load(isStopped)) return AVERROR_EXIT;
    struct pollfd waiting = {.fd = descriptor, .events = event};
    const int count = poll(&waiting, 1, VD_PIPE_MILLISECONDS);
    if (count > 0) return 0;
    if (count < 0 && errno != EINTR) return AVERROR(errno);
  }
}

static int read_pipe(void *opaque, uint8_t *bytes, int count) {
  VDInput *input = opaque;
  for (;;) {
    const int result = wait_for(input->descriptor, POLLIN, &input->isStopped);
    if (result < 0) return result;
    const ssize_t read_count = read(input->descriptor, bytes, (size_t)count);
    if (read_count > 0) return (int)read_count;
    if (read_count == 0) return AVERROR_EOF;
    if (errno != EINTR && errno != EAGAIN) return AVERROR(errno);
  }
}

static int write_all(VDOutput *output, const uint8_t *bytes, int count) {
  while (count > 0) {
    const int result = wait_for(output->descriptor, POLLOUT, &output->isStopped);
    if (result < 0) return result;
    // A pipe with any space accepts this number of bytes at once, so that no write blocks on the reader.
    const ssize_t written = write(output->descriptor, bytes, (size_t)(count < PIPE_BUF ? count : PIPE_BUF));
    if (written >= 0) {
      bytes += written;
      count -= (int)written;
    } else if (errno != EINTR && errno != EAGAIN) {
      return AVERROR(errno);
    }
  }
  return 0;
}

static int write_pipe(void *opaque, uint8_t *bytes, int count) {
  // If the reader has closed the pipe, the write must fail without a signal.
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const int result = write_all(opaque, bytes, count);
  const struct timespec none = {0, 0};
  if (result == AVERROR(EPIPE) && !sigismember(&pending, SIGPIPE)) sigtimedwait(&pipe, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result < 0 ? result : count;
}

static AVIOContext *make(
    void *owner, int writes, int (*read_bytes)(void *, uint8_t *, int), int (*write_bytes)(void *, uint8_t *, int)) {
  uint8_t *buffer = av_malloc(VD_PIPE_BYTES);
  AVIOContext *bytes = buffer ? avio_alloc_context(buffer, VD_PIPE_BYTES, writes, owner, read_bytes, write_bytes, NULL)
                              : NULL;
  if (!bytes) av_free(buffer);
  if (bytes) bytes->seekable = 0;
  return bytes;
}

AVIOContext *vd_pipe_reading(VDInput *input) { return make(input, 0, read_pipe, NULL); }
AVIOContext *vd_pipe_writing(VDOutput *output) { return make(output, 1, NULL, write_pipe); }

void vd_pipe_free(AVIOContext **bytes) {
  if (!*bytes) return;
  av_free((*bytes)->buffer);
  avio_context_free(bytes);
}
#endif
