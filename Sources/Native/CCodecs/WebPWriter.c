#include "Internal.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

typedef struct {
  cc_writer writer;
  WebPConfig config;
  WebPPicture image;  // all rows: libwebp reads them several times
  uint8_t *icc;
  size_t icc_size;
  cc_metadata metadata;  // copies
} cc_webp_writer;

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  cc_webp_writer *writer = (cc_webp_writer *)base;
  const cc_image *source = &base->image;
  int has_alpha = cc_file_channels(source) == 4;
  for (uint32_t y = 0; y < count; y++, pixels += row_bytes) {
    uint32_t *row = writer->image.argb + (size_t)(base->next + y) * (size_t)writer->image.argb_stride;
    const uint8_t *in = pixels;
    for (uint32_t x = 0; x < source->width; x++, in += source->channels) {
      uint32_t alpha = has_alpha ? in[3] : 255;
      row[x] = alpha << 24 | (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
    }
  }
  return 1;
}

static int encode(cc_webp_writer *writer, WebPMemoryWriter *bytes) {
  writer->image.writer = WebPMemoryWrite;
  writer->image.custom_ptr = bytes;
  if (WebPEncode(&writer->config, &writer->image)) return 1;
  int is_memory = writer->image.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
      writer->image.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY || writer->image.error_code == VP8_ENC_OK;
  return cc_fail(&writer->writer.failure, is_memory ? CC_NO_MEMORY : CC_DAMAGED, "libwebp cannot encode (error %d)",
                 (int)writer->image.error_code);
}

static int set_chunk(WebPMux *mux, const char *name, const uint8_t *bytes, size_t size) {
  WebPData data = {bytes, size};
  return !bytes || WebPMuxSetChunk(mux, name, &data, 0) == WEBP_MUX_OK;
}

static int finish(cc_writer *base) {
  cc_webp_writer *writer = (cc_webp_writer *)base;
  const cc_metadata *metadata = &writer->metadata;
  WebPMemoryWriter bytes;
  WebPMemoryWriterInit(&bytes);
  WebPData result = {0};
  WebPMux *mux = NULL;
  int is_complete = encode(writer, &bytes);
  if (is_complete && (writer->icc || metadata->exif.bytes || metadata->xmp.bytes)) {
    WebPData image = {bytes.mem, bytes.size};
    mux = WebPMuxCreate(&image, 0);
    is_complete = mux && set_chunk(mux, "ICCP", writer->icc, writer->icc_size) &&
        set_chunk(mux, "EXIF", metadata->exif.bytes, metadata->exif.size) &&
        set_chunk(mux, "XMP ", metadata->xmp.bytes, metadata->xmp.size) &&
        WebPMuxAssemble(mux, &result) == WEBP_MUX_OK;
    if (!is_complete) cc_fail(&base->failure, CC_NO_MEMORY, "not enough memory for the profile and metadata of a WebP");
  }
  if (is_complete) {
    is_complete = result.bytes ? cc_sink_write(base->sink, result.bytes, result.size)
                            : cc_sink_write(base->sink, bytes.mem, bytes.size);
    if (!is_complete) cc_fail(&base->failure, CC_IO, "no space to write the WebP");
  }
  WebPMuxDelete(mux);
  WebPDataClear(&result);
  WebPMemoryWriterClear(&bytes);
  return is_complete;
}

static void close_writer(cc_writer *base) {
  cc_webp_writer *writer = (cc_webp_writer *)base;
  WebPPictureFree(&writer->image);
  free(writer->icc);
  cc_metadata_free(&writer->metadata);
  free(writer);
}

cc_writer *cc_webp_create(const cc_webp_request *request, cc_sink *sink, cc_failure *failure) {
  cc_webp_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a WebP");
    return NULL;
  }
  writer->writer = (cc_writer){
      .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
  if (!WebPConfigInit(&writer->config) || !WebPPictureInit(&writer->image)) {
    cc_fail(failure, CC_DAMAGED, "the version of libwebp differs from its header");
    close_writer(&writer->writer);
    return NULL;
  }
  writer->config.lossless = request->is_lossless;
  writer->config.quality = request->quality;
  writer->config.method = 3;
  // Colours of transparent pixels are preserved.
  writer->config.exact = 1;
  writer->image.use_argb = 1;
  writer->image.width = (int)request->image.width;
  writer->image.height = (int)request->image.height;
  if (request->image.icc) {
    writer->icc = malloc(request->image.icc_size);
    writer->icc_size = request->image.icc_size;
    if (writer->icc) memcpy(writer->icc, request->image.icc, writer->icc_size);
  }
  writer->writer.image.metadata = (cc_metadata){0};
  int has_metadata = cc_metadata_copy(&writer->metadata, &request->image.metadata);
  if (!WebPPictureAlloc(&writer->image) || (request->image.icc && !writer->icc) || !has_metadata) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a WebP");
    close_writer(&writer->writer);
    return NULL;
  }
  return &writer->writer;
}
