#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "CDynamicLoading.h"

void *cl_open(CLSearch *search, const char *name, const char *packages) {
  void *library = search->missing[0] ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library && !search->missing[0])
    snprintf(search->missing, sizeof search->missing, "%s is missing: install %s", name, packages);
  return library;
}

void cl_find(CLSearch *search, void *library, const char *function, const char *location, void *member) {
  void *address = library ? dlsym(library, function) : NULL;
  if (!address && !search->missing[0])
    snprintf(search->missing, sizeof search->missing, "%s is missing in the %s", function, location);
  memcpy(member, &address, sizeof address);
}
