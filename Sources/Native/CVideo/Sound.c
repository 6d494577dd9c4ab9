// PCM conversion by libswresample, which is loaded with the first sound.
#include "CVideo.h"
#include "VDSound.h"

#if __has_include(<libswresample/swresample.h>) && __has_include(<libavformat/avformat.h>)
#include <libswresample/swresample.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CDynamicLoading.h"
#include "Internal.h"

#define VD_RESAMPLE(X)                                                                                                 \
  X(swr_alloc_set_opts2) X(swr_init) X(swr_free) X(swr_convert) X(swr_get_out_samples) X(swr_get_delay)

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

enum { VD_PLANES = 64 };

struct VDConverter {
  SwrContext *context;
  VDConversion to;
  // The input format of the context, as it may change within a stream.
  int rate, format, channels;
  uint8_t *planes[VD_PLANES];
  int capacity;
};

VDConverter *vd_converter_make_for(VDConversion to, VDFailure *failure) {
  if (!vd_load(failure)) return NULL;
  pthread_once(&once, load);
  if (search.missing[0]) return vd_fail(failure, VD_NO_FFMPEG, "%s", search.missing), NULL;
  if (to.rate <= 0 || to.channels <= 0 || to.channels > VD_PLANES) {
    return vd_fail(failure, VD_UNSUPPORTED, "sound of %d channels at %d Hz is not supported", to.channels, to.rate), NULL;
  }
  VDConverter *converter = calloc(1, sizeof *converter);
  if (!converter) return vd_fail(failure, VD_NO_MEMORY, "no memory"), NULL;
  converter->to = to;
  return converter;
}

VDConverter *vd_converter_make(const VDSoundFormat *format, VDFailure *failure) {
  static const enum AVSampleFormat formats[] = {
      [VD_INT16] = AV_SAMPLE_FMT_S16, [VD_INT32] = AV_SAMPLE_FMT_S32, [VD_FLOAT32] = AV_SAMPLE_FMT_FLT,
      [VD_FLOAT64] = AV_SAMPLE_FMT_DBL};
  return vd_converter_make_for((VDConversion){formats[format->sampleFormat], format->rate, format->channels}, failure);
}

void vd_converter_clear(VDConverter *converter) {
  table.swr_free(&converter->context);
  converter->rate = 0;
}

void vd_converter_free(VDConverter *converter) {
  if (!converter) return;
  table.swr_free(&converter->context);
  for (int plane = 0; plane < VD_PLANES; plane++) free(converter->planes[plane]);
  free(converter);
}

int64_t vd_converter_delay(const VDConverter *converter) {
  return converter->context ? table.swr_get_delay(converter->context, converter->to.rate) : 0;
}

static bool prepare(VDConverter *converter, AVFrame *block, VDFailure *failure) {
  const int channels = block->ch_layout.nb_channels;
  const VDConversion to = converter->to;
  if (block->sample_rate <= 0 || channels <= 0) return vd_fail(failure, VD_DAMAGED, "the sound has no sample rate");
  bool isSame = converter->context && converter->rate == block->sample_rate && converter->format == block->format &&
                converter->channels == channels;
  if (isSame) return true;
  table.swr_free(&converter->context);
  AVChannelLayout layout, usual;
  av_channel_layout_default(&usual, to.channels);
  // If the number of channels is unchanged, so is their layout.
  layout = to.channels == channels ? block->ch_layout : usual;
  int result = table.swr_alloc_set_opts2(
      &converter->context, &layout, to.format, to.rate, &block->ch_layout, block->format, block->sample_rate, 0, NULL);
  if (result >= 0) result = table.swr_init(converter->context);
  if (result < 0) {
    table.swr_free(&converter->context);
    return vd_fail_by(failure, VD_UNSUPPORTED, result, "the sound's format is not supported");
  }
  converter->rate = block->sample_rate;
  converter->format = block->format;
  converter->channels = channels;
  return true;
}

static bool reserve(VDConverter *converter, int frameCount, VDFailure *failure) {
  if (frameCount <= converter->capacity) return true;
  const VDConversion to = converter->to;
  const bool isPlanar = av_sample_fmt_is_planar(to.format);
  const size_t bytes =
      (size_t)frameCount * (size_t)av_get_bytes_per_sample(to.format) * (isPlanar ? 1 : (size_t)to.channels);
  for (int plane = 0; plane < (isPlanar ? to.channels : 1); plane++) {
    uint8_t *larger = realloc(converter->planes[plane], bytes);
    if (!larger) return vd_fail(failure, VD_NO_MEMORY, "no memory");
    converter->planes[plane] = larger;
  }
  converter->capacity = frameCount;
  return true;
}

int vd_converter_planes(VDConverter *converter, AVFrame *block, uint8_t *const **planes, VDFailure *failure) {
  *planes = converter->planes;
  if (!block && !converter->context) return 0;
  if (block && !prepare(converter, block, failure)) return -1;
  const int count = block ? block->nb_samples : 0;
  if (!reserve(converter, table.swr_get_out_samples(converter->context, count), failure)) return -1;
  int converted = table.swr_convert(
      converter->context, converter->planes, converter->capacity,
      block ? (const uint8_t **)block->extended_data : NULL, count);
  if (converted < 0) return vd_fail_by(failure, VD_DAMAGED, converted, "the sound cannot be converted"), -1;
  return converted;
}

int32_t vd_converter_take(
    VDConverter *converter, const VDFrame *holder, const void **samples, int64_t *time, VDFailure *failure) {
  AVFrame *block = holder ? holder->frame : NULL;
  *time = block ? block->best_effort_timestamp : vd_no_time;
  uint8_t *const *planes;
  const int converted = vd_converter_planes(converter, block, &planes, failure);
  *samples = planes[0];
  return converted;
}
#else
struct VDConverter { int none; };

VDConverter *vd_converter_make(const VDSoundFormat *format, VDFailure *failure) {
  (void)format;
  *failure = (VDFailure){VD_NO_FFMPEG, "built without FFmpeg's headers: install libswresample-dev, and build again"};
  return 0;
}
int32_t vd_converter_take(
    VDConverter *converter, const VDFrame *block, const void **samples, int64_t *time, VDFailure *failure) {
  (void)converter, (void)block, (void)failure;
  *samples = 0;
  *time = vd_no_time;
  return -1;
}
void vd_converter_clear(VDConverter *converter) { (void)converter; }
void vd_converter_free(VDConverter *converter) { (void)converter; }
#endif
