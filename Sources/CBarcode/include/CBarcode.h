#ifndef CBARCODE_H
#define CBARCODE_H

/// Modules of the largest QR code, version 40: 177 x 177.
#define CBARCODE_QR_MODULES 31329

#define CBARCODE_DONE 0
#define CBARCODE_TOO_LONG -1

/// Makes the smallest QR code of a message, bytes as they are.
///
/// level: 1 L, 2 M, 3 Q, 4 H. modules: CBARCODE_QR_MODULES bytes; side * side of them are set, top row first, 1 dark.
/// Returns CBARCODE_DONE, CBARCODE_TOO_LONG or an error number of zint, above 0.
int cbarcode_qr(const unsigned char *message, int length, int level, unsigned char *modules, int *side);

#endif
