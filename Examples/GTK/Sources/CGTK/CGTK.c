#include "CGTK.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The functions of GTK that are called here, as its documentation declares them; objects are `void *`. The library is
// loaded when the window opens. So the build does not need its headers (SwiftPM rejects the flags that they require).
#define FUNCTIONS(DO)                                                                                                  \
  DO(gtk_init_check, int, (void))                                                                                      \
  DO(gtk_window_new, void *, (void))                                                                                   \
  DO(gtk_window_set_title, void, (void *, const char *))                                                               \
  DO(gtk_window_set_child, void, (void *, void *))                                                                     \
  DO(gtk_window_present, void, (void *))                                                                               \
  DO(gtk_box_new, void *, (int, int))                                                                                  \
  DO(gtk_box_append, void, (void *, void *))                                                                           \
  DO(gtk_picture_new, void *, (void))                                                                                  \
  DO(gtk_picture_set_paintable, void, (void *, void *))                                                                \
  DO(gtk_scale_new_with_range, void *, (int, double, double, double))                                                  \
  DO(gtk_scale_set_draw_value, void, (void *, int))                                                                    \
  DO(gtk_range_set_value, void, (void *, double))                                                                      \
  DO(gtk_range_get_value, double, (void *))                                                                            \
  DO(gdk_memory_texture_new, void *, (int, int, int, void *, size_t))                                                  \
  DO(g_bytes_new_with_free_func, void *, (const void *, size_t, void (*)(void *), void *))                             \
  DO(g_bytes_unref, void, (void *))                                                                                    \
  DO(g_object_unref, void, (void *))                                                                                   \
  DO(g_signal_connect_data, unsigned long, (void *, const char *, void (*)(void), void *, void *, int))                \
  DO(g_main_context_iteration, int, (void *, int))

#define FIELD(name, result, parameters) static result(*name) parameters;
FUNCTIONS(FIELD)

enum { VERTICAL = 1, HORIZONTAL = 0, RGBA_PREMULTIPLIED = 2 };  // GtkOrientation, GdkMemoryFormat

static void *image;
static int is_open;

static const char *open_library(void) {
  void *library = dlopen("libgtk-4.so.1", RTLD_NOW);
  if (!library) return "GTK 4 is not installed: apt-get install libgtk-4-1";
#define FIND(name, result, parameters)                                                                                 \
  {                                                                                                                    \
    void *address = dlsym(library, #name);                                                                             \
    if (!address) return #name " is missing in GTK";                                                                   \
    memcpy(&name, &address, sizeof address);                                                                           \
  }
  FUNCTIONS(FIND)
  return NULL;
}

static void value_changed(void *range, void *user) {
  const CGTKWindow *window = user;
  window->moved(window->user, gtk_range_get_value(range));
}

static void destroyed(void *widget, void *user) {
  (void)widget, (void)user;
  is_open = 0;
}

static void connect(void *object, const char *signal, void (*handler)(void *, void *), const CGTKWindow *window) {
  g_signal_connect_data(object, signal, (void (*)(void))handler, (void *)window, NULL, 0);
}

const char *cgtk_run(const CGTKWindow *window) {
  const char *problem = open_library();
  if (problem) return problem;
  if (!gtk_init_check()) return "no display is available";
  void *gtk_window = gtk_window_new(), *box = gtk_box_new(VERTICAL, 0);
  double step = (window->highest - window->lowest) / 100;
  void *slider = gtk_scale_new_with_range(HORIZONTAL, window->lowest, window->highest, step);
  image = gtk_picture_new();
  gtk_window_set_title(gtk_window, window->title);
  gtk_scale_set_draw_value(slider, 1);
  gtk_range_set_value(slider, window->value);
  gtk_box_append(box, image);
  gtk_box_append(box, slider);
  gtk_window_set_child(gtk_window, box);
  connect(slider, "value-changed", value_changed, window);
  connect(gtk_window, "destroy", destroyed, window);
  // Its size is the image's.
  window->moved(window->user, window->value);
  gtk_window_present(gtk_window);
  for (is_open = 1; is_open;) g_main_context_iteration(NULL, 1);
  return NULL;
}

void cgtk_show(void *pixels, int width, int height, size_t bytes_per_row) {
  void *bytes = g_bytes_new_with_free_func(pixels, (size_t)height * bytes_per_row, free, pixels);
  void *texture = gdk_memory_texture_new(width, height, RGBA_PREMULTIPLIED, bytes, bytes_per_row);
  gtk_picture_set_paintable(image, texture);
  g_object_unref(texture);
  g_bytes_unref(bytes);
}
