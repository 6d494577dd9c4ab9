#include "Internal.h"
#include "TIFFReader.h"

#include <stdlib.h>
#include <string.h>

// A tile may be larger than the image, within this limit.
static const uint64_t MAX_TILE_EXCESS_BYTES = 64 << 20;

static void read_attributes(cc_tiff_reader *reader) {
  TIFF *tiff = reader->client.tiff;
  cc_tiff_header *header = &reader->header;
  uint16_t orientation = 0, unit = RESUNIT_INCH;
  if (TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation)) header->orientation = orientation;
  uint32_t profile_size = 0;
  void *profile = NULL;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_size, &profile) && profile_size > 0) {
    header->icc = profile;
    header->icc_size = profile_size;
  }
  float x = 0, y = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  if (unit == RESUNIT_NONE || !TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &x) ||
      !TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &y)) {
    return;
  }
  double inches = unit == RESUNIT_CENTIMETER ? 2.54 : 1;
  if (x > 0 && y > 0 && x < 1e9f && y < 1e9f) {
    header->dots_per_inch_x = x * inches;
    header->dots_per_inch_y = y * inches;
  }
}

// Returns whether a plane is used.
static int is_used(const cc_tiff_reader *reader, int plane) {
  return plane < (int)cc_tiff_color_samples(reader) || plane == reader->alpha;
}

// libtiff decompresses strips from their start on, so the rows above `row` in its strip are read and discarded.
static int skip_to(cc_tiff_reader *reader, uint32_t row, uint16_t plane) {
  if (reader->compression == COMPRESSION_NONE) return 1;
  uint32_t rows_per_strip = 0;
  TIFFGetFieldDefaulted(reader->client.tiff, TIFFTAG_ROWSPERSTRIP, &rows_per_strip);
  if (rows_per_strip == 0) return 0;
  uint32_t from = row / rows_per_strip * rows_per_strip;
  if (reader->plane == plane && reader->next >= from && reader->next <= row) from = reader->next;
  for (; from < row; from++) {
    if (TIFFReadScanline(reader->client.tiff, reader->block, from, plane) < 0) return 0;
  }
  return 1;
}

// Reads plane by plane, so that each strip is decompressed once.
static int read_strips(cc_tiff_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  int planes = reader->is_planar ? reader->samples : 1;
  for (int plane = 0; plane < planes; plane++) {
    if (reader->is_planar && !is_used(reader, plane)) continue;
    if (!skip_to(reader, first, (uint16_t)plane)) return 0;
    for (uint32_t y = 0; y < count; y++) {
      if (TIFFReadScanline(reader->client.tiff, reader->block, first + y, (uint16_t)plane) < 0) return 0;
      cc_tiff_store_rgba(reader, reader->block, reader->scratch, pixels + y * row_bytes, 0, reader->header.width,
          reader->is_planar ? plane : -1);
    }
    reader->plane = plane;
    reader->next = first + count;
  }
  return 1;
}

static int read_tiles(cc_tiff_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  int planes = reader->is_planar ? reader->samples : 1;
  uint64_t width = reader->header.width, end = (uint64_t)first + count;
  uint32_t tile_width = reader->tile_width, tile_height = reader->tile_height;
  size_t pitch = (size_t)TIFFTileRowSize(reader->client.tiff);
  for (int plane = 0; plane < planes; plane++) {
    if (reader->is_planar && !is_used(reader, plane)) continue;
    for (uint64_t y = first / tile_height * tile_height; y < end; y += tile_height) {
      uint64_t top = y < first ? first : y, bottom = y + tile_height < end ? y + tile_height : end;
      for (uint64_t x = 0; x < width; x += tile_width) {
        if (TIFFReadTile(reader->client.tiff, reader->block, (uint32_t)x, (uint32_t)y, 0, (uint16_t)plane) < 0) return 0;
        size_t columns = width - x < tile_width ? width - x : tile_width;
        for (uint64_t row = top; row < bottom; row++) {
          cc_tiff_store_rgba(
              reader, reader->block + (row - y) * pitch, reader->scratch, pixels + (row - first) * row_bytes, x,
              columns, reader->is_planar ? plane : -1);
        }
      }
    }
  }
  return 1;
}

