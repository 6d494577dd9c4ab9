import CoreImage
import Foundation

/// A colour lookup table of a file, as the data of `CIColorCube`: red varies fastest, and alpha is 1.
///
/// Two kinds of files are read: text with the extension .cube (Adobe, Cube LUT Specification 1.0), and HaldCLUT images
/// of level L, which have L³ pixels along a side and L² entries along an axis.
struct ColorLookupTable {
  /// The number of entries along an axis.
  let dimension: Int
  /// Red, green, blue and alpha of each entry, as floats.
  let data: Data

  /// The largest number of entries along an axis.
  static let largestDimension = 256

  /// Reads a table. Returns nil for data that is neither a .cube text nor an image.
  ///
  /// - Throws: `CommandFailure` for tables that CIColorCube cannot use.
  init?(_ data: Data) throws {
    if let text = Self.cubeText(data) {
      try self.init(cube: text)
    } else if CIImage(data: data) != nil {
      try self.init(hald: data)
    } else {
      return nil
    }
  }

  /// Returns the text if it is a .cube file: lines with keywords, among them the size of the table.
  private static func cubeText(_ data: Data) -> String? {
    guard data.range(of: Data("LUT_3D_SIZE".utf8)) != nil || data.range(of: Data("LUT_1D_SIZE".utf8)) != nil else {
      return nil
    }
    return String(data: data, encoding: .utf8)
  }

  private init(cube text: String) throws {
    var dimension: Int?
    var values: [Float] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func fail(_ reason: String) -> CommandFailure { .failed("line \(index + 1) of the .cube file: \(reason)") }
      let numbers = words.dropFirst().compactMap { Float($0) }
      switch first {
      case "TITLE": continue
      case "LUT_1D_SIZE": throw fail("a 1D table; pass a file with LUT_3D_SIZE")
      case "LUT_3D_SIZE":
        guard words.count == 2, let size = Int(words[1]), (2...Self.largestDimension).contains(size) else {
          throw fail("LUT_3D_SIZE must be 2 to \(Self.largestDimension)")
        }
        dimension = size
      case "DOMAIN_MIN", "DOMAIN_MAX", "LUT_3D_INPUT_RANGE":
        let expected: [Float] = first == "DOMAIN_MIN" ? [0, 0, 0] : first == "DOMAIN_MAX" ? [1, 1, 1] : [0, 1]
        guard numbers == expected else { throw fail("\(first) must be 0 to 1; convert the table to that range") }
      default:
        let entry = words.compactMap { Float($0) }
        guard words.count == 3, entry.count == 3, entry.allSatisfy(\.isFinite) else {
          throw fail("expected a keyword or three numbers")
        }
        values += entry + [1]
      }
      if let dimension, values.count > 4 * dimension * dimension * dimension {
        throw fail("more entries than LUT_3D_SIZE announces")
      }
    }
    guard let dimension, values.count == 4 * dimension * dimension * dimension else {
      throw CommandFailure.failed(
        "the .cube file has \(values.count / 4) entries; LUT_3D_SIZE \(dimension ?? 0) announces its third power")
    }
    self.dimension = dimension
    data = values.withUnsafeBytes { Data($0) }
  }

  private init(hald bytes: Data) throws {
    let image = try CIImage(reading: bytes)
    let (width, height) = (Int(image.extent.width), Int(image.extent.height))
    let level = Int(Double(width).squareRoot3.rounded())
    guard width == height, level >= 2, level * level * level == width, level * level <= Self.largestDimension else {
      throw CommandFailure.failed(
        "a table in an image must be a HaldCLUT, with L³ x L³ pixels for a level L of 2 to 16 (got \(width)x\(height))")
    }
    var values = [Float](repeating: 0, count: 4 * width * height)
    try values.withUnsafeMutableBytes { values in
      try CIContext(checked: [.backend: "processor"]).render(
        checked: image, toBitmap: values.baseAddress!, rowBytes: 16 * width, bounds: image.extent, format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }
    dimension = level * level
    data = values.withUnsafeBytes { Data($0) }
  }
}

extension Double {
  fileprivate var squareRoot3: Double { Foundation.cbrt(self) }
}
