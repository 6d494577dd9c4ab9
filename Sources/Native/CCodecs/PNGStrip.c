#include "Deflate.h"
#include "Internal.h"
#include "PNGFilter.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Bytes before a row, for the pixel to the left of the first one: at most 8 are read, and 16 keep rows aligned.
enum { MARGIN = 16 };

static int deflate_by_zlib(int level, const uint8_t *bytes, size_t count, cc_png_strip *strip) {
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 9, level == 0 ? Z_DEFAULT_STRATEGY : Z_FILTERED) != Z_OK) {
    return 0;
  }
  // The capacity includes the empty block at the end.
  size_t capacity = deflateBound(&stream, count) + 64;
  strip->bytes = malloc(capacity);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = strip->bytes;
  stream.avail_out = (uInt)capacity;
  int is_done = strip->bytes && deflate(&stream, Z_SYNC_FLUSH) == Z_OK && stream.avail_in == 0 && stream.avail_out > 0;
  strip->size = capacity - stream.avail_out;
  deflateEnd(&stream);
  return is_done;
}

static int deflate_runs(const uint8_t *bytes, size_t count, cc_png_strip *strip) {
  strip->bytes = malloc(cc_deflate_runs_bound(count));
  if (!strip->bytes) return 0;
  strip->size = cc_deflate_runs(bytes, count, strip->bytes);
  return 1;
}

static void filter_rows(
    const cc_image *image, const uint8_t *above, const uint8_t *rows, size_t row_bytes, uint32_t count,
    uint8_t *scratch, uint8_t *filtered) {
  size_t length = cc_png_row_bytes(image), pixel = (size_t)cc_file_channels(image) * (image->bits / 8);
  uint8_t *upper = scratch + MARGIN, *lower = upper + length + MARGIN;
  if (above) cc_png_row(image, above, upper);
  for (uint32_t y = 0; y < count; y++, filtered += 1 + length) {
    cc_png_row(image, rows + (size_t)y * row_bytes, lower);
    cc_png_filter(lower, upper, length, pixel, filtered);
    uint8_t *last = upper;
    upper = lower;
    lower = last;
  }
}

int cc_png_compress(
    const cc_png_strip_options *request, const void *above, const void *rows, size_t row_bytes, uint32_t count,
    cc_png_strip *strip, cc_failure *failure) {
  *strip = (cc_png_strip){0};
  cc_image image = {.width = request->width, .height = count, .bits = request->bits,
                        .channels = request->channels, .drops_alpha = request->drops_alpha};
  size_t length = cc_png_row_bytes(&image), size = (1 + length) * count;
  if (size > UINT32_MAX / 2) return cc_fail(failure, CC_UNSUPPORTED, "a strip of %u PNG rows is too large", count);
  uint8_t *scratch = calloc(2, length + MARGIN);
  uint8_t *filtered = malloc(size);
  int is_done = scratch && filtered;
  if (is_done) {
    filter_rows(&image, above, rows, row_bytes, count, scratch, filtered);
    strip->sum = (uint32_t)adler32(1, filtered, (uInt)size);
    strip->row_bytes = size;
    is_done = request->level == 1 ? deflate_runs(filtered, size, strip)
                                  : deflate_by_zlib(request->level, filtered, size, strip);
  }
  free(scratch);
  free(filtered);
  if (is_done) return 1;
  cc_png_strip_free(strip);
  return cc_fail(failure, CC_NO_MEMORY, "not enough memory to compress rows of a PNG");
}

void cc_png_strip_free(cc_png_strip *strip) {
  free(strip->bytes);
  *strip = (cc_png_strip){0};
}
