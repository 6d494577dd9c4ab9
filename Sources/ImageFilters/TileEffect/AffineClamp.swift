import ImageGraph

/// CIAffineClamp: transforms the image, then repeats its edge pixels for ever.
///
/// Formula: source(p) = clamp(T^{-1} p, R)
///
/// Source: Core Image's filter reference.
enum AffineClamp {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let transform = Parameter<AffineMap>(
    "inputTransform", type: .transform, default: .scale(0.4, 0.4), identity: .identity)

  static let filter = Filter(
    "CIAffineClamp", displayName: "Affine Clamp",
    summary: "Transforms the image, then repeats its edge pixels for ever.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video], since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, transform]
  ) { (inputs) throws(RenderError) in
    let map = inputs[transform]
    guard let result = inputs[image].clampedToExtent.transformed(by: map) else {
      throw AffineTransform.singular(map, filter: "CIAffineClamp")
    }
    return result
  }
}
