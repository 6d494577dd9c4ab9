// The functions of GdkPixbuf that read and write its images. Its headers are found by pkg-config only, so they are not
// compared here; tests call all functions.
#ifndef CT_PIXBUF_H
#define CT_PIXBUF_H

typedef struct _GdkPixbuf GdkPixbuf;

// DO(name, result, parameters).
#define CT_PIXBUF_FUNCTIONS(DO)                                                                                        \
  DO(g_object_ref, void *, (void *))                                                                                   \
  DO(g_object_unref, void, (void *))                                                                                   \
  DO(gdk_pixbuf_get_colorspace, unsigned, (const GdkPixbuf *))                                                         \
  DO(gdk_pixbuf_get_n_channels, int, (const GdkPixbuf *))                                                              \
  DO(gdk_pixbuf_get_has_alpha, int, (const GdkPixbuf *))                                                               \
  DO(gdk_pixbuf_get_bits_per_sample, int, (const GdkPixbuf *))                                                         \
  DO(gdk_pixbuf_get_width, int, (const GdkPixbuf *))                                                                   \
  DO(gdk_pixbuf_get_height, int, (const GdkPixbuf *))                                                                  \
  DO(gdk_pixbuf_get_rowstride, int, (const GdkPixbuf *))                                                               \
  DO(gdk_pixbuf_read_pixels, const unsigned char *, (const GdkPixbuf *))                                               \
  DO(gdk_pixbuf_get_pixels, unsigned char *, (const GdkPixbuf *))                                                      \
  DO(gdk_pixbuf_get_option, const char *, (GdkPixbuf *, const char *))

#endif
