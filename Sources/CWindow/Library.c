// Looks for SDL and for the one function of Xlib that is called by itself.
#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static CWSDL sdl;
static char missing[200];
static pthread_once_t once = PTHREAD_ONCE_INIT;
/// SDL has one display for all of its windows.
static void *_Atomic watched, *_Atomic lost;
/// What Xlib called before for displays of others.
static int (*_Atomic others)(void *);

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

/// Xlib's own one ends the process.
static int meet_error(void *display) {
  int (*handler)(void *) = atomic_load(&others);
  if (display != atomic_load(&watched) && handler) return handler(display);
  return 0;
}

/// What Xlib calls behind that: its own one ends the process, too.
static void note_loss(void *display, void *user) {
  (void)user;
  atomic_store(&lost, display);
}

void cw_watch_display(void *display) {
  // SDL has it open already; Xlib older than 1.7 has no such function, and ends the process.
  void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
  int (*(*set_handler)(int (*)(void *)))(void *) = NULL;
  void (*set_exit)(void *, void (*)(void *, void *), void *) = NULL;
  if (!library) return;
  *(void **)&set_handler = dlsym(library, "XSetIOErrorHandler");
  *(void **)&set_exit = dlsym(library, "XSetIOErrorExitHandler");
  if (set_handler && set_exit) {
    atomic_store(&watched, display);
    int (*before)(void *) = set_handler(meet_error);
    if (before != meet_error) atomic_store(&others, before);
    set_exit(display, note_loss, NULL);
  }
  dlclose(library);
}

_Bool cw_display_is_lost(const void *display) { return display && atomic_load(&lost) == display; }
_Bool cw_has_lost_display(void) { return atomic_load(&lost) != NULL; }
