import Foundation

/// The pinhole camera of an image: its centre of projection is `distance` pixels in front of the middle of the frame.
/// Directions are x to the right, y up and z into the scene.
///
/// Source: Hartley and Zisserman, Multiple View Geometry, 2nd edition, sections 8.4 (a camera rotation transforms
/// images by a homography) and 8.6 (vanishing points).
struct Camera {
  let center: SIMD2<Double>
  let distance: Double
  private let image: Node
  private let filter: String

  /// - Parameter focalLength: in millimetres, for a 36 by 24 mm frame whose diagonal corresponds to the image's.
  /// - Throws: `invalidArgument` for infinite images and for invalid focal lengths.
  init(_ image: Node, focalLength: Float, filter: String) throws(RenderError) {
    guard let rect = image.extent.rect else {
      throw .invalidArgument("\(filter): the image is infinite; crop it first")
    }
    guard focalLength > 0, focalLength.isFinite else {
      throw .invalidArgument("\(filter): inputFocalLength is \(focalLength); give millimetres above 0")
    }
    (center, self.image, self.filter) = (rect.center, image, filter)
    distance = Double(focalLength) * (rect.size * rect.size).sum().squareRoot() / (36.0 * 36 + 24 * 24).squareRoot()
  }

  /// Returns the viewing direction of a point of the image.
  private func ray(_ p: SIMD2<Double>) -> SIMD3<Double> { [p.x - center.x, p.y - center.y, distance] }

  /// Returns the direction in the scene of lines whose images pass through two points each. The intersection of the
  /// images is their vanishing point.
  ///
  /// - Returns: a unit vector; nil if the lines are identical.
  func direction(of first: (SIMD2<Double>, SIMD2<Double>), and second: (SIMD2<Double>, SIMD2<Double>)) -> SIMD3<Double>?
  {
    func plane(_ line: (SIMD2<Double>, SIMD2<Double>)) -> SIMD3<Double>? { cross(ray(line.0), ray(line.1)).normalized }
    guard let a = plane(first), let b = plane(second) else { return nil }
    return cross(a, b).normalized
  }

  /// Returns the image after a rotation of the scene, moved so that the middle of the image keeps its position, as with
  /// a shift lens. The result thus stays close to the image.
  ///
  /// - Throws: `invalidArgument` if a part of the image would be behind the camera.
  func image(rotatedBy turn: Rotation) throws(RenderError) -> Node {
    let map = back(from: turn)
    let result = image.warped(
      by: PerspectiveTransform.formula, SIMD3<Float>(map.x), SIMD3<Float>(map.y), SIMD3<Float>(map.w))
    guard turn.z.z > 0, result.extent != .infinite else {
      throw .invalidArgument("\(filter): a part of the image would be behind the camera; rotate it less")
    }
    return result
  }

  /// Returns the map of the image's points under a rotation of the scene, as the concatenated rows of a homography: (x,
  /// y) maps to ((n0 x + n1 y + n2) / d, (n3 x + n4 y + n5) / d) with d = n6 x + n7 y + n8; n8 is normalized to 1 if it
  /// is not 0. Nil if there is no such map.
  func homographyRows(rotatedBy turn: Rotation) -> [Double]? {
    guard let map = back(from: turn).inverse else { return nil }
    let scale = map.w.z == 0 ? 1 : map.w.z
    return [map.x, map.y, map.w].flatMap { row in [row.x, row.y, row.z].map { $0 / scale } }
  }

  /// Returns the map from the rotated image to the image.
  private func back(from turn: Rotation) -> Homography {
    // The inverse map: a direction rotated by the inverse, and its intersection with the image plane.
    let middle = turn.apply([0, 0, 1])
    let origin = center - SIMD2(middle.x, middle.y) * (distance / middle.z)
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
      [r.x, r.y, r.z * distance - r.x * origin.x - r.y * origin.y]
    }
    let back = turn.inverse
    let (x, y, depth) = (row(back.x) * distance, row(back.y) * distance, row(back.z))
    return Homography(x: x + depth * center.x, y: y + depth * center.y, w: depth)
  }
}

/// A rotation matrix as three rows.
struct Rotation {
  var x, y, z: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// Creates a rotation by these angles in this order, in radians: `roll` counterclockwise, `pitch` moves the top into
  /// the scene, `yaw` the right side.
  init(roll: Double, pitch: Double, yaw: Double) {
    let roll = Rotation(x: [cos(roll), -sin(roll), 0], y: [sin(roll), cos(roll), 0], z: [0, 0, 1])
    let pitch = Rotation(x: [1, 0, 0], y: [0, cos(pitch), -sin(pitch)], z: [0, sin(pitch), cos(pitch)])
    let yaw = Rotation(x: [cos(yaw), 0, -sin(yaw)], y: [0, 1, 0], z: [sin(yaw), 0, cos(yaw)])
    self = yaw * pitch * roll
  }

  /// The angles of this rotation, in the order of `init(roll:pitch:yaw:)`.
  var angles: (roll: Double, pitch: Double, yaw: Double) {
    (atan2(y.x, y.y), -asin(Swift.min(Swift.max(y.z, -1), 1)), atan2(-x.z, z.z))
  }

  /// Creates the smallest rotation that maps one unit vector to another (Rodrigues).
  init(from a: SIMD3<Double>, to b: SIMD3<Double>) {
    let (axis, cosine) = (cross(a, b), (a * b).sum())
    let k = 1 / max(1 + cosine, 1e-9)
    self.init(
      x: SIMD3(cosine, -axis.z, axis.y) + axis * (axis.x * k), y: SIMD3(axis.z, cosine, -axis.x) + axis * (axis.y * k),
      z: SIMD3(-axis.y, axis.x, cosine) + axis * (axis.z * k))
  }

  var inverse: Rotation { Rotation(x: [x.x, y.x, z.x], y: [x.y, y.y, z.y], z: [x.z, y.z, z.z]) }

  func apply(_ v: SIMD3<Double>) -> SIMD3<Double> { [(x * v).sum(), (y * v).sum(), (z * v).sum()] }

  /// Returns the rotation by `b`, then by `a`.
  static func * (a: Rotation, b: Rotation) -> Rotation {
    let columns = b.inverse
    return Rotation(x: columns.apply(a.x), y: columns.apply(a.y), z: columns.apply(a.z))
  }
}

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}

extension SIMD3<Double> {
  /// The unit vector of this direction; nil for length 0.
  var normalized: SIMD3<Double>? {
    let length = (self * self).sum().squareRoot()
    return length > 1e-9 && length.isFinite ? self / length : nil
  }
}
