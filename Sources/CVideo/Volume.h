// How loud moments of sound are.
#ifndef VD_VOLUME_H
#define VD_VOLUME_H

#include "Internal.h"

enum { VD_GAINS = 256 };

/// What moments from a place on are multiplied by, at most VD_GAINS of them.
void vd_gains(const VDVolume *volumes, int32_t count, int64_t place, float *gains, int32_t moments);

#ifdef VD_HAS_HEADERS
/// Multiplies numbers of moments by their gains, `width` of each moment side by side. False where nobody knows how.
bool vd_multiply(
    enum AVSampleFormat format, uint8_t *numbers, int width, int64_t first, int64_t count, const float *gains);
#endif

#endif
