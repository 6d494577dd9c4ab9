#include "Internal.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

// libwebp needs the complete file; sides are at most 16383, so valid files are far smaller.
static const uint64_t MAX_FILE_BYTES = 1 << 30;

typedef struct {
  cc_reader reader;
  uint8_t *copy;  // NULL if the source is memory
  WebPData data;
  WebPDemuxer *demuxer;
  WebPChunkIterator icc, exif, xmp;
  cc_webp_header header;
} cc_webp_reader;

static int load(cc_webp_reader *reader, cc_source *source, cc_failure *failure) {
  if (source->size > MAX_FILE_BYTES) {
    cc_fail(failure, CC_LIMIT, "the bytes of a WebP file");
    failure->requested = source->size;
    failure->allowed = MAX_FILE_BYTES;
    return 0;
  }
  reader->data.size = source->size;
  if (source->bytes) {
    reader->data.bytes = source->bytes;
  } else {
    reader->copy = malloc(source->size);
    if (!reader->copy) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a WebP");
    if (!cc_source_seek(source, 0) || cc_source_read(source, reader->copy, source->size) != source->size) {
      return cc_fail(failure, CC_IO, "the WebP cannot be read");
    }
    reader->data.bytes = reader->copy;
  }
  return 1;
}

static int read_header(cc_webp_reader *reader, cc_failure *failure) {
  WebPDemuxState state;
  reader->demuxer = WebPDemuxPartial(&reader->data, &state);
  if (state == WEBP_DEMUX_PARSING_HEADER || state == WEBP_DEMUX_PARSED_HEADER) {
    return cc_fail(failure, CC_TRUNCATED, "the WebP ends after %zu bytes, before the end of its image", reader->data.size);
  }
  if (!reader->demuxer || state == WEBP_DEMUX_PARSE_ERROR) {
    return cc_fail(failure, CC_DAMAGED, "the chunks of the WebP contradict each other");
  }
  uint32_t flags = WebPDemuxGetI(reader->demuxer, WEBP_FF_FORMAT_FLAGS);
  if (flags & ANIMATION_FLAG) {
    return cc_fail(failure, CC_UNSUPPORTED, "animated WebP files are unsupported; save a single image");
  }
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(reader->data.bytes, reader->data.size, &features) != VP8_STATUS_OK) {
    return cc_fail(failure, CC_DAMAGED, "the WebP's header cannot be read");
  }
  cc_webp_header *header = &reader->header;
  header->width = (uint32_t)features.width;
  header->height = (uint32_t)features.height;
  header->has_alpha = features.has_alpha;
  header->is_lossless = features.format == 2;
  if ((flags & ICCP_FLAG) && WebPDemuxGetChunk(reader->demuxer, "ICCP", 1, &reader->icc)) {
    header->icc = reader->icc.chunk.bytes;
    header->icc_size = reader->icc.chunk.size;
  }
  if ((flags & EXIF_FLAG) && WebPDemuxGetChunk(reader->demuxer, "EXIF", 1, &reader->exif)) {
    cc_bytes exif = {reader->exif.chunk.bytes, reader->exif.chunk.size};
    // Some writers store JPEG's marker before the TIFF header.
    cc_bytes inner = cc_bytes_after(exif, "Exif\0\0", 6);
    header->metadata.exif = inner.bytes ? inner : exif;
  }
  if ((flags & XMP_FLAG) && WebPDemuxGetChunk(reader->demuxer, "XMP ", 1, &reader->xmp)) {
    header->metadata.xmp = (cc_bytes){reader->xmp.chunk.bytes, reader->xmp.chunk.size};
  }
  return 1;
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_webp_reader *reader = (cc_webp_reader *)base;
  cc_failure *failure = &base->failure;
  (void)first;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config) || row_bytes > INT32_MAX) {
    return cc_fail(failure, CC_DAMAGED, "the version of libwebp differs from its header");
  }
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)row_bytes;
  config.output.u.RGBA.size = row_bytes * count;
  VP8StatusCode status = WebPDecode(reader->data.bytes, reader->data.size, &config);
  WebPFreeDecBuffer(&config.output);
  switch (status) {
    case VP8_STATUS_OK: return 1;
    case VP8_STATUS_OUT_OF_MEMORY: return cc_fail(failure, CC_NO_MEMORY, "not enough memory to decode a WebP");
    case VP8_STATUS_NOT_ENOUGH_DATA: case VP8_STATUS_SUSPENDED:
      return cc_fail(failure, CC_TRUNCATED, "the WebP ends after %zu bytes, before the end of its image",
                     reader->data.size);
    case VP8_STATUS_UNSUPPORTED_FEATURE: return cc_fail(failure, CC_UNSUPPORTED, "the WebP has an unsupported feature");
    default: return cc_fail(failure, CC_DAMAGED, "the WebP's pixels cannot be decoded");
  }
}

static void close_reader(cc_reader *base) {
  cc_webp_reader *reader = (cc_webp_reader *)base;
  WebPDemuxReleaseChunkIterator(&reader->icc);
  WebPDemuxReleaseChunkIterator(&reader->exif);
  WebPDemuxReleaseChunkIterator(&reader->xmp);
  WebPDemuxDelete(reader->demuxer);
  free(reader->copy);
  free(reader);
}

cc_reader *cc_webp_open(cc_source *source, cc_failure *failure) {
  cc_webp_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a WebP");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  if (load(reader, source, failure) && read_header(reader, failure)) {
    reader->reader.height = reader->header.height;
    return &reader->reader;
  }
  close_reader(&reader->reader);
  return NULL;
}

cc_webp_header cc_webp_get_header(const cc_reader *reader) { return ((const cc_webp_reader *)reader)->header; }
