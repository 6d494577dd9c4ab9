/// A barcode that somebody read or made: its codewords and what else decides its modules.
package enum BarcodeSymbol: Sendable, Hashable {
  case qr(QRSymbol)
  case aztec(AztecSymbol)
  case pdf417(PDF417Symbol)
  case dataMatrix(DataMatrixSymbol)

  /// A picture as the filter for that kind of code makes it.
  func source() throws(RenderError) -> Source {
    switch self {
    case .qr(let symbol): try symbol.modules().source(margin: QRCodeGenerator.margin, label: "QR code")
    case .aztec(let symbol): try symbol.modules().source(margin: AztecCodeGenerator.margin, label: "Aztec code")
    case .pdf417(let symbol): try symbol.source()
    // The quiet zone that ISO/IEC 16022 asks for.
    case .dataMatrix(let symbol): try symbol.modules().source(margin: 1, label: "Data Matrix code")
    }
  }
}
