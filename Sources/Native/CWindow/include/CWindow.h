// Windows of the system, by SDL, and their surfaces, by Vulkan.
#ifndef CWINDOW_H
#define CWINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CWVulkan.h"

/// A window and its pending events. Used only on the thread that opened the first window.
typedef struct CWWindow CWWindow;

enum { CW_REASON_BYTES = 400 };

/// Opens a window, centred on the display. On failure returns NULL, and `reason` has the cause.
///
/// - Parameter forVulkan: if true, the window has a Vulkan surface in place of a pixel buffer.
CWWindow *cw_open(const char *title, int width, int height, bool forVulkan, char reason[CW_REASON_BYTES]);
void cw_close(CWWindow *window);

/// Returns whether the connection to the display's server is lost. The window then shows nothing and receives no
/// events.
bool cw_is_lost(const CWWindow *window);

typedef enum CWEventKind {
  CW_CLOSE,
  CW_RESIZED,
  CW_EXPOSED,
  CW_KEY,
  CW_BUTTON,
  CW_MOVED,
  CW_LEFT,
  CW_WHEEL
} CWEventKind;

typedef struct CWEvent {
  CWEventKind kind;
  /// Of keys: SDL_Keycode; of buttons: 1 left, 2 middle, 3 right.
  int32_t code;
  /// SDL_Keymod.
  uint16_t modifiers;
  bool isDown, repeats;
  /// The pointer's position, in pixels from the upper left.
  double x, y;
  /// The wheel's movement: to the right and away from the user.
  double dx, dy;
} CWEvent;

/// Distributes SDL's pending events, and removes the next event of this window. Returns false if there is none.
bool cw_next_event(CWWindow *window, CWEvent *event);

/// Waits until an event arrives for any window, at most `milliseconds`.
void cw_wait(CWWindow *window, int milliseconds);

void cw_set_title(CWWindow *window, const char *title);
void cw_set_size(CWWindow *window, int width, int height);
bool cw_set_full_screen(CWWindow *window, bool isFull);
bool cw_is_full_screen(const CWWindow *window);

/// Returns the size in pixels; 0 x 0 if the window is minimized.
void cw_size(const CWWindow *window, int *width, int *height);

/// Returns the refresh rate of the window's display, in frames a second; 0 if it is unknown.
int cw_refresh_rate(const CWWindow *window);

/// The pixel buffer of a window without Vulkan: BGRA, 8 bits, top row first. It is valid until the window is resized.
typedef struct CWPixels {
  void *bytes;
  int width, height, bytesPerRow;
} CWPixels;

/// Returns the pixel buffer. On failure returns false, and `reason` has the cause.
bool cw_pixels(CWWindow *window, CWPixels *pixels, char reason[CW_REASON_BYTES]);
bool cw_show_pixels(CWWindow *window);

/// Returns vkGetInstanceProcAddr of the library that SDL loaded; NULL if Vulkan is unavailable.
PFN_vkGetInstanceProcAddr cw_vulkan_loader(const CWWindow *window);
/// Returns the instance extensions that the window's surface requires; false if there are more than `count`.
bool cw_instance_extensions(const CWWindow *window, const char **names, uint32_t *count);
VkSurfaceKHR cw_make_surface(CWWindow *window, VkInstance instance, char reason[CW_REASON_BYTES]);

#endif
