#include "CDynamicLoading.h"
#include "CToolkits.h"

static const char loaded_library[] = "loaded library";

CL_TABLE(CTCairo, ct_cairo, CT_CAIRO_FUNCTIONS, "libcairo.so.2", "libcairo2", loaded_library)
CL_TABLE(CTPixbuf, ct_pixbuf, CT_PIXBUF_FUNCTIONS, "libgdk_pixbuf-2.0.so.0", "libgdk-pixbuf-2.0-0", loaded_library)
CL_TABLE(CTSDL, ct_sdl, CT_SDL_FUNCTIONS, "libSDL2-2.0.so.0", "libsdl2-2.0-0", loaded_library)
