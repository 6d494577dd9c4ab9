import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageColor

/// The conversion of an object to an interpolable value, and back.
struct AnimatedValue {
  let value: AnyInterpolable

  /// Converts an object of any type. Returns nil for nil.
  ///
  /// - Parameter model: the current value of the animated property. The object is converted to its type: numbers to
  ///   Booleans, vectors to points. If that is impossible, returns nil.
  init?(_ object: Any?, like model: Any? = nil) {
    guard let object = Self.unwrapped(object) else { return nil }
    guard let model = Self.unwrapped(model) else {
      value = Self.read(object)
      return
    }
    if let kind = type(of: model) as? any LayerValue.Type {
      guard let fitting = kind.reading(object) else { return nil }
      value = Self.read(fitting)
    } else {
      value = Self.read(object)
      guard value.hasSameType(as: Self.read(model)) else { return nil }
    }
  }

  /// Unwraps optionals in an `Any`.
  private static func unwrapped(_ object: Any?) -> Any? {
    guard let object else { return nil }
    let mirror = Mirror(reflecting: object)
    guard mirror.displayStyle == .optional else { return object }
    return unwrapped(mirror.children.first?.value)
  }

  private static func read(_ object: Any) -> AnyInterpolable {
    switch object {
    case let flag as Bool where type(of: object) == Bool.self: AnyInterpolable(DiscreteValue(flag))
    case let point as CGPoint: AnyInterpolable(point)
    case let size as CGSize: AnyInterpolable(size)
    case let rect as CGRect: AnyInterpolable(rect)
    case let map as CATransform3D: AnyInterpolable(map)
    case let map as CGAffineTransform: AnyInterpolable(CATransform3DMakeAffineTransform(map))
    case let color as CGColor: AnyInterpolable(InterpolableColor(color.components(in: .extendedSRGB)))
    case let color as CIColor:
      AnyInterpolable(InterpolableColor(CGColor(ciColor: color).components(in: .extendedSRGB)))
    case let vector as CIVector:
      AnyInterpolable(NumberList((0..<vector.count).map { Double(vector.value(at: $0)) }))
    case let path as CGPath: AnyInterpolable(path.outline)
    case let filter as CIFilter: AnyInterpolable(FilterInputs(filter))
    case let custom as any CALayerInterpolatable: AnyInterpolable(CustomAnimationValue(value: custom))
    case let list as [Any]: AnyInterpolable(ValueList(list.map(read)))
    default: Double.reading(object).map { AnyInterpolable($0) } ?? AnyInterpolable(DiscreteValue(object))
    }
  }

  /// Returns the object for a value, of the class of `model` where that applies.
  static func object(_ value: AnyInterpolable, like model: Any?) -> Any {
    switch value.value {
    case let color as InterpolableColor:
      let c = color.color
      let cgColor = CGColor(srgbRed: c.x, green: c.y, blue: c.z, alpha: min(max(c.w, 0), 1))
      return model is CIColor ? CIColor(cgColor: cgColor) : cgColor
    case let list as NumberList:
      return CIVector(values: list.components.map { CGFloat($0) }, count: list.components.count)
    case let outline as Outline: return CGPath(outline)
    case let step as DiscreteValue: return step.content
    case let inputs as FilterInputs: return inputs.filter
    case let custom as CustomAnimationValue: return custom.value
    case let map as CATransform3D where model is CGAffineTransform: return CATransform3DGetAffineTransform(map)
    case let list as ValueList:
      let models = model as? [Any] ?? []
      return list.values.indices.map { object(list.values[$0], like: models.indices.contains($0) ? models[$0] : nil) }
    default: return value.value
    }
  }

  /// Returns the transparent form of a colour, to replace a missing end of an animation.
  static func clear(_ other: Any?) -> Any? {
    if let color = unwrapped(other) as? CGColor { return color.copy(alpha: 0) }
    if let color = unwrapped(other) as? CIColor { return CGColor(ciColor: color).copy(alpha: 0) }
    return nil
  }
}
