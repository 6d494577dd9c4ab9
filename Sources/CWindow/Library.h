// SDL as it was found.
#ifndef CW_LIBRARY_H
#define CW_LIBRARY_H

#include "CWSDL.h"

/// SDL's functions, looked for at the first call. NULL when they are not there; `*reason` then says what to install.
const CWSDL *cw_sdl(const char **reason);

/// Lets `cw_display_is_lost` know when the server of an X11 display is gone, in place of the end of the process, which
/// is what Xlib does else.
void cw_watch_display(void *display);
_Bool cw_display_is_lost(const void *display);
/// True once any was lost: SDL, which has one for all, is of no use any more.
_Bool cw_has_lost_display(void);

#endif
