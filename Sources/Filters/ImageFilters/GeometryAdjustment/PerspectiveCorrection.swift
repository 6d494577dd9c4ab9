/// CIPerspectiveCorrection: maps a quadrilateral of the image to an upright rectangle.
///
/// Formula: source(p) = ({x · p}/{w · p}, {y · p}/{w · p}), p = (p_x, p_y, 1)
package enum PerspectiveCorrection {
  static let crop = Parameter<Bool>("inputCrop", type: .boolean, default: true)

  static let filter = Filter(
    "CIPerspectiveCorrection", summary: "Maps a quadrilateral to an upright rectangle.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.10 / iOS 8 / tvOS 8",
    parameters: [.inputImage, .topLeft, .topRight, .bottomRight, .bottomLeft, crop],
    formulas: [.warp(PerspectiveTransform.formula)]
  ) { (inputs) throws(RenderError) in
    try corrected(
      inputs.image, [inputs[.bottomLeft], inputs[.bottomRight], inputs[.topRight], inputs[.topLeft]],
      crops: inputs[crop])
  }

  /// Returns the image mapped to a rectangle with its lower left corner at the origin. Its size is that of the longer
  /// sides, in whole pixels, so that no detail is lost. Without cropping, the image around the quadrilateral is mapped
  /// too.
  ///
  /// Source: the inverse of CIPerspectiveTransform; the size of the rectangle is our own choice, as Core Image's is not
  /// public.
  private static func corrected(
    _ image: Node, _ corners: [SIMD2<Double>], crops: Bool
  ) throws(RenderError) -> Node {
    func length(_ a: Int, _ b: Int) -> Double {
      let side = corners[b] - corners[a]
      return (side * side).sum().squareRoot()
    }
    let size = SIMD2(max(length(0, 1), length(3, 2)), max(length(0, 3), length(1, 2))).rounded(.toNearestOrAwayFromZero)
    let rect = UserRect(.zero, size)
    guard rect.isFinite, let map = Homography(from: rect, to: corners) else {
      throw Homography.noQuadrilateral("CIPerspectiveCorrection")
    }
    let result = image.warped(
      by: PerspectiveTransform.formula, SIMD3<Float>(map.x), SIMD3<Float>(map.y), SIMD3<Float>(map.w))
    return crops ? result.cropped(to: rect) : result
  }
}
