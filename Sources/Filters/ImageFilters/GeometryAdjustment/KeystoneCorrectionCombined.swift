/// CIKeystoneCorrectionCombined: makes the vertical and horizontal lines of a facade vertical and horizontal.
///
/// The scene is rotated in front of the camera so that the left and right lines become vertical, and the upper and
/// lower ones as horizontal as is then possible.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become vertical and horizontal"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionCombined {
  static let filter = KeystoneCorrection(
    "CIKeystoneCorrectionCombined", displayName: "Combined Keystone Correction",
    summary: "Perspective fix from four guide points, both axes."
  ) { keystone in
    guard let up = keystone.up, let right = keystone.right else { return nil }
    return (right - up * (right * up).sum()).normalized.map { Rotation(x: $0, y: up, z: cross($0, up)) }
  }
}
