#include "EXR.h"

#ifdef CC_HAS_EXR

#include <stdlib.h>
#include <string.h>

typedef struct {
  cc_failure *failure;  // first: see cc_exr_on_error
  cc_source *source;
} cc_exr_stream;

typedef struct {
  cc_reader reader;
  const cc_exr_library *exr;
  cc_exr_stream stream;
  exr_context_t context;
  exr_attr_box2i_t window;        // the data window
  uint32_t data_width, data_height;
  int64_t left, top;              // the origin of the data window in the display window
  int stores_alpha;               // has a channel A
  exr_storage_t storage;
  int32_t lines;                  // rows per chunk
  uint32_t tile_width, tile_height;
  uint32_t element;               // bytes of a decoded component: 2 or 4
  uint8_t *chunk;                 // decoded RGBA
  size_t chunk_size;
  cc_exr_header header;
} cc_exr_reader;

static int64_t read_bytes(exr_const_context_t context, void *data, void *buffer, uint64_t size, uint64_t offset,
                          exr_stream_error_func_ptr_t on_error) {
  (void)context;
  (void)on_error;
  cc_exr_stream *stream = data;
  if (!cc_source_seek(stream->source, offset)) return -1;
  return (int64_t)cc_source_read(stream->source, buffer, size);
}

static int64_t byte_count(exr_const_context_t context, void *data) {
  (void)context;
  return (int64_t)((cc_exr_stream *)data)->source->size;
}

// The index of a channel in RGBA: 0...3, 4 for grey in all three, -1 for other channels.
static int channel_index(const char *name) {
  static const char *const names[] = {"R", "G", "B", "A", "Y"};
  for (int i = 0; i < 5; i++) {
    if (strcmp(name, names[i]) == 0) return i;
  }
  return -1;
}

static int read_channels(cc_exr_reader *reader, cc_failure *failure) {
  const exr_attr_chlist_t *channels = NULL;
  exr_result_t result = reader->exr->get_channels(reader->context, 0, &channels);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(reader->exr, failure, result);
  int found = 0;
  reader->element = 2;
  for (int i = 0; i < channels->num_channels; i++) {
    const exr_attr_chlist_entry_t *channel = &channels->entries[i];
    int index = channel_index(channel->name.str);
    if (strcmp(channel->name.str, "RY") == 0 || strcmp(channel->name.str, "BY") == 0) {
      return cc_fail(failure, CC_UNSUPPORTED, "OpenEXR luminance and chroma are unsupported; save the file as RGB");
    }
    if (index < 0) continue;
    if (channel->x_sampling != 1 || channel->y_sampling != 1) {
      return cc_fail(failure, CC_UNSUPPORTED, "subsampled OpenEXR channels are unsupported");
    }
    if (channel->pixel_type == EXR_PIXEL_UINT) {
      return cc_fail(failure, CC_UNSUPPORTED, "OpenEXR channels of integers are unsupported");
    }
    if (channel->pixel_type == EXR_PIXEL_FLOAT) reader->element = 4;
    found |= 1 << index;
  }
  cc_exr_header *header = &reader->header;
  header->bits = reader->element * 8;
  reader->stores_alpha = (found & 8) != 0;
  header->is_grey = (found & 16) != 0;
  if (!(found & 23)) {
    return cc_fail(failure, CC_UNSUPPORTED, "the OpenEXR file has no channels R, G, B or Y; rename its channels");
  }
  return 1;
}

static void read_attributes(cc_exr_reader *reader) {
  cc_exr_header *header = &reader->header;
  exr_attr_chromaticities_t values;
  if (reader->exr->attr_get_chromaticities(reader->context, 0, "chromaticities", &values) == EXR_ERR_SUCCESS) {
    header->has_chromaticities = 1;
    const float xy[8] = {values.white_x, values.white_y, values.red_x, values.red_y,
                         values.green_x, values.green_y, values.blue_x, values.blue_y};
    for (int i = 0; i < 8; i++) header->chromaticities[i] = xy[i];
  }
}

