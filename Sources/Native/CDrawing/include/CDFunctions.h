// The functions of cairo and Pango that this package calls. They are loaded when something is drawn, so programs are
// not linked with these libraries, and their headers are not needed to build. If cairo's headers are installed, Check.c
// compares the first table with them.
#ifndef CD_FUNCTIONS_H
#define CD_FUNCTIONS_H

#ifdef CD_WITH_HEADERS
#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
typedef cairo_matrix_t CDMatrix;
typedef cairo_rectangle_int_t CDRectangle;
#else
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_font_options cairo_font_options_t;
/// The transform x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0: cairo_matrix_t.
typedef struct CDMatrix {
  double xx, yx, xy, yy, x0, y0;
} CDMatrix;
#endif

/// Writes bytes of a document; returns 0 on success. cairo_write_func_t.
typedef unsigned (*CDWrite)(void *closure, const unsigned char *bytes, unsigned count);

// DO(name, result, parameters). Enumerations of cairo are `unsigned` here.
#define CD_CAIRO_FUNCTIONS(DO)                                                                                         \
  DO(cairo_status_to_string, const char *, (unsigned))                                                                 \
  DO(cairo_image_surface_create, cairo_surface_t *, (int, int, int))                                                   \
  DO(cairo_image_surface_create_for_data, cairo_surface_t *, (unsigned char *, int, int, int, int))                    \
  DO(cairo_image_surface_get_data, unsigned char *, (cairo_surface_t *))                                               \
  DO(cairo_image_surface_get_stride, int, (cairo_surface_t *))                                                         \
  DO(cairo_pdf_surface_create_for_stream, cairo_surface_t *, (CDWrite, void *, double, double))                        \
  DO(cairo_pdf_surface_set_size, void, (cairo_surface_t *, double, double))                                            \
  DO(cairo_pdf_surface_set_metadata, void, (cairo_surface_t *, unsigned, const char *))                                \
  DO(cairo_svg_surface_create_for_stream, cairo_surface_t *, (CDWrite, void *, double, double))                        \
  DO(cairo_surface_status, unsigned, (cairo_surface_t *))                                                              \
  DO(cairo_surface_flush, void, (cairo_surface_t *))                                                                   \
  DO(cairo_surface_mark_dirty, void, (cairo_surface_t *))                                                              \
  DO(cairo_surface_finish, void, (cairo_surface_t *))                                                                  \
  DO(cairo_surface_destroy, void, (cairo_surface_t *))                                                                 \
  DO(cairo_surface_set_fallback_resolution, void, (cairo_surface_t *, double, double))                                 \
  DO(cairo_surface_show_page, void, (cairo_surface_t *))                                                               \
  DO(cairo_create, cairo_t *, (cairo_surface_t *))                                                                     \
  DO(cairo_status, unsigned, (cairo_t *))                                                                              \
  DO(cairo_destroy, void, (cairo_t *))                                                                                 \
  DO(cairo_save, void, (cairo_t *))                                                                                    \
  DO(cairo_restore, void, (cairo_t *))                                                                                 \
  DO(cairo_push_group, void, (cairo_t *))                                                                              \
  DO(cairo_pop_group, cairo_pattern_t *, (cairo_t *))                                                                  \
  DO(cairo_set_matrix, void, (cairo_t *, const CDMatrix *))                                                            \
  DO(cairo_translate, void, (cairo_t *, double, double))                                                               \
  DO(cairo_scale, void, (cairo_t *, double, double))                                                                   \
  DO(cairo_set_operator, void, (cairo_t *, unsigned))                                                                  \
  DO(cairo_set_source, void, (cairo_t *, cairo_pattern_t *))                                                           \
  DO(cairo_set_source_rgba, void, (cairo_t *, double, double, double, double))                                         \
  DO(cairo_set_antialias, void, (cairo_t *, unsigned))                                                                 \
  DO(cairo_set_fill_rule, void, (cairo_t *, unsigned))                                                                 \
  DO(cairo_set_tolerance, void, (cairo_t *, double))                                                                   \
  DO(cairo_set_line_width, void, (cairo_t *, double))                                                                  \
  DO(cairo_set_line_cap, void, (cairo_t *, unsigned))                                                                  \
  DO(cairo_set_line_join, void, (cairo_t *, unsigned))                                                                 \
  DO(cairo_set_miter_limit, void, (cairo_t *, double))                                                                 \
  DO(cairo_set_dash, void, (cairo_t *, const double *, int, double))                                                   \
  DO(cairo_new_path, void, (cairo_t *))                                                                                \
  DO(cairo_move_to, void, (cairo_t *, double, double))                                                                 \
  DO(cairo_line_to, void, (cairo_t *, double, double))                                                                 \
  DO(cairo_curve_to, void, (cairo_t *, double, double, double, double, double, double))                                \
  DO(cairo_close_path, void, (cairo_t *))                                                                              \
  DO(cairo_rectangle, void, (cairo_t *, double, double, double, double))                                               \
  DO(cairo_fill, void, (cairo_t *))                                                                                    \
  DO(cairo_stroke, void, (cairo_t *))                                                                                  \
  DO(cairo_paint_with_alpha, void, (cairo_t *, double))                                                                \
  DO(cairo_mask, void, (cairo_t *, cairo_pattern_t *))                                                                 \
  DO(cairo_clip, void, (cairo_t *))                                                                                    \
  DO(cairo_reset_clip, void, (cairo_t *))                                                                              \
  DO(cairo_clip_extents, void, (cairo_t *, double *, double *, double *, double *))                                    \
  DO(cairo_fill_extents, void, (cairo_t *, double *, double *, double *, double *))                                    \
  DO(cairo_pattern_create_rgba, cairo_pattern_t *, (double, double, double, double))                                   \
  DO(cairo_pattern_create_for_surface, cairo_pattern_t *, (cairo_surface_t *))                                         \
  DO(cairo_pattern_create_linear, cairo_pattern_t *, (double, double, double, double))                                 \
  DO(cairo_pattern_create_radial, cairo_pattern_t *, (double, double, double, double, double, double))                 \
  DO(cairo_pattern_add_color_stop_rgba, void, (cairo_pattern_t *, double, double, double, double, double))             \
  DO(cairo_pattern_set_matrix, void, (cairo_pattern_t *, const CDMatrix *))                                            \
  DO(cairo_pattern_set_extend, void, (cairo_pattern_t *, unsigned))                                                    \
  DO(cairo_pattern_set_filter, void, (cairo_pattern_t *, unsigned))                                                    \
  DO(cairo_pattern_destroy, void, (cairo_pattern_t *))                                                                 \
  DO(cairo_font_options_create, cairo_font_options_t *, (void))                                                        \
  DO(cairo_font_options_destroy, void, (cairo_font_options_t *))                                                       \
  DO(cairo_font_options_set_antialias, void, (cairo_font_options_t *, unsigned))                                       \
  DO(cairo_font_options_set_hint_style, void, (cairo_font_options_t *, unsigned))                                      \
  DO(cairo_font_options_set_hint_metrics, void, (cairo_font_options_t *, unsigned))

