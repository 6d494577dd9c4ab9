/// A correction of converging lines, by four points on lines that are parallel in the scene.
struct KeystoneCorrection: FilterDeclaration {
  let filter: Filter

  /// - Parameter turn: returns the rotation of the scene in front of the camera; nil if the points are collinear.
  init(_ name: String, displayName: String, summary: String, turn: @escaping @Sendable (Keystone) -> Rotation?) {
    let focalLength = Parameter<Float>("inputFocalLength", default: 28)
    let topLeft = Parameter<SIMD2<Double>>("inputTopLeft", type: .position)
    let topRight = Parameter<SIMD2<Double>>("inputTopRight", type: .position)
    let bottomRight = Parameter<SIMD2<Double>>("inputBottomRight", type: .position)
    let bottomLeft = Parameter<SIMD2<Double>>("inputBottomLeft", type: .position)
    filter = Filter(
      name, displayName: displayName, summary: summary, categories: .extended(.geometryAdjustment),
      since: "macOS 10.15 / iOS 13 / tvOS 13",
      parameters: [.inputImage, focalLength, topLeft, topRight, bottomRight, bottomLeft],
      formulas: [.warp(PerspectiveTransform.formula)],
      outputKeys: ["outputImage", "outputTransform", "outputRotationFilter"],
      outputs: [
        "outputTransform": { (inputs) throws(RenderError) in
          let (keystone, turn) = try correction(inputs)
          return keystone.camera.homographyRows(rotatedBy: turn).map { .vector($0) }
        },
        // The inputs of CIPerspectiveRotate: the public API creates the filter.
        "outputRotationFilter": { (inputs) throws(RenderError) in
          let angles = try correction(inputs).turn.angles
          return .vector([Double(inputs[focalLength]), angles.pitch, angles.yaw, angles.roll])
        },
      ]
    ) { (inputs) throws(RenderError) in
      let (keystone, turn) = try correction(inputs)
      return try keystone.camera.image(rotatedBy: turn)
    }

    @Sendable func correction(_ inputs: Inputs) throws(RenderError) -> (keystone: Keystone, turn: Rotation) {
      let keystone = try Keystone(
        inputs.image, focalLength: inputs[focalLength], topLeft: inputs[topLeft], topRight: inputs[topRight],
        bottomRight: inputs[bottomRight], bottomLeft: inputs[bottomLeft], filter: name)
      guard let turn = turn(keystone) else {
        throw .invalidArgument(
          "\(name): the four points lie on one line; give two points on each of the lines that ought to be parallel")
      }
      return (keystone, turn)
    }
  }
}

/// The input shared by the three corrections of converging lines: four points on lines that are parallel in the scene.
struct Keystone {
  let camera: Camera
  /// The directions in the scene that should be vertical and horizontal; nil if two lines are identical.
  let up, right: SIMD3<Double>?

  init(
    _ image: Node, focalLength: Float, topLeft: SIMD2<Double>, topRight: SIMD2<Double>, bottomRight: SIMD2<Double>,
    bottomLeft: SIMD2<Double>, filter: String
  ) throws(RenderError) {
    camera = try Camera(image, focalLength: focalLength, filter: filter)
    let up = camera.direction(of: (bottomLeft, topLeft), and: (bottomRight, topRight))
    let right = camera.direction(of: (bottomLeft, bottomRight), and: (topLeft, topRight))
    self.up = up.map { $0.y < 0 ? -$0 : $0 }
    self.right = right.map { $0.x < 0 ? -$0 : $0 }
  }
}
