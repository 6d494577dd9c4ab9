/// CIPerspectiveTransformWithExtent: moves the corners of a rectangle to four points, and the image with it.
///
/// Formula: source(p) = ({x · p}/{w · p}, {y · p}/{w · p}), p = (p_x, p_y, 1)
///
/// Source: the homography from the rectangle's corners to the four points (Heckbert 1989). Measured on Core Image, to
/// 1/255: the image is not cropped to the rectangle; all of it is mapped, and the result is cropped to the bounding box
/// of the points.
package enum PerspectiveTransformWithExtent {
  static let filter = Filter(
    "CIPerspectiveTransformWithExtent", displayName: "Perspective Transform with Extent",
    summary: "Maps the image so that a rectangle of it becomes a quadrilateral.",
    categories: .extended(.geometryAdjustment),
    since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .imageExtent, .topLeft, .topRight, .bottomRight, .bottomLeft],
    formulas: [.warp(PerspectiveTransform.formula)]
  ) { (inputs) throws(RenderError) in
    let rect = inputs[.imageExtent]
    guard rect.isFinite, !rect.isEmpty else {
      throw .invalidArgument("CIPerspectiveTransformWithExtent: inputExtent must be finite and not empty")
    }
    return try Homography.image(
      inputs.image, from: rect,
      to: [inputs[.bottomLeft], inputs[.bottomRight], inputs[.topRight], inputs[.topLeft]],
      filter: "CIPerspectiveTransformWithExtent")
  }
}
