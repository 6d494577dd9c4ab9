#include "Internal.h"

#include <webp/encode.h>
#include <webp/mux.h>

static int encode(const cc_webp_request *request, WebPMemoryWriter *writer, cc_failure *failure) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) {
    return cc_fail(failure, CC_DAMAGED, "libwebp is of another version than its header");
  }
  config.lossless = request->is_lossless;
  config.quality = request->quality;
  config.method = 3;
  // Colours under alpha 0 are kept.
  config.exact = 1;
  picture.use_argb = request->is_lossless;
  picture.width = (int)request->width;
  picture.height = (int)request->height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = writer;
  int (*import)(WebPPicture *, const uint8_t *, int) =
      request->channels == 3 ? WebPPictureImportRGB : request->drops_alpha ? WebPPictureImportRGBX
                                                                           : WebPPictureImportRGBA;
  int is_whole = import(&picture, request->pixels, (int)request->row_bytes) && WebPEncode(&config, &picture);
  if (!is_whole) {
    int is_memory = picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
        picture.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY || picture.error_code == VP8_ENC_OK;
    cc_fail(failure, is_memory ? CC_NO_MEMORY : CC_DAMAGED, "libwebp cannot encode (its error %d)",
            (int)picture.error_code);
  }
  WebPPictureFree(&picture);
  return is_whole;
}

int cc_webp_write(const cc_webp_request *request, cc_sink *sink, cc_failure *failure) {
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  WebPData result = {0};
  WebPMux *mux = NULL;
  int is_whole = encode(request, &writer, failure);
  if (is_whole && request->icc) {
    WebPData image = {writer.mem, writer.size}, profile = {request->icc, request->icc_size};
    mux = WebPMuxCreate(&image, 0);
    is_whole = mux && WebPMuxSetChunk(mux, "ICCP", &profile, 0) == WEBP_MUX_OK &&
        WebPMuxAssemble(mux, &result) == WEBP_MUX_OK;
    if (!is_whole) cc_fail(failure, CC_NO_MEMORY, "no memory for the profile of a WebP");
  }
  if (is_whole) {
    is_whole = result.bytes ? cc_sink_write(sink, result.bytes, result.size)
                            : cc_sink_write(sink, writer.mem, writer.size);
    if (!is_whole) cc_fail(failure, CC_IO, "no room to write the WebP");
  }
  WebPMuxDelete(mux);
  WebPDataClear(&result);
  WebPMemoryWriterClear(&writer);
  return is_whole;
}