// Reads strips or tiles that libtiff converts to RGBA, bottom row first. A block is a strip or a tile.
static int read_converted(cc_tiff_reader *reader, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  TIFF *tiff = reader->client.tiff;
  int is_tiled = TIFFIsTiled(tiff);
  uint64_t width = reader->header.width, height = reader->header.height, end = (uint64_t)first + count;
  uint32_t block_width = reader->tile_width, block_height = reader->tile_height;
  const uint32_t *raster = (const uint32_t *)reader->block;
  for (uint64_t y = first / block_height * block_height; y < end; y += block_height) {
    uint64_t rows = is_tiled || height - y > block_height ? block_height : height - y;
    uint64_t top = y < first ? first : y, bottom = y + rows < end ? y + rows : end;
    for (uint64_t x = 0; x < width; x += block_width) {
      if (is_tiled || reader->block_row != (int64_t)y) {
        reader->block_row = -1;
        int is_read = is_tiled ? TIFFReadRGBATileExt(tiff, (uint32_t)x, (uint32_t)y, (uint32_t *)reader->block, 1)
                               : TIFFReadRGBAStripExt(tiff, (uint32_t)y, (uint32_t *)reader->block, 1);
        if (!is_read) return 0;
        reader->block_row = (int64_t)y;
      }
      size_t columns = width - x < block_width ? (size_t)(width - x) : block_width;
      for (uint64_t row = top; row < bottom; row++) {
        const uint32_t *from = raster + (rows - 1 - (row - y)) * block_width;
        uint8_t *to = pixels + (row - first) * row_bytes + 4 * x;
        for (size_t i = 0; i < columns; i++, from++, to += 4) {
          to[0] = (uint8_t)TIFFGetR(*from);
          to[1] = (uint8_t)TIFFGetG(*from);
          to[2] = (uint8_t)TIFFGetB(*from);
          to[3] = 255;
        }
      }
    }
  }
  return 1;
}

// The largest strip that is converted without announcing the memory of a whole image.
enum { MAX_STRIP_BYTES = 64 << 20 };

// Prepares the conversion by libtiff.
static int open_converted(cc_tiff_reader *reader) {
  TIFF *tiff = reader->client.tiff;
  cc_failure *failure = &reader->client.failure;
  char message[1024] = "";
  if (!TIFFRGBAImageOK(tiff, message)) {
    return cc_fail(failure, CC_UNSUPPORTED, "%.150s; save the TIFF as RGB", message);
  }
  // Rows stay as they are stored.
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  reader->block_row = -1;
  if (TIFFIsTiled(tiff)) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &reader->tile_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &reader->tile_height);
  } else {
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    reader->tile_width = reader->header.width;
    reader->tile_height = rows < reader->header.height ? rows : reader->header.height;
    if ((uint64_t)reader->tile_width * reader->tile_height > MAX_STRIP_BYTES / 4) reader->reader.access = CC_WHOLE;
  }
  if (reader->tile_width > 0 && reader->tile_height > 0) return 1;
  return cc_fail(failure, CC_DAMAGED, "the size of the TIFF's tiles or strips is 0");
}

static int check_block(uint64_t block_bytes, uint64_t image_bytes, cc_failure *failure) {
  uint64_t allowed = 4 * image_bytes + MAX_TILE_EXCESS_BYTES;
  if (block_bytes <= allowed) return 1;
  cc_fail(failure, CC_LIMIT, "the bytes of a tile or row of the TIFF");
  failure->requested = block_bytes;
  failure->allowed = allowed;
  return 0;
}

