#include "Internal.h"
#include "TIFFClient.h"

#include <stdlib.h>
#include <string.h>

// The approximate size of a strip: small enough to stream, large enough to compress well.
enum { STRIP_BYTES = 1 << 18 };

typedef struct {
  cc_writer writer;
  cc_tiff_client client;
  uint8_t *row;  // a copy, since libtiff computes differences in place
} cc_tiff_writer;

static int set_fields(TIFF *tiff, const cc_tiff_request *request, uint32_t channels) {
  const cc_image *image = &request->image;
  uint16_t alpha = request->is_premultiplied ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
  uint64_t row = (uint64_t)image->width * channels * image->bits / 8;
  uint64_t rows = STRIP_BYTES / row;
  int orientation = image->metadata.orientation;
  if (orientation < ORIENTATION_TOPLEFT || orientation > ORIENTATION_LEFTBOT) orientation = ORIENTATION_TOPLEFT;
  if (rows < 1) rows = 1;
  if (rows > image->height) rows = image->height;
  int is_set = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image->width) &&
      TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image->height) &&
      TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)image->bits) &&
      TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (int)channels) &&
      TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, image->is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT) &&
      TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
      TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
      TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation) &&
      TIFFSetField(tiff, TIFFTAG_COMPRESSION, request->compression) &&
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)rows);
  if (is_set && channels == 4) is_set = TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  if (is_set && request->compression != CC_TIFF_NONE) {
    is_set = TIFFSetField(
        tiff, TIFFTAG_PREDICTOR, image->is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
  }
  if (is_set && request->compression == CC_TIFF_DEFLATE) {
    is_set = TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, request->level);
  }
  if (is_set && image->icc) {
    is_set = TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)image->icc_size, image->icc);
  }
  return is_set;
}

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  cc_tiff_writer *writer = (cc_tiff_writer *)base;
  const cc_image *image = &base->image;
  size_t component = image->bits / 8, stored = cc_file_channels(image) * component;
  size_t pixel = image->channels * component;
  for (uint32_t y = 0; y < count; y++, pixels += row_bytes) {
    if (stored == pixel) {
      memcpy(writer->row, pixels, (size_t)image->width * stored);
    } else if (component == 1) {
      for (size_t x = 0; x < image->width; x++) {
        for (size_t i = 0; i < 3; i++) writer->row[3 * x + i] = pixels[4 * x + i];
      }
    } else {
      for (size_t x = 0; x < image->width; x++) memcpy(writer->row + x * stored, pixels + x * pixel, stored);
    }
    if (TIFFWriteScanline(writer->client.tiff, writer->row, base->next + y, 0) < 0) {
      cc_tiff_client_failure(&writer->client, &base->failure, "the TIFF cannot be written");
      return 0;
    }
  }
  return 1;
}

static int finish(cc_writer *base) {
  cc_tiff_writer *writer = (cc_tiff_writer *)base;
  int is_complete = TIFFWriteDirectory(writer->client.tiff);
  TIFFClose(writer->client.tiff);
  writer->client.tiff = NULL;
  // Closing writes the buffered rest, and may fail.
  if (is_complete && writer->client.failure.status == CC_OK) return 1;
  cc_tiff_client_failure(&writer->client, &base->failure, "the TIFF cannot be written");
  return 0;
}

static void close_writer(cc_writer *base) {
  cc_tiff_writer *writer = (cc_tiff_writer *)base;
  if (writer->client.tiff) TIFFClose(writer->client.tiff);
  free(writer->row);
  free(writer);
}

cc_writer *cc_tiff_create(const cc_tiff_request *request, cc_sink *sink, cc_failure *failure) {
  uint32_t channels = cc_file_channels(&request->image);
  cc_tiff_writer *writer = calloc(1, sizeof *writer);
  uint8_t *row = malloc((size_t)request->image.width * channels * request->image.bits / 8);
  if (!writer || !row) {
    free(writer);
    free(row);
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a TIFF");
    return NULL;
  }
  writer->writer = (cc_writer){
      .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
  writer->client.sink = sink;
  writer->row = row;
  if (cc_tiff_client_open(&writer->client, request->is_big ? "w8" : "w") &&
      set_fields(writer->client.tiff, request, channels) &&
      cc_tiff_set_metadata(&writer->client, &request->image.metadata, request->is_big)) {
    return &writer->writer;
  }
  cc_tiff_client_failure(&writer->client, failure, "the TIFF cannot be written");
  close_writer(&writer->writer);
  return NULL;
}
