import Foundation

/// An image with its recipe: what it is made of, and its steps. Images are written with their pixels, those of files
/// too, so that an archive is whole wherever it is read.
extension CIImage: NSCopying, NSSecureCoding, Codable {
  /// The object itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: what is read from an archive is checked.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: self) }
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.decoded(ArchivedImage.self) else { return nil }
    self.init(archived)
  }

  /// Reads what `encode(to:)` wrote.
  public convenience init(from decoder: any Decoder) throws { self.init(try ArchivedImage(from: decoder)) }
  /// Writes the value, for example as JSON.
  public func encode(to encoder: any Encoder) throws { try ArchivedImage(self).encode(to: encoder) }

  private convenience init(_ archived: ArchivedImage) { self.init(archived.node, archived.facts) }
}
