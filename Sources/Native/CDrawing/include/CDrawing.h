#ifndef CDRAWING_H
#define CDRAWING_H

#include "CDFunctions.h"

/// cairo, looked for at the first call. NULL when it is not there; `*reason` then says what to install. Any thread.
const CDCairo *cd_cairo(const char **reason);

/// Pango, as ``cd_cairo``.
const CDPango *cd_pango(const char **reason);

/// Between these two calls only one thread uses fonts: threads of cairo 1.16 that meet a font together spoil each
/// other's glyphs.
void cd_lock_fonts(void);
void cd_unlock_fonts(void);

/// Blurs bytes by a Gaussian of that standard deviation in pixels, in place, zeros outside; the kernel ends at three
/// deviations and its weights add up to 1.
///
/// - Returns: 0 when there is no memory for it; the bytes are then as they were.
int cd_blur(unsigned char *bytes, int width, int height, int stride, double deviation);

#endif
