import Foundation

/// A component of eight neighbouring pixels. Formulas on lanes run up to ten times faster than on single pixels.
package typealias Lane = SIMD8<Float>

/// A mask that selects some of the eight pixels.
package typealias LaneMask = SIMDMask<SIMD8<Int32>>

/// Eight pixels, as a lane for each component. Premultiplied, in the linear working space, in any range, unless a
/// formula states otherwise.
package struct Color: Sendable, Equatable {
  package var red, green, blue, alpha: Lane

  package init(_ red: Lane, _ green: Lane, _ blue: Lane, _ alpha: Lane) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package init(_ rgb: RGB, _ alpha: Lane) { self.init(rgb.red, rgb.green, rgb.blue, alpha) }

  /// Creates eight pixels of the same colour.
  package init(repeating color: SIMD4<Float>) {
    self.init(
      Lane(repeating: color.x), Lane(repeating: color.y), Lane(repeating: color.z), Lane(repeating: color.w))
  }

  package static let clear = Color(repeating: .zero)

  package var rgb: RGB {
    get { RGB(red, green, blue) }
    set { (red, green, blue) = (newValue.red, newValue.green, newValue.blue) }
  }

  /// The colour of one of the eight pixels.
  package subscript(index: Int) -> SIMD4<Float> {
    get { [red[index], green[index], blue[index], alpha[index]] }
    set { (red[index], green[index], blue[index], alpha[index]) = (newValue.x, newValue.y, newValue.z, newValue.w) }
  }

  package static func + (a: Color, b: Color) -> Color {
    Color(a.red + b.red, a.green + b.green, a.blue + b.blue, a.alpha + b.alpha)
  }
  package static func - (a: Color, b: Color) -> Color {
    Color(a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha)
  }
  package static func * (a: Color, b: Lane) -> Color { Color(a.red * b, a.green * b, a.blue * b, a.alpha * b) }
  package static func * (a: Color, b: Float) -> Color { a * Lane(repeating: b) }

  /// The colour with rgb divided by alpha. Rgb is 0 if alpha is NaN, or below the smallest normal float, which some
  /// devices flush to 0.
  /// Shader: Shared/Alpha.glsl
  package var unpremultiplied: Color {
    let visible = alpha .>= .leastNormalMagnitude
    let scale = 1 / Lane(repeating: 1).replacing(with: alpha, where: visible)
    return Color(rgb.replacing(with: RGB(0), where: .!visible) * scale, alpha)
  }

  /// The colour with rgb multiplied by alpha.
  package var premultiplied: Color { Color(rgb * alpha, alpha) }

  package func replacing(with other: Color, where mask: LaneMask) -> Color {
    Color(rgb.replacing(with: other.rgb, where: mask), alpha.replacing(with: other.alpha, where: mask))
  }
}

/// Three components of eight pixels.
package struct RGB: Sendable, Equatable {
  package var red, green, blue: Lane

  package init(_ red: Lane, _ green: Lane, _ blue: Lane) { (self.red, self.green, self.blue) = (red, green, blue) }
  package init(_ grey: Lane) { self.init(grey, grey, grey) }
  package init(_ grey: Float) { self.init(Lane(repeating: grey)) }
  package init(_ color: SIMD3<Float>) {
    self.init(Lane(repeating: color.x), Lane(repeating: color.y), Lane(repeating: color.z))
  }

  package func map(_ change: (Lane) -> Lane) -> RGB { RGB(change(red), change(green), change(blue)) }

  package func dot(_ weights: SIMD3<Float>) -> Lane { red * weights.x + green * weights.y + blue * weights.z }

  package func replacing(with other: RGB, where mask: LaneMask) -> RGB {
    RGB(
      red.replacing(with: other.red, where: mask), green.replacing(with: other.green, where: mask),
      blue.replacing(with: other.blue, where: mask))
  }

  package static func + (a: RGB, b: RGB) -> RGB { RGB(a.red + b.red, a.green + b.green, a.blue + b.blue) }
  package static func - (a: RGB, b: RGB) -> RGB { RGB(a.red - b.red, a.green - b.green, a.blue - b.blue) }
  package static func * (a: RGB, b: RGB) -> RGB { RGB(a.red * b.red, a.green * b.green, a.blue * b.blue) }
  package static func * (a: RGB, b: Lane) -> RGB { RGB(a.red * b, a.green * b, a.blue * b) }
  package static func / (a: RGB, b: Lane) -> RGB { RGB(a.red / b, a.green / b, a.blue / b) }
  package static func + (a: RGB, b: Lane) -> RGB { RGB(a.red + b, a.green + b, a.blue + b) }
  package static func - (a: RGB, b: Lane) -> RGB { RGB(a.red - b, a.green - b, a.blue - b) }
  package static func * (a: RGB, b: Float) -> RGB { a * Lane(repeating: b) }
  package static func + (a: RGB, b: Float) -> RGB { a + Lane(repeating: b) }
  package static func - (a: RGB, b: Float) -> RGB { a - Lane(repeating: b) }
}

