/// CIHoleDistortion: opens a clear hole and pushes the image outwards.
///
/// Formula: source(p) = m + (p - m) (1 - {R^2}/{r^2}), r = |p - m| > R
package enum HoleDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 150, min: 0.01, slider: 0.01...1000, identity: 0.1)

  static let filter = Filter(
    "CIHoleDistortion", summary: "Pushes pixels away from a disc which becomes clear.",
    categories: .extended(.distortionEffect), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .center, radius], formulas: [.warp(formula), .color(hole)], example: ["inputRadius": 70]
  ) { inputs in
    let (image, center, radius) = (inputs.image, SIMD2<Float>(inputs[.center]), inputs[radius])
    guard radius > 0 else { return image }
    return image.warped(by: formula, center, radius).mapped(by: hole, center, radius)
  }

  /// Pixels come from the distance r - radius² / r in the same direction: from the centre at the rim, and from almost
  /// the same position far away. The image's frame is pushed outwards too: a distance d from the centre along an axis
  /// becomes (d + √(d² + 4 radius²)) / 2, and the extent grows accordingly, to whole pixels.
  /// Shader: DistortionEffect/HoleDistortion.glsl
  ///
  /// Source: measured on Core Image, to 1/255; the extent too.
  package static let formula = WarpFormula(
    "holeDistortion",
    region: { (output, center: SIMD2<Float>, _: Float) in output.union(Circle(center, 1).bounds) },
    extent: { (input, center: SIMD2<Float>, radius: Float) in
      let (center, radius) = (SIMD2<Double>(center), Double(radius))
      func pressed(_ side: SIMD2<Double>) -> SIMD2<Double> {
        (side + (side * side + 4 * radius * radius).squareRoot()) / 2
      }
      return UserRect(center - pressed(center - input.min), center + pressed(input.max - center)).pixels
    },
    reference: { (at, center: SIMD2<Float>, radius: Float) in
      let way = at - center
      let square = (way.x * way.x + way.y * way.y).atLeast(1e-12)
      return way * (1 - radius * radius / square).atLeast(0) + center
    })

  /// Clear inside the circle; the image fades in over the first pixel beyond it. Premultiplied.
  ///
  /// Source: measured on Core Image, to 1/255.
  package static let hole = ColorFormula(positional: "hole") { (color, at, center: SIMD2<Float>, radius: Float) in
    color * ((at - center).length - radius).limited(to: 0, 1)
  }
}
