// What an app draws with OpenGL, without a window. All of it on one thread.
#ifndef CRENDERER_H
#define CRENDERER_H

#include <stdbool.h>

/// Makes a context current, and binds a framebuffer of that size.
bool renderer_start(int width, int height);

/// A texture of RGBA, 8 bits each, the first row at the bottom.
unsigned renderer_texture(const void *pixels, int width, int height);

/// Fills a rectangle of the framebuffer.
void renderer_fill(float red, float green, float blue, int x, int y, int width, int height);

/// All of the framebuffer, the first row at the bottom.
void renderer_read(void *pixels);

#endif
