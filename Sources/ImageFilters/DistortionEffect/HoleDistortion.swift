/// CIHoleDistortion: opens a clear hole and presses what lay there outwards.
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
  /// where they are far away. The extent takes in the circle. Shader: DistortionEffect/HoleDistortion.glsl
  ///
  /// Source: measured on Core Image's pixels, the extent included.
  package static let formula = WarpFormula(
    "holeDistortion",
    region: { (output, center: SIMD2<Float>, _: Float) in output.union(Circle(center, 1).bounds) },
    extent: { (input, center: SIMD2<Float>, radius: Float) in input.union(Circle(center, radius).bounds) },
    reference: { (at, center: SIMD2<Float>, radius: Float) in
      let way = at - center
      let square = (way.x * way.x + way.y * way.y).atLeast(1e-12)
      return way * (1 - radius * radius / square).atLeast(0) + center
    })

  /// Clear inside of the circle; its rim is as soft as a pixel. Premultiplied.
  package static let hole = ColorFormula(positional: "hole") { (color, at, center: SIMD2<Float>, radius: Float) in
    color * ((at - center).length - radius + 0.5).limited(to: 0, 1)
  }
}
