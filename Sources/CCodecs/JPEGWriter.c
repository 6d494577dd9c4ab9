#include "Internal.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <string.h>

typedef struct {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr bytes;
  jmp_buf out;
  cc_sink *sink;
  cc_failure *failure;
  JOCTET buffer[1 << 16];
} cc_jpeg_writer;

static void on_error(j_common_ptr jpeg) {
  cc_jpeg_writer *writer = jpeg->client_data;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  cc_fail(writer->failure, CC_UNSUPPORTED, "%s", text);
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

static void put(cc_jpeg_writer *writer, size_t count) {
  if (cc_sink_write(writer->sink, writer->buffer, count)) return;
  cc_fail(writer->failure, CC_IO, "no room to write the JPEG");
  longjmp(writer->out, 1);
}

static boolean on_full(j_compress_ptr jpeg) {
  put(jpeg->client_data, sizeof ((cc_jpeg_writer *)jpeg->client_data)->buffer);
  on_start(jpeg);
  return TRUE;
}

static void on_end(j_compress_ptr jpeg) {
  cc_jpeg_writer *writer = jpeg->client_data;
  put(writer, sizeof writer->buffer - writer->bytes.free_in_buffer);
}

int cc_jpeg_write(const cc_jpeg_request *request, cc_sink *sink, cc_failure *failure) {
  cc_jpeg_writer writer;
  memset(&writer, 0, offsetof(cc_jpeg_writer, buffer));
  writer.sink = sink;
  writer.failure = failure;
  j_compress_ptr jpeg = &writer.jpeg;
  jpeg->client_data = &writer;
  jpeg->err = jpeg_std_error(&writer.errors);
  writer.errors.error_exit = on_error;
  writer.errors.emit_message = on_message;
  writer.errors.output_message = on_output;
  if (setjmp(writer.out)) {
    jpeg_destroy_compress(&writer.jpeg);
    return 0;
  }
  jpeg_create_compress(jpeg);
  writer.bytes.init_destination = on_start;
  writer.bytes.empty_output_buffer = on_full;
  writer.bytes.term_destination = on_end;
  jpeg->dest = &writer.bytes;

  jpeg->image_width = request->width;
  jpeg->image_height = request->height;
  jpeg->input_components = (int)request->channels;
  jpeg->in_color_space =
      request->channels == 1 ? JCS_GRAYSCALE : request->channels == 3 ? JCS_EXT_RGB : JCS_EXT_RGBX;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, request->quality, TRUE);
  if (request->full_chroma && request->channels != 1) {
    jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
  }
  if (request->progressive) jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  if (request->icc) jpeg_write_icc_profile(jpeg, request->icc, (unsigned int)request->icc_size);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = (JSAMPROW)request->pixels + (size_t)jpeg->next_scanline * request->row_bytes;
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  jpeg_destroy_compress(jpeg);
  return 1;
}
