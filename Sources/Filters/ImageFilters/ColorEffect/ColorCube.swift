import Foundation

/// CIColorCube: colours looked up in a table over red, green and blue.
///
/// Formula: c′ = cube(r, g, b), " linear between the entries"
package enum ColorCube {
  static let filter = Filter(
    "CIColorCube", summary: "Looks the colour up in a 3-D table in the working space.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.inputImage, .cubeDimension, .cubeData, .extrapolate], formulas: [.region(CubeTable.lookup)]
  ) { (inputs) throws(RenderError) in
    let table = try CubeTable.image(
      of: inputs[.cubeData], key: "inputCubeData", dimension: inputs[.cubeDimension], filter: "CIColorCube")
    return Node.gathered(
      [inputs.image, table.node], by: CubeTable.lookup, table.size, Float(inputs[.extrapolate] ? 1 : 0))
  }
}
