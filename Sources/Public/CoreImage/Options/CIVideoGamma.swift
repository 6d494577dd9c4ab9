import ImageColor

/// The linear light that sample values of BT.709, BT.601 and BT.2020 represent. The standards define the transfer
/// function of the camera. Displays intentionally use another one, since viewing environments are darker than the
/// scenes that cameras record.
public enum CIVideoGamma: String, Hashable, Sendable, CaseIterable {
  /// Scene light: the inverse of the standards' transfer function. The default.
  case camera
  /// The light of a reference display in dim surroundings: gamma 2.4, as in ITU-R BT.1886 with a black level of 0.
  /// Video players show this.
  case display
  /// Gamma 1.961, as in Apple's video tools.
  case apple

  private var exponent: Double? {
    switch self {
    case .camera: nil
    case .display: 2.4
    case .apple: 1.961
    }
  }

  /// Returns the space with this transfer function instead of the camera's; other spaces are unchanged.
  func applied(to space: ColorSpace?) -> ColorSpace? {
    guard let exponent, let space, space.transfer == .bt709 else { return space }
    return ColorSpace(
      name: "\(space.name) of gamma \(exponent)", model: space.model, transfer: .gamma(exponent),
      primaries: space.primaries, matrixToXYZ: space.matrixToXYZ, isExtended: space.isExtended) ?? space
  }
}
