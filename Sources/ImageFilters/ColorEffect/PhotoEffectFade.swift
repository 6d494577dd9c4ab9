import ImageGraph

/// CIPhotoEffectFade: pale colours, as of a print that hung in the sun.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of colours"
package enum PhotoEffectFade {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CIPhotoEffectFade", displayName: "Photo Effect Fade", summary: "Photo look with faded colour.",
    categories: [
      .builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
    ], since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect",
    parameters: [image, extrapolate], formulas: [.region(CubeTable.lookup), .color(PhotoEffect.excess)]
  ) { inputs in
    PhotoEffect.image(inputs[image], PhotoEffectFadeTable.table, extrapolate: inputs[extrapolate])
  }
}
