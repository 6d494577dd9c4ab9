/// A barcode: its codewords and the other properties that determine its modules.
package enum BarcodeSymbol: Sendable, Hashable {
  case qr(QRSymbol)
  case aztec(AztecSymbol)
  case pdf417(PDF417Symbol)
  case dataMatrix(DataMatrixSymbol)
}
