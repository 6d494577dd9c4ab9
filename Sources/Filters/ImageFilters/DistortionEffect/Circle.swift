/// A circle that bounds a distortion: pixels inside it come from inside it; pixels outside are unchanged.
struct Circle {
  let bounds: UserRect

  init(_ center: SIMD2<Float>, _ radius: Float) {
    bounds = UserRect(SIMD2<Double>(center), SIMD2<Double>(center)).outset(by: Double(radius)).pixels
  }

  /// Returns the region that the pixels of `output` are read from.
  func source(of output: UserRect) -> UserRect {
    output.intersection(bounds).isEmpty ? output : output.union(bounds)
  }
}
