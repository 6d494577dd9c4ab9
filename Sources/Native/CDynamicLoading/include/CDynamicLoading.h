// Dynamic loading of optional libraries: programs are not linked with them, and run without those that they do not use.
#ifndef CDYNAMICLOADING_H
#define CDYNAMICLOADING_H

#include <pthread.h>

enum { CL_REASON_BYTES = 200 };

/// The state of loading a library: the message of the first missing library or function, or zeros. Later errors are
/// ignored.
typedef struct CLSearch {
  char missing[CL_REASON_BYTES];
} CLSearch;

/// Opens a library and never closes it: some libraries cannot be unloaded, and the app may use the same library.
/// `packages` names the package to install if it is missing.
void *cl_open(CLSearch *search, const char *name, const char *packages);

/// Stores a function's address, or NULL, in a member of a table. `location` names the searched library in the message.
void cl_find(CLSearch *search, void *library, const char *function, const char *location, void *member);

#define CL_FIND(name, result, parameters) cl_find(search, library, #name, location, &table->name);

/// Defines `const Type *name(const char **reason)`, which returns the table of a library's functions. The first call
/// fills the table; thread-safe. If something is missing, it returns NULL, and `*reason` is the message.
/// `FUNCTIONS(DO)` lists the members of `Type` as DO(name, result, parameters).
#define CL_TABLE(Type, name, FUNCTIONS, file, packages, where)                                                         \
  static Type name##_table;                                                                                            \
  static CLSearch name##_search;                                                                                       \
  static pthread_once_t name##_once = PTHREAD_ONCE_INIT;                                                               \
  static void name##_load(void) {                                                                                      \
    Type *table = &name##_table;                                                                                       \
    CLSearch *search = &name##_search;                                                                                 \
    const char *location = where;                                                                                      \
    void *library = cl_open(search, file, packages);                                                                   \
    FUNCTIONS(CL_FIND)                                                                                                 \
  }                                                                                                                    \
  const Type *name(const char **reason) {                                                                              \
    pthread_once(&name##_once, name##_load);                                                                           \
    *reason = name##_search.missing;                                                                                   \
    return name##_search.missing[0] ? NULL : &name##_table;                                                            \
  }

#endif
