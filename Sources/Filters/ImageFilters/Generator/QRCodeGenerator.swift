import Barcodes
import CBarcode
import Foundation

/// CIQRCodeGenerator: a QR code, one pixel for each module, black on white.
///
/// Source: ISO/IEC 18004:2015; the margin of one module and the choice of the mask are measured on real images, which
/// agree exactly.
enum QRCodeGenerator {
  static let filter = Filter(
    "CIQRCodeGenerator", displayName: "QR Code Generator", summary: "Draws a QR code.",
    categories: [.builtIn, .generator, .stillImage], since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.message, .correctionLevel], outputKeys: ["outputImage", "outputCGImage"]
  ) { (inputs) throws(RenderError) in
    try code(for: inputs[.message], level: inputs[.correctionLevel])
  }

  /// The width of the quiet zone on all sides, in modules.
  static let margin = 1

  /// A correction level and the number of bytes that the largest code holds with it (ISO/IEC 18004, version 40).
  private struct Level {
    let option: Int
    let capacity: UInt64
  }

  private static let levels = [
    "L": Level(option: 1, capacity: 2953), "M": Level(option: 2, capacity: 2331),
    "Q": Level(option: 3, capacity: 1663), "H": Level(option: 4, capacity: 1273),
  ]

  /// Returns the smallest code for the message.
  ///
  /// - Throws: `invalidArgument` for an empty message and for unknown levels, `limit` for a message that is too long.
  private static func code(for message: Data, level name: String) throws(RenderError) -> Node {
    try code(for: message, level: name, free: 0, filter: "CIQRCodeGenerator").modules
      .image(margin: margin, label: "QR code")
  }

  /// Returns the smallest code for the message that remains readable if a square in its middle is hidden.
  ///
  /// - Parameter fraction: the square's side as a fraction of the code's, below 1/2.
  /// - Returns: the square's side in modules: odd, or 0.
  /// - Throws: `invalidArgument` for an empty message and for unknown levels, `limit` for a message that is too long.
  static func code(
    for message: Data, level name: String, free fraction: Double, filter: String
  ) throws(RenderError) -> (modules: ModuleGrid, free: Int) {
    guard let level = levels[name] else {
      throw .invalidArgument("\(filter): inputCorrectionLevel is \"\(quoted(name))\"; it must be L, M, Q or H")
    }
    try Zint.check(message, longest: .max, filter: filter)
    // Digits alone are encoded most compactly; no code holds more than this number.
    if message.count <= 7089, fraction == 0,
      let modules = try Zint.qrCode(message, level: level.option, filter: filter)
    {
      return (modules, 0)
    }
    if message.count <= 7089, fraction > 0, let found = try code(for: message, from: level, fraction, filter) {
      return found
    }
    throw .limit(
      "\(filter): bytes of inputMessage with correction level \(name)\(fraction > 0 ? " and a free centre" : "")",
      requested: UInt64(message.count), allowed: level.capacity)
  }

  /// Returns the code with the fewest modules, of this correction level and those above. Nil if none remains readable
  /// without the square.
  private static func code(
    for message: Data, from level: Level, _ fraction: Double, _ filter: String
  ) throws(RenderError) -> (modules: ModuleGrid, free: Int)? {
    var best: (modules: ModuleGrid, free: Int)?
    for option in level.option...4 {
      guard let smallest = try Zint.symbol(CBARCODE_QR, message, level: option, mask: 0, filter: filter),
        let kind = QRSymbol.Level(rawValue: option - 1)
      else { continue }
      let last = best.map { ($0.modules.width - 17) / 4 - 1 } ?? 40
      for version in stride(from: (smallest.width - 17) / 4, through: last, by: 1) {
        let free = side(ofFree: fraction, version)
        // A third of the correctable codewords is reserved for dirt and poor illumination.
        guard QRSymbol.cost(ofSquare: free, version: version, level: kind) <= 2.0 / 3 else { continue }
        if let modules = try Zint.qrCode(message, level: option, version: version, filter: filter) {
          best = (modules, free)
          break
        }
      }
    }
    return best
  }

  /// Returns the side of the free square in modules. It is odd like the code's own side, so that it is centred, and
  /// does not touch the markers or the format information next to them.
  private static func side(ofFree fraction: Double, _ version: Int) -> Int {
    let side = version * 4 + 17
    let whole = min(Int(Double(side) * fraction), side - 18)
    return whole % 2 == 0 ? max(whole - 1, 0) : whole
  }
}
