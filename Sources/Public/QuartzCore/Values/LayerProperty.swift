import Foundation
import ImageGraph

/// The effects of a property change.
struct LayerChange: OptionSet {
  let rawValue: Int
  /// Requires layout of this layer, its superlayer and its sublayers.
  static let layout = LayerChange(rawValue: 1)
  /// Changes the bounds: redraws the bitmap if the layer requests that.
  static let bounds = LayerChange(rawValue: 2)
  /// Redraws the bitmap.
  static let display = LayerChange(rawValue: 4)
}

/// The implicit action of a property change.
enum LayerAction: Sendable {
  /// A basic animation of the property.
  case animation
  /// A fade of the layer.
  case fade
  case none
}

/// A property of any value type.
protocol AnyLayerProperty: Sendable {
  var key: String { get }
  var action: LayerAction { get }
  var touches: LayerChange { get }
  var valueType: any LayerValue.Type { get }
  /// The default value of the class; nil for zero and for no object.
  var defaultObject: Any? { get }
  /// The value if neither the layer nor its class has one.
  var zeroObject: Any? { get }
  /// Returns the object in its stored form, or an error.
  func accepted(_ object: Any) -> Result<Any, LayerValueError>
  /// Returns the object that the app receives for a stored value.
  func object(forStored stored: Any) -> Any
  func areSame(_ a: Any, _ b: Any) -> Bool
}

/// The reason why a value was rejected.
struct LayerValueError: Error {
  let text: String
}

/// A row of the property table.
///
/// Unchecked: the default values are constants.
struct LayerProperty<Value: LayerValue>: AnyLayerProperty, @unchecked Sendable {
  let key: String
  let zero: Value?
  let defaultValue: Value?
  let action: LayerAction
  let touches: LayerChange
  /// True if infinity is valid, as for durations.
  let allowsInfinity: Bool

  /// - Parameters:
  ///   - zero: nil for objects that may be missing.
  ///   - defaultValue: the default if it is not zero.
  init(
    _ key: String, zero: Value? = nil, default defaultValue: Value? = nil, _ action: LayerAction = .none,
    touches: LayerChange = [], allowsInfinity: Bool = false
  ) {
    (self.key, self.zero, self.defaultValue, self.action) = (key, zero, defaultValue, action)
    (self.touches, self.allowsInfinity) = (touches, allowsInfinity)
  }

  var valueType: any LayerValue.Type { Value.self }
  var defaultObject: Any? { defaultValue.map { object(forStored: $0) } }
  var zeroObject: Any? { zero.map { object(forStored: $0) } }

  func accepted(_ object: Any) -> Result<Any, LayerValueError> {
    guard let value = Value.reading(object) else {
      return .failure(LayerValueError(text: "\(key) must be a \(Value.self) (got \(type(of: object)))"))
    }
    let limit = allowsInfinity ? Double.infinity : 1e15
    guard value.scalars.allSatisfy({ abs($0) <= limit }) else {
      return .failure(LayerValueError(text: "the numbers of \(key) must be between -1e15 and 1e15 (got \(value))"))
    }
    return .success(value.storable)
  }

  func object(forStored stored: Any) -> Any {
    switch stored {
    case let list as ObjectList: list.objects
    case let value as AnyValue: value.object
    default: stored
    }
  }

  func areSame(_ a: Any, _ b: Any) -> Bool {
    guard let a = a as? Value, let b = b as? Value else { return false }
    return a.isSame(as: b)
  }
}

/// The properties of a class of layers, by key.
struct LayerPropertyTable: Sendable {
  let rows: [any AnyLayerProperty]
  private let byKey: [String: any AnyLayerProperty]

  init(_ rows: [any AnyLayerProperty]) {
    self.rows = rows
    byKey = Dictionary(rows.map { ($0.key, $0) }) { _, last in last }
  }

  func adding(_ more: [any AnyLayerProperty]) -> LayerPropertyTable { LayerPropertyTable(rows + more) }

  /// Returns the property of a key. `isHidden` is an alias of `hidden`.
  subscript(key key: String) -> (any AnyLayerProperty)? {
    if let row = byKey[key] { return row }
    guard key.hasPrefix("is"), let first = key.dropFirst(2).first else { return nil }
    return byKey[first.lowercased() + key.dropFirst(3)]
  }

  var keys: [String] { rows.map(\.key) }
}

/// An object with property values: a layer, or a layer of a captured scene.
protocol LayerReading {
  /// Returns the effective value in its stored form; nil if the property's zero applies.
  func stored(_ key: String) -> Any?
}

extension LayerReading {
  func read<Value>(_ property: LayerProperty<Value>) -> Value {
    if let value = stored(property.key) as? Value { return value }
    guard let zero = property.zero else { preconditionFailure("\(property.key) has no zero") }
    return zero
  }

  func readObject<Value>(_ property: LayerProperty<Value>) -> Value? { stored(property.key) as? Value }
}
