// Loads OpenGL's functions by EGL, or else by GLX. Both return functions for contexts of either.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "COpenGL.h"

typedef void (*Function)(void);
typedef Function (*Loader)(const char *name);

static CGLFunctions functions;
static char missing[200];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static Loader loader(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *address = handle ? dlsym(handle, name) : NULL;
  Loader result;
  memcpy(&result, &address, sizeof result);
  return result;
}

static void find(Loader load_function, const char *name, void *member) {
  Function function = load_function(name);
  if (!function && !missing[0]) snprintf(missing, sizeof missing, "%s is missing in the loaded OpenGL library", name);
  memcpy(member, &function, sizeof function);
}

static void load(void) {
  Loader load_function = loader("libEGL.so.1", "eglGetProcAddress");
  if (!load_function) load_function = loader("libGL.so.1", "glXGetProcAddressARB");
  if (!load_function) {
    snprintf(missing, sizeof missing, "libEGL.so.1 and libGL.so.1 are missing: install libegl1");
    return;
  }
#define FIND(name, result, parameters) find(load_function, #name, &functions.name);
  CGL_CORE_FUNCTIONS(FIND)
  CGL_OTHER_FUNCTIONS(FIND)
#undef FIND
}

const CGLFunctions *cgl_functions(const char **reason) {
  pthread_once(&once, load);
  *reason = missing;
  return missing[0] ? NULL : &functions;
}
