// A renderer of an app with OpenGL, without a window. Must be used on one thread.
#ifndef CRENDERER_H
#define CRENDERER_H

#include <stdbool.h>

/// Makes a context current, and binds a framebuffer of this size.
bool renderer_start(int width, int height);

/// Creates an RGBA texture, 8 bits a component, the first row at the bottom.
unsigned renderer_texture(const void *pixels, int width, int height);

/// Fills a rectangle of the framebuffer.
void renderer_fill(float red, float green, float blue, int x, int y, int width, int height);

/// Reads the whole framebuffer, the first row at the bottom.
void renderer_read(void *pixels);

#endif
