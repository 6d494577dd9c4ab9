#ifndef CBARCODE_H
#define CBARCODE_H

#include <stdint.h>

/// The number of modules of the largest symbol: PDF417 with 90 rows of 30 columns, 579 modules wide.
#define CBARCODE_MODULES 52110

#define CBARCODE_DONE 0
#define CBARCODE_TOO_LONG -1

enum cbarcode_kind { CBARCODE_QR, CBARCODE_AZTEC, CBARCODE_PDF417, CBARCODE_CODE128, CBARCODE_DATA_MATRIX };

/// Encodes a message of bytes as a symbol.
///
/// level: QR 1 L, 2 M, 3 Q, 4 H; PDF417 0...8. size: Aztec 1...4 compact layers, 5...36 full layers and 4 more; PDF417
/// columns; Data Matrix zint's number of the size; 0 the smallest possible. mask: QR 0...7, -1 selected by zint.
/// modules: CBARCODE_MODULES bytes, of which width * height are set, top row first, 1 dark. Returns CBARCODE_DONE,
/// CBARCODE_TOO_LONG or an error code of zint, above 0.
int cbarcode_make(
    enum cbarcode_kind kind, const unsigned char *message, int length, int level, int size, int mask,
    unsigned char *modules, int *width, int *height);

/// Returns the 17 modules of a PDF417 codeword, 0 to 928, the highest bit the leftmost module and 1 dark (ISO/IEC
/// 15438, annex A), in the clusters 0, 3 and 6, numbered from 0; -1 for other arguments.
///
/// A function, since Swift imports a C array as a tuple, and compiling one of 2787 elements takes most of a minute.
int cbarcode_pdf417_pattern(int cluster, int codeword);

#endif
