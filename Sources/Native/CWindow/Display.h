// The X11 display of SDL's windows.
#ifndef CW_DISPLAY_H
#define CW_DISPLAY_H

#include <stdbool.h>

/// Watches an X11 display: if its server exits, `cw_display_is_lost` returns true, and the process continues. By
/// default, Xlib ends the process.
void cw_watch_display(void *display);
/// Waits until the server sends data, at most `milliseconds`.
void cw_wait_for_display(void *display, int milliseconds);
bool cw_display_is_lost(const void *display);
/// Returns whether any display was lost. SDL shares one display among all windows, so it is unusable from then on.
bool cw_has_lost_display(void);

#endif
