#include "Internal.h"

#include <jpeglib.h>
#include <jerror.h>
#include <lcms2.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Progressive files of cameras and encoders have about ten scans; thousands are a denial of service.
enum { MAX_SCANS = 100 };

// The maximum bytes of profiles and other markers, and of each pixel. libjpeg searches for the next marker to the end
// of the file, and keeps all saved markers in memory.
#define MAX_MARKER_BYTES (128ull << 20)
#define MAX_BYTES_PER_PIXEL 64

// Enough for captions and thumbnails; JPEG has no layers.
enum { MAX_PHOTOSHOP_BYTES = 1 << 22 };

typedef struct {
  cc_reader reader;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr bytes;
  struct jpeg_progress_mgr progress;
  jmp_buf out;
  cc_jpeg_header header;
  int is_started;
  JSAMPARRAY row;  // one row of CMYK, or a skipped row
  JOCTET *icc;
  uint8_t *photoshop;
  void *lcms;
  cmsHTRANSFORM transform;
  JOCTET buffer[1 << 16];
} cc_jpeg_reader;

_Noreturn static void leave(cc_jpeg_reader *reader, int32_t status, const char *text) {
  if (reader->reader.failure.status == CC_OK) cc_fail(&reader->reader.failure, status, "%s", text);
  longjmp(reader->out, 1);
}

_Noreturn static void leave_with_message(j_common_ptr jpeg) {
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  int32_t status = CC_DAMAGED;
  switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: status = CC_NO_MEMORY; break;
    case JERR_BAD_PRECISION: case JERR_SOF_UNSUPPORTED: case JERR_CONVERSION_NOTIMPL: case JERR_NOT_COMPILED:
    case JERR_ARITH_NOTIMPL: case JERR_CCIR601_NOTIMPL: case JERR_FRACT_SAMPLE_NOTIMPL:
      status = CC_UNSUPPORTED;
      break;
    case JERR_IMAGE_TOO_BIG: case JERR_WIDTH_OVERFLOW: {
      j_decompress_ptr image = (j_decompress_ptr)jpeg;
      cc_jpeg_reader *reader = jpeg->client_data;
      status = CC_LIMIT;
      reader->reader.failure.requested =
          image->image_width > image->image_height ? image->image_width : image->image_height;
      reader->reader.failure.allowed = JPEG_MAX_DIMENSION;
      break;
    }
    case JERR_INPUT_EMPTY: case JERR_INPUT_EOF: status = CC_TRUNCATED; break;
    default: break;
  }
  leave(jpeg->client_data, status, text);
}

