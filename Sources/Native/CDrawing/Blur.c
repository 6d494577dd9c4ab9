#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CDrawing.h"

// Filters one line. `taps` has radius + 1 weights, the centre first. `line` has `radius` zeros at both ends.
static void blur_line(const float *restrict line, float *restrict out, int count, const float *taps, int radius) {
  const float *centre = line + radius;
  for (int i = 0; i < count; i++) out[i] = centre[i] * taps[0];
  for (int k = 1; k <= radius; k++) {
    const float weight = taps[k];
    const float *before = centre - k, *after = centre + k;
    for (int i = 0; i < count; i++) out[i] += (before[i] + after[i]) * weight;
  }
}

int cd_blur(unsigned char *bytes, int width, int height, int stride, double deviation) {
  if (!(deviation > 0) || width <= 0 || height <= 0) return 1;
  const int longest = width > height ? width : height;
  const double support = ceil(3 * deviation);
  const int radius = support < longest ? (int)support : longest;
  float *taps = malloc(sizeof(float) * ((size_t)radius + 1));
  float *line = calloc((size_t)longest + 2 * (size_t)radius, sizeof(float));
  float *out = malloc(sizeof(float) * (size_t)longest);
  float *between = malloc(sizeof(float) * (size_t)width * (size_t)height);
  const int ready = taps && line && out && between;
  if (ready) {
    double sum = 0;
    for (int k = 0; k <= (int)fmin(support, 1e6); k++) {
      const double weight = exp(-0.5 * k * k / (deviation * deviation));
      sum += k == 0 ? weight : 2 * weight;
    }
    for (int k = 0; k <= radius; k++) taps[k] = (float)(exp(-0.5 * k * k / (deviation * deviation)) / sum);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) line[radius + x] = bytes[(size_t)y * stride + x];
      blur_line(line, between + (size_t)y * width, width, taps, radius);
    }
    memset(line, 0, sizeof(float) * ((size_t)longest + 2 * (size_t)radius));
    for (int x = 0; x < width; x++) {
      for (int y = 0; y < height; y++) line[radius + y] = between[(size_t)y * width + x];
      blur_line(line, out, height, taps, radius);
      for (int y = 0; y < height; y++) bytes[(size_t)y * stride + x] = (unsigned char)fminf(255, out[y] + 0.5f);
    }
  }
  free(taps), free(line), free(out), free(between);
  return ready;
}
