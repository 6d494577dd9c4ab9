// The volume of sound over time.
#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <float.h>

enum { GAINS = 256 };

/// Computes the gains of sample frames from a position on.
static void find_gains(const VDVolume *volumes, int32_t count, int64_t position, float *gains, int32_t frames) {
  int32_t next = 0;
  for (int32_t frame = 0; frame < frames; frame++, position++) {
    while (next < count && volumes[next].from <= position) next++;
    if (next == 0) {
      gains[frame] = 1;
      continue;
    }
    const VDVolume *volume = &volumes[next - 1];
    const double fraction =
        position < volume->to ? (double)(position - volume->from) / (double)(volume->to - volume->from) : 1;
    gains[frame] = (float)(volume->start + fraction * (volume->end - volume->start));
  }
}

/// Multiplies samples of a type; a sample frame has `width` of them.
#define MULTIPLY(TYPE, LEAST, MOST)                                                      \
    for (int64_t frame = 0; frame < count; frame++) {                                      \
      TYPE *at = (TYPE *)samples + (first + frame) * width;                                \
      for (int index = 0; index < width; index++) {                                        \
        const double product = (double)at[index] * gains[frame];                           \
        at[index] = (TYPE)(product < LEAST ? LEAST : product > MOST ? MOST : product);     \
      }                                                                                    \
  }                                                                                      \
  return true

static bool multiply(
    enum AVSampleFormat format, uint8_t *samples, int width, int64_t first, int64_t count, const float *gains) {
  switch (format) {
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: MULTIPLY(int16_t, INT16_MIN, INT16_MAX);
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: MULTIPLY(int32_t, INT32_MIN, INT32_MAX);
    case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: MULTIPLY(float, -FLT_MAX, FLT_MAX);
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: MULTIPLY(double, -DBL_MAX, DBL_MAX);
    default: return false;
  }
}
#undef MULTIPLY

bool vd_apply_volume_to_planes(
    const VDVolume *volumes, int32_t volumeCount, int64_t position, enum AVSampleFormat format, uint8_t *const *planes,
    int planeCount, int width, int64_t begins, int64_t ends) {
  float gains[GAINS];
  for (int64_t done = begins; done < ends; done += GAINS) {
    const int64_t count = ends - done < GAINS ? ends - done : GAINS;
    find_gains(volumes, volumeCount, position + done, gains, (int32_t)count);
    for (int plane = 0; plane < planeCount; plane++) {
      if (!multiply(format, planes[plane], width, done, count, gains)) return false;
    }
  }
  return true;
}

void vd_apply_volume(
        const VDVolume *volumes, int32_t volumeCount, int64_t position, float *samples, int32_t channels, int32_t count) {
      uint8_t *plane = (uint8_t *)samples;
      vd_apply_volume_to_planes(volumes, volumeCount, position, AV_SAMPLE_FMT_FLT, &plane, 1, channels, 0, count);
}
#endif