static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    // These warnings indicate invented pixels.
    case JWRN_HIT_MARKER: case JWRN_HUFF_BAD_CODE: case JWRN_ARITH_BAD_CODE: case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL: case JWRN_BOGUS_PROGRESSION:
      leave_with_message(jpeg);
    default: jpeg->err->num_warnings++;
  }
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_start(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean on_fill(j_decompress_ptr jpeg) {
  cc_jpeg_reader *reader = jpeg->client_data;
  uint64_t max = MAX_MARKER_BYTES + (uint64_t)jpeg->image_width * jpeg->image_height * MAX_BYTES_PER_PIXEL;
  if (reader->reader.source->position > max) {
    reader->reader.failure.requested = cc_source_size(reader->reader.source);
    reader->reader.failure.allowed = max;
    leave(reader, CC_LIMIT, "the bytes of a JPEG compared with its pixels");
  }
  size_t count = cc_source_read(reader->reader.source, reader->buffer, sizeof reader->buffer);
  if (count == 0) {
    cc_fail(&reader->reader.failure, CC_TRUNCATED, "the JPEG ends after %llu bytes, before its end marker",
            (unsigned long long)reader->reader.source->position);
    longjmp(reader->out, 1);
  }
  reader->bytes.next_input_byte = reader->buffer;
  reader->bytes.bytes_in_buffer = count;
  return TRUE;
}

static void on_skip(j_decompress_ptr jpeg, long count) {
  cc_jpeg_reader *reader = jpeg->client_data;
  if (count <= 0) return;
  size_t available = reader->bytes.bytes_in_buffer;
  if ((size_t)count <= available) {
    reader->bytes.next_input_byte += count;
    reader->bytes.bytes_in_buffer -= (size_t)count;
    return;
  }
  reader->bytes.bytes_in_buffer = 0;
  cc_source_skip(reader->reader.source, (uint64_t)count - available);
}

static void on_end(j_decompress_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr common) {
  j_decompress_ptr jpeg = (j_decompress_ptr)common;
  cc_jpeg_reader *reader = jpeg->client_data;
  if (jpeg->input_scan_number <= MAX_SCANS) return;
  reader->reader.failure.requested = (uint64_t)jpeg->input_scan_number;
  reader->reader.failure.allowed = MAX_SCANS;
  leave(reader, CC_LIMIT, "the scans of a JPEG");
}

// Photoshop resources may continue in the next marker.
static void append_photoshop(cc_jpeg_reader *reader, cc_bytes bytes) {
  cc_bytes *total = &reader->header.metadata.photoshop;
  if (!bytes.bytes || total->size + bytes.size > MAX_PHOTOSHOP_BYTES) return;
  uint8_t *grown = realloc(reader->photoshop, total->size + bytes.size);
  if (!grown) return;
  memcpy(grown + total->size, bytes.bytes, bytes.size);
  reader->photoshop = grown;
  *total = (cc_bytes){grown, total->size + bytes.size};
}

static void read_metadata(cc_jpeg_reader *reader) {
  cc_metadata *metadata = &reader->header.metadata;
  for (jpeg_saved_marker_ptr marker = reader->jpeg.marker_list; marker; marker = marker->next) {
    cc_bytes bytes = {marker->data, marker->data_length};
    if (marker->marker == JPEG_APP0 + 13) append_photoshop(reader, cc_bytes_after(bytes, "Photoshop 3.0", 14));
    if (marker->marker != JPEG_APP0 + 1) continue;
    if (!metadata->exif.bytes) metadata->exif = cc_bytes_after(bytes, "Exif\0\0", 6);
    if (!metadata->xmp.bytes) metadata->xmp = cc_bytes_after(bytes, "http://ns.adobe.com/xap/1.0/", 29);
  }
}

static void read_attributes(cc_jpeg_reader *reader) {
  j_decompress_ptr jpeg = &reader->jpeg;
  cc_jpeg_header *header = &reader->header;
  header->width = jpeg->image_width;
  header->height = jpeg->image_height;
  header->channels = (uint32_t)jpeg->num_components;
  header->progressive = jpeg->progressive_mode;
  // Every block of 8 x 8 pixels has at least one bit of Huffman code; arithmetic coding needs far less.
  reader->reader.minimum_file_bytes = (uint64_t)header->width * header->height / 512;
  if (jpeg->arith_code) reader->reader.minimum_file_bytes /= 1024;
  if (jpeg->saw_JFIF_marker) {
    header->density_unit = jpeg->density_unit;
    header->density_x = jpeg->X_density;
    header->density_y = jpeg->Y_density;
  }
  unsigned int icc_size = 0;
  if (jpeg_read_icc_profile(jpeg, &reader->icc, &icc_size)) {
    header->icc = reader->icc;
    header->icc_size = icc_size;
  }
  read_metadata(reader);
}

static void prepare_cmyk(cc_jpeg_reader *reader) {
  if (!reader->icc) return;
  cc_failure ignored;
  cmsHPROFILE from = cc_icc_open(reader->icc, reader->header.icc_size, &reader->lcms, &ignored);
  if (!from) return;
  if (cmsGetColorSpace(from) == cmsSigCmykData) {
    cmsHPROFILE to = cmsCreate_sRGBProfileTHR(reader->lcms);
    cmsUInt32Number stored = reader->jpeg.saw_Adobe_marker ? TYPE_CMYK_8_REV : TYPE_CMYK_8;
    if (to) {
      reader->transform = cmsCreateTransformTHR(reader->lcms, from, stored, to, TYPE_RGBA_8, INTENT_PERCEPTUAL, 0);
      cmsCloseProfile(to);
    }
  }
  cmsCloseProfile(from);
}

static void convert_cmyk(const cc_jpeg_reader *reader, const JSAMPLE *from, uint8_t *to) {
  uint32_t width = reader->header.width;
  if (reader->transform) cmsDoTransform(reader->transform, from, to, width);
  int inverted = reader->jpeg.saw_Adobe_marker;
  for (uint32_t x = 0; x < width; x++, from += 4, to += 4) {
    if (!reader->transform) {
      int black = inverted ? from[3] : 255 - from[3];
      for (int i = 0; i < 3; i++) {
        int color = inverted ? from[i] : 255 - from[i];
        to[i] = (uint8_t)((color * black + 127) / 255);
      }
    }
    to[3] = 255;
  }
}

static void start(cc_jpeg_reader *reader, size_t row_bytes) {
  j_decompress_ptr jpeg = &reader->jpeg;
  int is_cmyk = jpeg->num_components == 4;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(jpeg);
  if (row_bytes < (size_t)jpeg->output_width * 4 || jpeg->output_width != reader->header.width) {
    leave(reader, CC_DAMAGED, "the JPEG's rows do not fit into the image");
  }
  if (is_cmyk) prepare_cmyk(reader);
  reader->row = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, jpeg->output_width * 4, 1);
  reader->is_started = 1;
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_jpeg_reader *reader = (cc_jpeg_reader *)base;
  if (setjmp(reader->out)) return 0;
  j_decompress_ptr jpeg = &reader->jpeg;
  if (!reader->is_started) start(reader, row_bytes);
  while (jpeg->output_scanline < first) jpeg_read_scanlines(jpeg, reader->row, 1);
  if (jpeg->num_components == 4) {
    while (jpeg->output_scanline < first + count) {
      uint8_t *to = pixels + (size_t)(jpeg->output_scanline - first) * row_bytes;
      jpeg_read_scanlines(jpeg, reader->row, 1);
      convert_cmyk(reader, reader->row[0], to);
    }
  } else {
    JSAMPROW rows[16];
    while (jpeg->output_scanline < first + count) {
      JDIMENSION remaining = first + count - jpeg->output_scanline, done = jpeg->output_scanline - first;
      if (remaining > 16) remaining = 16;
      for (JDIMENSION i = 0; i < remaining; i++) rows[i] = (JSAMPROW)pixels + ((size_t)done + i) * row_bytes;
      jpeg_read_scanlines(jpeg, rows, remaining);
    }
  }
  if (first + count == base->height) jpeg_finish_decompress(jpeg);
  return 1;
}

