/// CIDepthOfField: keeps the image sharp along a line between two points, and blurs it away from the line.
///
/// Formula: c′ = c + s(t) (blur(c) - c), t = {"distance from the line"}/{length}, s = 3 t^2 - 2 t^3
package enum DepthOfField {
  static let point0 = Parameter<SIMD2<Double>>("inputPoint0", type: .position, default: [0, 300])
  static let point1 = Parameter<SIMD2<Double>>("inputPoint1", type: .position, default: [300, 300])
  static let saturation = Parameter<Float>("inputSaturation", default: 1.5, min: 0, slider: 0...10)
  static let unsharpMaskRadius = Parameter<Float>("inputUnsharpMaskRadius", default: 2.5, min: 0, slider: 0...10)
  static let unsharpMaskIntensity = Parameter<Float>("inputUnsharpMaskIntensity", default: 0.5, min: 0, slider: 0...10)
  static let radius = Parameter<Float>("inputRadius", default: 6, min: 0, slider: 0...30)

  static let filter = Filter(
    "CIDepthOfField", displayName: "Depth of Field",
    summary: "Keeps a line sharp and blurs away from it, with extra saturation.", categories: .usual(.stylize),
    since: "macOS 10.6 / iOS 9 / tvOS 9",
    parameters: [.inputImage, point0, point1, saturation, unsharpMaskRadius, unsharpMaskIntensity, radius],
    formulas: [
      .color(formula), .color(UnsharpMask.formula), .color(ColorControls.formula), .color(MaskedVariableBlur.formula),
    ],
    tolerance: Tolerance(
      absolute: 1 / 512, relative: 1 / 256,
      because: "saturation and sharpness multiply what blurred images lost to rounding")
  ) { (inputs) throws(RenderError) in
    let image = inputs.image
    let (start, end) = (inputs[point0], inputs[point1])
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite,
      inputs[radius] <= 1000
    else {
      throw .invalidArgument(
        "CIDepthOfField: inputPoint0 and inputPoint1 must be finite, and inputRadius at most 1000 pixels")
    }
    let soft = try GaussianBlur.blurred(
      image.clampedToExtent, sigma: inputs[unsharpMaskRadius], filter: "CIDepthOfField")
    let sharp = Node.combined([image, soft], by: UnsharpMask.formula, inputs[unsharpMaskIntensity], extent: .first)
      .mapped(by: ColorControls.formula, Luma.weights, inputs[saturation], 1 as Float, 0 as Float)
    let length = ((end - start) * (end - start)).sum().squareRoot()
    let way = length > 0 ? (end - start) / length : [1, 0]
    let mask = Node.generated(
      by: formula, SIMD2<Float>(start), SIMD2<Float>(way), Float(length), Float(1 / max(length, 1)))
    return try MaskedVariableBlur.blurred(sharp.clampedToExtent, mask: mask, radius: inputs[radius])
      .cropped(to: image.extent)
  }

  /// The amount of blur at a position, grey and opaque: a smoothstep of its distance from the line between the two
  /// points over the line's length (`scale` is 1 over that), at most 1. Shader: Stylize/DepthOfField.glsl
  ///
  /// Source: our own; Core Image's is not public. The other steps are CIUnsharpMask, CIColorControls and
  /// CIMaskedVariableBlur.
  package static let formula = ColorFormula(generator: "distanceFromLine") {
    (at, start: SIMD2<Float>, way: SIMD2<Float>, length: Float, scale: Float) in
    let from = at - start
    let along = (from.x * way.x + from.y * way.y).limited(to: 0, length)
    let (x, y) = (from.x - along * way.x, from.y - along * way.y)
    let t = ((x * x + y * y).squareRoot() * scale).limited(to: 0, 1)
    return Color(RGB(t * t * (3 - 2 * t)), Lane(repeating: 1))
  }
}
