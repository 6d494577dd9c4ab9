// A TIFF file being read: what its parts know of each other.
#ifndef CCODECS_TIFF_READER_H
#define CCODECS_TIFF_READER_H

#include "TIFFClient.h"

typedef struct {
  cc_reader reader;
  cc_tiff_client client;
  cc_tiff_header header;
  uint16_t samples, file_bits, photometric, compression;
  int is_planar;
  int alpha;  // the sample that is alpha; -1 without
  const uint16_t *palette[3];
  // Made when the first rows are read.
  uint32_t tile_width, tile_height;  // 0 for strips
  uint8_t *block;                    // one tile or row as the file has it
  uint8_t *scratch;                  // its samples as bytes
  int plane;                         // where libtiff stands in the strips: this plane, before this row
  uint32_t next;
} cc_tiff_reader;

static inline uint32_t cc_tiff_color_samples(const cc_tiff_reader *reader) {
  return reader->photometric == PHOTOMETRIC_RGB ? 3 : 1;
}

// Samples of the file as RGBA, from pixel `x` of a row on; of one plane, or of all (plane < 0). `scratch` has room for
// `count` bytes when samples have fewer than 8 bits.
void cc_tiff_put(
    const cc_tiff_reader *reader, const void *in, uint8_t *scratch, uint8_t *row, size_t x, size_t count, int plane);

#endif
