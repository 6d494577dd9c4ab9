// Loads SDL.
#include "CDynamicLoading.h"
#include "Library.h"

CL_TABLE(CWSDL, cw_sdl, CW_SDL_FUNCTIONS, "libSDL2-2.0.so.0", "libsdl2-2.0-0",
         "installed SDL: version 2.26 or newer is required")