static int check_size(int64_t width, int64_t height, const char *window, cc_failure *failure) {
  if (width > 0 && height > 0 && width <= INT32_MAX && height <= INT32_MAX) return 1;
  return cc_fail(failure, CC_DAMAGED, "the sides of an OpenEXR %s window must be 1 to %d (got %lld x %lld)", window,
                 INT32_MAX, (long long)width, (long long)height);
}

// "Technical Introduction to OpenEXR", openexr.com: the display window is the frame of the image, and the data window is
// the part of the plane that has pixels.
static int read_windows(cc_exr_reader *reader, cc_failure *failure) {
  exr_attr_box2i_t display;
  exr_result_t result = reader->exr->get_data_window(reader->context, 0, &reader->window);
  if (result == EXR_ERR_SUCCESS) result = reader->exr->get_display_window(reader->context, 0, &display);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(reader->exr, failure, result);
  const exr_attr_box2i_t *data = &reader->window;
  int64_t data_width = (int64_t)data->max.x - data->min.x + 1, data_height = (int64_t)data->max.y - data->min.y + 1;
  int64_t width = (int64_t)display.max.x - display.min.x + 1, height = (int64_t)display.max.y - display.min.y + 1;
  if (!check_size(data_width, data_height, "data", failure) || !check_size(width, height, "display", failure)) return 0;
  reader->data_width = (uint32_t)data_width;
  reader->data_height = (uint32_t)data_height;
  reader->left = (int64_t)data->min.x - display.min.x;
  reader->top = (int64_t)data->min.y - display.min.y;
  reader->header.width = (uint32_t)width;
  reader->header.height = (uint32_t)height;
  return 1;
}

static int covers_display(const cc_exr_reader *reader) {
  return reader->left <= 0 && reader->top <= 0 && reader->left + reader->data_width >= reader->header.width &&
         reader->top + reader->data_height >= reader->header.height;
}

static int read_header(cc_exr_reader *reader, cc_failure *failure) {
  const cc_exr_library *exr = reader->exr;
  exr_result_t result = exr->get_storage(reader->context, 0, &reader->storage);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(exr, failure, result);
  if (reader->storage != EXR_STORAGE_SCANLINE && reader->storage != EXR_STORAGE_TILED) {
    return cc_fail(failure, CC_UNSUPPORTED, "deep OpenEXR files are unsupported; flatten it");
  }
  if (!read_windows(reader, failure) || !read_channels(reader, failure)) return 0;
  reader->header.has_alpha = reader->stores_alpha || !covers_display(reader);
  int32_t chunks = 0;
  result = exr->get_chunk_count(reader->context, 0, &chunks);
  if (result == EXR_ERR_SUCCESS && reader->storage == EXR_STORAGE_TILED) {
    exr_tile_level_mode_t level;
    exr_tile_round_mode_t round;
    result = exr->get_tile_descriptor(
        reader->context, 0, &reader->tile_width, &reader->tile_height, &level, &round);
  } else if (result == EXR_ERR_SUCCESS) {
    result = exr->get_scanlines_per_chunk(reader->context, 0, &reader->lines);
  }
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(exr, failure, result);
  // Each chunk has an entry in a table and a header.
  reader->reader.minimum_file_bytes = (uint64_t)chunks * 16;
  read_attributes(reader);
  return 1;
}

// Allocates memory for a decoded chunk, filled with transparent black, or opaque black without alpha.
static int prepare(cc_exr_reader *reader, size_t width, size_t height) {
  if (width > SIZE_MAX / 64 / (height ? height : 1)) {
    return cc_fail(&reader->reader.failure, CC_DAMAGED, "a chunk of the OpenEXR file is too large");
  }
  size_t count = width * height, size = count * 4 * reader->element;
  if (size > reader->chunk_size) {
    free(reader->chunk);
    reader->chunk = malloc(size);
    reader->chunk_size = reader->chunk ? size : 0;
    if (!reader->chunk) {
      return cc_fail(&reader->reader.failure, CC_NO_MEMORY, "not enough memory for rows of an OpenEXR file");
    }
  }
  memset(reader->chunk, 0, size);
  if (reader->stores_alpha) return 1;
  for (size_t i = 0; i < count; i++) {
    if (reader->element == 2) {
      ((uint16_t *)reader->chunk)[4 * i + 3] = 0x3c00;
    } else {
      ((float *)reader->chunk)[4 * i + 3] = 1;
    }
  }
  return 1;
}

