// Libraries that are found at run time: nothing is linked with them, and apps that never need them run without.
#ifndef CLIBRARIES_H
#define CLIBRARIES_H

#include <pthread.h>

enum { CL_REASON_BYTES = 200 };

/// What is looked for, and the first thing that was missing, in words; nothing after that counts. Zeroes: nothing yet.
typedef struct CLSearch {
  char missing[CL_REASON_BYTES];
} CLSearch;

/// Opens a library for as long as the process lives: not every one can be unloaded, and what the app has already is the same
/// library. `packages` says what to install where it is not there.
void *cl_open(CLSearch *search, const char *name, const char *packages);

/// Puts a function's address, or NULL, into a member of a table. `place` says where a missing one was looked for.
void cl_find(CLSearch *search, void *library, const char *function, const char *place, void *member);

#define CL_FIND(name, result, parameters) cl_find(search, library, #name, place, &table->name);

/// Defines `const Type *name(const char **reason)`: the table of a library's functions, which is filled by the first call
/// from any thread; NULL where something is missing, and then `*reason` says what. `FUNCTIONS(DO)` names members of `Type`
/// by DO(name, result, parameters).
#define CL_TABLE(Type, name, FUNCTIONS, file, packages, where)                                                         \
  static Type name##_table;                                                                                            \
  static CLSearch name##_search;                                                                                       \
  static pthread_once_t name##_once = PTHREAD_ONCE_INIT;                                                               \
  static void name##_load(void) {                                                                                      \
    Type *table = &name##_table;                                                                                       \
    CLSearch *search = &name##_search;                                                                                 \
    const char *place = where;                                                                                         \
    void *library = cl_open(search, file, packages);                                                                   \
    FUNCTIONS(CL_FIND)                                                                                                 \
  }                                                                                                                    \
  const Type *name(const char **reason) {                                                                              \
    pthread_once(&name##_once, name##_load);                                                                           \
    *reason = name##_search.missing;                                                                                   \
    return name##_search.missing[0] ? NULL : &name##_table;                                                            \
  }

#endif
