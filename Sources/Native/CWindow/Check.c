// Compares the declarations of CWSDL.h with SDL's own headers, if these are installed.
#if __has_include(<SDL2/SDL.h>)
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <SDL2/SDL_vulkan.h>
#include <stddef.h>

#include "CWSDL.h"

#define CHECK(condition) _Static_assert(condition, #condition)
#define SAME(ours, theirs) CHECK((uint32_t)(ours) == (uint32_t)(theirs))
#define SAME_OFFSET(ours, member, theirs, its)                                                                         \
  CHECK(offsetof(ours, member) == offsetof(theirs, its));                                                              \
  CHECK(sizeof(((ours *)0)->member) == sizeof(((theirs *)0)->its))

CHECK(sizeof(CWNativeEvent) == sizeof(SDL_Event));
SAME_OFFSET(CWNativeEvent, any.window, SDL_Event, window.windowID);
SAME_OFFSET(CWNativeEvent, window.event, SDL_Event, window.event);
SAME_OFFSET(CWNativeEvent, key.window, SDL_Event, key.windowID);
SAME_OFFSET(CWNativeEvent, key.state, SDL_Event, key.state);
SAME_OFFSET(CWNativeEvent, key.repeats, SDL_Event, key.repeat);
SAME_OFFSET(CWNativeEvent, key.symbol, SDL_Event, key.keysym.sym);
SAME_OFFSET(CWNativeEvent, key.modifiers, SDL_Event, key.keysym.mod);
SAME_OFFSET(CWNativeEvent, motion.window, SDL_Event, motion.windowID);
SAME_OFFSET(CWNativeEvent, motion.x, SDL_Event, motion.x);
SAME_OFFSET(CWNativeEvent, motion.y, SDL_Event, motion.y);
SAME_OFFSET(CWNativeEvent, button.window, SDL_Event, button.windowID);
SAME_OFFSET(CWNativeEvent, button.button, SDL_Event, button.button);
SAME_OFFSET(CWNativeEvent, button.x, SDL_Event, button.x);
SAME_OFFSET(CWNativeEvent, button.y, SDL_Event, button.y);
SAME_OFFSET(CWNativeEvent, wheel.window, SDL_Event, wheel.windowID);
SAME_OFFSET(CWNativeEvent, wheel.direction, SDL_Event, wheel.direction);
SAME_OFFSET(CWNativeEvent, wheel.preciseX, SDL_Event, wheel.preciseX);
SAME_OFFSET(CWNativeEvent, wheel.preciseY, SDL_Event, wheel.preciseY);
SAME_OFFSET(CWNativeEvent, wheel.pointerX, SDL_Event, wheel.mouseX);
SAME_OFFSET(CWNativeEvent, wheel.pointerY, SDL_Event, wheel.mouseY);
SAME_OFFSET(CWSurface, format, SDL_Surface, format);
SAME_OFFSET(CWSurface, width, SDL_Surface, w);
SAME_OFFSET(CWSurface, height, SDL_Surface, h);
SAME_OFFSET(CWSurface, bytesPerRow, SDL_Surface, pitch);
SAME_OFFSET(CWSurface, pixels, SDL_Surface, pixels);
CHECK(offsetof(SDL_PixelFormat, format) == 0);
CHECK(sizeof(CWDisplayMode) == sizeof(SDL_DisplayMode));
SAME_OFFSET(CWDisplayMode, refreshRate, SDL_DisplayMode, refresh_rate);
CHECK(sizeof(CWSystemInfo) == sizeof(SDL_SysWMinfo));
SAME_OFFSET(CWSystemInfo, subsystem, SDL_SysWMinfo, subsystem);
SAME_OFFSET(CWSystemInfo, info.display, SDL_SysWMinfo, info.x11.display);

SAME(CW_INIT_VIDEO, SDL_INIT_VIDEO);
SAME(CW_CENTERED, SDL_WINDOWPOS_CENTERED);
SAME(CW_WINDOW_RESIZABLE, SDL_WINDOW_RESIZABLE);
SAME(CW_WINDOW_MINIMIZED, SDL_WINDOW_MINIMIZED);
SAME(CW_WINDOW_FULL_SCREEN, SDL_WINDOW_FULLSCREEN_DESKTOP);
SAME(CW_WINDOW_HIGH_DENSITY, SDL_WINDOW_ALLOW_HIGHDPI);
SAME(CW_WINDOW_VULKAN, SDL_WINDOW_VULKAN);
SAME(CW_PIXELS_XRGB8888, SDL_PIXELFORMAT_RGB888);
SAME(CW_PIXELS_ARGB8888, SDL_PIXELFORMAT_ARGB8888);
SAME(CW_SUBSYSTEM_X11, SDL_SYSWM_X11);
SAME(CW_SUBSYSTEM_WAYLAND, SDL_SYSWM_WAYLAND);
SAME(CW_EVENT_FIRST, SDL_FIRSTEVENT);
SAME(CW_EVENT_LAST, SDL_LASTEVENT);
SAME(CW_EVENT_QUIT, SDL_QUIT);
SAME(CW_EVENT_WINDOW, SDL_WINDOWEVENT);
SAME(CW_EVENT_KEY_DOWN, SDL_KEYDOWN);
SAME(CW_EVENT_KEY_UP, SDL_KEYUP);
SAME(CW_EVENT_MOTION, SDL_MOUSEMOTION);
SAME(CW_EVENT_BUTTON_DOWN, SDL_MOUSEBUTTONDOWN);
SAME(CW_EVENT_BUTTON_UP, SDL_MOUSEBUTTONUP);
SAME(CW_EVENT_WHEEL, SDL_MOUSEWHEEL);
SAME(CW_WINDOW_EXPOSED, SDL_WINDOWEVENT_EXPOSED);
SAME(CW_WINDOW_SIZE_CHANGED, SDL_WINDOWEVENT_SIZE_CHANGED);
SAME(CW_WINDOW_RESTORED, SDL_WINDOWEVENT_RESTORED);
SAME(CW_WINDOW_LEFT, SDL_WINDOWEVENT_LEAVE);
SAME(CW_WINDOW_CLOSE, SDL_WINDOWEVENT_CLOSE);

// Parameter types cannot be compared, as they are this package's structures. Only the names are checked.
#define CALLABLE(name, result, parameters) (void)&name;
static inline void check_names(void) { CW_SDL_FUNCTIONS(CALLABLE) }
#endif
typedef int cw_check_is_compiled;
