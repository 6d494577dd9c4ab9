/// CIKeystoneCorrectionCombined: makes upright and level lines of a facade what they are.
///
/// The scene is turned before the camera by the rotation that makes the left and right lines upright, and the upper and
/// lower ones as level as they then can be.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become upright and level"
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
