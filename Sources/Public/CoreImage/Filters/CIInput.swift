import Foundation

/// Lets keys reach a property of a filter of your own, as `@objc dynamic` does for Core Image.
///
///     final class Glow: CIFilter {
///       @CIInput var inputImage: CIImage?
///       @CIInput var inputRadius = 10.0
///       override var outputImage: CIImage? { … }
///     }
///
/// `setValue(_:forKey:)` then takes numbers of any type for numbers, vectors for points, sizes and rectangles, and nil
/// for the value that the property started with.
@propertyWrapper public final class CIInput<Value> {
  /// The property's value.
  public var wrappedValue: Value
  private let initial: Value

  /// A property that starts with this value, which nil and `setDefaults()` bring back.
  public init(wrappedValue: Value) { (self.wrappedValue, initial) = (wrappedValue, wrappedValue) }
  /// A property that starts with nil.
  public convenience init<Wrapped>() where Value == Wrapped? { self.init(wrappedValue: nil) }
}

/// A `CIInput` of whatever type.
protocol InputProperty: AnyObject {
  var object: Any? { get }
  /// False when the object is of another class.
  func set(_ object: Any?) -> Bool
  var typeName: String { get }
}

extension CIInput: InputProperty {
  var object: Any? { wrappedValue }
  var typeName: String { "\(Value.self)" }

  func set(_ object: Any?) -> Bool {
    guard let object = unwrapped(object) else {
      wrappedValue = initial
      return true
    }
    guard let value = object as? Value ?? converted(object) else { return false }
    wrappedValue = value
    return true
  }

  private func converted(_ object: Any) -> Value? {
    if let vector = object as? CIVector {
      let size = vector.cgPointValue
      let forms: [Any] = [
        vector.cgPointValue, CGSize(width: size.x, height: size.y), CGVector(dx: size.x, dy: size.y),
        vector.cgRectValue, vector.cgAffineTransformValue,
      ]
      return forms.lazy.compactMap { $0 as? Value }.first
    }
    guard let number = number(from: object) else { return nil }
    let forms: [Any] = [
      NSNumber(value: number), number, Float(number), CGFloat(number), Int(exactly: number.rounded()) ?? 0, number != 0,
    ]
    // By the type itself: an NSNumber would pass for all of the others.
    return forms.first { Swift.type(of: $0) is Value.Type || Swift.type(of: $0) == unwrappedType }.flatMap {
      $0 as? Value
    }
  }

  /// `Float` for `Float?`.
  private var unwrappedType: Any.Type { (Value.self as? any OptionalType.Type)?.wrapped ?? Value.self }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// The inputs that a subclass and its superclasses declare, those of the superclasses first.
func inputProperties(of filter: CIFilter) -> [(key: String, property: any InputProperty)] {
  filter.ownProperties.compactMap { label, value in
    // The storage of a wrapped property is called `_name`.
    guard label.hasPrefix("_"), let property = value as? any InputProperty else { return nil }
    return (String(label.dropFirst()), property)
  }
}

extension CIFilter {
  /// What a subclass and its superclasses store, those of the superclasses first.
  fileprivate var ownProperties: [(label: String, value: Any)] {
    var levels: [[(String, Any)]] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror, level.subjectType != CIFilter.self {
      levels.append(level.children.compactMap { child in child.label.map { ($0, child.value) } })
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap { $0 }
  }

  /// Properties that are called like inputs and are no `CIInput`: they can be looked at, but not set by key.
  private var plainInputs: [(label: String, value: Any)] {
    definition == nil ? ownProperties.filter { $0.label.hasPrefix("input") } : []
  }

  /// What a property of a subclass holds; nil where it has none or that is nil.
  func ownValue(forKey key: String) -> Any? {
    let value = ownInputs.first { $0.key == key }?.property.object ?? plainInputs.first { $0.label == key }?.value
    return unwrapped(value).map(boxed)
  }

  /// Sets an input of a subclass: its property, or where its attributes describe one without a property, a value that
  /// only `value(forKey:)` gives back.
  func setOwn(_ object: Any?, forKey key: String) throws(CIFilterError) {
    if let input = ownInputs.first(where: { $0.key == key }) {
      guard input.property.set(object) else {
        throw .wrongClass(
          filter: name, key: key, allowed: "a value of type \(input.property.typeName)",
          given: object.map(classAndValue) ?? "nil")
      }
    } else if ownAttributes[key] is [String: Any], !plainInputs.contains(where: { $0.label == key }) {
      given[key] = object.map { (boxed($0), nil) }
    } else {
      throw .unreachableInput(filter: name, key: key, known: ownInputs.map(\.key))
    }
    problems[key] = nil
  }

  /// A subclass's inputs back to the defaults that its attributes say, else to those that it started with.
  func setOwnDefaults() {
    guard definition == nil else { return }
    for input in ownInputs { _ = input.property.set(nil) }
    for (key, value) in ownAttributes {
      guard let described = value as? [String: Any], let object = described[kCIAttributeDefault] else { continue }
      setValue(object, forKey: key)
    }
  }

  /// Of a subclass: its properties, those that keys do not reach too, so that whoever sets them is told; then what
  /// attributes or values say beside them.
  var ownInputKeys: [String] {
    let properties = ownInputs.map(\.key) + plainInputs.map(\.label)
    let described = ownAttributes.filter { $0.value is [String: Any] }.keys
    return properties + Set(described).union(given.keys).subtracting(properties).sorted()
  }

  /// What a subclass says of itself, and over it what it was registered with.
  var ownAttributes: [String: Any] {
    (type(of: self).customAttributes() ?? [:]).merging(registration?.attributes ?? [:]) { _, registered in registered }
  }
}
