/// The layout of one component's samples in a plane, and their format.
package struct Component: Hashable, Sendable {
  /// The meaning of the samples.
  package enum Meaning: Hashable, Sendable {
    case red, green, blue, alpha
    /// The grey level, in place of all three.
    case grey
    /// Y', Cb and Cr of ITU-T H.273.
    case luma, blueDifference, redDifference
  }

  /// The format of a sample.
  package enum SampleFormat: Hashable, Sendable {
    case eightBits
    /// Little endian, the value in bits `shift` … `shift` + `depth` − 1. Bits below are treated as its fraction.
    case sixteenBits(depth: Int, shift: Int)
    /// Bits of a little-endian word of 32 bits that other components share.
    case bits(depth: Int, shift: Int)
    case half
    case float

    /// The bits of an integer sample; nil for float samples.
    package var depth: Int? {
      switch self {
      case .eightBits: 8
      case .sixteenBits(let depth, _), .bits(let depth, _): depth
      case .half, .float: nil
      }
    }

    /// The largest integer sample, 2^depth − 1; nil for float samples.
    package var greatestSample: Double? { depth.map { Double((1 << $0) - 1) } }
  }

  package let meaning: Meaning
  package let format: SampleFormat
  package let plane: Int
  /// The offset of the first sample from the start of a row, in bytes.
  package let offset: Int
  /// The distance between two samples of a row, in bytes.
  package let step: Int
  /// The number of pixels for each sample, along a row and from row to row: 1 or 2.
  package let columns: Int
  package let rows: Int

  package init(
    _ meaning: Meaning, _ format: SampleFormat, plane: Int = 0, offset: Int = 0, step: Int, columns: Int = 1,
    rows: Int = 1
  ) {
    (self.meaning, self.format, self.plane) = (meaning, format, plane)
    (self.offset, self.step, self.columns, self.rows) = (offset, step, columns, rows)
  }
}
