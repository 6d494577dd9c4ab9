// The SDL library, loaded at run time.
#ifndef CW_LIBRARY_H
#define CW_LIBRARY_H

#include "CWSDL.h"

/// Returns SDL's functions, loaded by the first call. If SDL cannot be loaded, returns NULL, and `*reason` states which
/// package to install.
const CWSDL *cw_sdl(const char **reason);

#endif
