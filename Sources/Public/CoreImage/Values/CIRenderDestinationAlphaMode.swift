import ImageGraph

/// The alpha mode of a destination.
public enum CIRenderDestinationAlphaMode: UInt, Sendable {
  /// No alpha: the image is composited over black, and stored alpha is 1.
  case none = 0
  /// Colours are multiplied with alpha.
  case premultiplied = 1
  /// Colours are not multiplied with alpha.
  case unpremultiplied = 2
}

extension CIRenderDestinationAlphaMode {
  var state: AlphaState {
    switch self {
    case .none: .opaque
    case .premultiplied: .premultiplied
    case .unpremultiplied: .straight
    }
  }
}
