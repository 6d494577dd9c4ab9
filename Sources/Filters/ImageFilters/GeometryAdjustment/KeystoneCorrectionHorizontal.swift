/// CIKeystoneCorrectionHorizontal: makes lines horizontal that converge to one side.
///
/// The scene is rotated in front of the camera by the smallest rotation that makes the upper and the lower line
/// horizontal. It has no pitch.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become horizontal"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionHorizontal {
  static let filter = KeystoneCorrection(
    "CIKeystoneCorrectionHorizontal", displayName: "Horizontal Keystone Correction",
    summary: "Perspective fix, horizontal convergence."
  ) { keystone in
    keystone.right.map { Rotation(from: $0, to: [1, 0, 0]) }
  }
}
