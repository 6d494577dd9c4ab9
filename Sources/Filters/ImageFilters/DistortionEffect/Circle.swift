/// The circle that a distortion is bound to: inside it pixels come from inside it, outside they stay.
struct Circle {
  let bounds: UserRect

  init(_ center: SIMD2<Float>, _ radius: Float) {
    bounds = UserRect(SIMD2<Double>(center), SIMD2<Double>(center)).outset(by: Double(radius)).pixels
  }

  /// What the pixels of `output` come from.
  func source(of output: UserRect) -> UserRect {
    output.intersection(bounds).isEmpty ? output : output.union(bounds)
  }
}