static void close_reader(cc_reader *base) {
  cc_jpeg_reader *reader = (cc_jpeg_reader *)base;
  if (reader->transform) cmsDeleteTransform(reader->transform);
  if (reader->lcms) cmsDeleteContext(reader->lcms);
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader->icc);
  free(reader->photoshop);
  free(reader);
}

cc_reader *cc_jpeg_open(cc_source *source, cc_failure *failure) {
  cc_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a JPEG");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  reader->jpeg.client_data = reader;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = leave_with_message;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  if (setjmp(reader->out)) {
    *failure = reader->reader.failure;
    close_reader(&reader->reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->jpeg);
  reader->bytes.init_source = on_start;
  reader->bytes.fill_input_buffer = on_fill;
  reader->bytes.skip_input_data = on_skip;
  reader->bytes.resync_to_restart = jpeg_resync_to_restart;
  reader->bytes.term_source = on_end;
  reader->jpeg.src = &reader->bytes;
  reader->progress.progress_monitor = on_progress;
  reader->jpeg.progress = &reader->progress;
  jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 1, 0xffff);
  jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 2, 0xffff);
  jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 13, 0xffff);
  jpeg_read_header(&reader->jpeg, TRUE);
  read_attributes(reader);
  reader->reader.height = reader->header.height;
  // The coefficients of a file with several scans are buffered until the last scan.
  reader->reader.access = jpeg_has_multiple_scans(&reader->jpeg) ? CC_WHOLE : CC_ASCENDING;
  return &reader->reader;
}

void cc_jpeg_subsample(cc_reader *base, uint32_t factor) {
  cc_jpeg_reader *reader = (cc_jpeg_reader *)base;
  if (reader->is_started || setjmp(reader->out)) return;
  reader->jpeg.scale_num = 1;
  reader->jpeg.scale_denom = factor;
  jpeg_calc_output_dimensions(&reader->jpeg);
  reader->header.width = reader->jpeg.output_width;
  reader->header.height = base->height = reader->jpeg.output_height;
}

cc_jpeg_header cc_jpeg_get_header(const cc_reader *reader) { return ((const cc_jpeg_reader *)reader)->header; }
