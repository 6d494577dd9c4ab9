/// A value of one of the dictionaries of `CIImage.properties`: Image I/O's key, Exiv2's name, and Exiv2's text format.
struct MetadataField: Sendable {
  enum Kind: Sendable {
    case text
    /// A text after the name of its character set: `charset=Unicode Grüße`.
    case comment
    case integer
    case integers
    /// A fraction that is not negative: `14/5`.
    case rational
    /// A fraction: `-1/3`.
    case signed
    case rationals
    /// Four digits as character codes, `48 50 51 50`; in dictionaries, a list of numbers without leading and trailing
    /// zeros.
    case version
    /// Degrees, minutes and seconds as three fractions.
    case degrees
    /// Hours, minutes and seconds as three fractions.
    case time
  }

  let key: String
  let name: String
  let kind: Kind

  init(_ key: String, _ name: String, _ kind: Kind) { (self.key, self.name, self.kind) = (key, name, kind) }
}
