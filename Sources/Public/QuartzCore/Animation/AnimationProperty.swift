import CoreGraphics
import Foundation

/// A property of an animation for access by key.
struct AnimationProperty: Sendable {
  let get: @Sendable (CAAnimation) -> Any?
  let set: @Sendable (CAAnimation, Any?) -> Void

  /// Describes a property that is never nil. Numbers, flags and names are converted from objects.
  static func value<Owner: CAAnimation, Value>(
    _ get: @escaping @Sendable (Owner) -> Value, _ set: @escaping @Sendable (Owner, Value) -> Void
  ) -> AnimationProperty {
    AnimationProperty(
      get: { ($0 as? Owner).map(get) },
      set: { owner, object in
        guard let owner = owner as? Owner, let object else { return }
        let read = (Value.self as? any LayerValue.Type).flatMap { $0.reading(object) as? Value } ?? object as? Value
        if let read { set(owner, read) }
      })
  }

  /// Describes an optional property.
  static func optional<Owner: CAAnimation, Value>(
    _ get: @escaping @Sendable (Owner) -> Value?, _ set: @escaping @Sendable (Owner, Value?) -> Void
  ) -> AnimationProperty {
    AnimationProperty(
      get: { ($0 as? Owner).flatMap(get) },
      set: { owner, object in
        guard let owner = owner as? Owner else { return }
        guard let object else { return set(owner, nil) }
        if let value = object as? Value { set(owner, value) }
      })
  }

  static let common: [String: AnimationProperty] = [
    "beginTime": value({ (a: CAAnimation) in a.beginTime }, { $0.beginTime = $1 }),
    "duration": value({ (a: CAAnimation) in a.duration }, { $0.duration = $1 }),
    "speed": value({ (a: CAAnimation) in a.speed }, { $0.speed = $1 }),
    "timeOffset": value({ (a: CAAnimation) in a.timeOffset }, { $0.timeOffset = $1 }),
    "repeatCount": value({ (a: CAAnimation) in a.repeatCount }, { $0.repeatCount = $1 }),
    "repeatDuration": value({ (a: CAAnimation) in a.repeatDuration }, { $0.repeatDuration = $1 }),
    "autoreverses": value({ (a: CAAnimation) in a.autoreverses }, { $0.autoreverses = $1 }),
    "fillMode": value({ (a: CAAnimation) in a.fillMode }, { $0.fillMode = $1 }),
    "timingFunction": optional({ (a: CAAnimation) in a.timingFunction }, { $0.timingFunction = $1 }),
    "delegate": optional({ (a: CAAnimation) in a.delegate }, { $0.delegate = $1 }),
    "removedOnCompletion": value(
      { (a: CAAnimation) in a.isRemovedOnCompletion }, { $0.isRemovedOnCompletion = $1 }),
  ]

  static let ofProperties = common.merging(
    [
      "keyPath": optional({ (a: CAPropertyAnimation) in a.keyPath }, { $0.keyPath = $1 }),
      "additive": value({ (a: CAPropertyAnimation) in a.isAdditive }, { $0.isAdditive = $1 }),
      "cumulative": value({ (a: CAPropertyAnimation) in a.isCumulative }, { $0.isCumulative = $1 }),
      "valueFunction": optional({ (a: CAPropertyAnimation) in a.valueFunction }, { $0.valueFunction = $1 }),
      "fromValue": optional({ (a: CABasicAnimation) in a.fromValue }, { $0.fromValue = $1 }),
      "toValue": optional({ (a: CABasicAnimation) in a.toValue }, { $0.toValue = $1 }),
      "byValue": optional({ (a: CABasicAnimation) in a.byValue }, { $0.byValue = $1 }),
    ], uniquingKeysWith: { $1 })
}
