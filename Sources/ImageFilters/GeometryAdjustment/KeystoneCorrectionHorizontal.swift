import ImageGraph

/// CIKeystoneCorrectionHorizontal: makes lines level that converge to one side.
///
/// The scene is turned before the camera by the smallest rotation that makes the upper and the lower line level: there
/// is no pitch in it.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become level"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionHorizontal {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let focalLength = Parameter<Float>("inputFocalLength", type: .scalar, default: 28)
  static let topLeft = Parameter<SIMD2<Double>>("inputTopLeft", type: .position, unit: .pixels)
  static let topRight = Parameter<SIMD2<Double>>("inputTopRight", type: .position, unit: .pixels)
  static let bottomRight = Parameter<SIMD2<Double>>("inputBottomRight", type: .position, unit: .pixels)
  static let bottomLeft = Parameter<SIMD2<Double>>("inputBottomLeft", type: .position, unit: .pixels)

  static let filter = Filter(
    "CIKeystoneCorrectionHorizontal", displayName: "Horizontal Keystone Correction",
    summary: "Perspective fix, horizontal convergence.",
    categories: [.builtIn, .geometryAdjustment, .highDynamicRange, .stillImage, .video],
    since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [image, focalLength, topLeft, topRight, bottomRight, bottomLeft],
    formulas: [.warp(PerspectiveTransform.formula)],
    outputKeys: ["outputImage", "outputTransform", "outputRotationFilter"]
  ) { (inputs) throws(RenderError) in
    let keystone = try Keystone(
      inputs[image], focalLength: inputs[focalLength], topLeft: inputs[topLeft], topRight: inputs[topRight],
      bottomRight: inputs[bottomRight], bottomLeft: inputs[bottomLeft], filter: "CIKeystoneCorrectionHorizontal")
    return try keystone.image(turned: keystone.right.map { Rotation(from: $0, to: [1, 0, 0]) })
  }
}
