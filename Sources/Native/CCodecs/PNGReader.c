#include "Internal.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Limits far above the profiles and texts of valid images, against chunks that decompress to gigabytes, each or in
// total.
enum { MAX_CHUNK_BYTES = 16 << 20, MAX_CHUNKS = 1000, MAX_TEXT_BYTES = 8 << 20 };

typedef struct {
  cc_reader reader;
  png_structp png;
  png_infop info;
  cc_png_header header;
  int is_started;
  png_bytep skipped_row;
  int texts;         // included in text_bytes
  size_t text_bytes;
} cc_png_reader;

static void on_error(png_structp png, png_const_charp text) {
  cc_png_reader *reader = png_get_error_ptr(png);
  if (reader->reader.failure.status == CC_OK) {
    int32_t status = strstr(text, "emory") ? CC_NO_MEMORY : CC_DAMAGED;
    cc_fail(&reader->reader.failure, status, "%s", text);
  }
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

// libpng limits the number and the size of texts, but not their total: beyond the limit, texts are dropped.
static void count_texts(cc_png_reader *reader) {
  png_textp text = NULL;
  int count = 0;
  png_get_text(reader->png, reader->info, &text, &count);
  if (count == reader->texts) return;
  for (; reader->texts < count; reader->texts++) {
    reader->text_bytes += text[reader->texts].text_length + text[reader->texts].itxt_length;
  }
  // 0 would disable the limit; 1 means that it is reached.
  if (reader->text_bytes > MAX_TEXT_BYTES) png_set_chunk_cache_max(reader->png, 1);
}

static void on_read(png_structp png, png_bytep into, size_t count) {
  cc_png_reader *reader = png_get_io_ptr(png);
  count_texts(reader);
  cc_source *source = reader->reader.source;
  int is_complete = cc_source_read(source, into, count) == count;
  // libpng allocates the size that a chunk declares. Pixel data are decompressed incrementally, as far as they exist.
  int is_header = (png_get_io_state(png) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_HDR && count == 8;
  if (is_complete && is_header && memcmp(into + 4, "IDAT", 4) != 0) {
    is_complete = png_get_uint_32(into) <= source->size - source->position;
  }
  if (is_complete) return;
  cc_fail(&reader->reader.failure, CC_TRUNCATED, "the PNG ends after %llu bytes, before its end chunk",
          (unsigned long long)source->size);
  png_error(png, "truncated");
}

static void read_attributes(cc_png_reader *reader) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  cc_png_header *header = &reader->header;

  int bits = png_get_bit_depth(png, info), type = png_get_color_type(png, info);
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->bits = type == PNG_COLOR_TYPE_PALETTE ? 8 : (uint32_t)bits;
  header->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  int alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  header->channels = (type & PNG_COLOR_MASK_COLOR ? 3 : 1) + (alpha ? 1 : 0);

  // Deflate expands a byte to at most 1032 bytes (zlib's technical notes: 258 bytes for two bits).
  reader->reader.minimum_file_bytes = (uint64_t)header->height * (png_get_rowbytes(png, info) + 1) / 1032;

  png_charp name;
  int method;
  png_bytep profile;
  png_uint_32 profile_size;
  if (png_get_iCCP(png, info, &name, &method, &profile, &profile_size)) {
    header->icc = profile;
    header->icc_size = profile_size;
  }
  png_uint_32 exif_size;
  png_bytep exif;
  if (png_get_eXIf_1(png, info, &exif_size, &exif)) {
    header->exif = (cc_bytes){exif, exif_size};
  }
  int intent;
  if (png_get_sRGB(png, info, &intent)) {
    header->has_srgb = 1;
    header->srgb_intent = intent;
  }
  png_fixed_point gamma;
  if (png_get_gAMA_fixed(png, info, &gamma)) header->gamma = gamma;
  header->has_chrm = png_get_cHRM(png, info, &header->white_x, &header->white_y, &header->red_x, &header->red_y,
                                  &header->green_x, &header->green_y, &header->blue_x, &header->blue_y) != 0;
  png_unknown_chunkp unknown;
  int count = png_get_unknown_chunks(png, info, &unknown);
  for (int i = 0; i < count; i++) {
    // PNG, third edition, 11.3.6.1: the number of frames comes first.
    if (memcmp(unknown[i].name, "acTL", 4) == 0 && unknown[i].size == 8) {
      header->frame_count = png_get_uint_32(unknown[i].data);
    }
    if (memcmp(unknown[i].name, "cICP", 4) != 0 || unknown[i].size != 4) continue;
    header->has_cicp = 1;
    header->cicp_primaries = unknown[i].data[0];
    header->cicp_transfer = unknown[i].data[1];
    header->cicp_matrix = unknown[i].data[2];
    header->cicp_full_range = unknown[i].data[3];
  }
  png_uint_32 x, y;
  int unit;
  if (png_get_pHYs(png, info, &x, &y, &unit) && unit == PNG_RESOLUTION_METER) {
    header->pixels_per_metre_x = x;
    header->pixels_per_metre_y = y;
  }
  png_textp text;
  int text_count = 0;
  png_get_text(png, info, &text, &text_count);
  header->text_count = text_count;
}

// Configures the conversion of rows to RGBA. Interlaced files are decoded completely, in seven passes.
static int start(cc_png_reader *reader, size_t row_bytes) {
  png_structp png = reader->png;
  int wide = reader->header.bits == 16;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, wide ? 0xffff : 0xff, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (wide) png_set_swap(png);
#endif
  png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t needed = (size_t)reader->header.width * (wide ? 8 : 4);
  if (png_get_rowbytes(png, reader->info) != needed || row_bytes < needed) {
    return cc_fail(&reader->reader.failure, CC_DAMAGED, "a row has %zu bytes instead of %zu",
                   (size_t)png_get_rowbytes(png, reader->info), needed);
  }
  reader->is_started = 1;
  return 1;
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_png_reader *reader = (cc_png_reader *)base;
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  png_structp png = reader->png;
  if (!reader->is_started && !start(reader, row_bytes)) return 0;
  if (first > base->next && !reader->skipped_row) {
    reader->skipped_row = malloc(png_get_rowbytes(png, reader->info));
    if (!reader->skipped_row) return cc_fail(&base->failure, CC_NO_MEMORY, "not enough memory for a row of a PNG");
  }
  for (uint32_t y = base->next; y < first; y++) png_read_row(png, reader->skipped_row, NULL);
  for (int passes = reader->header.interlaced ? 7 : 1; passes > 0; passes--) {
    for (uint32_t y = 0; y < count; y++) png_read_row(png, pixels + (size_t)y * row_bytes, NULL);
  }
  // The last checksum and the end chunk follow the last row.
  if (first + count == base->height) png_read_end(png, NULL);
  return 1;
}

static void close_reader(cc_reader *base) {
  cc_png_reader *reader = (cc_png_reader *)base;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->skipped_row);
  free(reader);
}

