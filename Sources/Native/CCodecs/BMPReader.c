// Source of the format: "Bitmap Storage" and BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER, learn.microsoft.com.
#include "Internal.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_HEADER_BYTES = 14, MAX_HEADER_BYTES = 124, MAX_PROFILE_BYTES = 16 << 20 };
enum { BI_RGB, BI_RLE8, BI_RLE4, BI_BITFIELDS, BI_ALPHABITFIELDS = 6 };

typedef struct {
  uint32_t mask, shift, max;  // 0 without the channel
} cc_bmp_channel;

typedef struct {
  cc_reader reader;
  cc_plain_header header;
  uint32_t bits, compression;
  int is_top_down;
  uint64_t pixels;             // the position of the first stored row
  uint64_t stride;
  cc_bmp_channel channels[4];  // with 16 and 32 bits: red, green, blue, alpha
  uint8_t colors[256][4];      // blue, green, red
  uint8_t *row;
  uint8_t *icc;
} cc_bmp_reader;

static int read_at(cc_source *source, uint64_t position, void *into, size_t count, cc_failure *failure) {
  if (cc_source_seek(source, position) && cc_source_read(source, into, count) == count) return 1;
  return cc_fail(failure, CC_TRUNCATED, "the BMP ends after %llu bytes, before its image",
                 (unsigned long long)cc_source_size(source));
}

static int set_channel(cc_bmp_channel *channel, uint32_t mask, cc_failure *failure) {
  *channel = (cc_bmp_channel){.mask = mask};
  if (mask == 0) return 1;
  while (!(mask >> channel->shift & 1)) channel->shift++;
  channel->max = mask >> channel->shift;
  // All bits of a channel are adjacent.
  if ((channel->max & (channel->max + 1ull)) == 0) return 1;
  return cc_fail(failure, CC_DAMAGED, "the bits of a BMP's channel must be adjacent (got the mask 0x%08x)", mask);
}

// Reads the masks: in the header from version 2 on, else after it.
static int read_masks(cc_bmp_reader *reader, const uint8_t *dib, uint32_t size, cc_failure *failure) {
  uint32_t masks[4] = {0};
  if (reader->bits != 16 && reader->bits != 32) return 1;
  if (reader->compression == BI_RGB) {
    const uint32_t of16[] = {0x7c00, 0x03e0, 0x001f}, of32[] = {0xff0000, 0xff00, 0xff};
    memcpy(masks, reader->bits == 16 ? of16 : of32, sizeof of16);
  } else {
    uint8_t bytes[16] = {0};
    int has_alpha = size >= 56 || reader->compression == BI_ALPHABITFIELDS;
    if (size >= 52) {
      memcpy(bytes, dib + 40, has_alpha && size >= 56 ? 16 : 12);
    } else if (!read_at(reader->reader.source, FILE_HEADER_BYTES + size, bytes, has_alpha ? 16 : 12, failure)) {
      return 0;
    }
    for (int i = 0; i < 4; i++) masks[i] = cc_little32(bytes + 4 * i);
    if (!(masks[0] | masks[1] | masks[2])) return cc_fail(failure, CC_DAMAGED, "the BMP has no masks of its channels");
  }
  for (int i = 0; i < 4; i++) {
    if (!set_channel(&reader->channels[i], masks[i], failure)) return 0;
  }
  reader->header.channels = masks[3] ? 4 : 3;
  return 1;
}

static int read_palette(cc_bmp_reader *reader, uint64_t position, uint32_t used, uint32_t entry, cc_failure *failure) {
  if (reader->bits > 8) return 1;
  uint32_t count = 1u << reader->bits;
  if (used > 0 && used < count) count = used;
  // A short table may end at the pixels.
  if (reader->pixels > position && (reader->pixels - position) / entry < count) {
    count = (uint32_t)((reader->pixels - position) / entry);
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!read_at(reader->reader.source, position + (uint64_t)i * entry, reader->colors[i], 3, failure)) return 0;
  }
  return 1;
}

// An embedded profile of version 5; profiles in other files are not read.
static void read_profile(cc_bmp_reader *reader, const uint8_t *dib, uint32_t size) {
  cc_failure ignored;
  const uint32_t embedded = 0x4d424544;  // "MBED"
  if (size < 124 || cc_little32(dib + 56) != embedded) return;
  uint32_t offset = cc_little32(dib + 112), count = cc_little32(dib + 116);
  if (count == 0 || count > MAX_PROFILE_BYTES || count > cc_source_size(reader->reader.source)) return;
  reader->icc = malloc(count);
  if (!reader->icc) return;
  if (read_at(reader->reader.source, FILE_HEADER_BYTES + (uint64_t)offset, reader->icc, count, &ignored)) {
    reader->header.icc = reader->icc;
    reader->header.icc_size = count;
  }
}

