import ImageGraph

/// CIKeystoneCorrectionCombined: makes upright and level lines of a facade what they are.
///
/// The scene is turned before the camera by the rotation that makes the left and right lines upright, and the upper and
/// lower ones as level as they then can be.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become upright and level"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionCombined {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let focalLength = Parameter<Float>("inputFocalLength", type: .scalar, default: 28)
  static let topLeft = Parameter<SIMD2<Double>>("inputTopLeft", type: .position, unit: .pixels)
  static let topRight = Parameter<SIMD2<Double>>("inputTopRight", type: .position, unit: .pixels)
  static let bottomRight = Parameter<SIMD2<Double>>("inputBottomRight", type: .position, unit: .pixels)
  static let bottomLeft = Parameter<SIMD2<Double>>("inputBottomLeft", type: .position, unit: .pixels)

  static let filter = Filter(
    "CIKeystoneCorrectionCombined", displayName: "Combined Keystone Correction",
    summary: "Perspective fix from four guide points, both axes.",
    categories: [.builtIn, .geometryAdjustment, .highDynamicRange, .stillImage, .video],
    since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [image, focalLength, topLeft, topRight, bottomRight, bottomLeft],
    formulas: [.warp(PerspectiveTransform.formula)],
    outputKeys: ["outputImage", "outputTransform", "outputRotationFilter"]
  ) { (inputs) throws(RenderError) in
    let keystone = try Keystone(
      inputs[image], focalLength: inputs[focalLength], topLeft: inputs[topLeft], topRight: inputs[topRight],
      bottomRight: inputs[bottomRight], bottomLeft: inputs[bottomLeft], filter: "CIKeystoneCorrectionCombined")
    return try keystone.image(turned: turn(keystone))
  }

  private static func turn(_ keystone: Keystone) -> Rotation? {
    guard let up = keystone.up, let right = keystone.right else { return nil }
    return (right - up * (right * up).sum()).normalized.map { Rotation(x: $0, y: up, z: cross($0, up)) }
  }
}
