/// Where the numbers of one component lie in a plane, and how they are written.
package struct Component: Hashable, Sendable {
  /// What the numbers stand for.
  package enum Meaning: Hashable, Sendable {
    case red, green, blue, alpha
    /// The light of all three.
    case grey
    /// Y', Cb and Cr of ITU-T H.273.
    case luma, blueDifference, redDifference
  }

  /// How one number is written.
  package enum Number: Hashable, Sendable {
    case eightBits
    /// Little endian, the code in bits `shift` … `shift` + `depth` − 1. Bits below the code count as its fraction.
    case sixteenBits(depth: Int, shift: Int)
    /// Bits of a little-endian word of 32 that other components share.
    case bits(depth: Int, shift: Int)
    case half
    case float

    /// Bits of a code; nil where numbers are not codes.
    package var depth: Int? {
      switch self {
      case .eightBits: 8
      case .sixteenBits(let depth, _), .bits(let depth, _): depth
      case .half, .float: nil
      }
    }

    /// The largest code, 2^depth − 1; nil where numbers are not codes.
    package var greatestCode: Double? { depth.map { Double((1 << $0) - 1) } }
  }

  package let meaning: Meaning
  package let number: Number
  package let plane: Int
  /// From the start of a row to the first number, in bytes.
  package let offset: Int
  /// From one number to the next of the row, in bytes.
  package let step: Int
  /// Pixels of the image for each number, along a row and from row to row: 1 or 2.
  package let columns: Int
  package let rows: Int

  package init(
    _ meaning: Meaning, _ number: Number, plane: Int = 0, offset: Int = 0, step: Int, columns: Int = 1, rows: Int = 1
  ) {
    (self.meaning, self.number, self.plane) = (meaning, number, plane)
    (self.offset, self.step, self.columns, self.rows) = (offset, step, columns, rows)
  }
}
