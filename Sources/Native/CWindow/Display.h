// The X11 display of SDL's windows.
#ifndef CW_DISPLAY_H
#define CW_DISPLAY_H

#include <stdbool.h>

/// Lets `cw_display_is_lost` know when the server of an X11 display is gone, in place of the end of the process, which
/// is what Xlib does else.
void cw_watch_display(void *display);
/// Waits until the server sends something, at most so many milliseconds.
void cw_wait_for_display(void *display, int milliseconds);
bool cw_display_is_lost(const void *display);
/// True once any was lost: SDL, which has one for all, is of no use any more.
bool cw_has_lost_display(void);

#endif
