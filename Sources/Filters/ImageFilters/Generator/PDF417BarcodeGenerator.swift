import Barcodes
import Foundation

/// CIPDF417BarcodeGenerator: a PDF417 code (ISO/IEC 15438), one pixel for each module, rows three pixels tall.
///
/// Source: ISO/IEC 15438:2015; the margin of two modules and the rows of three pixels are measured on a real image,
/// which agrees exactly. The selection among several fitting shapes is our own choice.
enum PDF417BarcodeGenerator {
  static let minWidth = Parameter<Float>(
    "inputMinWidth", type: .integer, min: 56, max: 583, slider: 56...583, unit: .pixels, isOptional: true)
  static let maxWidth = Parameter<Float>(
    "inputMaxWidth", type: .integer, min: 56, max: 583, slider: 56...583, unit: .pixels, isOptional: true)
  static let minHeight = Parameter<Float>(
    "inputMinHeight", type: .integer, min: 13, max: 283, slider: 13...283, unit: .pixels, isOptional: true)
  static let maxHeight = Parameter<Float>(
    "inputMaxHeight", type: .integer, min: 13, max: 283, slider: 13...283, unit: .pixels, isOptional: true)
  static let dataColumns = Parameter<Float>(
    "inputDataColumns", type: .integer, min: 1, max: 30, slider: 1...30, isOptional: true)
  static let rows = Parameter<Float>("inputRows", type: .integer, min: 3, max: 90, slider: 3...90, isOptional: true)
  /// The ratio of width to height.
  static let preferredAspectRatio = Parameter<Float>(
    "inputPreferredAspectRatio", type: nil, slider: 0...0x1p63, isOptional: true)
  /// The compaction mode: 0 automatic, 1 numeric, 2 text, 3 byte.
  static let compactionMode = Parameter<Float>(
    "inputCompactionMode", type: .integer, min: 0, max: 3, slider: 0...3, isOptional: true)
  static let compactStyle = Parameter<Float>("inputCompactStyle", type: .boolean, slider: 0...1, isOptional: true)
  static let correctionLevel = Parameter<Float>(
    "inputCorrectionLevel", type: .integer, min: 0, max: 8, slider: 0...8, isOptional: true)
  static let alwaysSpecifyCompaction = Parameter<Float>(
    "inputAlwaysSpecifyCompaction", type: .boolean, slider: 0...1, isOptional: true)

  static let filter = Filter(
    "CIPDF417BarcodeGenerator", displayName: "PDF417 Barcode Generator", summary: "Draws a PDF417 code.",
    categories: .usual(.generator), since: "macOS 10.11 / iOS 9 / tvOS 9",
    parameters: [
      .message, minWidth, maxWidth, minHeight, maxHeight, dataColumns, rows, preferredAspectRatio, compactionMode,
      compactStyle, correctionLevel, alwaysSpecifyCompaction,
    ],
    outputKeys: ["outputImage", "outputCGImage"]
  ) { (inputs) throws(RenderError) in
    try symbol(inputs).image()
  }

  private static let name = "CIPDF417BarcodeGenerator"

