#include "EXR.h"

#ifdef CC_HAS_EXR

#include <stdlib.h>
#include <string.h>

enum { CHUNK_LINES = 16 };  // the chunk size of ZIP compression

typedef struct {
  cc_failure *failure;  // first: see cc_exr_on_error
  cc_sink *sink;
} cc_exr_stream;

typedef struct {
  cc_writer writer;
  const cc_exr_library *exr;
  cc_exr_stream stream;
  exr_context_t context;
  uint8_t *lines;  // rows of an incomplete chunk
  uint32_t line_count;
  size_t line_bytes;
} cc_exr_writer;

static int64_t write_bytes(exr_const_context_t context, void *data, const void *buffer, uint64_t size, uint64_t offset,
                           exr_stream_error_func_ptr_t on_error) {
  (void)context;
  (void)on_error;
  cc_exr_stream *stream = data;
  if (!cc_sink_seek(stream->sink, offset) || !cc_sink_write(stream->sink, buffer, size)) return -1;
  return (int64_t)size;
}

static const char *channel_name(uint32_t channels, uint32_t index) {
  static const char *const colors[] = {"R", "G", "B", "A"};
  return channels == 1 ? "Y" : colors[index];
}

static size_t element(const cc_exr_writer *writer) { return writer->writer.image.bits / 8; }

// Writes the buffered rows as a chunk, whose first row is `first`.
static int write_chunk(cc_exr_writer *writer, uint32_t first) {
  const cc_exr_library *exr = writer->exr;
  cc_failure *failure = &writer->writer.failure;
  const cc_image *image = &writer->writer.image;
  exr_chunk_info_t info;
  exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
  exr_result_t result = exr->write_scanline_chunk_info(writer->context, 0, (int)first, &info);
  if (result == EXR_ERR_SUCCESS) result = exr->encoding_initialize(writer->context, 0, &info, &pipeline);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(exr, failure, result);
  for (int i = 0; i < pipeline.channel_count; i++) {
    exr_coding_channel_info_t *channel = &pipeline.channels[i];
    size_t index = 0;
    while (index < 3 && image->channels > 1 &&
           strcmp(channel->channel_name, channel_name(image->channels, (uint32_t)index)) != 0) {
      index++;
    }
    channel->encode_from_ptr = writer->lines + index * element(writer);
    channel->user_bytes_per_element = (int16_t)element(writer);
    channel->user_data_type = element(writer) == 2 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
    channel->user_pixel_stride = (int32_t)(image->channels * element(writer));
    channel->user_line_stride = (int32_t)writer->line_bytes;
  }
  result = exr->encoding_choose_default_routines(writer->context, 0, &pipeline);
  if (result == EXR_ERR_SUCCESS) result = exr->encoding_run(writer->context, 0, &pipeline);
  exr->encoding_destroy(writer->context, &pipeline);
  writer->line_count = 0;
  return result == EXR_ERR_SUCCESS ? 1 : cc_exr_fail(exr, failure, result);
}

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  cc_exr_writer *writer = (cc_exr_writer *)base;
  for (uint32_t y = 0; y < count; y++, pixels += row_bytes) {
    memcpy(writer->lines + writer->line_count * writer->line_bytes, pixels, writer->line_bytes);
    writer->line_count++;
    uint32_t row = base->next + y;
    if ((writer->line_count == CHUNK_LINES || row + 1 == base->image.height) &&
        !write_chunk(writer, row + 1 - writer->line_count)) {
      return 0;
    }
  }
  return 1;
}

static int finish(cc_writer *base) {
  cc_exr_writer *writer = (cc_exr_writer *)base;
  exr_result_t result = writer->exr->finish(&writer->context);
  writer->context = NULL;
  return result == EXR_ERR_SUCCESS ? 1 : cc_exr_fail(writer->exr, &base->failure, result);
}

static void close_writer(cc_writer *base) {
  cc_exr_writer *writer = (cc_exr_writer *)base;
  if (writer->context) writer->exr->finish(&writer->context);
  free(writer->lines);
  free(writer);
}

static exr_result_t write_header(cc_exr_writer *writer, const cc_exr_request *request) {
  const cc_exr_library *exr = writer->exr;
  const cc_image *image = &writer->writer.image;
  int part = 0;
  exr_result_t result = exr->add_part(writer->context, "image", EXR_STORAGE_SCANLINE, &part);
  if (result == EXR_ERR_SUCCESS) {
    result = exr->initialize_required_attr_simple(
        writer->context, part, (int32_t)image->width, (int32_t)image->height, EXR_COMPRESSION_ZIP);
  }
  exr_pixel_type_t type = image->bits == 16 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
  for (uint32_t i = 0; i < cc_file_channels(image) && result == EXR_ERR_SUCCESS; i++) {
    result = exr->add_channel(
        writer->context, part, channel_name(image->channels, i), type, EXR_PERCEPTUALLY_LINEAR, 1, 1);
  }
  if (result == EXR_ERR_SUCCESS && request->has_chromaticities) {
    const double *xy = request->chromaticities;
    exr_attr_chromaticities_t values = {
        .white_x = (float)xy[0], .white_y = (float)xy[1], .red_x = (float)xy[2], .red_y = (float)xy[3],
        .green_x = (float)xy[4], .green_y = (float)xy[5], .blue_x = (float)xy[6], .blue_y = (float)xy[7]};
    result = exr->attr_set_chromaticities(writer->context, part, "chromaticities", &values);
  }
  return result == EXR_ERR_SUCCESS ? exr->write_header(writer->context) : result;
}

cc_writer *cc_exr_create(
    const cc_exr_library *exr, const cc_exr_request *request, cc_sink *sink, cc_failure *failure) {
  cc_exr_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write an OpenEXR file");
    return NULL;
  }
  failure->text[0] = 0;
  writer->exr = exr;
  writer->writer = (cc_writer){
      .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
  writer->line_bytes = (size_t)request->image.width * request->image.channels * element(writer);
  writer->lines = malloc(writer->line_bytes * CHUNK_LINES);
  writer->stream = (cc_exr_stream){failure, sink};
  exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
  options.error_handler_fn = cc_exr_on_error;
  options.user_data = &writer->stream;
  options.write_fn = write_bytes;
  if (!writer->lines) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory for rows of an OpenEXR file");
  } else {
    exr_result_t result = exr->start_write(&writer->context, "image", EXR_WRITE_FILE_DIRECTLY, &options);
    if (result != EXR_ERR_SUCCESS) writer->context = NULL;
    if (result == EXR_ERR_SUCCESS) result = write_header(writer, request);
    writer->stream.failure = &writer->writer.failure;
    if (result == EXR_ERR_SUCCESS) return &writer->writer;
    cc_exr_fail(exr, failure, result);
  }
  close_writer(&writer->writer);
  return NULL;
}

#endif
