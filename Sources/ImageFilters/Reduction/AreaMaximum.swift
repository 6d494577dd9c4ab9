import ImageGraph

/// CIAreaMaximum: the largest of each component in a rectangle, as one pixel.
///
/// Formula: c′ = max_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMaximum {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaMaximum", displayName: "Area Maximum", summary: "Maximum of each component over a rectangle.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [image, extent], formulas: [.region(strips)]
  ) { (inputs) throws(RenderError) in
    try extreme(inputs[image], inputs[extent], filter: "CIAreaMaximum")
  }

  /// The largest of each component of the rectangle, in the pixel at the origin.
  static func extreme(_ image: Node, _ rect: UserRect, filter: String) throws(RenderError) -> Node {
    let area = try AreaAverage.area(rect, of: image, filter: filter)
    return AreaExtreme.image(image, area) { $0.gathered(by: strips, $1, $2) }
  }

  /// Along the axis pixel i is the largest of each component of the `length` pixels that begin at i length;
  /// premultiplied, linear
  /// light. Shader: Reduction/AreaMaximum.glsl
  package static let strips = RegionFormula(
    "areaMaximumStrips", needsFloat: true,
    taps: { (_: Axis, length: Int32) in Double(length) },
    region: { (output, axis: Axis, length: Int32) in output.scaled(along: axis, by: Double(length)) },
    extent: { (input, axis: Axis, length: Int32) in input.scaled(along: axis, by: 1 / Double(length)).pixels },
    reference: { (read, at, axis: Axis, length: Int32) in
      AreaExtreme.strip(read, at, axis, length, Morphology.greatest)
    })
}
