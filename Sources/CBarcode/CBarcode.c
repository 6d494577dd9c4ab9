#include "CBarcode.h"

#include <zint.h>

int cbarcode_qr(const unsigned char *message, int length, int level, unsigned char *modules, int *side) {
    struct zint_symbol *symbol = ZBarcode_Create();
    if (!symbol) return ZINT_ERROR_MEMORY;
    symbol->symbology = BARCODE_QRCODE;
    symbol->input_mode = DATA_MODE;
    symbol->option_1 = level;
    // Zint changes a message in place only in modes that are not used here, but its parameter is not const.
    int status = ZBarcode_Encode(symbol, (unsigned char *)message, length);
    if (status < ZINT_ERROR) {
        *side = symbol->width;
        for (int y = 0; y < symbol->rows; ++y) {
            for (int x = 0; x < symbol->width; ++x) {
                *modules++ = (symbol->encoded_data[y][x / 8] >> (x % 8)) & 1;
            }
        }
        status = CBARCODE_DONE;
    } else if (status == ZINT_ERROR_TOO_LONG) {
        status = CBARCODE_TOO_LONG;
    }
    ZBarcode_Delete(symbol);
    return status;
}
