// Rows of an image as PNG has them before they are packed: big-endian samples, each row with the filter that suits it.
#ifndef CCODECS_PNG_FILTER_H
#define CCODECS_PNG_FILTER_H

#include "CCodecs.h"

// Bytes of a row in the file, without the one that says its filter.
size_t cc_png_row_bytes(const cc_image *image);

// A row as it is in memory to one as it is in the file.
void cc_png_row(const cc_image *image, const uint8_t *from, uint8_t *to);

// Writes the number of a filter and the filtered row: 1 + `count` bytes.
//
// above: the row before, zeros for the first; `pixel` bytes before both rows are zeros, too.
void cc_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *to);

#endif