#ifndef CD_WITH_HEADERS
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
/// A rectangle in 1024ths of a unit.
typedef struct PangoRectangle {
  int x, y, width, height;
} PangoRectangle;

#define CD_PANGO_FUNCTIONS(DO)                                                                                         \
  DO(pango_cairo_create_layout, PangoLayout *, (cairo_t *))                                                            \
  DO(pango_layout_get_context, PangoContext *, (PangoLayout *))                                                        \
  DO(pango_cairo_context_set_resolution, void, (PangoContext *, double))                                               \
  DO(pango_cairo_context_set_font_options, void, (PangoContext *, const cairo_font_options_t *))                       \
  DO(pango_context_set_round_glyph_positions, void, (PangoContext *, int))                                             \
  DO(pango_layout_context_changed, void, (PangoLayout *))                                                              \
  DO(pango_layout_set_text, void, (PangoLayout *, const char *, int))                                                  \
  DO(pango_layout_set_markup, void, (PangoLayout *, const char *, int))                                                \
  DO(pango_layout_set_single_paragraph_mode, void, (PangoLayout *, int))                                               \
  DO(pango_layout_get_extents, void, (PangoLayout *, PangoRectangle *, PangoRectangle *))                              \
  DO(pango_layout_get_baseline, int, (PangoLayout *))                                                                  \
  DO(pango_cairo_show_layout, void, (cairo_t *, PangoLayout *))                                                        \
  DO(pango_cairo_layout_path, void, (cairo_t *, PangoLayout *))                                                        \
  DO(pango_find_base_dir, unsigned, (const char *, int))                                                               \
  DO(g_object_unref, void, (void *))

#define CD_MEMBER(name, result, parameters) result(*name) parameters;

/// cairo's functions. Members are set once and never change.
typedef struct CDCairo {
  CD_CAIRO_FUNCTIONS(CD_MEMBER)
} CDCairo;

/// Pango's functions for drawing with cairo.
typedef struct CDPango {
  CD_PANGO_FUNCTIONS(CD_MEMBER)
} CDPango;

#undef CD_MEMBER
#endif
#endif
