import ImageGraph

/// CIPhotoEffectProcess: cool tones, like film that was developed in the wrong bath.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of " 12^3
package enum PhotoEffectProcess {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false)

  static let filter = Filter(
    "CIPhotoEffectProcess", displayName: "Photo Effect Process", summary: "Cool vintage look.",
    categories: [
      .builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
    ], since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect",
    parameters: [image, extrapolate], formulas: [.region(CubeTable.lookup), .color(PhotoEffect.excess)]
  ) { inputs in
    PhotoEffect.image(inputs[image], PhotoEffectProcessTable.table, extrapolate: inputs[extrapolate])
  }
}
