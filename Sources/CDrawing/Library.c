#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CDrawing.h"

typedef struct Loaded {
  int found;
  char reason[200];
} Loaded;

static CDCairo cairo;
static CDPango pango;
static Loaded cairo_state, pango_state;
static pthread_once_t cairo_once = PTHREAD_ONCE_INIT, pango_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t fonts = PTHREAD_MUTEX_INITIALIZER;

static void *opened(const char *name, const char *package, Loaded *state) {
  // Never closed: GLib, which comes with Pango, cannot be unloaded.
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  state->found = library != NULL;
  if (!library) snprintf(state->reason, sizeof state->reason, "%s is not there: install %s", name, package);
  return library;
}

static void find(void *library, const char *function, void *member, Loaded *state) {
  void *address = dlsym(library, function);
  if (!address && state->found) {
    snprintf(state->reason, sizeof state->reason, "%s is missing in the library that was found", function);
    state->found = 0;
  }
  memcpy(member, &address, sizeof address);
}

#define CD_FIND_CAIRO(name, result, parameters) find(library, #name, &cairo.name, &cairo_state);
#define CD_FIND_PANGO(name, result, parameters) find(library, #name, &pango.name, &pango_state);

static void load_cairo(void) {
  void *library = opened("libcairo.so.2", "libcairo2", &cairo_state);
  if (library) {
    CD_CAIRO_FUNCTIONS(CD_FIND_CAIRO)
  }
}

static void load_pango(void) {
  void *library = opened("libpangocairo-1.0.so.0", "libpangocairo-1.0-0 and a font", &pango_state);
  if (library) {
    CD_PANGO_FUNCTIONS(CD_FIND_PANGO)
  }
}

const CDCairo *cd_cairo(const char **reason) {
  pthread_once(&cairo_once, load_cairo);
  *reason = cairo_state.reason;
  return cairo_state.found ? &cairo : NULL;
}

const CDPango *cd_pango(const char **reason) {
  pthread_once(&pango_once, load_pango);
  *reason = pango_state.reason;
  return pango_state.found ? &pango : NULL;
}

void cd_lock_fonts(void) { pthread_mutex_lock(&fonts); }
void cd_unlock_fonts(void) { pthread_mutex_unlock(&fonts); }
