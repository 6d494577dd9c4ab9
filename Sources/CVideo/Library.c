// Looks for FFmpeg: the libraries of the headers that this was built with, as their structures are.
#define VD_WITHOUT_MACROS
#include "Library.h"

#ifdef VD_HAS_HEADERS
#include "CVideo.h"
#include "Internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

VDFunctions vd_ffmpeg;

static char missing[VD_TEXT_BYTES];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool isThere;

static void *open_library(const char *name) {
  void *library = missing[0] ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library && !missing[0]) {
    snprintf(
        missing, sizeof missing, "%s is not there: install libavformat%d, libavcodec%d and libavutil%d, or build again",
        name, LIBAVFORMAT_VERSION_MAJOR, LIBAVCODEC_VERSION_MAJOR, LIBAVUTIL_VERSION_MAJOR);
  }
  return library;
}

static void find(void *library, const char *function, void *member) {
  void *address = library ? dlsym(library, function) : NULL;
  if (!address && !missing[0]) {
    snprintf(missing, sizeof missing, "%s is missing in the FFmpeg that was found", function);
  }
  memcpy(member, &address, sizeof address);
}

static void load(void) {
  void *util = open_library("libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR));
  void *codec = open_library("libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR));
  void *format = open_library("libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR));
#define FIND(library, function) find(library, #function, &vd_ffmpeg.function);
  VD_FUNCTIONS(FIND)
#undef FIND
  isThere = !missing[0];
  // FFmpeg writes to standard error by itself, which belongs to the app.
  if (isThere) vd_ffmpeg.av_log_set_callback(vd_take_line);
}

bool vd_load(VDFailure *failure) {
  pthread_once(&once, load);
  if (!isThere && failure) vd_fail(failure, VD_NO_FFMPEG, "%s", missing);
  return isThere;
}
#endif
