#include "Internal.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct {
  cc_writer writer;
  png_structp png;
  png_infop info;
  uint32_t sum;  // Adler-32 of all filtered rows so far
} cc_png_writer;

static void on_error(png_structp png, png_const_charp text) {
  cc_png_writer *writer = png_get_error_ptr(png);
  if (writer->writer.failure.status == CC_OK) cc_fail(&writer->writer.failure, CC_DAMAGED, "%s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  cc_png_writer *writer = png_get_io_ptr(png);
  if (cc_sink_write(writer->writer.sink, bytes, count)) return;
  cc_fail(&writer->writer.failure, CC_IO, "no space to write the PNG");
  png_error(png, "no space");
}

static void on_flush(png_structp png) { (void)png; }

// PNG does not support Photoshop resources.
static void write_metadata(png_structp png, png_infop info, const cc_metadata *metadata) {
  if (metadata->exif.bytes) {
    png_set_eXIf_1(png, info, (png_uint_32)metadata->exif.size, (png_bytep)metadata->exif.bytes);
  }
  if (!metadata->xmp.bytes) return;
  // zero-terminated, since libpng counts the characters
  char *packet = calloc(1, metadata->xmp.size + 1);
  if (!packet) png_error(png, "not enough memory for the XMP of a PNG");
  memcpy(packet, metadata->xmp.bytes, metadata->xmp.size);
  png_text text = {.compression = PNG_ITXT_COMPRESSION_NONE, .key = "XML:com.adobe.xmp", .text = packet,
                   .itxt_length = metadata->xmp.size, .lang = "", .lang_key = ""};
  png_set_text(png, info, &text, 1);
  free(packet);
}

static png_uint_32 pixels_per_metre(double dots_per_inch) { return (png_uint_32)(dots_per_inch / 0.0254 + 0.5); }

// PNG, 11.3.5.3: whole pixels per metre, below 2^31.
static void write_resolution(png_structp png, png_infop info, const cc_metadata *metadata) {
  double x = metadata->dots_per_inch_x, y = metadata->dots_per_inch_y, max = 0x7fffffff * 0.0254 - 1;
  if (x < 0.0254 || y < 0.0254 || x > max || y > max) return;
  png_set_pHYs(png, info, pixels_per_metre(x), pixels_per_metre(y), PNG_RESOLUTION_METER);
}

static void write_chunks(png_structp png, png_infop info, const cc_png_request *request) {
  const cc_image *image = &request->image;
  uint32_t channels = cc_file_channels(image);
  int type = channels == 1 ? PNG_COLOR_TYPE_GRAY : channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
  png_set_IHDR(png, info, image->width, image->height, (int)image->bits, type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (request->is_srgb) png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (image->icc) {
    png_set_iCCP(png, info, request->icc_name ? request->icc_name : "profile", PNG_COMPRESSION_TYPE_BASE,
                 image->icc, (png_uint_32)image->icc_size);
  }
  if (request->has_cicp) {
    png_byte code_points[4] = {request->cicp_primaries, request->cicp_transfer, request->cicp_matrix,
                           request->cicp_full_range};
    png_unknown_chunk chunk = {.name = "cICP", .data = code_points, .size = 4, .location = PNG_HAVE_IHDR};
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
    png_set_unknown_chunks(png, info, &chunk, 1);
  }
  write_resolution(png, info, &image->metadata);
  write_metadata(png, info, &image->metadata);
  png_write_info(png, info);
}

// PNG, 10.1: all IDAT chunks together are one zlib stream.
static void write_data(cc_png_writer *writer, const void *bytes, size_t count) {
  png_write_chunk(writer->png, (png_const_bytep) "IDAT", bytes, count);
}

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  (void)pixels, (void)row_bytes, (void)count;
  return cc_fail(&base->failure, CC_UNSUPPORTED, "PNG rows must be compressed first");
}

static int append(cc_png_writer *writer, const cc_png_strip *strip) {
  if (setjmp(png_jmpbuf(writer->png))) return 0;
  // The header: a window of 32 KiB, compression level 0 of 3; RFC 1950, 2.2.
  if (writer->writer.next == 0) write_data(writer, "\x78\x01", 2);
  write_data(writer, strip->bytes, strip->size);
  return 1;
}

int cc_png_append(cc_writer *base, const cc_png_strip *strip, uint32_t count, cc_failure *failure) {
  cc_png_writer *writer = (cc_png_writer *)base;
  if (base->failure.status == CC_OK && count > base->image.height - base->next) {
    cc_fail(&base->failure, CC_DAMAGED, "more rows than the image height %u", base->image.height);
  }
  if (base->failure.status != CC_OK || !append(writer, strip)) {
    if (base->failure.status == CC_OK) cc_fail(&base->failure, CC_IO, "the PNG cannot be written");
    *failure = base->failure;
    return 0;
  }
  writer->sum = (uint32_t)adler32_combine(writer->sum, strip->sum, (z_off_t)strip->row_bytes);
  base->next += count;
  return 1;
}

static int finish(cc_writer *base) {
  cc_png_writer *writer = (cc_png_writer *)base;
  if (setjmp(png_jmpbuf(writer->png))) return 0;
  // The last block is empty.
  uint8_t end[6] = {3, 0, (uint8_t)(writer->sum >> 24), (uint8_t)(writer->sum >> 16), (uint8_t)(writer->sum >> 8),
                    (uint8_t)writer->sum};
  write_data(writer, end, sizeof end);
  // png_write_end would require rows that libpng wrote.
  png_write_chunk(writer->png, (png_const_bytep) "IEND", NULL, 0);
  return 1;
}

static void close_writer(cc_writer *base) {
  cc_png_writer *writer = (cc_png_writer *)base;
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

cc_writer *cc_png_create(const cc_png_request *request, cc_sink *sink, cc_failure *failure) {
  cc_png_writer *writer = calloc(1, sizeof *writer);
  if (writer) {
    writer->writer = (cc_writer){
        .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
    writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
  }
  if (!writer || !writer->info) {
    if (writer) close_writer(&writer->writer);
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a PNG");
    return NULL;
  }
  png_structp png = writer->png;
  if (setjmp(png_jmpbuf(png))) {
    *failure = writer->writer.failure;
    close_writer(&writer->writer);
    return NULL;
  }
  png_set_write_fn(png, writer, on_write, on_flush);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  write_chunks(png, writer->info, request);
  writer->sum = 1;
  return &writer->writer;
}
