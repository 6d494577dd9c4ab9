import AnimationMath

/// A value of an app's own type that can be interpolated. Properties with such values, declared by `CALayerProperty`,
/// can be animated.
public protocol CALayerInterpolatable {
  /// Returns the interpolation between this value and `end`.
  ///
  /// - Parameter progress: 0 returns this value, 1 returns `end`; other values extrapolate, for example for springs.
  func interpolated(to end: Self, at progress: Double) -> Self
}

/// An interpolable value of an app's own type.
struct CustomAnimationValue: NonadditiveValue {
  let value: any CALayerInterpolatable

  func mixed(with end: CustomAnimationValue, at u: Double) -> CustomAnimationValue {
    func mixed<Value: CALayerInterpolatable>(_ a: Value) -> any CALayerInterpolatable {
      (end.value as? Value).map { a.interpolated(to: $0, at: u) } ?? (u < 0.5 ? a : end.value)
    }
    return CustomAnimationValue(value: mixed(value))
  }
}
