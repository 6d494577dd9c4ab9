// PNG rows before compression: big-endian samples, with a filter for each row.
#ifndef CCODECS_PNG_FILTER_H
#define CCODECS_PNG_FILTER_H

#include "CCodecs.h"

// Returns the bytes of a row in the file, without the filter byte.
size_t cc_png_row_bytes(const cc_image *image);

// Converts a row from memory to the file's samples.
void cc_png_row(const cc_image *image, const uint8_t *from, uint8_t *to);

// Writes the filter byte and the filtered row: 1 + `count` bytes.
//
// above: the preceding row, zeros for the first; `pixel` bytes before both rows are zeros, too.
void cc_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *to);

#endif
