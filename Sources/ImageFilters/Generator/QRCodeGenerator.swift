import CBarcode
import Foundation
import ImageGraph

/// CIQRCodeGenerator: a QR code, one pixel for each module, black on white.
///
/// Source: ISO/IEC 18004:2015; the margin of one module is measured on a real picture, which agrees exactly.
enum QRCodeGenerator {
  static let message = Parameter<Data>("inputMessage")
  static let correctionLevel = Parameter<String>("inputCorrectionLevel", default: "M")

  static let filter = Filter(
    "CIQRCodeGenerator", displayName: "QR Code Generator", summary: "Draws a QR code.",
    categories: [.builtIn, .generator, .stillImage], since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [message, correctionLevel], outputKeys: ["outputImage", "outputCGImage"]
  ) { (inputs) throws(RenderError) in
    .source(try code(for: inputs[message], level: inputs[correctionLevel]))
  }

  /// Light pixels on all sides.
  static let margin = 1

  /// A correction level and how many bytes the largest code holds with it (ISO/IEC 18004, version 40).
  private struct Level {
    let option: Int
    let capacity: UInt64
  }

  private static let levels = [
    "L": Level(option: 1, capacity: 2953), "M": Level(option: 2, capacity: 2331),
    "Q": Level(option: 3, capacity: 1663), "H": Level(option: 4, capacity: 1273),
  ]

  /// The smallest code for the message.
  ///
  /// - Throws: `invalidArgument` for an empty message and for unknown levels, `limit` for a message that is too long.
  private static func code(for message: Data, level name: String) throws(RenderError) -> Source {
    guard let level = levels[name] else {
      throw .invalidArgument("CIQRCodeGenerator: inputCorrectionLevel is \"\(name)\"; it must be L, M, Q or H")
    }
    try Zint.check(message, longest: .max, filter: "CIQRCodeGenerator")
    // Digits alone are packed tightest; more than this many no code holds.
    guard message.count <= 7089,
      let modules = try Zint.symbol(CBARCODE_QR, message, level: level.option, filter: "CIQRCodeGenerator")
    else {
      throw .limit(
        "CIQRCodeGenerator: bytes of inputMessage with correction level \(name)", asked: UInt64(message.count),
        allowed: level.capacity)
    }
    return try modules.source(margin: margin, label: "QR code")
  }
}
