#include "CVips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions of libvips that are called here, as its documentation declares them. The library is loaded on first
// use, so that the program runs without it.
typedef struct {
  int (*init)(const char *program);
  void *(*from_memory)(const void *data, size_t size, int width, int height, int bands, int format);
  int (*median)(void *in, void **out, int size, ...);
  void *(*to_memory)(void *image, size_t *size);
  const char *(*error)(void);
  void (*clear_error)(void);
  void (*unref)(void *object);
  void (*free)(void *memory);
} Vips;

enum { FLOAT_FORMAT = 6 };  // VIPS_FORMAT_FLOAT

static Vips vips;
static const char *missing;

static void open_vips(void) {
  void *library = dlopen("libvips.so.42", RTLD_NOW);
  if (!library) {
    missing = "libvips is not installed: apt-get install libvips42";
    return;
  }
  // GLib's functions are available through libvips, which is linked with it.
  struct {
    const char *name;
    void **address;
  } functions[] = {
      {"vips_init", (void **)&vips.init},
      {"vips_image_new_from_memory", (void **)&vips.from_memory},
      {"vips_median", (void **)&vips.median},
      {"vips_image_write_to_memory", (void **)&vips.to_memory},
      {"vips_error_buffer", (void **)&vips.error},
      {"vips_error_clear", (void **)&vips.clear_error},
      {"g_object_unref", (void **)&vips.unref},
      {"g_free", (void **)&vips.free},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].address = dlsym(library, functions[i].name);
    if (!*functions[i].address) missing = "libvips lacks a function of version 8";
  }
  if (!missing && vips.init("CVips") != 0) missing = "libvips cannot be initialized";
}

static char *failure(void) {
  char *text = strdup(vips.error());
  vips.clear_error();
  return text;
}

char *cvips_median(CVipsPixels in, CVipsPixels out, int left, int top, int size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_vips);
  if (missing) return strdup(missing);
  if (left < 0 || top < 0 || left + out.width > in.width || top + out.height > in.height) {
    return strdup("the output must be inside of the input");
  }
  // libvips requires contiguous rows.
  size_t row = (size_t)in.width * 4 * sizeof(float);
  char *packed = malloc(row * in.height);
  if (!packed) return strdup("not enough memory");
  for (int y = 0; y < in.height; y++) memcpy(packed + row * y, (char *)in.pixels + in.row_bytes * y, row);

  char *error = NULL;
  void *image = vips.from_memory(packed, row * in.height, in.width, in.height, 4, FLOAT_FORMAT);
  void *filtered = NULL;
  float *result = NULL;
  size_t byte_count = 0;
  // NULL terminates the options.
  if (!image || vips.median(image, &filtered, size, NULL) != 0 ||
      !(result = vips.to_memory(filtered, &byte_count)) || byte_count != row * in.height) {
    error = failure();
  } else {
    for (int y = 0; y < out.height; y++) {
      memcpy(
          (char *)out.pixels + out.row_bytes * y, (char *)result + row * (top + y) + left * 4 * sizeof(float),
          (size_t)out.width * 4 * sizeof(float));
    }
  }
  vips.free(result);
  if (filtered) vips.unref(filtered);
  if (image) vips.unref(image);
  free(packed);
  return error;
}
