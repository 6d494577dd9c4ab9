// The state of a TIFF file that is read.
#ifndef CCODECS_TIFF_READER_H
#define CCODECS_TIFF_READER_H

#include "TIFFClient.h"

typedef struct cc_tiff_color cc_tiff_color;

typedef struct {
  cc_reader reader;
  cc_tiff_client client;
  cc_tiff_header header;
  uint16_t samples, file_bits, sample_format, photometric, compression;
  int becomes_float;  // samples are converted to floats: see cc_tiff_header
  int uses_libtiff_rgba;  // libtiff converts blocks to RGBA: YCbCr
  int is_planar;
  int alpha;  // the index of the alpha sample; -1 without alpha
  const uint16_t *palette[3];
  // Allocated when the first rows are read.
  uint32_t tile_width, tile_height;  // 0 for strips
  uint8_t *block;                    // one decompressed tile or row
  uint8_t *scratch;                  // its samples, expanded to bytes or floats
  int64_t block_row;                 // the first row of the block that libtiff converted; -1 without one
  cc_tiff_color *color;              // NULL unless the colours are converted
  int plane;                         // libtiff's position in the strips: the plane, and the next row
  uint32_t next;
} cc_tiff_reader;

static inline uint32_t cc_tiff_color_samples(const cc_tiff_reader *reader) {
  switch (reader->photometric) {
    case PHOTOMETRIC_SEPARATED: return 4;
    case PHOTOMETRIC_RGB: case PHOTOMETRIC_YCBCR: case PHOTOMETRIC_CIELAB: case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_LOGLUV:
      return 3;
    default: return 1;
  }
}

// Reads the size and the kind of the pixels. Returns 0, with the client's failure, for kinds that are not supported.
int cc_tiff_read_layout(cc_tiff_reader *reader);
// Prepares the conversion of colours other than grey, RGB and palettes.
int cc_tiff_prepare_color(cc_tiff_reader *reader, cc_failure *failure);
// Converts complete pixels, stored by `cc_tiff_store_rgba`, in place.
void cc_tiff_convert_color(const cc_tiff_reader *reader, void *row, size_t count);
void cc_tiff_close_color(cc_tiff_reader *reader);

// Stores samples of the file as RGBA, or as the four components of another colour model, from pixel `x` of a row on; of
// one plane, or of all (plane < 0). If samples have fewer than 8 bits or become floats, `scratch` has the capacity for
// them.
void cc_tiff_store_rgba(
    const cc_tiff_reader *reader, const void *in, uint8_t *scratch, uint8_t *row, size_t x, size_t count, int plane);

#endif
