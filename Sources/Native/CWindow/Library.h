// SDL as it was found.
#ifndef CW_LIBRARY_H
#define CW_LIBRARY_H

#include "CWSDL.h"

/// SDL's functions, looked for at the first call. NULL when they are not there; `*reason` then says what to install.
const CWSDL *cw_sdl(const char **reason);

#endif
