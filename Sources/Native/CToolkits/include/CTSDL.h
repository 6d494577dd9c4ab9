// The parts of SDL 2's surface interface that this package uses: functions and their structures. CheckSDL.c compares
// them with SDL's header.
#ifndef CT_SDL_H
#define CT_SDL_H

#include <stdint.h>

/// The layout of SDL_Surface.
typedef struct CTSurface {
  uint32_t flags;
  /// The SDL_PixelFormat, of which only the first member is read: SDL_PixelFormatEnum.
  const uint32_t *format;
  int width, height, bytesPerRow;
  void *pixels;
  void *userdata;
  int locked;
  void *list;
  int clip[4];
  void *map;
  int references;
} CTSurface;

/// Flags of surfaces: the owner of the memory, and its encoding.
enum { CT_SDL_PREALLOCATED = 1, CT_SDL_RLE = 2, CT_SDL_NOT_FREED = 4 };

/// The used values of SDL_PixelFormatEnum.
enum {
  CT_SDL_RGB24 = 0x17101803,
  CT_SDL_BGR24 = 0x17401803,
  CT_SDL_XRGB8888 = 0x16161804,
  CT_SDL_RGBX8888 = 0x16261804,
  CT_SDL_XBGR8888 = 0x16561804,
  CT_SDL_BGRX8888 = 0x16661804,
  CT_SDL_ARGB8888 = 0x16362004,
  CT_SDL_RGBA8888 = 0x16462004,
  CT_SDL_ABGR8888 = 0x16762004,
  CT_SDL_BGRA8888 = 0x16862004,
  CT_SDL_ARGB2101010 = 0x16372004,
  CT_SDL_RGB565 = 0x15151002,
  CT_SDL_BGR565 = 0x15551002
};

// DO(name, result, parameters).
#define CT_SDL_FUNCTIONS(DO)                                                                                           \
  DO(SDL_LockSurface, int, (CTSurface *))                                                                              \
  DO(SDL_UnlockSurface, void, (CTSurface *))                                                                           \
  DO(SDL_FreeSurface, void, (CTSurface *))                                                                             \
  DO(SDL_GetPixelFormatName, const char *, (uint32_t))                                                                 \
  DO(SDL_GetError, const char *, (void))

#endif
