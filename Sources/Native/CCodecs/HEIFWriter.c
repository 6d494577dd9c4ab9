#include "HEIF.h"

#ifdef CC_HAS_HEIF

#include <stdlib.h>
#include <string.h>

typedef struct {
  cc_writer writer;
  const cc_heif_library *heif;
  struct heif_image *image;  // all rows: the encoders read them several times
  uint8_t *plane;
  int stride;
  cc_heif_request request;
  cc_metadata metadata;  // copies
} cc_heif_writer;

static enum heif_compression_format compression(const cc_heif_request *request) {
  return request->is_av1 ? heif_compression_AV1 : heif_compression_HEVC;
}

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  cc_heif_writer *writer = (cc_heif_writer *)base;
  const cc_image *image = &base->image;
  uint32_t channels = cc_file_channels(image), bits = writer->request.bits;
  for (uint32_t y = 0; y < count; y++, pixels += row_bytes) {
    uint8_t *row = writer->plane + (size_t)(base->next + y) * (size_t)writer->stride;
    for (uint32_t x = 0; x < image->width; x++) {
      for (uint32_t c = 0; c < channels; c++) {
        uint32_t from = x * image->channels + c, to = x * channels + c;
        if (bits == 8) {
          row[to] = pixels[from];
        } else {
          uint32_t max = (1u << bits) - 1;
          uint32_t value = (((const uint16_t *)pixels)[from] * max + 32767) / 65535;
          row[2 * to] = (uint8_t)value;
          row[2 * to + 1] = (uint8_t)(value >> 8);
        }
      }
    }
  }
  return 1;
}

static struct heif_error write_bytes(struct heif_context *context, const void *data, size_t size, void *sink) {
  (void)context;
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "done"};
  if (!cc_sink_write(sink, data, size)) {
    error.code = heif_error_Encoding_error;
    error.subcode = heif_suberror_Cannot_write_output_data;
    error.message = "no space to write the HEIF file";
  }
  return error;
}

// HEIF stores the rotation as image properties instead of EXIF.
static void orient(struct heif_encoding_options *options, int32_t orientation) {
#if LIBHEIF_NUMERIC_VERSION >= 0x010f0000
  // Version 5 of the struct has the field; heif_orientation has EXIF's values.
  if (options->version >= 5 && orientation > 1 && orientation <= 8) {
    options->image_orientation = (enum heif_orientation)orientation;
  }
#else
  (void)options, (void)orientation;
#endif
}

static int add_metadata(cc_heif_writer *writer, struct heif_context *context, struct heif_image_handle *handle) {
  const cc_heif_library *heif = writer->heif;
  cc_failure *failure = &writer->writer.failure;
  cc_bytes exif = writer->metadata.exif, xmp = writer->metadata.xmp;
  return (!exif.bytes ||
          cc_heif_check(failure, heif->context_add_exif_metadata(context, handle, exif.bytes, (int)exif.size))) &&
         (!xmp.bytes ||
          cc_heif_check(failure, heif->context_add_XMP_metadata(context, handle, xmp.bytes, (int)xmp.size)));
}

static int encode(cc_heif_writer *writer, struct heif_context *context, struct heif_encoder *encoder) {
  const cc_heif_library *heif = writer->heif;
  cc_failure *failure = &writer->writer.failure;
  heif->encoder_set_lossy_quality(encoder, writer->request.quality);
  // Full-resolution chroma: the default halves it in both directions.
  heif->encoder_set_parameter_string(encoder, "chroma", "444");
  struct heif_encoding_options *options = heif->encoding_options_alloc();
  if (!options) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
  // Otherwise HEIC files lose their colour code points, which some old readers do not support.
  options->macOS_compatibility_workaround_no_nclx_profile = 0;
  orient(options, writer->metadata.orientation);
  struct heif_image_handle *handle = NULL;
  int success = cc_heif_check(failure, heif->context_encode_image(context, writer->image, encoder, options, &handle));
  heif->encoding_options_free(options);
  success = success && add_metadata(writer, context, handle);
  if (handle) heif->image_handle_release(handle);
  struct heif_writer out = {.writer_api_version = 1, .write = write_bytes};
  return success && cc_heif_check(failure, heif->context_write(context, &out, writer->writer.sink));
}

