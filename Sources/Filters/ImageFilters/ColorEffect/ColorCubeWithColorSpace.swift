import Foundation
import ImageColor

/// CIColorCubeWithColorSpace: colours looked up in a table over the red, green and blue of a colour space.
///
/// Formula: c′ = decode(cube(encode(r, g, b))), " linear between the entries"
package enum ColorCubeWithColorSpace {
  static let extrapolate = Parameter<Bool>("inputExtrapolate", default: false)

  static let filter = Filter(
    "CIColorCubeWithColorSpace", displayName: "Color Cube with ColorSpace",
    summary: "3-D table look-up inside a chosen colour space.", categories: .extendedPointwise(.colorEffect),
    since: "macOS 10.9 / iOS 7 / tvOS 7",
    parameters: [.inputImage, .cubeDimension, .cubeData, extrapolate, .colorSpace],
    formulas: [.region(CubeTable.lookup)]
  ) { (inputs) throws(RenderError) in
    let filter = "CIColorCubeWithColorSpace"
    let table = try CubeTable.image(
      of: inputs[.cubeData], key: "inputCubeData", dimension: inputs[.cubeDimension], filter: filter)
    return try inputs.image.inside(inputs.optional(.colorSpace), filter: filter) { (image) throws(RenderError) in
      Node.gathered([image, table.node], by: CubeTable.lookup, table.size, Float(inputs[extrapolate] ? 1 : 0))
    }
  }
}
