import Barcodes
import CBarcode
import Foundation

/// CIAztecCodeGenerator: an Aztec code (ISO/IEC 24778), one pixel for each module, black on white.
///
/// Source: ISO/IEC 24778:2008; the margin of two modules is measured on a real image, which agrees exactly.
enum AztecCodeGenerator {
  /// The percentage of codewords for error correction, in addition to three.
  static let correctionLevel = Parameter<Float>(
    "inputCorrectionLevel", type: .integer, default: 23, min: 5, max: 95, slider: 5...95)
  static let layers = Parameter<Float>("inputLayers", type: .integer, min: 1, max: 32, slider: 1...32, isOptional: true)
  static let compactStyle = Parameter<Float>("inputCompactStyle", type: .boolean, slider: 0...1, isOptional: true)

  static let filter = Filter(
    "CIAztecCodeGenerator", summary: "Draws an Aztec code for bytes.", categories: [.builtIn, .generator, .stillImage],
    since: "macOS 10.10 / iOS 8 / tvOS 8", parameters: [.message, correctionLevel, layers, compactStyle],
    outputKeys: ["outputImage", "outputCGImage"]
  ) { (inputs) throws(RenderError) in
    try code(inputs).image(margin: margin, label: "Aztec code")
  }

  /// The width of the quiet zone on all sides, in modules.
  static let margin = 2

  /// Returns the smallest symbol of the allowed sizes that has at least the specified error correction.
  private static func code(_ inputs: Inputs) throws(RenderError) -> ModuleGrid {
    let message = inputs[.message]
    try Zint.check(message, longest: .max, filter: "CIAztecCodeGenerator")
    let inputLevel = inputs[correctionLevel]
    let level = inputLevel.isNaN ? 23 : Double(min(max(inputLevel, 5), 95))
    let sizes = try sizes(inputs)
    // Digits are encoded most compactly, at four bits each. No symbol holds more than this number of digits.
    for size in sizes where message.count <= 5000 {
      guard
        let modules = try Zint.symbol(
          CBARCODE_AZTEC, message, size: size.isCompact ? size.layers : size.layers + 4, filter: "CIAztecCodeGenerator")
      else { continue }
      let data = AztecSymbol.dataCodewords(in: modules, isCompact: size.isCompact)
      // Zint fills compact codes of four layers with up to 76 codewords, but the encoded count wraps at 64, so no
      // reader decodes them. Twelve codewords of 8 bits hold at most 22 digits, and fewer other characters.
      if size.isCompact, data <= 12, message.count > 22, size.layers == 4 { continue }
      if data <= size.data(level: level) { return modules }
    }
    let bytes = sizes.map { $0.bytes(level: level) }.max() ?? 0
    throw .limit(
      "CIAztecCodeGenerator: bytes of inputMessage with correction level \(Int(level))\(described(inputs))",
      requested: UInt64(message.count), allowed: UInt64(bytes))
  }

  private static func described(_ inputs: Inputs) -> String {
    let layers = inputs.optional(layers).map { " in \($0) layers" } ?? ""
    return layers + (inputs.optional(compactStyle).map { $0 != 0 ? " of a compact code" : " of a full code" } ?? "")
  }

  private struct Size {
    let isCompact: Bool
    let layers: Int
    var side: Int { (isCompact ? 11 : 15) + 4 * layers }

    /// Returns the number of data codewords that leave enough for error correction.
    func data(level: Double) -> Int {
      let total = AztecSymbol.capacity(isCompact: isCompact, layers: layers)
      return min(total - 3 - Int((Double(total) * level / 100).rounded(.up)), isCompact ? 64 : 2048)
    }

    /// Returns the number of bytes that fit for any content: all in binary mode, with one header, and a stuffing bit in
    /// each codeword.
    func bytes(level: Double) -> Int {
      let bits = data(level: level) * (AztecSymbol.wordBits(layers: layers) - 1)
      return max((bits - 21) / 8, 0)
    }
  }

  /// - Throws: `invalidArgument` if there is no such size.
  private static func sizes(_ inputs: Inputs) throws(RenderError) -> [Size] {
    let styles = inputs.optional(compactStyle).map { [$0 != 0] } ?? [true, false]
    let all = styles.flatMap { isCompact in
      (1...(isCompact ? 4 : 32)).map { Size(isCompact: isCompact, layers: $0) }
    }
    guard let layers = inputs.optional(layers) else { return all.sorted { $0.side < $1.side } }
    let sizes = all.filter { Float($0.layers) == layers.rounded() }
    if sizes.isEmpty {
      throw .invalidArgument(
        "CIAztecCodeGenerator: inputLayers is \(layers); a compact code has 1 to 4 layers, a full one 1 to 32")
    }
    return sizes
  }
}
