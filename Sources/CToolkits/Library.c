#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CToolkits.h"

typedef struct Found {
  void *library;
  char missing[200];
} Found;

static void open_library(Found *found, const char *name, const char *package) {
  // What the app has already is the same library, whichever way it came by it.
  found->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!found->library)
    snprintf(found->missing, sizeof found->missing, "%s is not there: install %s", name, package);
}

static void find(Found *found, const char *function, void *member) {
  void *address = found->library ? dlsym(found->library, function) : NULL;
  if (!address && !found->missing[0])
    snprintf(found->missing, sizeof found->missing, "%s is missing in the library that was found", function);
  memcpy(member, &address, sizeof address);
}

#define TABLE(Type, table, functions, name, package)                                                                   \
  static Type table;                                                                                                   \
  static Found table##_found;                                                                                          \
  static pthread_once_t table##_once = PTHREAD_ONCE_INIT;                                                              \
  static void load_##table(void) {                                                                                     \
    open_library(&table##_found, name, package);                                                                       \
    functions(FIND_##table)                                                                                            \
  }                                                                                                                    \
  const Type *ct_##table(const char **reason) {                                                                        \
    pthread_once(&table##_once, load_##table);                                                                         \
    *reason = table##_found.missing;                                                                                   \
    return table##_found.missing[0] ? NULL : &table;                                                                   \
  }

#define FIND_cairo(name, result, parameters) find(&cairo_found, #name, &cairo.name);
#define FIND_pixbuf(name, result, parameters) find(&pixbuf_found, #name, &pixbuf.name);
#define FIND_sdl(name, result, parameters) find(&sdl_found, #name, &sdl.name);

TABLE(CTCairo, cairo, CT_CAIRO_FUNCTIONS, "libcairo.so.2", "libcairo2")
TABLE(CTPixbuf, pixbuf, CT_PIXBUF_FUNCTIONS, "libgdk_pixbuf-2.0.so.0", "libgdk-pixbuf-2.0-0")
TABLE(CTSDL, sdl, CT_SDL_FUNCTIONS, "libSDL2-2.0.so.0", "libsdl2-2.0-0")
