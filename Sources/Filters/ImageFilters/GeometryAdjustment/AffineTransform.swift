/// CIAffineTransform: moves, scales, rotates or shears the image.
///
/// Formula: source(p) = T^{-1} p
///
/// Source: the definition of an affine transform; bilinear between pixels.
enum AffineTransform {
  static let transform = Parameter<AffineMap>(
    "inputTransform", type: .transform, default: .identity, identity: .identity)

  static let filter = Filter(
    "CIAffineTransform", summary: "Moves, scales, rotates or shears the image with a 2x3 matrix.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: nil,
    parameters: [.inputImage, transform], example: ["inputTransform": .transform(scale: 0.8, angle: 0.35, move: 0.25)]
  ) { (inputs) throws(RenderError) in
    let map = inputs[transform]
    guard let result = inputs.image.transformed(by: map) else { throw singular(map, filter: "CIAffineTransform") }
    return result
  }

  /// Returns the error for a transform that is singular or not finite.
  static func singular(_ map: AffineMap, filter: String) -> RenderError {
    .invalidArgument(
      "\(filter): inputTransform [\(short(map.a)) \(short(map.b)) \(short(map.c)) \(short(map.d)) \(short(map.tx)) "
        + "\(short(map.ty))] cannot be inverted; give one whose a d - b c is not 0")
  }
}
