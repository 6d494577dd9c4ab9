import ImageGraph

/// CIPerspectiveTransformWithExtent: moves the corners of a rectangle to four points, and the image with it.
///
/// Formula: source(p) = ({x · p}/{w · p}, {y · p}/{w · p}), p = (p_x, p_y, 1)
///
/// Source: the homography from the rectangle's corners to the four points (Heckbert 1989).
package enum PerspectiveTransformWithExtent {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 300, height: 300), unit: .pixels)
  static let topLeft = Parameter<SIMD2<Double>>("inputTopLeft", type: .position, default: [118, 484], unit: .pixels)
  static let topRight = Parameter<SIMD2<Double>>("inputTopRight", type: .position, default: [646, 507], unit: .pixels)
  static let bottomRight = Parameter<SIMD2<Double>>(
    "inputBottomRight", type: .position, default: [548, 140], unit: .pixels)
  static let bottomLeft = Parameter<SIMD2<Double>>(
    "inputBottomLeft", type: .position, default: [155, 153], unit: .pixels)

  static let filter = Filter(
    "CIPerspectiveTransformWithExtent", displayName: "Perspective Transform with Extent",
    summary: "Maps a rectangle of the image onto a quadrilateral.",
    categories: [.builtIn, .geometryAdjustment, .highDynamicRange, .stillImage, .video],
    since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, area, topLeft, topRight, bottomRight, bottomLeft],
    formulas: [.warp(PerspectiveTransform.formula)]
  ) { (inputs) throws(RenderError) in
    let rect = inputs[area]
    guard rect.isFinite, !rect.isEmpty else {
      throw .invalidArgument("CIPerspectiveTransformWithExtent: inputExtent must be finite and have an inside")
    }
    return try Homography.image(
      inputs[image].cropped(to: rect), from: rect,
      to: [inputs[bottomLeft], inputs[bottomRight], inputs[topRight], inputs[topLeft]],
      filter: "CIPerspectiveTransformWithExtent")
  }
}
