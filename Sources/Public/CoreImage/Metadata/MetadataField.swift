/// A value of one of the dictionaries of `CIImage.properties`: Image I/O's key, Exiv2's name, and how Exiv2 writes it.
struct MetadataField: Sendable {
  enum Kind: Sendable {
    case text
    /// With the name of its characters before it: `charset=Unicode Grüße`.
    case comment
    case integer
    case integers
    /// `14/5`, never below 0
    case rational
    /// `-1/3`
    case signed
    case rationals
    /// Four digits as the numbers of their characters, `48 50 51 50`; a list of them without zeros at the ends.
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
