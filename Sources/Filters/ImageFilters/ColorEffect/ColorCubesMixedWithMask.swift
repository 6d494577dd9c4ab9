import Foundation
import ImageColor

/// CIColorCubesMixedWithMask: two colour tables over red, green and blue, mixed by a mask.
///
/// Formula: c′ = {cube}_0(c) + m ({cube}_1(c) - {cube}_0(c))
package enum ColorCubesMixedWithMask {
  static let cube0Data = Parameter<Data>("inputCube0Data", default: CubeTable.identity, identity: CubeTable.identity)
  static let cube1Data = Parameter<Data>("inputCube1Data", default: CubeTable.identity, identity: CubeTable.identity)

  static let filter = Filter(
    "CIColorCubesMixedWithMask", summary: "Mixes the results of two 3-D tables by a mask.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [.inputImage, .maskImage, .cubeDimension, cube0Data, cube1Data, .colorSpace, .extrapolate],
    formulas: [.region(CubeTable.lookup), .color(BlendWithMask.formula)]
  ) { (inputs) throws(RenderError) in
    let filter = "CIColorCubesMixedWithMask"
    let dark = try CubeTable.image(
      of: inputs[cube0Data], key: "inputCube0Data", dimension: inputs[.cubeDimension], filter: filter)
    let bright = try CubeTable.image(
      of: inputs[cube1Data], key: "inputCube1Data", dimension: inputs[.cubeDimension], filter: filter)
    return try inputs.image.inside(inputs.optional(.colorSpace), filter: filter) { (image) throws(RenderError) in
      let goesOn: Float = inputs[.extrapolate] ? 1 : 0
      return Node.combined(
        [
          Node.gathered([image, bright.node], by: CubeTable.lookup, bright.size, goesOn),
          Node.gathered([image, dark.node], by: CubeTable.lookup, dark.size, goesOn), inputs[.maskImage],
        ], by: BlendWithMask.formula, extent: .stated(image.extent))
    }
  }
}
