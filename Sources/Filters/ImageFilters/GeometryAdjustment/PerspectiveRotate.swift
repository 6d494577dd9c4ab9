/// CIPerspectiveRotate: rotates the scene of a photograph in front of its camera.
///
/// Formula: source(p) = K R^{-1} K^{-1} p
///
/// Source: the pinhole camera: rotations of the view are homographies (Hartley and Zisserman, Multiple View Geometry,
/// 2003, 8.4).
package enum PerspectiveRotate {
  static let focalLength = Parameter<Float>("inputFocalLength", default: 28, slider: 15...100)
  static let pitch = Parameter<Float>("inputPitch", type: .angle, default: 0, slider: -0.5236...0.5236, identity: 0)
  static let yaw = Parameter<Float>("inputYaw", type: .angle, default: 0, slider: -0.5236...0.5236, identity: 0)
  static let roll = Parameter<Float>("inputRoll", type: .angle, default: 0, slider: -0.7854...0.7854, identity: 0)

  static let filter = Filter(
    "CIPerspectiveRotate", summary: "Turns the image plane in 3-D with a lens of focalLength.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [.inputImage, focalLength, pitch, yaw, roll], formulas: [.warp(PerspectiveTransform.formula)],
    outputKeys: ["outputImage", "outputTransform"],
    outputs: [
      "outputTransform": { (inputs) throws(RenderError) in
        let (camera, turn) = try view(inputs)
        return camera.homographyRows(rotatedBy: turn).map { .vector($0) }
      }
    ],
    neutral: [pitch, yaw, roll]
  ) { (inputs) throws(RenderError) in
    let (camera, turn) = try view(inputs)
    return try camera.image(rotatedBy: turn)
  }

  /// Returns the camera and the rotation of the scene.
  private static func view(_ inputs: Inputs) throws(RenderError) -> (Camera, Rotation) {
    let camera = try Camera(inputs.image, focalLength: inputs[focalLength], filter: "CIPerspectiveRotate")
    let angles = SIMD3(Double(inputs[roll]), Double(inputs[pitch]), Double(inputs[yaw]))
    guard angles.x.isFinite, angles.y.isFinite, angles.z.isFinite else {
      throw .invalidArgument("CIPerspectiveRotate: inputPitch, inputYaw and inputRoll must be finite")
    }
    return (camera, Rotation(roll: angles.x, pitch: angles.y, yaw: angles.z))
  }
}
