#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "CDynamicLoading.h"

void *cl_open(CLSearch *search, const char *name, const char *packages) {
  void *library = search->missing[0] ? NULL : dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library && !search->missing[0])
    snprintf(search->missing, sizeof search->missing, "%s is not there: install %s", name, packages);
  return library;
}

void cl_find(CLSearch *search, void *library, const char *function, const char *place, void *member) {
  void *address = library ? dlsym(library, function) : NULL;
  if (!address && !search->missing[0])
    snprintf(search->missing, sizeof search->missing, "%s is missing in the %s", function, place);
  memcpy(member, &address, sizeof address);
}
