// How loud sound is over time.
#include "Internal.h"
#include "Volume.h"

#ifdef VD_HAS_HEADERS
#include <float.h>

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

bool vd_multiply(
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
#endif

void vd_gains(const VDVolume *volumes, int32_t count, int64_t place, float *gains, int32_t moments) {
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

void vd_make_loud(
    const VDVolume *volumes, int32_t volumeCount, int64_t place, float *numbers, int32_t channels, int32_t count) {
  float gains[VD_GAINS];
  for (int32_t done = 0; done < count; done += VD_GAINS) {
    const int32_t step = count - done < VD_GAINS ? count - done : VD_GAINS;
    vd_gains(volumes, volumeCount, place + done, gains, step);
    for (int32_t moment = 0; moment < step; moment++) {
      for (int32_t channel = 0; channel < channels; channel++) {
        numbers[(int64_t)(done + moment) * channels + channel] *= gains[moment];
      }
    }
  }
}
