import Foundation

/// Archives of images contain the recipe: sources and steps. Images are written with their pixels, including those of
/// files, so that an archive is self-contained.
extension CIImage: NSCopying, NSSecureCoding, Codable {
  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: values from an archive are validated.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: self) }
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.decoded(ArchivedImage.self) else { return nil }
    self.init(archived)
  }

  /// Reads an archive of `encode(to:)`.
  public convenience init(from decoder: any Decoder) throws { self.init(try ArchivedImage(from: decoder)) }
  /// Writes the value, for example as JSON.
  public func encode(to encoder: any Encoder) throws { try ArchivedImage(self).encode(to: encoder) }

  private convenience init(_ archived: ArchivedImage) { self.init(archived.node, archived.facts) }
}