static int check_layout(const cc_bmp_reader *reader, cc_failure *failure) {
  uint32_t bits = reader->bits;
  int is_supported = 0;
  switch (reader->compression) {
    case BI_RGB:
      is_supported = bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
      break;
    case BI_RLE8: is_supported = bits == 8 && !reader->is_top_down; break;
    case BI_RLE4: is_supported = bits == 4 && !reader->is_top_down; break;
    case BI_BITFIELDS: case BI_ALPHABITFIELDS: is_supported = bits == 16 || bits == 32; break;
    default: break;
  }
  if (is_supported) return 1;
  return cc_fail(failure, CC_UNSUPPORTED,
                 "BMP of %u bits a pixel with compression %u is unsupported; save without compression, or as PNG", bits,
                 reader->compression);
}

static int read_header(cc_bmp_reader *reader, cc_failure *failure) {
  cc_source *source = reader->reader.source;
  cc_plain_header *header = &reader->header;
  uint8_t file[FILE_HEADER_BYTES], dib[MAX_HEADER_BYTES] = {0};
  if (!read_at(source, 0, file, sizeof file, failure) || !read_at(source, sizeof file, dib, 4, failure)) return 0;
  uint32_t size = cc_little32(dib), known = size < sizeof dib ? size : sizeof dib;
  // 12: OS/2 1.x. Later headers extend one of 40 bytes; 16 is an abbreviated one of OS/2 2.x.
  if (size != 12 && size < 40) {
    return cc_fail(failure, CC_UNSUPPORTED, "the size of a BMP's header must be 12, or at least 40 (got %u)", size);
  }
  if (!read_at(source, sizeof file, dib, known, failure)) return 0;
  int64_t width, height;
  if (size == 12) {
    width = cc_little16(dib + 4);
    height = cc_little16(dib + 6);
    reader->bits = cc_little16(dib + 10);
  } else {
    width = (int32_t)cc_little32(dib + 4);
    height = (int32_t)cc_little32(dib + 8);
    reader->bits = cc_little16(dib + 14);
    reader->compression = cc_little32(dib + 16);
    header->pixels_per_metre_x = cc_little32(dib + 24);
    header->pixels_per_metre_y = cc_little32(dib + 28);
  }
  reader->is_top_down = height < 0;
  if (height < 0) height = -height;
  if (width < 1 || height < 1 || height > INT32_MAX) {
    return cc_fail(failure, CC_DAMAGED, "the BMP has %lld x %lld pixels", (long long)width, (long long)height);
  }
  header->width = (uint32_t)width;
  header->height = (uint32_t)height;
  header->channels = 3;
  header->frame_count = 1;
  reader->pixels = cc_little32(file + 10);
  reader->stride = ((uint64_t)width * reader->bits + 31) / 32 * 4;
  if (!check_layout(reader, failure) || !read_masks(reader, dib, size, failure)) return 0;
  uint32_t used = size == 12 ? 0 : cc_little32(dib + 32), entry = size == 12 ? 3 : 4;
  if (!read_palette(reader, FILE_HEADER_BYTES + (uint64_t)size, used, entry, failure)) return 0;
  read_profile(reader, dib, known);
  int is_packed = reader->compression == BI_RLE8 || reader->compression == BI_RLE4;
  reader->reader.access = is_packed ? CC_WHOLE : CC_ANY;
  // Codes of run lengths may skip any number of rows.
  reader->reader.minimum_file_bytes = is_packed ? 0 : reader->pixels + reader->stride * header->height;
  return 1;
}

// Indices beyond the table are black.
static void store_index(const cc_bmp_reader *reader, uint32_t index, uint8_t *pixel) {
  const uint8_t *color = reader->colors[index & 255];
  for (int c = 0; c < 3; c++) pixel[c] = color[2 - c];
  pixel[3] = 255;
}

static void store_masked(const cc_bmp_reader *reader, uint32_t value, uint8_t *pixel) {
  for (int c = 0; c < 4; c++) {
    const cc_bmp_channel *channel = &reader->channels[c];
    uint64_t number = (value & channel->mask) >> channel->shift;
    pixel[c] = channel->mask ? (uint8_t)((number * 255 + channel->max / 2) / channel->max) : c == 3 ? 255 : 0;
  }
}

