/// A barcode that somebody read or made: its codewords and what else decides its modules.
package enum BarcodeSymbol: Sendable, Hashable {
  case qr(QRSymbol)
  case aztec(AztecSymbol)
  case pdf417(PDF417Symbol)
  case dataMatrix(DataMatrixSymbol)
}
