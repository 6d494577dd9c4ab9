// A window, opened with SDL.
#include "CWindow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Display.h"
#include "Library.h"

enum { QUEUED = 256 };

struct CWWindow {
  const CWSDL *sdl;
  SDL_Window *window;
  /// The X11 display; NULL for other window systems.
  void *display;
  bool isVulkan;
  CWEvent events[QUEUED];
  unsigned first, count;
};

/// The key under which an SDL window stores its CWWindow.
static const char owner[] = "CWWindow";

static CWWindow *failed(CWWindow *window, const char *reason, char text[CW_REASON_BYTES]) {
  snprintf(text, CW_REASON_BYTES, "%s", reason);
  free(window);
  return NULL;
}

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value && value[0];
}

static void watch(CWWindow *window) {
  CWSystemInfo info = {.version = {2, 26, 0}};
  if (!window->sdl->SDL_GetWindowWMInfo(window->window, &info) || info.subsystem != CW_SUBSYSTEM_X11) return;
  window->display = info.info.display;
  cw_watch_display(window->display);
}

CWWindow *cw_open(const char *title, int width, int height, bool forVulkan, char reason[CW_REASON_BYTES]) {
  const char *problem;
  const CWSDL *sdl = cw_sdl(&problem);
  if (!sdl) return failed(NULL, problem, reason);
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("SDL_VIDEODRIVER"))
    return failed(NULL,
                  "no display: DISPLAY and WAYLAND_DISPLAY are not set; start this in a desktop session, by ssh -X, or "
                  "under xvfb-run",
                  reason);
  if (cw_has_lost_display())
    return failed(NULL, "the display of this process was lost; only a new process can open a window", reason);
  CWWindow *window = calloc(1, sizeof *window);
  if (!window) return failed(NULL, "out of memory for a window", reason);
  window->sdl = sdl;
  // Leave the system's behaviour unchanged: screen savers, keyboard interrupts, compositors.
  sdl->SDL_SetHint("SDL_VIDEO_ALLOW_SCREENSAVER", "1");
  sdl->SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  sdl->SDL_SetHint("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0");
  sdl->SDL_SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0");
  // SDL's invisible drivers (dummy, offscreen) are used only if SDL_VIDEODRIVER names them.
  sdl->SDL_SetHint("SDL_VIDEODRIVER", "x11,wayland");
  if (sdl->SDL_InitSubSystem(CW_INIT_VIDEO) != 0) {
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    snprintf(reason, CW_REASON_BYTES, "the display cannot be opened (DISPLAY is %.60s, WAYLAND_DISPLAY is %.60s): %.180s",
             display ? display : "not set", wayland ? wayland : "not set", sdl->SDL_GetError());
    free(window);
    return NULL;
  }
  // Pixels go to the window without OpenGL, if SDL supports that: on Wayland it does not.
  const char *driver = sdl->SDL_GetCurrentVideoDriver();
  sdl->SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", driver && strcmp(driver, "wayland") == 0 ? "1" : "0");
  window->isVulkan = forVulkan;
  uint32_t flags = CW_WINDOW_RESIZABLE | CW_WINDOW_HIGH_DENSITY | (forVulkan ? CW_WINDOW_VULKAN : 0);
  window->window = sdl->SDL_CreateWindow(title, CW_CENTERED, CW_CENTERED, width, height, flags);
  if (!window->window) {
    failed(window, sdl->SDL_GetError(), reason);
    sdl->SDL_QuitSubSystem(CW_INIT_VIDEO);
    return NULL;
  }
  sdl->SDL_SetWindowData(window->window, owner, window);
  watch(window);
  return window;
}

void cw_close(CWWindow *window) {
  const CWSDL *sdl = window->sdl;
  // If the display is lost, SDL cannot free anything: Xlib and its extensions crash.
  if (!cw_is_lost(window)) {
    sdl->SDL_DestroyWindow(window->window);
    // Balances SDL_InitSubSystem, which counts its calls.
    sdl->SDL_QuitSubSystem(CW_INIT_VIDEO);
  }
  free(window);
}

bool cw_is_lost(const CWWindow *window) { return cw_display_is_lost(window->display); }

/// Returns the pixels per unit of SDL's pointer coordinates.
static void density(const CWWindow *window, double *x, double *y) {
  int width, height, columns, rows;
  window->sdl->SDL_GetWindowSize(window->window, &width, &height);
  window->sdl->SDL_GetWindowSizeInPixels(window->window, &columns, &rows);
  *x = width > 0 ? (double)columns / width : 1;
  *y = height > 0 ? (double)rows / height : 1;
}

