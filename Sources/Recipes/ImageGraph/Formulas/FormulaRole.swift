/// The task of a formula, for engines with an implementation that is faster than its shader.
///
/// Engines read roles. They do not compare the names of functions.
package enum FormulaRole: Hashable, Sendable {
  /// A transfer function over red, green and blue. Alpha stays unchanged.
  case transferFunction(TransferFamily, Direction)
  /// Multiplies red, green and blue by alpha.
  case premultiply
  /// Divides red, green and blue by alpha.
  case unpremultiply
  /// Sets alpha to 1.
  case opaque

  package enum Direction: Hashable, Sendable {
    /// From encoded values to linear light.
    case decode
    /// From linear light to encoded values.
    case encode
  }

  /// The family of a transfer function.
  package enum TransferFamily: Hashable, Sendable {
    /// IEC 61966-2-1.
    case sRGB
    /// IEC 61966-2-1 for encoded values in 0...1.
    case unitSRGB
    /// ICC.1:2022, parametric curve type 4.
    case parametric
    /// SMPTE ST 2084.
    case pq
    /// ITU-R BT.2100 hybrid log-gamma.
    case hlg
  }
}

/// Properties of a formula's input colours that its result has as well.
package struct Preservation: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The result's alpha is the alpha of the first colour.
  package static let alpha = Preservation(rawValue: 1)
  /// The result is opaque if all colours are.
  package static let opacity = Preservation(rawValue: 2)
  /// The result is grey if the only colour is.
  package static let grey = Preservation(rawValue: 4)
  /// The result equals the only colour if that is opaque.
  package static let opaqueColors = Preservation(rawValue: 8)
}
