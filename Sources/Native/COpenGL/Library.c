// Finds OpenGL's functions: by EGL, else by GLX. Both give what serves the contexts of either.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "COpenGL.h"

typedef void (*Function)(void);
typedef Function (*Finder)(const char *name);

static CGLFunctions functions;
static char missing[200];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static Finder finder(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *address = handle ? dlsym(handle, name) : NULL;
  Finder found;
  memcpy(&found, &address, sizeof found);
  return found;
}

static void find(Finder by, const char *name, void *member) {
  Function function = by(name);
  if (!function && !missing[0]) snprintf(missing, sizeof missing, "%s is missing in the OpenGL that was found", name);
  memcpy(member, &function, sizeof function);
}

static void load(void) {
  Finder by = finder("libEGL.so.1", "eglGetProcAddress");
  if (!by) by = finder("libGL.so.1", "glXGetProcAddressARB");
  if (!by) {
    snprintf(missing, sizeof missing, "neither libEGL.so.1 nor libGL.so.1 is there: install libegl1");
    return;
  }
#define FIND(name, result, parameters) find(by, #name, &functions.name);
  CGL_CORE_FUNCTIONS(FIND)
  CGL_OTHER_FUNCTIONS(FIND)
#undef FIND
}

const CGLFunctions *cgl_functions(const char **reason) {
  pthread_once(&once, load);
  *reason = missing;
  return missing[0] ? NULL : &functions;
}
