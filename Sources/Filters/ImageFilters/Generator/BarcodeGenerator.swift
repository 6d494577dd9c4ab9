import Barcodes

/// CIBarcodeGenerator: the barcode of a descriptor, one pixel for each module, black on white.
///
/// Source: ISO/IEC 18004:2015, 24778:2008, 15438:2015 and 16022:2006.
enum BarcodeGenerator {
  static let descriptor = Parameter<BarcodeSymbol>("inputBarcodeDescriptor")

  static let filter = Filter(
    "CIBarcodeGenerator", summary: "Draws the barcode that a descriptor object describes.",
    categories: .usual(.generator), since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [descriptor],
    outputKeys: [
      "outputImage", "outputCGImageForQRCodeDescriptor", "outputCGImageForAztecCodeDescriptor",
      "outputCGImageForPDF417CodeDescriptor", "outputCGImageForDataMatrixCodeDescriptor", "outputCGImage",
    ]
  ) { (inputs) throws(RenderError) in
    try inputs[descriptor].image()
  }
}

extension BarcodeSymbol {
  /// Returns the image of the filter for that kind of code.
  fileprivate func image() throws(RenderError) -> Node {
    switch self {
    case .qr(let symbol): try symbol.modules().image(margin: QRCodeGenerator.margin, label: "QR code")
    case .aztec(let symbol): try symbol.modules().image(margin: AztecCodeGenerator.margin, label: "Aztec code")
    case .pdf417(let symbol): try symbol.image()
    // The quiet zone that ISO/IEC 16022 requires.
    case .dataMatrix(let symbol): try symbol.modules().image(margin: 1, label: "Data Matrix code")
    }
  }
}
