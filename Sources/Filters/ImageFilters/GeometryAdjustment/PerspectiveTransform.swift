/// CIPerspectiveTransform: moves the corners of the image to four points, which simulates a view from an angle.
///
/// Formula: source(p) = ({x · p}/{w · p}, {y · p}/{w · p}), p = (p_x, p_y, 1)
package enum PerspectiveTransform {
  static let filter = Filter(
    "CIPerspectiveTransform", summary: "Maps the image onto a quadrilateral.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .topLeft, .topRight, .bottomRight, .bottomLeft], formulas: [.warp(formula)]
  ) { (inputs) throws(RenderError) in
    guard let rect = inputs.image.extent.rect else {
      if inputs.image.extent == .empty { return .empty }
      throw .invalidArgument("CIPerspectiveTransform: the image is infinite; crop it first")
    }
    return try Homography.image(inputs.image, from: rect, to: corners(inputs), filter: "CIPerspectiveTransform")
  }

  /// The corners in the order of `Homography`: bottom left, bottom right, top right, top left.
  private static func corners(_ inputs: Inputs) -> [SIMD2<Double>] {
    [inputs[.bottomLeft], inputs[.bottomRight], inputs[.topRight], inputs[.topLeft]]
  }

  /// The source position of a pixel: (x · p, y · p) / (w · p) with p = (at, 1) and the rows of a homography from the
  /// result's plane to the image's. Shader: GeometryAdjustment/PerspectiveTransform.glsl
  ///
  /// Source: Hartley and Zisserman, Multiple View Geometry, 2nd edition, section 2.3.
  package static let formula = WarpFormula(
    "perspective",
    region: { (output, x: SIMD3<Float>, y: SIMD3<Float>, w: SIMD3<Float>) in Homography(x, y, w).bounds(of: output) },
    extent: { (input, x: SIMD3<Float>, y: SIMD3<Float>, w: SIMD3<Float>) in
      Homography(x, y, w).inverse?.bounds(of: input) ?? .infinite
    },
    reference: { (at, x: SIMD3<Float>, y: SIMD3<Float>, w: SIMD3<Float>) in
      func row(_ row: SIMD3<Float>) -> Lane { at.x * row.x + at.y * row.y + row.z }
      let depth = row(w)
      return Point(row(x) / depth, row(y) / depth)
    })
}
