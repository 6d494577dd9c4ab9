#include "Internal.h"
#include "TIFFClient.h"

#include <stdlib.h>
#include <string.h>

// Strips of about this many bytes: small enough to stream, large enough to compress well.
enum { STRIP_BYTES = 1 << 18 };

static int set_fields(TIFF *tiff, const cc_tiff_request *request, uint32_t channels) {
  uint16_t alpha = request->is_premultiplied ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
  uint64_t row = (uint64_t)request->width * channels * request->bits / 8;
  uint64_t rows = STRIP_BYTES / row;
  if (rows < 1) rows = 1;
  if (rows > request->height) rows = request->height;
  int is_set = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, request->width) &&
      TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, request->height) &&
      TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)request->bits) &&
      TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (int)channels) &&
      TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, request->is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT) &&
      TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
      TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
      TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) &&
      TIFFSetField(tiff, TIFFTAG_COMPRESSION, request->compression) &&
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)rows);
  if (is_set && channels == 4) is_set = TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  if (is_set && request->compression != CC_TIFF_NONE) {
    is_set = TIFFSetField(
        tiff, TIFFTAG_PREDICTOR, request->is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
  }
  if (is_set && request->compression == CC_TIFF_DEFLATE) {
    is_set = TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, request->level);
  }
  if (is_set && request->icc) {
    is_set = TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)request->icc_size, request->icc);
  }
  return is_set;
}

// libtiff takes differences in the row that it is given, so it gets a copy.
static int write_rows(TIFF *tiff, const cc_tiff_request *request, uint32_t channels, uint8_t *copy) {
  size_t component = request->bits / 8, kept = channels * component, pixel = request->channels * component;
  for (uint32_t y = 0; y < request->height; y++) {
    const uint8_t *row = (const uint8_t *)request->pixels + (size_t)y * request->row_bytes;
    if (kept == pixel) {
      memcpy(copy, row, (size_t)request->width * kept);
    } else {
      for (size_t x = 0; x < request->width; x++) memcpy(copy + x * kept, row + x * pixel, kept);
    }
    if (TIFFWriteScanline(tiff, copy, y, 0) < 0) return 0;
  }
  return 1;
}

int cc_tiff_write(const cc_tiff_request *request, cc_sink *sink, cc_failure *failure) {
  cc_tiff_client client = {.sink = sink};
  uint32_t channels = request->channels == 4 && request->drops_alpha ? 3 : request->channels;
  uint8_t *copy = malloc((size_t)request->width * channels * request->bits / 8);
  if (!copy) return cc_fail(failure, CC_NO_MEMORY, "no memory to write a TIFF");
  int is_whole = cc_tiff_client_open(&client, request->is_big ? "w8" : "w") &&
      set_fields(client.tiff, request, channels) && write_rows(client.tiff, request, channels, copy) &&
      TIFFWriteDirectory(client.tiff);
  if (client.tiff) TIFFClose(client.tiff);
  free(copy);
  // Closing writes what is left, and may fail to.
  if (client.failure.status != CC_OK) is_whole = 0;
  if (!is_whole) cc_tiff_client_failure(&client, failure, "the TIFF cannot be written");
  return is_whole;
}