static int finish(cc_writer *base) {
  cc_heif_writer *writer = (cc_heif_writer *)base;
  const cc_heif_library *heif = writer->heif;
  struct heif_context *context = heif->context_alloc();
  struct heif_encoder *encoder = NULL;
  int success = context != NULL;
  if (!context) cc_fail(&base->failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
  success = success &&
            cc_heif_check(&base->failure,
                          heif->context_get_encoder_for_format(context, compression(&writer->request), &encoder)) &&
            encode(writer, context, encoder);
  if (encoder) heif->encoder_release(encoder);
  if (context) heif->context_free(context);
  return success;
}

static void close_writer(cc_writer *base) {
  cc_heif_writer *writer = (cc_heif_writer *)base;
  if (writer->image) writer->heif->image_release(writer->image);
  cc_metadata_free(&writer->metadata);
  free(writer);
}

static int set_colors(cc_heif_writer *writer, cc_failure *failure) {
  const cc_heif_library *heif = writer->heif;
  const cc_heif_request *request = &writer->request;
  if (request->has_cicp) {
    struct heif_color_profile_nclx *points = heif->nclx_color_profile_alloc();
    if (!points) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
    heif->nclx_color_profile_set_color_primaries(points, request->cicp_primaries);
    heif->nclx_color_profile_set_transfer_characteristics(points, request->cicp_transfer);
    heif->nclx_color_profile_set_matrix_coefficients(points, request->cicp_matrix);
    points->full_range_flag = 1;
    struct heif_error error = heif->image_set_nclx_color_profile(writer->image, points);
    heif->nclx_color_profile_free(points);
    if (!cc_heif_check(failure, error)) return 0;
  }
  const cc_image *image = &request->image;
  return !image->icc ||
         cc_heif_check(
             failure, heif->image_set_raw_color_profile(writer->image, "prof", image->icc, image->icc_size));
}

static int create_image(cc_heif_writer *writer, cc_failure *failure) {
  const cc_heif_library *heif = writer->heif;
  const cc_image *image = &writer->request.image;
  if (!heif->have_encoder_for_format(compression(&writer->request))) {
    return cc_fail(failure, CC_UNSUPPORTED, "the installed libheif has no encoder for %s",
                   writer->request.is_av1 ? "AV1" : "HEVC");
  }
  int has_alpha = cc_file_channels(image) == 4;
  enum heif_chroma chroma =
      writer->request.bits == 8
          ? (has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
          : (has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE);
  int width = (int)image->width, height = (int)image->height;
  if (!cc_heif_check(failure, heif->image_create(width, height, heif_colorspace_RGB, chroma, &writer->image)) ||
      !cc_heif_check(failure, heif->image_add_plane(
                                  writer->image, heif_channel_interleaved, width, height, (int)writer->request.bits))) {
    return 0;
  }
  writer->plane = heif->image_get_plane(writer->image, heif_channel_interleaved, &writer->stride);
  if (!writer->plane) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
  return set_colors(writer, failure);
}

cc_writer *cc_heif_create(
    const cc_heif_library *heif, const cc_heif_request *request, cc_sink *sink, cc_failure *failure) {
  cc_heif_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
    return NULL;
  }
  writer->heif = heif;
  writer->writer = (cc_writer){
      .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
  writer->request = *request;
  int success = create_image(writer, failure);
  if (success && !cc_metadata_copy(&writer->metadata, &request->image.metadata)) {
    success = cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a HEIF file");
  }
  writer->request.image.icc = NULL;
  writer->request.image.metadata = writer->writer.image.metadata = (cc_metadata){0};
  if (success) return &writer->writer;
  close_writer(&writer->writer);
  return NULL;
}

#endif
