// Looks for SDL.
#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static CWSDL sdl;
static char missing[200];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void *library, const char *function, void *member) {
  void *address = dlsym(library, function);
  if (!address && !missing[0])
    snprintf(missing, sizeof missing, "%s is missing in the SDL that was found: 2.26 or newer is needed", function);
  memcpy(member, &address, sizeof address);
}

static void load(void) {
  void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(missing, sizeof missing, "libSDL2-2.0.so.0 is not there: install libsdl2-2.0-0");
    return;
  }
#define FIND(name, result, parameters) find(library, #name, &sdl.name);
  CW_SDL_FUNCTIONS(FIND)
#undef FIND
}

const CWSDL *cw_sdl(const char **reason) {
  pthread_once(&once, load);
  *reason = missing;
  return missing[0] ? NULL : &sdl;
}