// Decodes a chunk into `chunk`, which is allocated. `width` is its number of pixels a row.
static int decode(cc_exr_reader *reader, const exr_chunk_info_t *info, size_t width) {
  const cc_exr_library *exr = reader->exr;
  exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
  exr_result_t result = exr->decoding_initialize(reader->context, 0, info, &pipeline);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(exr, &reader->reader.failure, result);
  for (int i = 0; i < pipeline.channel_count; i++) {
    exr_coding_channel_info_t *channel = &pipeline.channels[i];
    int index = channel_index(channel->channel_name);
    if (index < 0) continue;
    channel->decode_to_ptr = reader->chunk + (index == 4 ? 0 : (size_t)index) * reader->element;
    channel->user_bytes_per_element = (int16_t)reader->element;
    channel->user_data_type = reader->element == 2 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
    channel->user_pixel_stride = (int32_t)(4 * reader->element);
    channel->user_line_stride = (int32_t)(width * 4 * reader->element);
  }
  result = exr->decoding_choose_default_routines(reader->context, 0, &pipeline);
  if (result == EXR_ERR_SUCCESS) result = exr->decoding_run(reader->context, 0, &pipeline);
  exr->decoding_destroy(reader->context, &pipeline);
  if (result != EXR_ERR_SUCCESS) return cc_exr_fail(exr, &reader->reader.failure, result);
  if (reader->header.is_grey) {
    size_t count = width * (size_t)info->height;
    for (size_t i = 0; i < count; i++) {
      uint8_t *pixel = reader->chunk + i * 4 * reader->element;
      memcpy(pixel + reader->element, pixel, reader->element);
      memcpy(pixel + 2 * reader->element, pixel, reader->element);
    }
  }
  return 1;
}

// Stores decoded pixels of a row, from column `x` of the data window on, as far as they are in the display window.
static void store(const cc_exr_reader *reader, const uint8_t *decoded, int64_t x, int64_t count, uint8_t *row) {
  size_t pixel = 4 * reader->element;
  int64_t start = x + reader->left, end = start + count, skipped = start < 0 ? -start : 0;
  if (end > reader->header.width) end = reader->header.width;
  start += skipped;
  if (start < end) memcpy(row + (size_t)start * pixel, decoded + (size_t)skipped * pixel, (size_t)(end - start) * pixel);
}

// Reads rows of the data window.
static int read_lines(cc_exr_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  size_t line = (size_t)reader->data_width * 4 * reader->element;
  uint32_t row = first;
  while (row < first + count) {
    exr_chunk_info_t info;
    exr_result_t result =
        reader->exr->read_scanline_chunk_info(reader->context, 0, reader->window.min.y + (int32_t)row, &info);
    if (result != EXR_ERR_SUCCESS) return cc_exr_fail(reader->exr, &reader->reader.failure, result);
    int64_t skip = (int64_t)reader->window.min.y + row - info.start_y;
    if (skip < 0 || skip >= info.height || info.width != (int32_t)reader->data_width) {
      return cc_fail(&reader->reader.failure, CC_DAMAGED, "the chunks of the OpenEXR file contradict its header");
    }
    if (!prepare(reader, reader->data_width, (size_t)info.height) || !decode(reader, &info, reader->data_width)) {
      return 0;
    }
    for (int64_t y = skip; y < info.height && row < first + count; y++, row++) {
      store(reader, reader->chunk + (size_t)y * line, 0, reader->data_width, pixels + (size_t)(row - first) * row_bytes);
    }
  }
  return 1;
}

