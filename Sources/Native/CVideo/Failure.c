#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

const int64_t vd_no_time = AV_NOPTS_VALUE;

const char *vd_failure_text(const VDFailure *failure) { return failure->text; }

bool vd_fail(VDFailure *failure, VDStatus status, const char *format, ...) {
  failure->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  return false;
}

static VDStatus status_of(int number, VDStatus otherwise) {
  switch (number) {
    case AVERROR_EXIT: return VD_STOPPED;
    case AVERROR(ENOENT): return VD_NO_FILE;
    case AVERROR(EACCES):
    case AVERROR(EPERM): return VD_NO_PERMISSION;
    case AVERROR(EEXIST): return VD_FILE_EXISTS;
    case AVERROR(ENOSPC):
    case AVERROR(EFBIG):
    case AVERROR(EDQUOT): return VD_DISK_FULL;
    case AVERROR(ENOMEM): return VD_NO_MEMORY;
    default: return otherwise;
  }
}

bool vd_fail_by(VDFailure *failure, VDStatus status, int number, const char *what) {
  if (number == AVERROR(EPIPE)) {
    return vd_fail(failure, VD_CLOSED, "%s: the reader of the output closed it before the end", what);
  }
  char text[AV_ERROR_MAX_STRING_SIZE];
  av_strerror(number, text, sizeof text);
  return vd_fail(failure, status_of(number, status), "%s: %s", what, text);
}

const char *vd_licence(void) { return vd_load(NULL) ? avformat_license() : ""; }

const char *vd_versions(void) {
  static char text[100];
  if (!text[0]) {
    snprintf(
        text, sizeof text, "avformat %d.%d, avcodec %d.%d, avutil %d.%d", LIBAVFORMAT_VERSION_MAJOR,
        LIBAVFORMAT_VERSION_MINOR, LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_MINOR, LIBAVUTIL_VERSION_MAJOR,
        LIBAVUTIL_VERSION_MINOR);
  }
  return text;
}

bool vd_publish_file(const char *from, const char *to, VDFailure *failure) {
  // RENAME_NOREPLACE is 1; not every C library has the function.
  if (syscall(SYS_renameat2, -100, from, -100, to, 1) == 0) return true;
  int number = errno;
  if (number == EINVAL || number == ENOSYS) {
    // Fallback for file systems without it: a hard link, which fails if the destination exists.
    if (link(from, to) == 0) return unlink(from) == 0 || vd_fail_by(failure, VD_FAILED, AVERROR(errno), from);
    number = errno;
  }
  return vd_fail_by(failure, VD_FAILED, AVERROR(number), to);
}
#endif
