import AnimationMath

/// A value of an app's own between which and another one there are more: properties that hold such values, as
/// `CALayerProperty` declares them, animate through them.
public protocol CALayerInterpolatable {
  /// What lies between this value and `end`.
  ///
  /// - Parameter progress: 0 gives this, 1 gives `end`; goes on beyond, as springs do.
  func interpolated(to end: Self, at progress: Double) -> Self
}

/// A value of an app as animations take it.
struct CustomAnimationValue: WholeValue {
  let value: any CALayerInterpolatable

  func mixed(with end: CustomAnimationValue, at u: Double) -> CustomAnimationValue {
    func mixed<Value: CALayerInterpolatable>(_ a: Value) -> any CALayerInterpolatable {
      (end.value as? Value).map { a.interpolated(to: $0, at: u) } ?? (u < 0.5 ? a : end.value)
    }
    return CustomAnimationValue(value: mixed(value))
  }
}