cc_reader *cc_png_open(cc_source *source, cc_failure *failure) {
  cc_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a PNG");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a PNG");
    close_reader(&reader->reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    *failure = reader->reader.failure;
    close_reader(&reader->reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, on_read);
  // The caller checks the sides, and reports both the requested and the allowed value.
  png_set_user_limits(reader->png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(reader->png, MAX_CHUNK_BYTES);
  png_set_chunk_cache_max(reader->png, MAX_CHUNKS);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP\0acTL", 2);
  png_read_info(reader->png, reader->info);
  read_attributes(reader);
  reader->reader.height = reader->header.height;
  reader->reader.access = reader->header.interlaced ? CC_WHOLE : CC_ASCENDING;
  return &reader->reader;
}

cc_png_header cc_png_get_header(const cc_reader *reader) { return ((const cc_png_reader *)reader)->header; }

void cc_png_text(const cc_reader *base, int32_t index, const char **key, const char **value, int32_t *utf8) {
  const cc_png_reader *reader = (const cc_png_reader *)base;
  png_textp text = NULL;
  int count = 0;
  png_get_text(reader->png, reader->info, &text, &count);
  int exists = index >= 0 && index < count;
  *key = exists ? text[index].key : NULL;
  *value = exists ? text[index].text : NULL;
  *utf8 = exists && text[index].compression >= PNG_ITXT_COMPRESSION_NONE;
}
