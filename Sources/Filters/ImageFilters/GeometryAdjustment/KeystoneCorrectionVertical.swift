/// CIKeystoneCorrectionVertical: makes lines vertical that converge upwards or downwards.
///
/// The scene is rotated in front of the camera by the smallest rotation that makes the lines on the left and on the
/// right vertical. It has no yaw.
///
/// Formula: source(p) = K R^{-1} K^{-1} p, R : " lines become vertical"
///
/// Source: our own, by vanishing points; see ``Camera``.
package enum KeystoneCorrectionVertical {
  static let filter = KeystoneCorrection(
    "CIKeystoneCorrectionVertical", displayName: "Vertical Keystone Correction",
    summary: "Perspective fix, vertical convergence."
  ) { keystone in
    keystone.up.map { Rotation(from: $0, to: [0, 1, 0]) }
  }
}