static void convert_row(const cc_bmp_reader *reader, const uint8_t *from, uint8_t *to) {
  uint32_t bits = reader->bits;
  for (uint32_t x = 0; x < reader->header.width; x++, to += 4) {
    if (bits <= 8) {
      uint64_t bit = (uint64_t)x * bits;
      store_index(reader, (from[bit / 8] >> (8 - bits - bit % 8)) & ((1u << bits) - 1), to);
    } else if (bits == 24) {
      for (int c = 0; c < 3; c++) to[c] = from[3 * (size_t)x + 2 - (size_t)c];
      to[3] = 255;
    } else {
      store_masked(reader, bits == 16 ? cc_little16(from + 2 * (size_t)x) : cc_little32(from + 4 * (size_t)x), to);
    }
  }
}

// The bytes of run lengths, read one by one.
static int next_byte(cc_bmp_reader *reader) {
  uint8_t byte;
  if (cc_source_read(reader->reader.source, &byte, 1) == 1) return byte;
  cc_fail(&reader->reader.failure, CC_TRUNCATED, "the BMP ends within its run lengths");
  return -1;
}

// Runs of one or two alternating indices, and literal indices. Skipped pixels have the first colour.
static int read_runs(cc_bmp_reader *reader, uint8_t *pixels, size_t row_bytes) {
  uint32_t width = reader->header.width, height = reader->header.height, x = 0, y = 0;
  int is_small = reader->compression == BI_RLE4;
  for (uint32_t row = 0; row < height; row++) {
    for (uint32_t i = 0; i < width; i++) store_index(reader, 0, pixels + row * row_bytes + 4 * (size_t)i);
  }
  if (!cc_source_seek(reader->reader.source, reader->pixels)) {
    return cc_fail(&reader->reader.failure, CC_TRUNCATED, "the BMP ends before its pixels");
  }
  for (;;) {
    int count = next_byte(reader), value = next_byte(reader);
    if (count < 0 || value < 0) return 0;
    if (count == 0 && value == 1) return 1;
    if (count == 0 && value == 0) {
      x = 0;
      y++;
      continue;
    }
    if (count == 0 && value == 2) {
      int right = next_byte(reader), up = next_byte(reader);
      if (right < 0 || up < 0) return 0;
      x += (uint32_t)right;
      y += (uint32_t)up;
      continue;
    }
    int is_literal = count == 0, total = is_literal ? value : count, current = value;
    for (int i = 0; i < total; i++, x++) {
      if (is_literal && (!is_small || i % 2 == 0) && (current = next_byte(reader)) < 0) return 0;
      if (x >= width || y >= height) continue;
      uint32_t index = !is_small ? (uint32_t)current : i % 2 == 0 ? (uint32_t)current >> 4 : (uint32_t)current & 15;
      store_index(reader, index, pixels + (height - 1 - y) * row_bytes + 4 * (size_t)x);
    }
    // Literal indices are padded to an even number of bytes.
    int bytes = is_small ? (total + 1) / 2 : total;
    if (is_literal && bytes % 2 == 1 && next_byte(reader) < 0) return 0;
  }
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_bmp_reader *reader = (cc_bmp_reader *)base;
  if (base->access == CC_WHOLE) return read_runs(reader, pixels, row_bytes);
  if (!reader->row) reader->row = malloc(reader->stride);
  if (!reader->row) return cc_fail(&base->failure, CC_NO_MEMORY, "not enough memory for a row of a BMP");
  for (uint32_t y = 0; y < count; y++) {
    uint32_t row = first + y, stored = reader->is_top_down ? row : reader->header.height - 1 - row;
    if (!read_at(base->source, reader->pixels + stored * reader->stride, reader->row, reader->stride, &base->failure)) {
      return 0;
    }
    convert_row(reader, reader->row, pixels + y * row_bytes);
  }
  return 1;
}

static void close_reader(cc_reader *base) {
  cc_bmp_reader *reader = (cc_bmp_reader *)base;
  free(reader->row);
  free(reader->icc);
  free(reader);
}

cc_reader *cc_bmp_open(cc_source *source, cc_failure *failure) {
  cc_bmp_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a BMP");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  if (!read_header(reader, failure)) {
    close_reader(&reader->reader);
    return NULL;
  }
  reader->reader.height = reader->header.height;
  return &reader->reader;
}

cc_plain_header cc_bmp_get_header(const cc_reader *reader) { return ((const cc_bmp_reader *)reader)->header; }
