// Sound as pairs of floats, by libswresample, which is looked for with the first sound.
#include "CVideo.h"
#include "VDSound.h"

#if __has_include(<libswresample/swresample.h>) && __has_include(<libavformat/avformat.h>)
#include <libswresample/swresample.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLibraries.h"
#include "Internal.h"

#define VD_RESAMPLE(X)                                                                                                 \
  X(swr_alloc_set_opts2) X(swr_init) X(swr_free) X(swr_convert) X(swr_get_out_samples)

static struct {
#define MEMBER(function) __typeof__(&function) function;
  VD_RESAMPLE(MEMBER)
#undef MEMBER
} table;
static CLSearch search;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  char packages[60];
  snprintf(packages, sizeof packages, "libswresample%d, or build again", LIBSWRESAMPLE_VERSION_MAJOR);
  void *library = cl_open(&search, "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR), packages);
#define FIND(function) cl_find(&search, library, #function, "libswresample that was found", &table.function);
  VD_RESAMPLE(FIND)
#undef FIND
}

struct VDConverter {
  SwrContext *context;
  // What the context was made for: a stream may change.
  int rate, format, channels;
  float *pairs;
  int room;
};

VDConverter *vd_converter_make(VDFailure *failure) {
  if (!vd_load(failure)) return NULL;
  pthread_once(&once, load);
  if (search.missing[0]) return vd_fail(failure, VD_NO_FFMPEG, "%s", search.missing), NULL;
  VDConverter *converter = calloc(1, sizeof *converter);
  if (!converter) vd_fail(failure, VD_NO_MEMORY, "no memory");
  return converter;
}

void vd_converter_clear(VDConverter *converter) {
  table.swr_free(&converter->context);
  converter->rate = 0;
}

void vd_converter_free(VDConverter *converter) {
  if (!converter) return;
  table.swr_free(&converter->context);
  free(converter->pairs);
  free(converter);
}

static bool prepare(VDConverter *converter, AVFrame *block, VDFailure *failure) {
  const int channels = block->ch_layout.nb_channels;
  if (block->sample_rate <= 0 || channels <= 0) return vd_fail(failure, VD_DAMAGED, "sound without a rate");
  bool isSame = converter->context && converter->rate == block->sample_rate && converter->format == block->format &&
                converter->channels == channels;
  if (isSame) return true;
  table.swr_free(&converter->context);
  AVChannelLayout pair = AV_CHANNEL_LAYOUT_STEREO;
  int result = table.swr_alloc_set_opts2(
      &converter->context, &pair, AV_SAMPLE_FMT_FLT, VD_SAMPLES_A_SECOND, &block->ch_layout, block->format,
      block->sample_rate, 0, NULL);
  if (result >= 0) result = table.swr_init(converter->context);
  if (result < 0) {
    table.swr_free(&converter->context);
    return vd_fail_by(failure, VD_UNSUPPORTED, result, "sound of this layout");
  }
  converter->rate = block->sample_rate;
  converter->format = block->format;
  converter->channels = channels;
  return true;
}

int32_t vd_converter_take(
    VDConverter *converter, const VDFrame *holder, const float **pairs, int64_t *time, VDFailure *failure) {
  AVFrame *block = holder ? holder->frame : NULL;
  *time = block ? block->best_effort_timestamp : vd_no_time;
  *pairs = converter->pairs;
  if (!block && !converter->context) return 0;
  if (block && !prepare(converter, block, failure)) return -1;
  const int count = block ? block->nb_samples : 0;
  const int most = table.swr_get_out_samples(converter->context, count);
  if (most > converter->room) {
    float *larger = realloc(converter->pairs, (size_t)most * VD_CHANNELS * sizeof *larger);
    if (!larger) return vd_fail(failure, VD_NO_MEMORY, "no memory"), -1;
    converter->pairs = larger;
    converter->room = most;
  }
  *pairs = converter->pairs;
  uint8_t *target[] = {(uint8_t *)converter->pairs};
  int made = table.swr_convert(
      converter->context, target, converter->room, block ? (const uint8_t **)block->extended_data : NULL, count);
  if (made < 0) return vd_fail_by(failure, VD_DAMAGED, made, "sound"), -1;
  return made;
}
#else
struct VDConverter { int none; };

VDConverter *vd_converter_make(VDFailure *failure) {
  *failure = (VDFailure){VD_NO_FFMPEG, "built without FFmpeg's headers: install libswresample-dev, and build again"};
  return 0;
}
int32_t vd_converter_take(
    VDConverter *converter, const VDFrame *block, const float **pairs, int64_t *time, VDFailure *failure) {
  (void)converter, (void)block, (void)failure;
  *pairs = 0;
  *time = vd_no_time;
  return -1;
}
void vd_converter_clear(VDConverter *converter) { (void)converter; }
void vd_converter_free(VDConverter *converter) { (void)converter; }
#endif
