// Windows of the system, by SDL, and their surfaces, by Vulkan: in C what is painful from Swift.
#ifndef CWINDOW_H
#define CWINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CWVulkan.h"

/// A window and the events that have come for it. Only for the thread that opened the first one.
typedef struct CWWindow CWWindow;

enum { CW_REASON_BYTES = 400 };

/// Opens a window, in the middle of the display. NULL when there is none; `reason` then says why.
///
/// - Parameter forVulkan: the window shall have a surface of Vulkan's, in place of pixels of its own.
CWWindow *cw_open(const char *title, int width, int height, bool forVulkan, char reason[CW_REASON_BYTES]);
void cw_close(CWWindow *window);

/// True once the display's server is gone. Nothing is shown from then on, and nothing comes.
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
  /// Where the pointer is, in pixels from the upper left.
  double x, y;
  /// How far the wheel was turned: to the right and away from its user.
  double dx, dy;
} CWEvent;

/// Gives each window its events, and takes the next one of this window; false when there is none.
bool cw_next_event(CWWindow *window, CWEvent *event);

/// Waits until something comes for some window, at most so many milliseconds.
void cw_wait(CWWindow *window, int milliseconds);

void cw_set_title(CWWindow *window, const char *title);
void cw_set_size(CWWindow *window, int width, int height);
bool cw_set_full_screen(CWWindow *window, bool isFull);
bool cw_is_full_screen(const CWWindow *window);

/// In pixels; 0 x 0 when the window is an icon.
void cw_size(const CWWindow *window, int *width, int *height);

/// Images a second that the window's display shows; 0 when nobody knows.
int cw_refresh_rate(const CWWindow *window);

/// The pixels of a window without Vulkan: BGRA, 8 bits, top row first. They stay until the window changes its size.
typedef struct CWPixels {
  void *bytes;
  int width, height, bytesPerRow;
} CWPixels;

/// False when there are none; `reason` then says why.
bool cw_pixels(CWWindow *window, CWPixels *pixels, char reason[CW_REASON_BYTES]);
bool cw_show_pixels(CWWindow *window);

/// What finds Vulkan's functions, as the window's system has it; NULL where Vulkan is not there.
PFN_vkGetInstanceProcAddr cw_vulkan_loader(const CWWindow *window);
/// The extensions that the instance of the window's surface needs; false when there are more than `count`.
bool cw_instance_extensions(const CWWindow *window, const char **names, uint32_t *count);
VkSurfaceKHR cw_make_surface(CWWindow *window, VkInstance instance, char reason[CW_REASON_BYTES]);

#endif
