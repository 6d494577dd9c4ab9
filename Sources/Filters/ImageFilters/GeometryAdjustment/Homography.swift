/// A projective map of the plane: p' = (x · p, y · p) / (w · p) with p = (px, py, 1).
///
/// Source: Hartley and Zisserman, Multiple View Geometry, 2nd edition; unit square to quadrilateral by Heckbert 1989.
struct Homography {
  var x, y, w: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

  init(_ x: SIMD3<Float>, _ y: SIMD3<Float>, _ w: SIMD3<Float>) {
    self.init(x: SIMD3<Double>(x), y: SIMD3<Double>(y), w: SIMD3<Double>(w))
  }

  /// Creates the map of `rect`'s corners (bottom left, bottom right, top right, top left) to four points. Nil if three
  /// of those are collinear.
  init?(from rect: UserRect, to corners: [SIMD2<Double>]) {
    let (p0, p1, p2, p3) = (corners[0], corners[1], corners[2], corners[3])
    let (d1, d2, s) = (p1 - p2, p3 - p2, p0 - p1 + p2 - p3)
    func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
    let determinant = cross(d1, d2)
    let size = rect.size
    guard size.min() > 0, determinant != 0, determinant.isFinite else { return nil }
    let (g, h) = (cross(s, d2) / determinant, cross(d1, s) / determinant)
    let (u, v) = (p1 - p0 + p1 * g, p3 - p0 + p3 * h)
    // For the unit square, then for the rectangle.
    func row(_ a: Double, _ b: Double, _ c: Double) -> SIMD3<Double> {
      [a / size.x, b / size.y, c - a * rect.min.x / size.x - b * rect.min.y / size.y]
    }
    self.init(x: row(u.x, v.x, p0.x), y: row(u.y, v.y, p0.y), w: row(g, h, 1))
    // Corners behind the camera would turn the image inside out.
    let depths = [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]].map(depth)
    guard inverse != nil, depths.allSatisfy({ $0 > 0 }) else { return nil }
  }

  private func depth(_ p: SIMD2<Double>) -> Double { w.x * p.x + w.y * p.y + w.z }

  var inverse: Homography? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let (c0, c1, c2) = (cross(y, w), cross(w, x), cross(x, y))
    let determinant = (x * c0).sum()
    guard determinant.isFinite, abs(determinant) > 1e-300 else { return nil }
    return Homography(
      x: [c0.x, c1.x, c2.x] / determinant, y: [c0.y, c1.y, c2.y] / determinant, w: [c0.z, c1.z, c2.z] / determinant)
  }

  /// Returns the box around the mapped rectangle; the whole plane if a corner is behind the camera.
  func bounds(of rect: UserRect) -> UserRect {
    guard rect.isFinite else { return .infinite }
    let corners = [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]]
    let depths = corners.map(depth)
    guard depths.allSatisfy({ $0 > 1e-9 }) || depths.allSatisfy({ $0 < -1e-9 }) else { return .infinite }
    let points = zip(corners, depths).map { p, depth in
      SIMD2((x.x * p.x + x.y * p.y + x.z) / depth, (y.x * p.x + y.y * p.y + y.z) / depth)
    }
    return UserRect(
      [points.map(\.x).min()!, points.map(\.y).min()!], [points.map(\.x).max()!, points.map(\.y).max()!])
  }

  /// Returns the error for four points of which three are collinear, or in the wrong order.
  static func noQuadrilateral(_ filter: String) -> RenderError {
    .invalidArgument(
      "\(filter): the points do not form a convex quadrilateral; give top left, top right, bottom right and bottom left"
    )
  }

  /// Returns the image with `rect`'s corners moved to four points.
  ///
  /// - Throws: `invalidArgument` if the points do not form a quadrilateral.
  static func image(
    _ image: Node, from rect: UserRect, to corners: [SIMD2<Double>], filter: String
  ) throws(RenderError) -> Node {
    guard let back = Homography(from: rect, to: corners)?.inverse else {
      throw noQuadrilateral(filter)
    }
    let box = corners.dropFirst().reduce(UserRect(corners[0], corners[0])) { box, p in
      UserRect(
        [min(box.min.x, p.x), min(box.min.y, p.y)], [max(box.max.x, p.x), max(box.max.y, p.y)])
    }
    // The precision of the formula's own extent is that of the floats of its rows.
    return image.warped(
      by: PerspectiveTransform.formula, SIMD3<Float>(back.x), SIMD3<Float>(back.y), SIMD3<Float>(back.w)
    ).cropped(to: box)
  }
}
