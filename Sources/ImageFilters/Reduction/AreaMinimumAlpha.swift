import ImageGraph

/// CIAreaMinimumAlpha: the pixel of a rectangle whose alpha is the smallest.
///
/// Formula: c′ = c(p), p = argmin_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; that the first of several counts is our own choice.
package enum AreaMinimumAlpha {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaMinimumAlpha", displayName: "Area Minimum Alpha",
    summary: "The pixel with the smallest alpha in a rectangle.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [image, area], formulas: [.region(strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[area], of: inputs[image], filter: "CIAreaMinimumAlpha")
    return AreaExtreme.image(inputs[image], area) { $0.gathered(by: strips, $1, $2) }
  }

  /// Along the axis pixel i is the one with the smallest alpha of the `length` pixels that begin at i length, the first of
  /// several; premultiplied, linear light. Shader: Reduction/AreaMinimumAlpha.glsl
  package static let strips = RegionFormula(
    "areaMinimumAlphaStrips", needsFloat: true,
    taps: { (_: Axis, length: Int32) in Double(length) },
    region: { (output, axis: Axis, length: Int32) in output.scaled(along: axis, by: Double(length)) },
    extent: { (input, axis: Axis, length: Int32) in input.scaled(along: axis, by: 1 / Double(length)).pixels },
    reference: { (read, at, axis: Axis, length: Int32) in
      AreaExtreme.strip(read, at, axis, length) { $1.w < $0.w ? $1 : $0 }
    })
}
