// The state of a TIFF file that is read.
#ifndef CCODECS_TIFF_READER_H
#define CCODECS_TIFF_READER_H

#include "TIFFClient.h"

typedef struct {
  cc_reader reader;
  cc_tiff_client client;
  cc_tiff_header header;
  uint16_t samples, file_bits, photometric, compression;
  int is_planar;
  int alpha;  // the index of the alpha sample; -1 without alpha
  const uint16_t *palette[3];
  // Allocated when the first rows are read.
  uint32_t tile_width, tile_height;  // 0 for strips
  uint8_t *block;                    // one decompressed tile or row
  uint8_t *scratch;                  // its samples, expanded to bytes
  int plane;                         // libtiff's position in the strips: the plane, and the next row
  uint32_t next;
} cc_tiff_reader;

static inline uint32_t cc_tiff_color_samples(const cc_tiff_reader *reader) {
  return reader->photometric == PHOTOMETRIC_RGB ? 3 : 1;
}

// Converts samples of the file to RGBA, from pixel `x` of a row on; of one plane, or of all (plane < 0). If samples
// have fewer than 8 bits, `scratch` has a capacity of `count` bytes.
void cc_tiff_store_rgba(
    const cc_tiff_reader *reader, const void *in, uint8_t *scratch, uint8_t *row, size_t x, size_t count, int plane);

#endif
