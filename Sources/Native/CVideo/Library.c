// Loads FFmpeg: the major versions of the headers that this was built with, because the structures depend on them.
#define VD_WITHOUT_MACROS
#include "Library.h"

#ifdef VD_HAS_HEADERS
#include "CDynamicLoading.h"
#include "CVideo.h"
#include "Internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

VDFunctions vd_ffmpeg;

static CLSearch search;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void take_line(void *object, int level, const char *format, va_list arguments) {}

static void load(void) {
  char packages[80];
  snprintf(packages, sizeof packages, "libavformat%d, libavcodec%d and libavutil%d, or build again",
           LIBAVFORMAT_VERSION_MAJOR, LIBAVCODEC_VERSION_MAJOR, LIBAVUTIL_VERSION_MAJOR);
  void *util = cl_open(&search, "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR), packages);
  void *codec = cl_open(&search, "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), packages);
  void *format = cl_open(&search, "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), packages);
#define FIND(library, function) cl_find(&search, library, #function, "FFmpeg that was found", &vd_ffmpeg.function);
  VD_FUNCTIONS(FIND)
#undef FIND
  // By default FFmpeg writes to standard error, which belongs to the app.
  if (!search.missing[0]) vd_ffmpeg.av_log_set_callback(take_line);
}

/// SVT-AV1 writes its configuration to standard error, unless this environment variable limits it to errors. There is
/// no other way. Setting it at load time is safe, because no other thread reads the environment yet.
__attribute__((constructor)) static void quieten(void) { setenv("SVT_LOG", "1", 0); }

bool vd_load(VDFailure *failure) {
  pthread_once(&once, load);
  if (search.missing[0] && failure) vd_fail(failure, VD_NO_FFMPEG, "%s", search.missing);
  return !search.missing[0];
}
#endif