static void enqueue(CWWindow *window, CWEvent event) {
  if (window->count > 0) {
    // Only the latest position and size matter to a slow consumer.
    CWEvent *last = &window->events[(window->first + window->count - 1) % QUEUED];
    bool follows = event.kind == last->kind &&
                   (event.kind == CW_MOVED || event.kind == CW_RESIZED || event.kind == CW_EXPOSED);
    if (follows) {
      *last = event;
      return;
    }
  }
  if (window->count == QUEUED) return;
  window->events[(window->first + window->count++) % QUEUED] = event;
}

static bool read_window_event(const CWNativeEvent *native, CWEvent *event) {
  switch (native->window.event) {
  case CW_WINDOW_CLOSE: event->kind = CW_CLOSE; return true;
  case CW_WINDOW_SIZE_CHANGED: event->kind = CW_RESIZED; return true;
  case CW_WINDOW_EXPOSED:
  case CW_WINDOW_RESTORED: event->kind = CW_EXPOSED; return true;
  case CW_WINDOW_LEFT: event->kind = CW_LEFT; return true;
  default: return false;
  }
}

static bool read_event(const CWWindow *window, const CWNativeEvent *native, CWEvent *event) {
  double across, down;
  density(window, &across, &down);
  switch (native->type) {
  case CW_EVENT_WINDOW: return read_window_event(native, event);
  case CW_EVENT_KEY_DOWN:
  case CW_EVENT_KEY_UP:
    *event = (CWEvent){.kind = CW_KEY,
                       .code = native->key.symbol,
                       .modifiers = native->key.modifiers,
                       .isDown = native->type == CW_EVENT_KEY_DOWN,
                       .repeats = native->key.repeats != 0};
    return true;
  case CW_EVENT_MOTION:
    *event = (CWEvent){.kind = CW_MOVED, .x = native->motion.x * across, .y = native->motion.y * down};
    return true;
  case CW_EVENT_BUTTON_DOWN:
  case CW_EVENT_BUTTON_UP:
    *event = (CWEvent){.kind = CW_BUTTON,
                       .code = native->button.button,
                       .isDown = native->type == CW_EVENT_BUTTON_DOWN,
                       .x = native->button.x * across,
                       .y = native->button.y * down};
    return true;
  case CW_EVENT_WHEEL: {
    double sign = native->wheel.direction == 1 ? -1 : 1;
    *event = (CWEvent){.kind = CW_WHEEL,
                       .x = native->wheel.pointerX * across,
                       .y = native->wheel.pointerY * down,
                       .dx = sign * native->wheel.preciseX,
                       .dy = sign * native->wheel.preciseY};
    return true;
  }
  default: return false;
  }
}

/// Moves all of SDL's pending events to the queues of their windows.
static void distribute(CWWindow *current) {
  const CWSDL *sdl = current->sdl;
  CWNativeEvent native;
  while (sdl->SDL_PollEvent(&native)) {
    CWEvent event = {0};
    if (native.type == CW_EVENT_QUIT) {
      // The event of a desktop session's end names no window.
      enqueue(current, (CWEvent){.kind = CW_CLOSE});
    } else if (native.type == CW_EVENT_WINDOW || (native.type >= CW_EVENT_KEY_DOWN && native.type <= CW_EVENT_WHEEL)) {
      SDL_Window *found = sdl->SDL_GetWindowFromID(native.any.window);
      CWWindow *window = found ? sdl->SDL_GetWindowData(found, owner) : NULL;
      if (window && read_event(window, &native, &event)) enqueue(window, event);
    }
  }
}

bool cw_next_event(CWWindow *window, CWEvent *event) {
  if (window->count == 0 && !cw_is_lost(window)) distribute(window);
  if (window->count == 0) return false;
  *event = window->events[window->first];
  window->first = (window->first + 1) % QUEUED;
  --window->count;
  return true;
}

void cw_wait(CWWindow *window, int milliseconds) {
  if (window->count != 0 || milliseconds <= 0 || cw_is_lost(window)) return;
  if (!window->display) {
    window->sdl->SDL_WaitEventTimeout(NULL, milliseconds);
    return;
  }
  // On X11, SDL's wait would wake up by an event to a window of its own. If that window is destroyed before the server
  // handles the event, Xlib reports an error when SDL quits, and ends the process.
  window->sdl->SDL_PumpEvents();
  if (!window->sdl->SDL_HasEvents(CW_EVENT_FIRST, CW_EVENT_LAST)) cw_wait_for_display(window->display, milliseconds);
}

