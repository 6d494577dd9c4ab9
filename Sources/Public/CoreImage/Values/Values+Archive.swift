import Foundation

// Vectors and colours as NSObject's protocols have them. Both are immutable: a copy is the object itself.

extension CIVector: NSCopying, NSSecureCoding, Codable {
  /// The object itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: what is read from an archive is checked.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: self) }
  public convenience init?(coder: NSCoder) {
    guard let numbers = coder.decoded([Double].self) else { return nil }
    self.init(numbers)
  }

  /// Reads what `encode(to:)` wrote.
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
  /// The object itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: what is read from an archive is checked.
  public static var supportsSecureCoding: Bool { true }
  /// Writes the object into an archive.
  public func encode(with coder: NSCoder) { coder.encode(value: ArchivedColor(self)) }
  public convenience init?(coder: NSCoder) {
    guard let color = coder.decoded(ArchivedColor.self) else { return nil }
    self.init(color)
  }

  /// Reads what `encode(to:)` wrote.
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
        forKey: .components, in: container, debugDescription: "a colour has four components in an RGB space")
    }
  }
}
