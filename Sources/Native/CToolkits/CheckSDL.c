// Compares the declarations of SDL's surfaces with SDL's header, if that is installed.
#if __has_include(<SDL2/SDL.h>)
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <stddef.h>

#include "CTSDL.h"

#define CHECK(condition) _Static_assert(condition, #condition)
#define SAME(ours, theirs) CHECK((uint32_t)(ours) == (uint32_t)(theirs))
#define SAME_MEMBER(member, its)                                                                                       \
  CHECK(offsetof(CTSurface, member) == offsetof(SDL_Surface, its));                                                    \
  CHECK(sizeof(((CTSurface *)0)->member) == sizeof(((SDL_Surface *)0)->its))

CHECK(sizeof(CTSurface) == sizeof(SDL_Surface));
CHECK(offsetof(SDL_PixelFormat, format) == 0);
SAME_MEMBER(flags, flags);
SAME_MEMBER(format, format);
SAME_MEMBER(width, w);
SAME_MEMBER(height, h);
SAME_MEMBER(bytesPerRow, pitch);
SAME_MEMBER(pixels, pixels);
SAME_MEMBER(locked, locked);
SAME_MEMBER(references, refcount);
SAME(CT_SDL_PREALLOCATED, SDL_PREALLOC);
SAME(CT_SDL_RLE, SDL_RLEACCEL);
SAME(CT_SDL_NOT_FREED, SDL_DONTFREE);
SAME(CT_SDL_RGB24, SDL_PIXELFORMAT_RGB24);
SAME(CT_SDL_BGR24, SDL_PIXELFORMAT_BGR24);
SAME(CT_SDL_XRGB8888, SDL_PIXELFORMAT_RGB888);
SAME(CT_SDL_RGBX8888, SDL_PIXELFORMAT_RGBX8888);
SAME(CT_SDL_XBGR8888, SDL_PIXELFORMAT_BGR888);
SAME(CT_SDL_BGRX8888, SDL_PIXELFORMAT_BGRX8888);
SAME(CT_SDL_ARGB8888, SDL_PIXELFORMAT_ARGB8888);
SAME(CT_SDL_RGBA8888, SDL_PIXELFORMAT_RGBA8888);
SAME(CT_SDL_ABGR8888, SDL_PIXELFORMAT_ABGR8888);
SAME(CT_SDL_BGRA8888, SDL_PIXELFORMAT_BGRA8888);
SAME(CT_SDL_ARGB2101010, SDL_PIXELFORMAT_ARGB2101010);
SAME(CT_SDL_RGB565, SDL_PIXELFORMAT_RGB565);
SAME(CT_SDL_BGR565, SDL_PIXELFORMAT_BGR565);

// Parameter types cannot be compared, since they have a structure of this package instead of SDL's; names can.
#define CALLABLE(name, result, parameters) (void)&name;
__attribute__((unused)) static void all_exist(void) { CT_SDL_FUNCTIONS(CALLABLE) }
#endif
typedef int ct_sdl_check_is_compiled;
