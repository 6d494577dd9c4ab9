import ImageGraph

/// What the three corrections of converging lines share: four points on lines that are parallel in the scene.
struct Keystone {
  let camera: Camera
  /// Directions in the scene of what ought to be upright, and level; nil where two lines are one.
  let up, right: SIMD3<Double>?
  private let filter: String

  init(
    _ image: Node, focalLength: Float, topLeft: SIMD2<Double>, topRight: SIMD2<Double>, bottomRight: SIMD2<Double>,
    bottomLeft: SIMD2<Double>, filter: String
  ) throws(RenderError) {
    camera = try Camera(image, focalLength: focalLength, filter: filter)
    self.filter = filter
    let up = camera.direction(of: (bottomLeft, topLeft), and: (bottomRight, topRight))
    let right = camera.direction(of: (bottomLeft, bottomRight), and: (topLeft, topRight))
    self.up = up.map { $0.y < 0 ? -$0 : $0 }
    self.right = right.map { $0.x < 0 ? -$0 : $0 }
  }

  func image(turned turn: Rotation?) throws(RenderError) -> Node {
    guard let turn else {
      throw .invalidArgument(
        "\(filter): the four points lie on one line; give two points on each of the lines that ought to be parallel")
    }
    return try camera.image(turned: turn)
  }
}
