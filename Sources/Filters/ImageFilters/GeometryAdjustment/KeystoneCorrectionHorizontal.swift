/// CIKeystoneCorrectionHorizontal: makes lines level that converge to one side.
///
/// The scene is turned before the camera by the smallest rotation that makes the upper and the lower line level: there
/// is no pitch in it.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become level"
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
