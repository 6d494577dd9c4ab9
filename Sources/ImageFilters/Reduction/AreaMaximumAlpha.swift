import ImageGraph

/// CIAreaMaximumAlpha: the pixel of a rectangle whose alpha is the largest.
///
/// Formula: c′ = c(p), p = argmax_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; that the first of several counts is our own choice.
package enum AreaMaximumAlpha {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaMaximumAlpha", displayName: "Area Maximum Alpha",
    summary: "The pixel with the largest alpha in a rectangle.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [image, area], formulas: [.region(strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[area], of: inputs[image], filter: "CIAreaMaximumAlpha")
    return AreaExtreme.image(inputs[image], area) { $0.gathered(by: strips, $1, $2) }
  }

  /// Along the axis pixel i is the one with the largest alpha of the `length` pixels that begin at i length, the first of
  /// several; premultiplied, linear light. Shader: Reduction/AreaMaximumAlpha.glsl
  package static let strips = RegionFormula(
    "areaMaximumAlphaStrips", needsFloat: true,
    taps: { (_: Axis, length: Int32) in Double(length) },
    region: { (output, axis: Axis, length: Int32) in output.scaled(along: axis, by: Double(length)) },
    extent: { (input, axis: Axis, length: Int32) in input.scaled(along: axis, by: 1 / Double(length)).pixels },
    reference: { (read, at, axis: Axis, length: Int32) in
      AreaExtreme.strip(read, at, axis, length) { $1.w > $0.w ? $1 : $0 }
    })
}
