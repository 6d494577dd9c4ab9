#ifndef CDRAWING_H
#define CDRAWING_H

#include "CDFunctions.h"

/// Returns cairo's functions, loaded on the first call. If cairo is missing, returns NULL, and `*reason` names the
/// package to install. Thread-safe.
const CDCairo *cd_cairo(const char **reason);

/// Returns Pango's functions, as ``cd_cairo``.
const CDPango *cd_pango(const char **reason);

/// Serialize the use of fonts: if several threads use a font for the first time, cairo 1.16 may damage its glyphs.
void cd_lock_fonts(void);
void cd_unlock_fonts(void);

/// Blurs bytes in place with a Gaussian of a standard deviation in pixels; bytes outside are zero. The kernel is
/// truncated at three deviations and normalized.
///
/// - Returns: 0 if memory is exhausted; the bytes are unchanged then.
int cd_blur(unsigned char *bytes, int width, int height, int stride, double deviation);

#endif
