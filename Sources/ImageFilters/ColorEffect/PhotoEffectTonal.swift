import ImageGraph

/// CIPhotoEffectTonal: black and white that keeps the tones apart.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of colours"
package enum PhotoEffectTonal {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CIPhotoEffectTonal", displayName: "Photo Effect Tonal", summary: "Black and white that keeps contrast and tone.",
    categories: [
      .builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
    ], since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect",
    parameters: [image, extrapolate], formulas: [.region(CubeTable.lookup), .color(PhotoEffect.excess)]
  ) { inputs in
    PhotoEffect.image(inputs[image], PhotoEffectTonalTable.table, extrapolate: inputs[extrapolate])
  }
}
