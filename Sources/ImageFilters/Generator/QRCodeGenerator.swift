import CBarcode
import Foundation
import ImageGraph

/// CIQRCodeGenerator: a QR code, one pixel for each module, black on white.
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

  /// A correction level and how many bytes the largest code holds with it (ISO/IEC 18004, version 40).
  private struct Level {
    let option: Int32
    let capacity: UInt64
  }

  private static let levels = [
    "L": Level(option: 1, capacity: 2953), "M": Level(option: 2, capacity: 2331),
    "Q": Level(option: 3, capacity: 1663), "H": Level(option: 4, capacity: 1273),
  ]

  /// The smallest code for the message, with a quiet zone of one module.
  ///
  /// - Throws: `invalidArgument` for an empty message and for unknown levels, `limit` for a message that is too long.
  private static func code(for message: Data, level name: String) throws(RenderError) -> Source {
    guard let level = levels[name] else {
      throw .invalidArgument("CIQRCodeGenerator: inputCorrectionLevel is \"\(name)\"; it must be L, M, Q or H")
    }
    if message.isEmpty { throw .invalidArgument("CIQRCodeGenerator: inputMessage is empty; give at least one byte") }

    let tooLong = RenderError.limit(
      "CIQRCodeGenerator: bytes of inputMessage with correction level \(name)", asked: UInt64(message.count),
      allowed: level.capacity)
    // Digits alone are packed tightest; more than this many no code holds.
    if message.count > 7089 { throw tooLong }
    var modules = [UInt8](repeating: 0, count: Int(CBARCODE_QR_MODULES))
    var side: Int32 = 0
    let status = cbarcode_qr([UInt8](message), Int32(message.count), level.option, &modules, &side)
    if status == CBARCODE_TOO_LONG { throw tooLong }
    guard status == CBARCODE_DONE else {
      throw .invalidArgument("CIQRCodeGenerator: inputMessage cannot be coded (zint error \(status))")
    }
    return try picture(of: modules, side: Int(side))
  }

  private static func picture(of modules: [UInt8], side: Int) throws(RenderError) -> Source {
    let pixels = try PixelBuffer(width: side + 2, height: side + 2, format: .l8)
    for y in 0..<side + 2 {
      for x in 0..<side + 2 {
        let isInside = (1...side).contains(x) && (1...side).contains(y)
        let isDark = isInside && modules[(y - 1) * side + x - 1] != 0
        pixels.row(y).storeBytes(of: isDark ? 0 : 255, toByteOffset: x, as: UInt8.self)
      }
    }
    return Source(pixels, colorSpace: nil, alpha: .opaque, label: "QR code")
  }
}
