/// CIPerspectiveTile: repeats the image over a plane in perspective.
///
/// Formula: source(p) = H^{-1} p mod (w, h)
///
/// Source: the homography of CIPerspectiveTransform, repeated; Core Image's filter reference.
package enum PerspectiveTile {
  static let filter = Filter(
    "CIPerspectiveTile", summary: "Tiles after a perspective map.", categories: .extended(.tileEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .topLeft, .topRight, .bottomRight, .bottomLeft],
    formulas: [.warp(AffineTile.formula), .warp(PerspectiveTransform.formula)]
  ) { (inputs) throws(RenderError) in
    let image = inputs.image
    guard let rect = image.extent.rect else { return image }
    let corners = [inputs[.bottomLeft], inputs[.bottomRight], inputs[.topRight], inputs[.topLeft]]
    guard let back = Homography(from: rect.pixels, to: corners)?.inverse else {
      throw Homography.noQuadrilateral("CIPerspectiveTile")
    }
    return image.repeatedWithoutEnd.warped(
      by: PerspectiveTransform.formula, SIMD3<Float>(back.x), SIMD3<Float>(back.y), SIMD3<Float>(back.w))
  }
}
