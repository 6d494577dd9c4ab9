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
  private static func code(for message: Data, level name: String) throws(RenderError) -> Node {
    try code(for: message, level: name, free: 0, filter: "CIQRCodeGenerator").modules
      .image(margin: margin, label: "QR code")
  }

  /// The smallest code for the message that is read even if nobody sees a square in its middle.
  ///
  /// - Parameter share: the square's side as a share of the code's, below 1/2.
  /// - Returns: the square's side in modules: odd, or 0.
  /// - Throws: `invalidArgument` for an empty message and for unknown levels, `limit` for a message that is too long.
  static func code(
    for message: Data, level name: String, free share: Double, filter: String
  ) throws(RenderError) -> (modules: ModuleGrid, free: Int) {
    guard let level = levels[name] else {
      throw .invalidArgument("\(filter): inputCorrectionLevel is \"\(quoted(name))\"; it must be L, M, Q or H")
    }
    try Zint.check(message, longest: .max, filter: filter)
    // Digits alone are packed tightest; more than this many no code holds.
    if message.count <= 7089, share == 0,
      let modules = try Zint.qrCode(message, level: level.option, filter: filter)
    {
      return (modules, 0)
    }
    if message.count <= 7089, share > 0, let found = try code(for: message, from: level, share, filter) {
      return found
    }
    throw .limit(
      "\(filter): bytes of inputMessage with correction level \(name)\(share > 0 ? " and a free centre" : "")",
      requested: UInt64(message.count), allowed: level.capacity)
  }

  /// Of the levels from this one on the code with the fewest modules; nil: none can do without the square.
  private static func code(
    for message: Data, from level: Level, _ share: Double, _ filter: String
  ) throws(RenderError) -> (modules: ModuleGrid, free: Int)? {
    var best: (modules: ModuleGrid, free: Int)?
    for option in level.option...4 {
      guard let smallest = try Zint.symbol(CBARCODE_QR, message, level: option, mask: 0, filter: filter),
        let kind = QRSymbol.Level(rawValue: option - 1)
      else { continue }
      let last = best.map { ($0.modules.width - 17) / 4 - 1 } ?? 40
      for version in stride(from: (smallest.width - 17) / 4, through: last, by: 1) {
        let free = side(ofFree: share, version)
        // A third of what can be corrected stays for dirt and bad light.
        guard QRSymbol.cost(ofSquare: free, version: version, level: kind) <= 2.0 / 3 else { continue }
        if let modules = try Zint.qrCode(message, level: option, version: version, filter: filter) {
          best = (modules, free)
          break
        }
      }
    }
    return best
  }

  /// Modules along the free square: odd as the code's own number, so that it lies in the middle, and clear of the
  /// markers and what is written about the format beside them.
  private static func side(ofFree share: Double, _ version: Int) -> Int {
    let side = version * 4 + 17
    let whole = min(Int(Double(side) * share), side - 18)
    return whole % 2 == 0 ? max(whole - 1, 0) : whole
  }
}
