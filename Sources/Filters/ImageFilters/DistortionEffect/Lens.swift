/// A lens on the image with a convex surface, half a circle high, viewed from a great distance.
enum Lens {
  /// Returns the distance, in radii, by which a ray is deflected towards the axis of the lens when it arrives on the
  /// image. `u` is the distance at which it enters, 0 on the axis and 1 at the rim, beyond which rays are not
  /// refracted. Shader: Shared/Lens.glsl
  ///
  /// A ray from above meets the surface at the angle of incidence i, sin i = u, at the height cos i. With sin t = u /
  /// refraction, it continues at i - t to the vertical and arrives cos i tan(i - t) closer to the axis. t is limited to
  /// a right angle.
  ///
  /// Source: Snell's law. The measured falloff of bump and twirl has no refraction, so it is not used here.
  static func shift(_ u: Lane, refraction: Float) -> Lane {
    let enters = u.atMost(1)
    let leaves = (enters / refraction).atMost(1)
    let height = (1 - enters * enters).atLeast(0).squareRoot()
    let depth = (1 - leaves * leaves).atLeast(0).squareRoot()
    let (sine, cosine) = (enters * depth - height * leaves, height * depth + enters * leaves)
    return height * sine / cosine.atLeast(1e-6)
  }

  /// Returns the refraction, at least a tenth.
  static func refraction(_ refraction: Float) -> Float { refraction >= 0.1 ? refraction : 0.1 }

  /// Returns the largest deflection of a ray, in radii.
  static func reach(_ refraction: Float) -> Double { max(1, 1 / Double(refraction)) }
}