/// The positions of eight pixels: user plane, pixel centres at half integers.
package struct Point: Sendable, Equatable {
  package var x, y: Lane

  package init(_ x: Lane, _ y: Lane) { (self.x, self.y) = (x, y) }

  package subscript(index: Int) -> SIMD2<Float> {
    get { [x[index], y[index]] }
    set { (x[index], y[index]) = (newValue.x, newValue.y) }
  }

  package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  package static func + (a: Point, b: SIMD2<Float>) -> Point { Point(a.x + b.x, a.y + b.y) }
  package static func - (a: Point, b: SIMD2<Float>) -> Point { Point(a.x - b.x, a.y - b.y) }
  package static func * (a: Point, b: Lane) -> Point { Point(a.x * b, a.y * b) }

  /// The distance from the origin.
  package var length: Lane { (x * x + y * y).squareRoot() }
}

extension SIMD8 where Scalar == Float {
  /// Returns the result of `change` for each lane, for functions without a vector form.
  package func map(_ change: (Float) -> Float) -> Lane {
    var result = Lane()
    for index in 0..<8 { result[index] = change(self[index]) }
    return result
  }

  /// Returns the maximum of the value and `low`. NaN becomes `low`, as in the shaders.
  package func atLeast(_ low: Float) -> Lane { Lane(repeating: low).replacing(with: self, where: self .> low) }

  /// Returns the minimum of the value and `high`. NaN becomes `high`.
  package func atMost(_ high: Float) -> Lane { Lane(repeating: high).replacing(with: self, where: self .< high) }

  package func limited(to low: Float, _ high: Float) -> Lane { atLeast(low).atMost(high) }

  package var magnitude: Lane { replacing(with: -self, where: self .< 0) }

  /// Returns base^exponent for base > 0, and 0 for base <= 0. Shader: Shared/Power.glsl
  package func power(_ exponent: Float) -> Lane { map { $0 > 0 ? pow($0, exponent) : 0 } }

  /// Returns base^exponent lane by lane, and 0 for base <= 0.
  package func power(_ exponent: Lane) -> Lane {
    var result = Lane()
    for index in 0..<8 where self[index] > 0 { result[index] = pow(self[index], exponent[index]) }
    return result
  }

  /// Returns `power`, computed in double precision. Shader: Shared/ExactFunctions.glsl
  package func exactPower(_ exponent: Float) -> Lane {
    map { $0 > 0 ? Float(pow(Double($0), Double(exponent))) : 0 }
  }

  /// Returns the angle of each point, computed in double precision. The float functions of C libraries are less
  /// accurate.
  /// Shader: Shared/ExactFunctions.glsl
  package static func angle(_ y: Lane, _ x: Lane) -> Lane {
    var result = Lane()
    for index in 0..<8 { result[index] = Float(atan2(Double(y[index]), Double(x[index]))) }
    return result
  }

  /// Functions computed in double precision. Shader: Shared/ExactFunctions.glsl
  package var sine: Lane { map { Float(sin(Double($0))) } }
  package var cosine: Lane { map { Float(cos(Double($0))) } }
  package var exponential: Lane { map { Float(exp(Double($0))) } }
  package var logarithm: Lane { map { Float(log(Double($0))) } }

  /// Returns the power of the magnitude with the original sign: an odd function.
  package func signedPower(_ exponent: Float) -> Lane {
    let positive = magnitude.power(exponent)
    return positive.replacing(with: -positive, where: self .< 0)
  }
}

/// Returns the smaller of each pair; if one is NaN, the first.
package func least(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: b .< a) }
package func least(_ a: Color, _ b: Color) -> Color {
  Color(least(a.red, b.red), least(a.green, b.green), least(a.blue, b.blue), least(a.alpha, b.alpha))
}

/// Returns the larger of each pair; if one is NaN, the first.
package func greatest(_ a: Lane, _ b: Lane) -> Lane { a.replacing(with: b, where: a .< b) }
package func greatest(_ a: Color, _ b: Color) -> Color {
  Color(
    greatest(a.red, b.red), greatest(a.green, b.green), greatest(a.blue, b.blue), greatest(a.alpha, b.alpha))
}

/// Returns a + (b - a)·t, computed by this expression in both twins.
package func mix(_ a: Lane, _ b: Lane, _ t: Lane) -> Lane { a + (b - a) * t }
package func mix(_ a: RGB, _ b: RGB, _ t: Lane) -> RGB { a + (b - a) * t }
package func mix(_ a: RGB, _ b: RGB, _ t: Float) -> RGB { a + (b - a) * t }
package func mix(_ a: Color, _ b: Color, _ t: Lane) -> Color { a + (b - a) * t }
package func mix(_ a: Color, _ b: Color, _ t: Float) -> Color { a + (b - a) * t }