  private static func symbol(_ inputs: Inputs) throws(RenderError) -> PDF417Symbol {
    let message = inputs[.message]
    // Digits are encoded most compactly; no symbol holds more than this number.
    try Zint.check(message, longest: 2710, filter: name)
    let mode = whole(inputs.optional(compactionMode)).flatMap(PDF417Message.Compaction.init) ?? .automatic
    let words = try PDF417Message.codewords(
      of: message, mode, startsWithMode: isOn(inputs.optional(alwaysSpecifyCompaction)), filter: name)
    let shapes = try shapes(inputs)
    let largest = shapes.map(\.codewords).max() ?? 0
    for level in levels(inputs, words: words?.count ?? .max) {
      let correction = 2 << level
      guard let words, words.count + 1 + correction <= largest else { continue }
      let ratio = inputs.optional(preferredAspectRatio).map(Double.init) ?? 3
      let fitting = shapes.filter { words.count + 1 + correction <= $0.codewords }
      guard let shape = fitting.min(by: { $0.distance(to: ratio) < $1.distance(to: ratio) }) else { continue }
      let count = shape.codewords - correction
      // The latch to text mode has no effect at the end, so it is used as padding.
      let padding = Array(repeating: UInt16(900), count: count - words.count - 1)
      if let symbol = PDF417Symbol(
        codewords: [UInt16(count)] + words + padding, isCompact: shape.isCompact, rows: shape.rows,
        columns: shape.columns)
      {
        return symbol
      }
    }
    let level = whole(inputs.optional(correctionLevel)).map { min(max($0, 0), 8) } ?? 0
    throw .limit(
      "\(name): bytes of inputMessage in at most \(largest) codewords, \(2 << level) of them for correction",
      requested: UInt64(message.count),
      allowed: UInt64(PDF417Message.certainBytes(codewords: largest - 1 - (2 << level))))
  }

  /// Returns the correction levels to try: the specified level; otherwise the level that annex E recommends for this
  /// number of codewords, and lower ones if that does not fit.
  private static func levels(_ inputs: Inputs, words: Int) -> [Int] {
    if let level = whole(inputs.optional(correctionLevel)) { return [min(max(level, 0), 8)] }
    return Array((0...(words <= 40 ? 2 : words <= 160 ? 3 : words <= 320 ? 4 : 5)).reversed())
  }

  private struct Shape {
    let rows, columns: Int
    let isCompact: Bool
    var codewords: Int { rows * columns }
    var width: Int { PDF417Symbol.width(columns: columns, isCompact: isCompact) + 2 * PDF417Symbol.margin }
    var height: Int { rows * PDF417Symbol.rowHeight + 2 * PDF417Symbol.margin }

    /// Returns the difference from an aspect ratio. For equal ratios, the size decides.
    func distance(to ratio: Double) -> Double {
      abs(Double(width) / Double(height) - ratio) + 1e-6 * Double(codewords)
    }
  }

  /// Returns the shapes that rows, columns, widths and heights allow. If rows and columns are both specified, the other
  /// limits are ignored.
  ///
  /// - Throws: `invalidArgument` if there are none.
  private static func shapes(_ inputs: Inputs) throws(RenderError) -> [Shape] {
    let isCompact = isOn(inputs.optional(compactStyle))
    let (givenRows, givenColumns) = (whole(inputs.optional(rows)), whole(inputs.optional(dataColumns)))
    let isGiven = givenRows != nil && givenColumns != nil
    func range(_ low: Parameter<Float>, _ high: Parameter<Float>) -> (Int, Int) {
      isGiven ? (0, .max) : (whole(inputs.optional(low)) ?? 0, whole(inputs.optional(high)) ?? .max)
    }
    let (widths, heights) = (range(minWidth, maxWidth), range(minHeight, maxHeight))
    var shapes: [Shape] = []
    for rows in 3...90 where rows == givenRows ?? rows {
      for columns in 1...30 where columns == givenColumns ?? columns {
        let shape = Shape(rows: rows, columns: columns, isCompact: isCompact)
        guard shape.codewords <= 928 else { continue }
        guard widths.0 <= shape.width, shape.width <= widths.1 else { continue }
        guard heights.0 <= shape.height, shape.height <= heights.1 else { continue }
        shapes.append(shape)
      }
    }
    if shapes.isEmpty {
      throw .invalidArgument(
        "\(name): no code of 3 to 90 rows, 1 to 30 columns and at most 928 codewords has the requested size")
    }
    return shapes
  }

  private static func isOn(_ number: Float?) -> Bool { (number ?? 0) != 0 }
  private static func whole(_ number: Float?) -> Int? { number.flatMap { Int(exactly: $0.rounded()) } }
}
