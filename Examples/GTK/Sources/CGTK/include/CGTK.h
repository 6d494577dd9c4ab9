// A GTK 4 window with an image and a slider. Must be used on the main thread.
#ifndef CGTK_H
#define CGTK_H

#include <stddef.h>

typedef struct CGTKWindow {
  const char *title;
  double lowest, highest, value;
  /// Called when the window opens, and for each move of the slider.
  void (*moved)(void *user, double value);
  void *user;
} CGTKWindow;

/// Opens the window and returns when it is closed. Returns NULL, or the reason why it cannot be opened.
const char *cgtk_run(const CGTKWindow *window);

/// Shows pixels: red, green, blue and alpha, 8 bits each, premultiplied, top row first. `pixels` come from malloc; GTK
/// takes ownership.
void cgtk_show(void *pixels, int width, int height, size_t bytes_per_row);

#endif
