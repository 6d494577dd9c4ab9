#include "CBarcode.h"

#include <zint.h>

static const int symbologies[] = {
    [CBARCODE_QR] = BARCODE_QRCODE,         [CBARCODE_AZTEC] = BARCODE_AZTEC,
    [CBARCODE_PDF417] = BARCODE_PDF417,     [CBARCODE_CODE128] = BARCODE_CODE128,
    [CBARCODE_DATA_MATRIX] = BARCODE_DATAMATRIX,
};

int cbarcode_make(
    enum cbarcode_kind kind, const unsigned char *message, int length, int level, int size, int mask,
    unsigned char *modules, int *width, int *height) {
    struct zint_symbol *symbol = ZBarcode_Create();
    if (!symbol) return ZINT_ERROR_MEMORY;
    symbol->symbology = symbologies[kind];
    symbol->input_mode = DATA_MODE;
    symbol->option_1 = level;
    symbol->option_2 = size;
    if (mask >= 0) symbol->option_3 = (mask + 1) << 8;
    // Zint modifies a message in place only in modes that are not used here, but its parameter is not const.
    int status = ZBarcode_Encode(symbol, (unsigned char *)message, length);
    if (status < ZINT_ERROR && symbol->width * symbol->rows <= CBARCODE_MODULES) {
        *width = symbol->width;
        *height = symbol->rows;
        for (int y = 0; y < symbol->rows; ++y) {
            for (int x = 0; x < symbol->width; ++x) {
                *modules++ = (symbol->encoded_data[y][x / 8] >> (x % 8)) & 1;
            }
        }
        status = CBARCODE_DONE;
    } else if (status == ZINT_ERROR_TOO_LONG || status < ZINT_ERROR) {
        status = CBARCODE_TOO_LONG;
    }
    ZBarcode_Delete(symbol);
    return status;
}
