import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageColor

/// An object as a value between which and others there are more, and back.
struct AnimatedValue {
  let value: AnyInterpolable

  /// The value of an object of any kind; nil for nil.
  ///
  /// - Parameter model: what it is animated on: numbers become truth where that is truth, vectors points. Nil as well
  ///   for objects that cannot stand for what it is.
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
      guard value.isOfKind(of: Self.read(model)) else { return nil }
    }
  }

  /// What is in optionals that are in an `Any`.
  private static func unwrapped(_ object: Any?) -> Any? {
    guard let object else { return nil }
    let mirror = Mirror(reflecting: object)
    guard mirror.displayStyle == .optional else { return object }
    return unwrapped(mirror.children.first?.value)
  }

  private static func read(_ object: Any) -> AnyInterpolable {
    switch object {
    case let flag as Bool where type(of: object) == Bool.self: AnyInterpolable(Step(flag))
    case let point as CGPoint: AnyInterpolable(point)
    case let size as CGSize: AnyInterpolable(size)
    case let rect as CGRect: AnyInterpolable(rect)
    case let map as CATransform3D: AnyInterpolable(map)
    case let map as CGAffineTransform: AnyInterpolable(CATransform3DMakeAffineTransform(map))
    case let color as CGColor: AnyInterpolable(MixedColor(color.components(in: .extendedSRGB)))
    case let color as CIColor:
      AnyInterpolable(MixedColor(CGColor(ciColor: color).components(in: .extendedSRGB)))
    case let vector as CIVector:
      AnyInterpolable(NumberList((0..<vector.count).map { Double(vector.value(at: $0)) }))
    case let path as CGPath: AnyInterpolable(path.outline)
    case let filter as CIFilter: AnyInterpolable(FilterInputs(filter))
    case let own as any CALayerInterpolatable: AnyInterpolable(CustomAnimationValue(value: own))
    case let list as [Any]: AnyInterpolable(ValueList(list.map(read)))
    default: Double.reading(object).map { AnyInterpolable($0) } ?? AnyInterpolable(Step(object))
    }
  }

  /// The object that a value stands for, of the class of `model` where that has one for it.
  static func object(_ value: AnyInterpolable, like model: Any?) -> Any {
    switch value.value {
    case let color as MixedColor:
      let c = color.color
      let own = CGColor(srgbRed: c.x, green: c.y, blue: c.z, alpha: min(max(c.w, 0), 1))
      return model is CIColor ? CIColor(cgColor: own) : own
    case let list as NumberList:
      return CIVector(values: list.components.map { CGFloat($0) }, count: list.components.count)
    case let outline as Outline: return CGPath(outline)
    case let step as Step: return step.content
    case let inputs as FilterInputs: return inputs.filter
    case let own as CustomAnimationValue: return own.value
    case let map as CATransform3D where model is CGAffineTransform: return CATransform3DGetAffineTransform(map)
    case let list as ValueList:
      let models = model as? [Any] ?? []
      return list.values.indices.map { object(list.values[$0], like: models.indices.contains($0) ? models[$0] : nil) }
    default: return value.value
    }
  }

  /// A colour for one that is missing: the other one, clear.
  static func clear(_ other: Any?) -> Any? {
    if let color = unwrapped(other) as? CGColor { return color.copy(alpha: 0) }
    if let color = unwrapped(other) as? CIColor { return CGColor(ciColor: color).copy(alpha: 0) }
    return nil
  }
}
