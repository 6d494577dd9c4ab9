import Foundation

// Archives and copies of vectors and colours. Both are immutable: a copy is the object itself.

extension CIVector: NSCopying, NSSecureCoding, Codable {
  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: values from an archive are validated.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: self) }
  public convenience init?(coder: NSCoder) {
    guard let numbers = coder.decoded([Double].self) else { return nil }
    self.init(numbers)
  }

  /// Reads an archive of `encode(to:)`.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Double].self))
  }
  /// Writes the value, for example as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(numbers)
  }
}

extension CIColor: NSCopying, NSSecureCoding, Codable {
  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: values from an archive are validated.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: ArchivedColor(self)) }
  public convenience init?(coder: NSCoder) {
    guard let color = coder.decoded(ArchivedColor.self) else { return nil }
    self.init(color)
  }

  /// Reads an archive of `encode(to:)`.
  public convenience init(from decoder: any Decoder) throws { self.init(try ArchivedColor(from: decoder)) }
  /// Writes the value, for example as JSON.
  public func encode(to encoder: any Encoder) throws { try ArchivedColor(self).encode(to: encoder) }

  private convenience init(_ color: ArchivedColor) { self.init(color.components, color.space.space) }
}

/// A colour as values that any coder can write.
private struct ArchivedColor: Codable {
  let components: [CGFloat]
  let space: ArchivedSpace

  init(_ color: CIColor) {
    components = [color.red, color.green, color.blue, color.alpha]
    space = ArchivedSpace(color.colorSpace)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    components = try container.decode([CGFloat].self, forKey: .components)
    space = try container.decode(ArchivedSpace.self, forKey: .space)
    guard components.count == 4, space.space.model == .rgb else {
      throw DecodingError.dataCorruptedError(
        forKey: .components, in: container, debugDescription: "a colour must have four components in an RGB space")
    }
  }
}