static int start(cc_tiff_reader *reader, size_t row_bytes) {
  TIFF *tiff = reader->client.tiff;
  cc_failure *failure = &reader->reader.failure;
  uint64_t image_bytes = (uint64_t)row_bytes * reader->header.height, block_bytes, row_samples;
  if (reader->uses_libtiff_rgba) {
    block_bytes = 4ull * reader->tile_width * reader->tile_height;
    row_samples = 1;
  } else {
    int is_tiled = TIFFIsTiled(tiff);
    if (is_tiled) {
      TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &reader->tile_width);
      TIFFGetField(tiff, TIFFTAG_TILELENGTH, &reader->tile_height);
    }
    block_bytes = is_tiled ? TIFFTileSize64(tiff) : TIFFScanlineSize64(tiff);
    row_samples = is_tiled ? reader->tile_width : reader->header.width;
    if (!reader->is_planar) row_samples *= reader->samples;
    // The size of a row by its samples. The size that libtiff reports must not be smaller.
    uint64_t min_row_bytes = (row_samples * reader->file_bits + 7) / 8;
    if (block_bytes == 0 || (is_tiled && (reader->tile_width == 0 || reader->tile_height == 0)) ||
        (is_tiled ? (uint64_t)TIFFTileRowSize64(tiff) : block_bytes) < min_row_bytes) {
      return cc_fail(failure, CC_DAMAGED, "the size of the TIFF's tiles or rows is invalid");
    }
  }
  if (!check_block(block_bytes, image_bytes, failure)) return 0;
  reader->block = calloc(1, block_bytes);
  reader->scratch = calloc(row_samples, reader->becomes_float ? sizeof(float) : 1);
  if (reader->block && reader->scratch) return cc_tiff_prepare_color(reader, failure);
  return cc_fail(failure, CC_NO_MEMORY, "not enough memory: %llu bytes of a TIFF's tile", (unsigned long long)block_bytes);
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_tiff_reader *reader = (cc_tiff_reader *)base;
  if (!reader->block && !start(reader, row_bytes)) return 0;
  int is_complete = reader->uses_libtiff_rgba ? read_converted(reader, first, count, pixels, row_bytes)
                  : reader->tile_width > 0    ? read_tiles(reader, first, count, pixels, row_bytes)
                                              : read_strips(reader, first, count, pixels, row_bytes);
  if (!is_complete) {
    cc_tiff_client_failure(&reader->client, &base->failure, "the TIFF's pixels cannot be read");
    return 0;
  }
  for (uint32_t y = 0; y < count; y++) cc_tiff_convert_color(reader, pixels + y * row_bytes, reader->header.width);
  return 1;
}

static void close_reader(cc_reader *base) {
  cc_tiff_reader *reader = (cc_tiff_reader *)base;
  if (reader->client.tiff) TIFFClose(reader->client.tiff);
  cc_tiff_close_color(reader);
  free(reader->block);
  free(reader->scratch);
  free(reader);
}

cc_reader *cc_tiff_open(cc_source *source, uint64_t directory, cc_failure *failure) {
  cc_tiff_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a TIFF");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.access = CC_ANY;
  reader->client.source = source;
  if (!cc_source_seek(source, 0) || !cc_tiff_client_open(&reader->client, "rm") ||
      (directory && !TIFFSetSubDirectory(reader->client.tiff, directory)) || !cc_tiff_read_layout(reader)) {
    cc_tiff_client_failure(&reader->client, failure, "the TIFF's directory cannot be read");
    close_reader(&reader->reader);
    return NULL;
  }
  read_attributes(reader);
  if (reader->uses_libtiff_rgba && !open_converted(reader)) {
    *failure = reader->client.failure;
    close_reader(&reader->reader);
    return NULL;
  }
  if (reader->client.ended) {
    cc_fail(failure, CC_TRUNCATED, "the TIFF ends before the values of its tags");
    close_reader(&reader->reader);
    return NULL;
  }
  // Messages about skipped tags do not concern the pixels.
  reader->client.failure.status = CC_OK;
  reader->reader.height = reader->header.height;
  return &reader->reader;
}

cc_tiff_header cc_tiff_get_header(const cc_reader *reader) { return ((const cc_tiff_reader *)reader)->header; }

const char *cc_tiff_text(const cc_reader *base, int32_t index) {
  static const uint32_t tags[CC_TIFF_TEXTS] = {
      TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_ARTIST, TIFFTAG_SOFTWARE, TIFFTAG_COPYRIGHT};
  const cc_tiff_reader *reader = (const cc_tiff_reader *)base;
  char *text = NULL;
  if (index < 0 || index >= CC_TIFF_TEXTS || !TIFFGetField(reader->client.tiff, tags[index], &text)) return NULL;
  return text;
}
