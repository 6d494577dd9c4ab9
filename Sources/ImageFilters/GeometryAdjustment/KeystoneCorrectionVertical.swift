import ImageGraph

/// CIKeystoneCorrectionVertical: makes lines upright that lean towards each other.
///
/// The scene is turned before the camera by the smallest rotation that makes the lines on the left and on the right
/// upright: there is no yaw in it.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become upright"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionVertical {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let focalLength = Parameter<Float>("inputFocalLength", type: .scalar, default: 28)
  static let topLeft = Parameter<SIMD2<Double>>("inputTopLeft", type: .position, unit: .pixels)
  static let topRight = Parameter<SIMD2<Double>>("inputTopRight", type: .position, unit: .pixels)
  static let bottomRight = Parameter<SIMD2<Double>>("inputBottomRight", type: .position, unit: .pixels)
  static let bottomLeft = Parameter<SIMD2<Double>>("inputBottomLeft", type: .position, unit: .pixels)

  static let filter = Filter(
    "CIKeystoneCorrectionVertical", displayName: "Vertical Keystone Correction",
    summary: "Perspective fix, vertical convergence.",
    categories: [.builtIn, .geometryAdjustment, .highDynamicRange, .stillImage, .video],
    since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [image, focalLength, topLeft, topRight, bottomRight, bottomLeft],
    formulas: [.warp(PerspectiveTransform.formula)],
    outputKeys: ["outputImage", "outputTransform", "outputRotationFilter"]
  ) { (inputs) throws(RenderError) in
    let keystone = try Keystone(
      inputs[image], focalLength: inputs[focalLength], topLeft: inputs[topLeft], topRight: inputs[topRight],
      bottomRight: inputs[bottomRight], bottomLeft: inputs[bottomLeft], filter: "CIKeystoneCorrectionVertical")
    return try keystone.image(turned: keystone.up.map { Rotation(from: $0, to: [0, 1, 0]) })
  }
}
