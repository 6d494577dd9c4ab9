// How loud sound is over time.
#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <float.h>

enum { GAINS = 256 };

/// What moments from a place on are multiplied by.
static void find_gains(const VDVolume *volumes, int32_t count, int64_t place, float *gains, int32_t moments) {
  int32_t next = 0;
  for (int32_t moment = 0; moment < moments; moment++, place++) {
    while (next < count && volumes[next].from <= place) next++;
    if (next == 0) {
      gains[moment] = 1;
      continue;
    }
    const VDVolume *volume = &volumes[next - 1];
    const double share =
        place < volume->to ? (double)(place - volume->from) / (double)(volume->to - volume->from) : 1;
    gains[moment] = (float)(volume->start + share * (volume->end - volume->start));
  }
}

/// Numbers of a kind, of which `width` belong to a moment.
#define MULTIPLY(TYPE, LEAST, MOST)                                                      \
  for (int64_t moment = 0; moment < count; moment++) {                                   \
    TYPE *at = (TYPE *)numbers + (first + moment) * width;                               \
    for (int place = 0; place < width; place++) {                                        \
      const double product = (double)at[place] * gains[moment];                          \
      at[place] = (TYPE)(product < LEAST ? LEAST : product > MOST ? MOST : product);     \
    }                                                                                    \
  }                                                                                      \
  return true

static bool multiply(
    enum AVSampleFormat format, uint8_t *numbers, int width, int64_t first, int64_t count, const float *gains) {
  switch (format) {
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: MULTIPLY(int16_t, INT16_MIN, INT16_MAX);
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: MULTIPLY(int32_t, INT32_MIN, INT32_MAX);
    case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: MULTIPLY(float, -FLT_MAX, FLT_MAX);
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: MULTIPLY(double, -DBL_MAX, DBL_MAX);
    default: return false;
  }
}
#undef MULTIPLY

bool vd_make_planes_loud(
    const VDVolume *volumes, int32_t volumeCount, int64_t place, enum AVSampleFormat format, uint8_t *const *planes,
    int planeCount, int width, int64_t begins, int64_t ends) {
  float gains[GAINS];
  for (int64_t done = begins; done < ends; done += GAINS) {
    const int64_t count = ends - done < GAINS ? ends - done : GAINS;
    find_gains(volumes, volumeCount, place + done, gains, (int32_t)count);
    for (int plane = 0; plane < planeCount; plane++) {
      if (!multiply(format, planes[plane], width, done, count, gains)) return false;
    }
  }
  return true;
}

void vd_make_loud(
    const VDVolume *volumes, int32_t volumeCount, int64_t place, float *numbers, int32_t channels, int32_t count) {
  uint8_t *plane = (uint8_t *)numbers;
  vd_make_planes_loud(volumes, volumeCount, place, AV_SAMPLE_FMT_FLT, &plane, 1, channels, 0, count);
}
#endif
