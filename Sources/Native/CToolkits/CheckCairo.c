// Compares the declarations of cairo with cairo's header, if that is installed.
#if __has_include(<cairo/cairo.h>)
#define CT_WITH_HEADERS
#include "CTCairo.h"

#define CHECK(name, result, parameters)                                                                                \
  _Static_assert(__builtin_types_compatible_p(__typeof__(name), result parameters), #name " has another type");

// clang treats an enumeration without negative values as compatible with `unsigned`, as C does, and others with `int`.
CT_CAIRO_FUNCTIONS(CHECK)

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours " has another value");
SAME(CT_CAIRO_IMAGE, CAIRO_SURFACE_TYPE_IMAGE)
SAME(CT_CAIRO_ARGB32, CAIRO_FORMAT_ARGB32)
SAME(CT_CAIRO_RGB24, CAIRO_FORMAT_RGB24)
SAME(CT_CAIRO_A8, CAIRO_FORMAT_A8)
SAME(CT_CAIRO_A1, CAIRO_FORMAT_A1)
SAME(CT_CAIRO_RGB16_565, CAIRO_FORMAT_RGB16_565)
SAME(CT_CAIRO_RGB30, CAIRO_FORMAT_RGB30)
#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE(1, 17, 2)
SAME(CT_CAIRO_RGB96F, CAIRO_FORMAT_RGB96F)
SAME(CT_CAIRO_RGBA128F, CAIRO_FORMAT_RGBA128F)
#endif
#endif
typedef int ct_cairo_check_is_compiled;
