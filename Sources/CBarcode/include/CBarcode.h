// CBarcode
