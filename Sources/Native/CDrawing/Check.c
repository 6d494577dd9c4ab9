// Compares the function table with cairo's headers, if these are installed.
#if __has_include(<cairo/cairo-pdf.h>) && __has_include(<cairo/cairo-svg.h>)
#define CD_WITH_HEADERS
#include "CDFunctions.h"

#define CD_CHECK(name, result, parameters)                                                                             \
  _Static_assert(__builtin_types_compatible_p(__typeof__(name), result parameters), #name " has another type");

// clang treats an enumeration without negative values as compatible with `unsigned`, as C does.
CD_CAIRO_FUNCTIONS(CD_CHECK)
#endif
typedef int cd_check_is_compiled;