void cw_set_title(CWWindow *window, const char *title) {
  if (!cw_is_lost(window)) window->sdl->SDL_SetWindowTitle(window->window, title);
}

void cw_set_size(CWWindow *window, int width, int height) {
  if (!cw_is_lost(window)) window->sdl->SDL_SetWindowSize(window->window, width, height);
}

bool cw_set_full_screen(CWWindow *window, bool isFull) {
  if (cw_is_lost(window)) return false;
  return window->sdl->SDL_SetWindowFullscreen(window->window, isFull ? CW_WINDOW_FULL_SCREEN : 0) == 0;
}

bool cw_is_full_screen(const CWWindow *window) {
  return (window->sdl->SDL_GetWindowFlags(window->window) & CW_WINDOW_FULL_SCREEN) == CW_WINDOW_FULL_SCREEN;
}

void cw_size(const CWWindow *window, int *width, int *height) {
  *width = *height = 0;
  if (window->sdl->SDL_GetWindowFlags(window->window) & CW_WINDOW_MINIMIZED) return;
  window->sdl->SDL_GetWindowSizeInPixels(window->window, width, height);
}

int cw_refresh_rate(const CWWindow *window) {
  CWDisplayMode mode = {0};
  int display = window->sdl->SDL_GetWindowDisplayIndex(window->window);
  if (display < 0 || window->sdl->SDL_GetCurrentDisplayMode(display, &mode) != 0) return 0;
  return mode.refreshRate;
}

static bool is_wayland(const CWWindow *window) {
  CWSystemInfo info = {.version = {2, 26, 0}};
  return window->sdl->SDL_GetWindowWMInfo(window->window, &info) && info.subsystem == CW_SUBSYSTEM_WAYLAND;
}

bool cw_pixels(CWWindow *window, CWPixels *pixels, char reason[CW_REASON_BYTES]) {
  CWSurface *surface = cw_is_lost(window) ? NULL : window->sdl->SDL_GetWindowSurface(window->window);
  if (!surface || !surface->pixels) {
    // SDL does not always give a reason.
    const char *why = window->sdl->SDL_GetError();
    if (!why || !why[0]) why = cw_is_lost(window) ? "the display is gone" : "SDL gives no reason";
    if (is_wayland(window))
      snprintf(reason, CW_REASON_BYTES,
               "on Wayland, a window shows pixels of the processor engine by OpenGL, which failed (%.160s): install "
               "libgl1-mesa-dri and libegl1, set SDL_VIDEODRIVER=x11 to use XWayland, or render with Vulkan: "
               "CI_BACKEND=vulkan",
               why);
    else
      snprintf(reason, CW_REASON_BYTES, "no pixel buffer for the window: %.300s", why);
    return false;
  }
  uint32_t format = *surface->format;
  if (format != CW_PIXELS_XRGB8888 && format != CW_PIXELS_ARGB8888) {
    snprintf(reason, CW_REASON_BYTES, "the display must have 24-bit RGB pixels (got SDL format 0x%x)",
             format);
    return false;
  }
  *pixels = (CWPixels){surface->pixels, surface->width, surface->height, surface->bytesPerRow};
  return true;
}

bool cw_show_pixels(CWWindow *window) {
  return !cw_is_lost(window) && window->sdl->SDL_UpdateWindowSurface(window->window) == 0;
}

PFN_vkGetInstanceProcAddr cw_vulkan_loader(const CWWindow *window) {
  void *address = window->isVulkan ? window->sdl->SDL_Vulkan_GetVkGetInstanceProcAddr() : NULL;
  PFN_vkGetInstanceProcAddr loader;
  memcpy(&loader, &address, sizeof loader);
  return loader;
}

bool cw_instance_extensions(const CWWindow *window, const char **names, uint32_t *count) {
  unsigned wanted = *count;
  bool found = window->sdl->SDL_Vulkan_GetInstanceExtensions(window->window, &wanted, names);
  *count = found ? wanted : 0;
  return found;
}

VkSurfaceKHR cw_make_surface(CWWindow *window, VkInstance instance, char reason[CW_REASON_BYTES]) {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  if (!window->sdl->SDL_Vulkan_CreateSurface(window->window, instance, &surface))
    snprintf(reason, CW_REASON_BYTES, "the window has no Vulkan surface: %.300s", window->sdl->SDL_GetError());
  return surface;
}
