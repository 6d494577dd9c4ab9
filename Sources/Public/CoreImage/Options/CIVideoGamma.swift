import ImageColor

/// Which light codes of BT.709, BT.601 and BT.2020 stand for: standards give the curve of the camera, and displays show
/// its images by another one, on purpose, as rooms are darker than what was videoed.
public enum CIVideoGamma: String, Hashable, Sendable, CaseIterable {
  /// The light before the camera: the inverse of the standards' curve. What is taken where nothing is said.
  case camera
  /// The light of a reference display in a dim room: gamma 2.4, as in ITU-R BT.1886 with a black of 0. What players
  /// show.
  case display
  /// Gamma 1.961, as Apple's video tools have it.
  case apple

  private var exponent: Double? {
    switch self {
    case .camera: nil
    case .display: 2.4
    case .apple: 1.961
    }
  }

  /// The space with this curve in the place of the camera's; any other space as it is.
  func applied(to space: ColorSpace?) -> ColorSpace? {
    guard let exponent, let space, space.transfer == .bt709 else { return space }
    return ColorSpace(
      name: "\(space.name) of gamma \(exponent)", model: space.model, transfer: .gamma(exponent),
      primaries: space.primaries, matrixToXYZ: space.matrixToXYZ, isExtended: space.isExtended) ?? space
  }
}
