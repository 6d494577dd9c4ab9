/// A lens that lies on the image with a round back, half a circle high, as seen from far above.
enum Lens {
  /// How much nearer to the axis of the lens a ray arrives on the image, in radii; `u` is where it enters, 0 on the
  /// axis and 1 at the rim, beyond which nothing is bent. Shader: Shared/Lens.glsl
  ///
  /// A ray from above meets the surface at the angle i, sin i = u, at the height cos i, and goes on at i - t to the
  /// vertical, sin t = u / refraction: it arrives cos i tan(i - t) nearer. Where t would be more than a right angle it
  /// is one.
  ///
  /// Source: Snell's law. The falls that are measured of bump and twirl have no refraction, so they are not used here.
  static func shift(_ u: Lane, refraction: Float) -> Lane {
    let enters = u.atMost(1)
    let leaves = (enters / refraction).atMost(1)
    let height = (1 - enters * enters).atLeast(0).squareRoot()
    let depth = (1 - leaves * leaves).atLeast(0).squareRoot()
    let (sine, cosine) = (enters * depth - height * leaves, height * depth + enters * leaves)
    return height * sine / cosine.atLeast(1e-6)
  }

  /// Refractions below a tenth count as that.
  static func refraction(_ refraction: Float) -> Float { refraction >= 0.1 ? refraction : 0.1 }

  /// How far rays can be bent, in radii.
  static func reach(_ refraction: Float) -> Double { max(1, 1 / Double(refraction)) }
}
