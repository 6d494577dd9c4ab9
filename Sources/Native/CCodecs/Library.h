#ifndef CCODECS_LIBRARY_H
#define CCODECS_LIBRARY_H

#include "Internal.h"

// Libraries that are looked for at run time. Their headers are needed when the package is built, and only then: each
// table of functions has the types that the header declares, so that the compiler checks every call.

// Opens the library of a file format. NULL, with the package to install in the failure, when it is not there.
void *cc_library_open(const char *name, const char *format, const char *package, cc_failure *failure);

// Puts the address of a function into a member of a table; 0 when the library has none of that name.
int cc_library_find(void *library, const char *name, const char *function, void *member, cc_failure *failure);

#endif
