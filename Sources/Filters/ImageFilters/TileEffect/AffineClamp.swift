/// CIAffineClamp: transforms the image, then repeats its edge pixels without end.
///
/// Formula: source(p) = clamp(T^{-1} p, R)
///
/// Source: Core Image's filter reference.
enum AffineClamp {
  static let filter = Filter(
    "CIAffineClamp", summary: "Transforms the image, then repeats its edge pixels for ever.",
    categories: .extended(.tileEffect), since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .tileTransform]
  ) { (inputs) throws(RenderError) in
    let map = inputs[.tileTransform]
    guard let result = inputs.image.clampedToExtent.transformed(by: map) else {
      throw AffineTransform.singular(map, filter: "CIAffineClamp")
    }
    return result
  }
}
