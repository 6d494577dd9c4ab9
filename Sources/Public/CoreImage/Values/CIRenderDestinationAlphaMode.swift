import ImageGraph

/// What the alpha of a destination means.
public enum CIRenderDestinationAlphaMode: UInt, Sendable {
  /// There is none: what is rendered lies on black, and alpha comes out 1.
  case none = 0
  /// Colours are multiplied with alpha.
  case premultiplied = 1
  /// Colours are divided by alpha.
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
