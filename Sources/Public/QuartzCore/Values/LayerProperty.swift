import Foundation
import ImageGraph

/// What has to be done again when a property changes.
struct LayerChange: OptionSet {
  let rawValue: Int
  /// The bounds: layout of this layer and of those above and below.
  static let layout = LayerChange(rawValue: 1)
  /// The bitmap, where the layer says so.
  static let bounds = LayerChange(rawValue: 2)
  /// The bitmap, always.
  static let display = LayerChange(rawValue: 4)
}

/// What a change of a property starts by itself.
enum LayerAction: Sendable {
  /// A basic animation of the property.
  case animation
  /// A fade of the layer.
  case fade
  case none
}

/// A property of any type.
protocol AnyLayerProperty: Sendable {
  var key: String { get }
  var action: LayerAction { get }
  var touches: LayerChange { get }
  var valueType: any LayerValue.Type { get }
  /// What the class answers for the key: nil for zeros and for what is not there.
  var usualObject: Any? { get }
  /// What is read when nothing is set and the class answers nothing.
  var zeroObject: Any? { get }
  /// The object in the form in which it is kept, or why it is not.
  func accepted(_ object: Any) -> Result<Any, LayerValueError>
  /// What the app gets for what is kept.
  func given(_ kept: Any) -> Any
  func areSame(_ a: Any, _ b: Any) -> Bool
}

/// Why a value was not stored.
struct LayerValueError: Error {
  let text: String
}

/// A row of the property table: everything that is known of one property.
///
/// Unchecked: default values are constants.
struct LayerProperty<Value: LayerValue>: AnyLayerProperty, @unchecked Sendable {
  let key: String
  let zero: Value?
  let usual: Value?
  let action: LayerAction
  let touches: LayerChange
  /// True where infinity means something: durations.
  let isEndless: Bool

  /// - Parameters:
  ///   - zero: nil for objects that may be missing.
  ///   - usual: the default where it is not zero.
  init(
    _ key: String, zero: Value? = nil, usual: Value? = nil, _ action: LayerAction = .none,
    touches: LayerChange = [], isEndless: Bool = false
  ) {
    (self.key, self.zero, self.usual, self.action) = (key, zero, usual, action)
    (self.touches, self.isEndless) = (touches, isEndless)
  }

  var valueType: any LayerValue.Type { Value.self }
  var usualObject: Any? { usual.map { given($0) } }
  var zeroObject: Any? { zero.map { given($0) } }

  func accepted(_ object: Any) -> Result<Any, LayerValueError> {
    guard let value = Value.reading(object) else {
      return .failure(LayerValueError(text: "\(key) takes a \(Value.self), not \(type(of: object))"))
    }
    let limit = isEndless ? Double.infinity : 1e15
    guard value.numbers.allSatisfy({ abs($0) <= limit }) else {
      return .failure(
        LayerValueError(text: "\(key) is \(value); give numbers of at most 1e15. The value before stays"))
    }
    return .success(value.kept)
  }

  func given(_ kept: Any) -> Any {
    switch kept {
    case let list as ObjectList: list.objects
    case let value as AnyValue: value.object
    default: kept
    }
  }

  func areSame(_ a: Any, _ b: Any) -> Bool {
    guard let a = a as? Value, let b = b as? Value else { return false }
    return a.isSame(as: b)
  }
}

/// All properties of a class of layers, by key.
struct LayerPropertyTable: Sendable {
  let rows: [any AnyLayerProperty]
  private let byKey: [String: any AnyLayerProperty]

  init(_ rows: [any AnyLayerProperty]) {
    self.rows = rows
    byKey = Dictionary(rows.map { ($0.key, $0) }) { _, last in last }
  }

  func adding(_ more: [any AnyLayerProperty]) -> LayerPropertyTable { LayerPropertyTable(rows + more) }

  /// `isHidden` finds `hidden`.
  subscript(key key: String) -> (any AnyLayerProperty)? {
    if let row = byKey[key] { return row }
    guard key.hasPrefix("is"), let first = key.dropFirst(2).first else { return nil }
    return byKey[first.lowercased() + key.dropFirst(3)]
  }

  var keys: [String] { rows.map(\.key) }
}

/// What has values by the table: layers, and layers of a committed tree.
protocol LayerReading {
  /// The value that counts, in the form in which it is kept; nil where the property's zero does.
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
