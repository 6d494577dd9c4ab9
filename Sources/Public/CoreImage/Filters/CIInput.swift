import Foundation

/// A property of a custom filter that is accessible by key, as `@objc dynamic` properties are in Core Image.
///
///     final class Glow: CIFilter {
///       @CIInput var inputImage: CIImage?
///       @CIInput var inputRadius = 10.0
///       override var outputImage: CIImage? { … }
///     }
///
/// `setValue(_:forKey:)` accepts numbers of any type for numeric properties, and vectors for points, sizes and
/// rectangles. Nil restores the initial value.
@propertyWrapper public final class CIInput<Value> {
  /// The property's value.
  public var wrappedValue: Value
  private let initial: Value

  /// Creates a property with this initial value, which nil and `setDefaults()` restore.
  public init(wrappedValue: Value) { (self.wrappedValue, initial) = (wrappedValue, wrappedValue) }
  /// Creates a property with the initial value nil.
  public convenience init<Wrapped>() where Value == Wrapped? { self.init(wrappedValue: nil) }
}

/// A `CIInput` with any type of value.
protocol InputProperty: AnyObject {
  var object: Any? { get }
  /// Sets the value. Returns false if the object is of another class.
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
      let candidates: [Any] = [
        vector.cgPointValue, CGSize(width: size.x, height: size.y), CGVector(dx: size.x, dy: size.y),
        vector.cgRectValue, vector.cgAffineTransformValue,
      ]
      return candidates.lazy.compactMap { $0 as? Value }.first
    }
    guard let number = number(from: object) else { return nil }
    let candidates: [Any] = [
      NSNumber(value: number), number, Float(number), CGFloat(number), Int(exactly: number.rounded()) ?? 0, number != 0,
    ]
    // Compares the type itself, since an NSNumber could be cast to all of the others.
    return candidates.first { Swift.type(of: $0) is Value.Type || Swift.type(of: $0) == unwrappedType }.flatMap {
      $0 as? Value
    }
  }

  /// The wrapped type of an optional: `Float` for `Float?`.
  private var unwrappedType: Any.Type { (Value.self as? any OptionalType.Type)?.wrapped ?? Value.self }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// Returns the inputs that a subclass and its superclasses declare, those of the superclasses first.
func inputProperties(of filter: CIFilter) -> [(key: String, property: any InputProperty)] {
  filter.ownProperties.compactMap { label, value in
    // The storage of a wrapped property has the name `_name`.
    guard label.hasPrefix("_"), let property = value as? any InputProperty else { return nil }
    return (String(label.dropFirst()), property)
  }
}

extension CIFilter {
  /// The stored properties of a subclass and its superclasses, those of the superclasses first.
  fileprivate var ownProperties: [(label: String, value: Any)] {
    var levels: [[(String, Any)]] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror, level.subjectType != CIFilter.self {
      levels.append(level.children.compactMap { child in child.label.map { ($0, child.value) } })
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap { $0 }
  }

  /// Properties with names of inputs that are not declared with `CIInput`: readable, but not settable by key.
  private var plainInputs: [(label: String, value: Any)] {
    definition == nil ? ownProperties.filter { $0.label.hasPrefix("input") } : []
  }

  /// Returns the value of a subclass's property; nil if it has no such property or its value is nil.
  func ownValue(forKey key: String) -> Any? {
    let value = ownInputs.first { $0.key == key }?.property.object ?? plainInputs.first { $0.label == key }?.value
    return unwrapped(value).map(boxed)
  }

  /// Sets an input of a subclass: its property. If its attributes describe an input without a property, stores a value
  /// that `value(forKey:)` returns.
  func setOwn(_ object: Any?, forKey key: String) throws(CIFilterError) {
    if let input = ownInputs.first(where: { $0.key == key }) {
      guard input.property.set(object) else {
        throw .wrongClass(
          filter: name, key: key, allowed: "a value of type \(input.property.typeName)",
          given: object.map(classAndValue) ?? "nil")
      }
    } else if ownAttributes[key] is [String: Any], !plainInputs.contains(where: { $0.label == key }) {
      assignedInputs[key] = object.map { (boxed($0), nil) }
    } else {
      throw .unreachableInput(filter: name, key: key, known: ownInputs.map(\.key))
    }
    problems[key] = nil
  }

  /// Resets a subclass's inputs to the defaults of its attributes, or else to their initial values.
  func setOwnDefaults() {
    guard definition == nil else { return }
    for input in ownInputs { _ = input.property.set(nil) }
    for (key, value) in ownAttributes {
      guard let described = value as? [String: Any], let object = described[kCIAttributeDefault] else { continue }
      setValue(object, forKey: key)
    }
  }

  /// The keys of a subclass's inputs: its properties, including those that are not settable by key, so that setting
  /// them reports an error; then keys of its attributes and values.
  var ownInputKeys: [String] {
    let properties = ownInputs.map(\.key) + plainInputs.map(\.label)
    let described = ownAttributes.filter { $0.value is [String: Any] }.keys
    return properties + Set(described).union(assignedInputs.keys).subtracting(properties).sorted()
  }

  /// The attributes that a subclass declares, overridden by those that it was registered with.
  var ownAttributes: [String: Any] {
    (type(of: self).customAttributes() ?? [:]).merging(registration?.attributes ?? [:]) { _, registered in registered }
  }
}
