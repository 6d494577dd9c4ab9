#ifndef CCODECS_LIBRARY_H
#define CCODECS_LIBRARY_H

#include "Internal.h"

// Optional libraries, loaded dynamically on first use. Their headers are needed only when the package is built: each
// table of functions has the types that the header declares, so that the compiler checks every call.

// Opens the library of a file format. If it is missing, returns NULL, and the failure names the package to install.
void *cc_library_open(const char *name, const char *format, const char *package, cc_failure *failure);

// Stores the address of a function in a member of a table; returns 0 if the library has no such function.
int cc_library_find(void *library, const char *name, const char *function, void *member, cc_failure *failure);

#endif
