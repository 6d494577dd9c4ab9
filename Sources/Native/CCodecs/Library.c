#include "Library.h"

#include <dlfcn.h>
#include <string.h>

void *cc_library_open(const char *name, const char *format, const char *package, cc_failure *failure) {
  // Never closed: its dependencies may not support unloading.
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    cc_fail(failure, CC_UNSUPPORTED, "%s files require %s, which is not installed: install %s", format, name,
            package);
  }
  return library;
}

int cc_library_find(void *library, const char *name, const char *function, void *member, cc_failure *failure) {
  void *address = dlsym(library, function);
  if (!address) return cc_fail(failure, CC_UNSUPPORTED, "%s is missing in %s", function, name);
  memcpy(member, &address, sizeof address);
  return 1;
}
