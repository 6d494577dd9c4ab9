import Foundation

/// A custom property of a layer subclass. Its value is stored by name among the layer's values, so that it can be
/// animated, is copied to presentation copies, and triggers actions: the counterpart of `@NSManaged` on Apple's
/// systems.
///
///     final class Gauge: CALayer {
///       @CALayerProperty var level: CGFloat = 0.5
///     }
@propertyWrapper
public struct CALayerProperty<Value> {
  /// The name of the property, determined once for each layer.
  final class Tag {
    var name: String?
  }

  let tag = Tag()
  private let initial: Value

  /// - Parameter wrappedValue: the value until the property is set.
  public init(wrappedValue: Value) { initial = wrappedValue }

  /// Unavailable: only properties of layers have values.
  @available(*, unavailable, message: "@CALayerProperty is for properties of subclasses of CALayer")
  public var wrappedValue: Value {
    get { initial }
    nonmutating set {}  // swift-format-ignore
  }

  /// The value stored in the layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer, wrapped wrapped: ReferenceWritableKeyPath<Layer, Value>,
    storage storage: ReferenceWritableKeyPath<Layer, CALayerProperty<Value>>
  ) -> Value {
    get {
      let property = layer[keyPath: storage]
      return layer.stored(property.name(in: layer)).flatMap(value) ?? property.initial
    }
    set {
      let property = layer[keyPath: storage]
      let name = property.name(in: layer)
      let old = layer.stored(name).flatMap(value) ?? property.initial
      if AnyValue(object: old).isSame(as: AnyValue(object: newValue)) { return }
      layer.change(name, to: newValue)
    }
  }

  /// Converts a stored object. Numbers are converted to the property's type, as animations have `Double`.
  private static func value(_ object: Any) -> Value? {
    (object as? Value) ?? (Value.self as? any LayerValue.Type)?.reading(object) as? Value
  }

  private func name(in layer: CALayer) -> String {
    if let name = tag.name { return name }
    let child = Mirror.chain(of: layer).first { ($0.value as? any AnyCustomProperty)?.tagObject === tag }
    // The storage of a property is named like the property, with an underscore in front.
    let name = String((child?.label ?? "_").dropFirst())
    tag.name = name
    return name
  }
}

/// A type-erased `CALayerProperty`.
protocol AnyCustomProperty {
  var tagObject: AnyObject { get }
  var initialObject: Any { get }
}

extension CALayerProperty: AnyCustomProperty {
  var tagObject: AnyObject { tag }
  var initialObject: Any { initial }
}
