import Foundation
import ImageGraph

/// CIColorCube: colours looked up in a table over red, green and blue.
///
/// Formula: c′ = cube(r, g, b), " linear between the entries"
package enum ColorCube {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let cubeDimension = Parameter<Float>(
    "inputCubeDimension", type: .count, default: 2, min: 2, max: 128, identity: 2)
  static let cubeData = Parameter<Data>("inputCubeData", default: CubeTable.identity, identity: CubeTable.identity)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CIColorCube", displayName: "Color Cube", summary: "Looks the colour up in a 3-D table in the working space.",
    categories: [.builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [image, cubeDimension, cubeData, extrapolate], formulas: [.region(CubeTable.lookup)]
  ) { (inputs) throws(RenderError) in
    let table = try CubeTable.picture(
      of: inputs[cubeData], key: "inputCubeData", dimension: inputs[cubeDimension], filter: "CIColorCube")
    return Node.gathered(
      [inputs[image], table.node], by: CubeTable.lookup, table.size, Float(inputs[extrapolate] ? 1 : 0))
  }
}