static int read_tiles(cc_exr_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  uint32_t width = reader->tile_width, height = reader->tile_height;
  if (!width || !height) return cc_fail(&reader->reader.failure, CC_DAMAGED, "the OpenEXR tiles have size 0");
  for (uint32_t ty = first / height; (uint64_t)ty * height < (uint64_t)first + count; ty++) {
    for (uint32_t tx = 0; (uint64_t)tx * width < reader->data_width; tx++) {
      exr_chunk_info_t info;
      exr_result_t result = reader->exr->read_tile_chunk_info(reader->context, 0, (int)tx, (int)ty, 0, 0, &info);
      if (result != EXR_ERR_SUCCESS) return cc_exr_fail(reader->exr, &reader->reader.failure, result);
      uint64_t left = (uint64_t)tx * width, top = (uint64_t)ty * height;
      if (info.width < 1 || info.height < 1 || left + (uint64_t)info.width > reader->data_width ||
          top + (uint64_t)info.height > reader->data_height) {
        return cc_fail(&reader->reader.failure, CC_DAMAGED, "the tiles of the OpenEXR file contradict its header");
      }
      if (!prepare(reader, (size_t)info.width, (size_t)info.height) || !decode(reader, &info, (size_t)info.width)) {
        return 0;
      }
      size_t line = (size_t)info.width * 4 * reader->element;
      for (uint64_t y = 0; y < (uint64_t)info.height; y++) {
        uint64_t row = top + y;
        if (row < first || row >= (uint64_t)first + count) continue;
        store(reader, reader->chunk + y * line, (int64_t)left, info.width, pixels + (row - first) * row_bytes);
      }
    }
  }
  return 1;
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_exr_reader *reader = (cc_exr_reader *)base;
  base->failure.text[0] = 0;
  reader->stream.failure = &base->failure;
  if (!covers_display(reader)) {
    for (uint32_t y = 0; y < count; y++) {
      memset(pixels + y * row_bytes, 0, (size_t)reader->header.width * 4 * reader->element);
    }
  }
  int64_t start = (int64_t)first - reader->top, end = start + count, skipped = start < 0 ? -start : 0;
  start += skipped;
  if (end > reader->data_height) end = reader->data_height;
  if (start >= end || reader->left >= reader->header.width || reader->left + reader->data_width <= 0) return 1;
  uint32_t row = (uint32_t)start, rows = (uint32_t)(end - start);
  uint8_t *to = pixels + (size_t)skipped * row_bytes;
  return reader->storage == EXR_STORAGE_TILED ? read_tiles(reader, row, rows, to, row_bytes)
                                              : read_lines(reader, row, rows, to, row_bytes);
}

static void close_reader(cc_reader *base) {
  cc_exr_reader *reader = (cc_exr_reader *)base;
  reader->stream.failure = NULL;
  if (reader->context) reader->exr->finish(&reader->context);
  free(reader->chunk);
  free(reader);
}

cc_reader *cc_exr_open(const cc_exr_library *exr, cc_source *source, cc_failure *failure) {
  cc_exr_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read an OpenEXR file");
    return NULL;
  }
  failure->text[0] = 0;
  reader->exr = exr;
  reader->stream = (cc_exr_stream){failure, source};
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  reader->reader.access = CC_ANY;
  exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
  options.error_handler_fn = cc_exr_on_error;
  options.user_data = &reader->stream;
  options.read_fn = read_bytes;
  options.size_fn = byte_count;
  options.max_tile_width = options.max_tile_height = 1 << 14;
  exr_result_t result = exr->start_read(&reader->context, "image", &options);
  if (result != EXR_ERR_SUCCESS) {
    reader->context = NULL;
    cc_exr_fail(exr, failure, result);
  } else if (read_header(reader, failure)) {
    reader->reader.height = reader->header.height;
    return &reader->reader;
  }
  close_reader(&reader->reader);
  return NULL;
}

cc_exr_header cc_exr_get_header(const cc_reader *reader) { return ((const cc_exr_reader *)reader)->header; }

#endif
