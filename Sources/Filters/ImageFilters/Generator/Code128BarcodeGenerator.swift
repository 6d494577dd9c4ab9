import Barcodes
import CBarcode
import Foundation

/// CICode128BarcodeGenerator: a Code 128 barcode (ISO/IEC 15417), one pixel for each module, black on white.
///
/// Source: ISO/IEC 15417:2007; the quiet space on all sides is measured on a real image, which agrees exactly.
enum Code128BarcodeGenerator {
  static let quietSpace = Parameter<Float>(
    "inputQuietSpace", type: .integer, default: 10, min: 0, max: 100, slider: 0...20, unit: .modules)
  static let height = Parameter<Float>(
    "inputBarcodeHeight", type: .integer, default: 32, min: 1, max: 500, slider: 1...50, unit: .pixels)

  static let filter = Filter(
    "CICode128BarcodeGenerator", displayName: "Code 128 Barcode Generator",
    summary: "Draws a Code 128 barcode for ASCII bytes.", categories: [.builtIn, .generator, .stillImage],
    since: "macOS 10.10 / iOS 8 / tvOS 8", parameters: [.message, quietSpace, height],
    outputKeys: ["outputImage", "outputCGImage"]
  ) { (inputs) throws(RenderError) in
    let name = "CICode128BarcodeGenerator"
    let message = inputs[.message]
    try Zint.check(message, longest: 2 * longest, filter: name)
    guard message.allSatisfy({ $0 < 128 }) else {
      throw .invalidArgument("\(name): inputMessage has bytes above 127; Code 128 holds ASCII")
    }
    guard let modules = try Zint.symbol(CBARCODE_CODE128, message, filter: name) else {
      throw .limit(
        "\(name): bytes of inputMessage, of which only two digits share a symbol character",
        requested: UInt64(message.count), allowed: UInt64(longest))
    }
    return try modules.image(
      margin: whole(inputs[quietSpace], in: 0...100), rowHeight: whole(inputs[height], in: 1...500), label: "Code 128")
  }

  /// The largest number of symbol characters that libzint supports. A byte takes one or, if the character set changes,
  /// two.
  private static let longest = 60

  private static func whole(_ number: Float, in range: ClosedRange<Int>) -> Int {
    number.isNaN ? range.lowerBound : Int(min(max(number, Float(range.lowerBound)), Float(range.upperBound)))
  }
}
