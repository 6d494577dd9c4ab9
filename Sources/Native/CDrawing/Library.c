#include <pthread.h>

#include "CDrawing.h"
#include "CDynamicLoading.h"

static const char loaded_library[] = "loaded library";

CL_TABLE(CDCairo, cd_cairo, CD_CAIRO_FUNCTIONS, "libcairo.so.2", "libcairo2", loaded_library)
CL_TABLE(CDPango, cd_pango, CD_PANGO_FUNCTIONS, "libpangocairo-1.0.so.0", "libpangocairo-1.0-0 and a font", loaded_library)

static pthread_mutex_t fonts = PTHREAD_MUTEX_INITIALIZER;

void cd_lock_fonts(void) { pthread_mutex_lock(&fonts); }
void cd_unlock_fonts(void) { pthread_mutex_unlock(&fonts); }
