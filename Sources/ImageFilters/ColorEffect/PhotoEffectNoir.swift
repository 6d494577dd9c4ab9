import ImageGraph

/// CIPhotoEffectNoir: black and white with much contrast.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of colours"
package enum PhotoEffectNoir {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CIPhotoEffectNoir", displayName: "Photo Effect Noir", summary: "High-contrast black and white.",
    categories: [
      .builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
    ], since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect",
    parameters: [image, extrapolate], formulas: [.region(CubeTable.lookup), .color(PhotoEffect.excess)]
  ) { inputs in
    PhotoEffect.image(inputs[image], PhotoEffectNoirTable.table, extrapolate: inputs[extrapolate])
  }
}
