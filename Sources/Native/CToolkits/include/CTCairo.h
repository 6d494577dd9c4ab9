// The functions of cairo that read and write image surfaces. CheckCairo.c compares them with cairo's header.
#ifndef CT_CAIRO_H
#define CT_CAIRO_H

#ifdef CT_WITH_HEADERS
#include <cairo/cairo.h>
#else
typedef struct _cairo_surface cairo_surface_t;
#endif

// DO(name, result, parameters). Enumerations of cairo are `unsigned` here, or `int` if they contain -1.
#define CT_CAIRO_FUNCTIONS(DO)                                                                                         \
  DO(cairo_status_to_string, const char *, (unsigned))                                                                 \
  DO(cairo_surface_reference, cairo_surface_t *, (cairo_surface_t *))                                                  \
  DO(cairo_surface_destroy, void, (cairo_surface_t *))                                                                 \
  DO(cairo_surface_status, unsigned, (cairo_surface_t *))                                                              \
  DO(cairo_surface_get_type, unsigned, (cairo_surface_t *))                                                            \
  DO(cairo_surface_create_similar_image, cairo_surface_t *, (cairo_surface_t *, int, int, int))                        \
  DO(cairo_surface_flush, void, (cairo_surface_t *))                                                                   \
  DO(cairo_surface_mark_dirty_rectangle, void, (cairo_surface_t *, int, int, int, int))                                \
  DO(cairo_image_surface_get_format, int, (cairo_surface_t *))                                                         \
  DO(cairo_image_surface_get_width, int, (cairo_surface_t *))                                                          \
  DO(cairo_image_surface_get_height, int, (cairo_surface_t *))                                                         \
  DO(cairo_image_surface_get_stride, int, (cairo_surface_t *))                                                         \
  DO(cairo_image_surface_get_data, unsigned char *, (cairo_surface_t *))

/// The used values of cairo_surface_type_t and cairo_format_t. The last two are newer than cairo 1.16.
enum { CT_CAIRO_IMAGE = 0 };
enum {
  CT_CAIRO_ARGB32 = 0,
  CT_CAIRO_RGB24 = 1,
  CT_CAIRO_A8 = 2,
  CT_CAIRO_A1 = 3,
  CT_CAIRO_RGB16_565 = 4,
  CT_CAIRO_RGB30 = 5,
  CT_CAIRO_RGB96F = 6,
  CT_CAIRO_RGBA128F = 7
};

#endif
