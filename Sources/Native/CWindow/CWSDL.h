// The functions of SDL 2 that this package calls, and the types that they take. SDL is loaded at run time when a window
// is opened, so programs are not linked with SDL, and building requires no SDL headers. If the headers are installed,
// Check.c compares these declarations with them.
#ifndef CW_SDL_H
#define CW_SDL_H

#include <stdint.h>

/// SDL_Surface, as far as its members are read.
typedef struct CWSurface {
  uint32_t flags;
  const uint32_t *format;
  int width, height, bytesPerRow;
  void *pixels;
} CWSurface;

/// SDL_DisplayMode.
typedef struct CWDisplayMode {
  uint32_t format;
  int width, height, refreshRate;
  void *driverData;
} CWDisplayMode;

/// SDL_SysWMinfo.
typedef struct CWSystemInfo {
  uint8_t version[3];
  unsigned subsystem;
  union {
    void *display;
    uint64_t all[8];
  } info;
} CWSystemInfo;

/// SDL_Event, as far as its members are read.
typedef union CWNativeEvent {
  uint32_t type;
  /// The common first members of window, key and pointer events.
  struct {
    uint32_t type, time, window;
  } any;
  struct {
    uint32_t type, time, window;
    uint8_t event, padding[3];
    int32_t data1, data2;
  } window;
  struct {
    uint32_t type, time, window;
    uint8_t state, repeats, padding[2];
    int scancode;
    int32_t symbol;
    uint16_t modifiers;
    uint32_t unused;
  } key;
  struct {
    uint32_t type, time, window, which, state;
    int32_t x, y, dx, dy;
  } motion;
  struct {
    uint32_t type, time, window, which;
    uint8_t button, state, clicks, padding;
    int32_t x, y;
  } button;
  struct {
    uint32_t type, time, window, which;
    int32_t x, y;
    uint32_t direction;
    float preciseX, preciseY;
    int32_t pointerX, pointerY;
  } wheel;
  uint8_t all[56];
} CWNativeEvent;

typedef struct SDL_Window SDL_Window;

// DO(name, result, parameters). SDL's enumerations are `unsigned` here.
#define CW_SDL_FUNCTIONS(DO)                                                                                           \
  DO(SDL_InitSubSystem, int, (uint32_t))                                                                               \
  DO(SDL_QuitSubSystem, void, (uint32_t))                                                                              \
  DO(SDL_WasInit, uint32_t, (uint32_t))                                                                                \
  DO(SDL_GetError, const char *, (void))                                                                               \
  DO(SDL_SetHint, unsigned, (const char *, const char *))                                                              \
  DO(SDL_GetCurrentVideoDriver, const char *, (void))                                                                  \
  DO(SDL_CreateWindow, SDL_Window *, (const char *, int, int, int, int, uint32_t))                                     \
  DO(SDL_DestroyWindow, void, (SDL_Window *))                                                                          \
  DO(SDL_GetWindowFromID, SDL_Window *, (uint32_t))                                                                    \
  DO(SDL_GetWindowFlags, uint32_t, (SDL_Window *))                                                                     \
  DO(SDL_SetWindowData, void *, (SDL_Window *, const char *, void *))                                                  \
  DO(SDL_GetWindowData, void *, (SDL_Window *, const char *))                                                          \
  DO(SDL_SetWindowTitle, void, (SDL_Window *, const char *))                                                           \
  DO(SDL_SetWindowSize, void, (SDL_Window *, int, int))                                                                \
  DO(SDL_GetWindowSize, void, (SDL_Window *, int *, int *))                                                            \
  DO(SDL_GetWindowSizeInPixels, void, (SDL_Window *, int *, int *))                                                    \
  DO(SDL_SetWindowFullscreen, int, (SDL_Window *, uint32_t))                                                           \
  DO(SDL_GetWindowDisplayIndex, int, (SDL_Window *))                                                                   \
  DO(SDL_GetCurrentDisplayMode, int, (int, CWDisplayMode *))                                                           \
  DO(SDL_PollEvent, int, (CWNativeEvent *))                                                                            \
  DO(SDL_PumpEvents, void, (void))                                                                                     \
  DO(SDL_HasEvents, int, (uint32_t, uint32_t))                                                                         \
  DO(SDL_WaitEventTimeout, int, (CWNativeEvent *, int))                                                                \
  DO(SDL_GetWindowSurface, CWSurface *, (SDL_Window *))                                                                \
  DO(SDL_UpdateWindowSurface, int, (SDL_Window *))                                                                     \
  DO(SDL_GetWindowWMInfo, unsigned, (SDL_Window *, CWSystemInfo *))                                                    \
  DO(SDL_Vulkan_GetVkGetInstanceProcAddr, void *, (void))                                                              \
  DO(SDL_Vulkan_GetInstanceExtensions, unsigned, (SDL_Window *, unsigned *, const char **))                            \
  DO(SDL_Vulkan_CreateSurface, unsigned, (SDL_Window *, void *, void *))

#define CW_MEMBER(name, result, parameters) result(*name) parameters;
/// The table of SDL's functions. It is filled once and never changes.
typedef struct CWSDL {
  CW_SDL_FUNCTIONS(CW_MEMBER)
} CWSDL;
#undef CW_MEMBER

// SDL's constants.
enum {
  CW_INIT_VIDEO = 0x20,
  CW_CENTERED = 0x2FFF0000,
  CW_WINDOW_RESIZABLE = 0x20,
  CW_WINDOW_MINIMIZED = 0x40,
  CW_WINDOW_FULL_SCREEN = 0x1001,
  CW_WINDOW_HIGH_DENSITY = 0x2000,
  CW_WINDOW_VULKAN = 0x10000000,
  CW_PIXELS_XRGB8888 = 0x16161804,
  CW_PIXELS_ARGB8888 = 0x16362004,
  CW_SUBSYSTEM_X11 = 2,
  CW_SUBSYSTEM_WAYLAND = 6,
  CW_EVENT_FIRST = 0,
  CW_EVENT_LAST = 0xffff,
  CW_EVENT_QUIT = 0x100,
  CW_EVENT_WINDOW = 0x200,
  CW_EVENT_KEY_DOWN = 0x300,
  CW_EVENT_KEY_UP = 0x301,
  CW_EVENT_MOTION = 0x400,
  CW_EVENT_BUTTON_DOWN = 0x401,
  CW_EVENT_BUTTON_UP = 0x402,
  CW_EVENT_WHEEL = 0x403,
  CW_WINDOW_EXPOSED = 3,
  CW_WINDOW_SIZE_CHANGED = 6,
  CW_WINDOW_RESTORED = 9,
  CW_WINDOW_LEFT = 11,
  CW_WINDOW_CLOSE = 14,
};

#endif
