#include "Internal.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>

typedef struct {
  cc_writer writer;
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr bytes;
  jmp_buf out;
  JOCTET buffer[1 << 16];
} cc_jpeg_writer;

static void on_error(j_common_ptr jpeg) {
  cc_jpeg_writer *writer = jpeg->client_data;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  cc_fail(&writer->writer.failure, CC_UNSUPPORTED, "%s", text);
  longjmp(writer->out, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_start(j_compress_ptr jpeg) {
  cc_jpeg_writer *writer = jpeg->client_data;
  writer->bytes.next_output_byte = writer->buffer;
  writer->bytes.free_in_buffer = sizeof writer->buffer;
}

static void flush(cc_jpeg_writer *writer, size_t count) {
  if (cc_sink_write(writer->writer.sink, writer->buffer, count)) return;
  cc_fail(&writer->writer.failure, CC_IO, "no space to write the JPEG");
  longjmp(writer->out, 1);
}

static boolean on_full(j_compress_ptr jpeg) {
  flush(jpeg->client_data, sizeof ((cc_jpeg_writer *)jpeg->client_data)->buffer);
  on_start(jpeg);
  return TRUE;
}

static void on_end(j_compress_ptr jpeg) {
  cc_jpeg_writer *writer = jpeg->client_data;
  flush(writer, sizeof writer->buffer - writer->bytes.free_in_buffer);
}

static int write_rows(cc_writer *base, const uint8_t *pixels, size_t row_bytes, uint32_t count) {
  cc_jpeg_writer *writer = (cc_jpeg_writer *)base;
  if (setjmp(writer->out)) return 0;
  for (uint32_t y = 0; y < count; y++) {
    JSAMPROW row = (JSAMPROW)pixels + (size_t)y * row_bytes;
    jpeg_write_scanlines(&writer->jpeg, &row, 1);
  }
  return 1;
}

static int finish(cc_writer *base) {
  cc_jpeg_writer *writer = (cc_jpeg_writer *)base;
  if (setjmp(writer->out)) return 0;
  jpeg_finish_compress(&writer->jpeg);
  return 1;
}

static void close_writer(cc_writer *base) {
  jpeg_destroy_compress(&((cc_jpeg_writer *)base)->jpeg);
  free(base);
}

static void write_marker(cc_jpeg_writer *writer, int marker, const char *signature, size_t size, cc_bytes bytes) {
  if (!bytes.bytes || bytes.size > 65533 - size) return;
  jpeg_write_m_header(&writer->jpeg, marker, (unsigned int)(size + bytes.size));
  for (size_t i = 0; i < size; i++) jpeg_write_m_byte(&writer->jpeg, signature[i]);
  for (size_t i = 0; i < bytes.size; i++) jpeg_write_m_byte(&writer->jpeg, bytes.bytes[i]);
}

static double rounding_error(double value) {
  double whole = (double)(long)(value + 0.5);
  return whole > value ? whole - value : value - whole;
}

// JFIF 1.02: whole dots per inch or per centimetre, 1 to 65535. The unit with the smaller rounding error is selected;
// resolutions out of range are omitted.
static void set_density(j_compress_ptr jpeg, const cc_metadata *metadata) {
  double x = metadata->dots_per_inch_x, y = metadata->dots_per_inch_y;
  if (x < 0.5 || y < 0.5 || x >= 65535.5 || y >= 65535.5) return;
  double error = rounding_error(x) + rounding_error(y);
  double error_in_centimetres = 2.54 * (rounding_error(x / 2.54) + rounding_error(y / 2.54));
  int is_metric = x >= 2.54 && y >= 2.54 && error > 1e-3 && error_in_centimetres < error;
  double unit = is_metric ? 2.54 : 1;
  jpeg->density_unit = is_metric ? 2 : 1;
  jpeg->X_density = (UINT16)(x / unit + 0.5);
  jpeg->Y_density = (UINT16)(y / unit + 0.5);
}

static void start(cc_jpeg_writer *writer, const cc_jpeg_request *request) {
  j_compress_ptr jpeg = &writer->jpeg;
  const cc_image *image = &request->image;
  jpeg_create_compress(jpeg);
  writer->bytes.init_destination = on_start;
  writer->bytes.empty_output_buffer = on_full;
  writer->bytes.term_destination = on_end;
  jpeg->dest = &writer->bytes;

  jpeg->image_width = image->width;
  jpeg->image_height = image->height;
  jpeg->input_components = (int)image->channels;
  jpeg->in_color_space =
      image->channels == 1 ? JCS_GRAYSCALE : image->channels == 3 ? JCS_EXT_RGB : JCS_EXT_RGBX;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, request->quality, TRUE);
  if (request->full_chroma && image->channels != 1) {
    jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
  }
  if (request->progressive) jpeg_simple_progression(jpeg);
  set_density(jpeg, &image->metadata);
  jpeg_start_compress(jpeg, TRUE);
  write_marker(writer, JPEG_APP0 + 1, "Exif\0\0", 6, image->metadata.exif);
  write_marker(writer, JPEG_APP0 + 1, "http://ns.adobe.com/xap/1.0/", 29, image->metadata.xmp);
  write_marker(writer, JPEG_APP0 + 13, "Photoshop 3.0", 14, image->metadata.photoshop);
  if (image->icc) jpeg_write_icc_profile(jpeg, image->icc, (unsigned int)image->icc_size);
}

cc_writer *cc_jpeg_create(const cc_jpeg_request *request, cc_sink *sink, cc_failure *failure) {
  cc_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a JPEG");
    return NULL;
  }
  writer->writer = (cc_writer){
      .rows = write_rows, .finish = finish, .close = close_writer, .sink = sink, .image = request->image};
  writer->jpeg.client_data = writer;
  writer->jpeg.err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  writer->errors.output_message = on_output;
  if (setjmp(writer->out)) {
    *failure = writer->writer.failure;
    close_writer(&writer->writer);
    return NULL;
  }
  start(writer, request);
  return &writer->writer;
}
