import ImageColor

/// A colour that is passed to a formula. Its components depend on the working space of a context. A recipe stores the
/// colour itself, and `manageColor` replaces it with the components in the working space.
package struct ColorArgument: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// Red, green, blue and alpha, premultiplied.
    case premultiplied
    /// Red, green and blue, not premultiplied.
    case rgb
  }

  /// Red, green, blue and alpha in sRGB, not premultiplied, in any range.
  package let components: SIMD4<Double>
  package let form: Form

  package init(_ components: SIMD4<Double>, _ form: Form) { (self.components, self.form) = (components, form) }

  /// Returns the colour encoded in a space. If the space is nil, returns the unconverted components, for contexts
  /// without colour management.
  package func value(in space: ColorSpace?) -> Argument {
    var rgb = SIMD3<Double>(components.x, components.y, components.z)
    if let space {
      let linear = SIMD3<Double>(linearFromSRGB(rgb.x), linearFromSRGB(rgb.y), linearFromSRGB(rgb.z))
      rgb = matrix(from: .extendedLinearSRGB, to: space) * linear
      if !space.isLinear {
        rgb = SIMD3(space.transfer.encoded(rgb.x), space.transfer.encoded(rgb.y), space.transfer.encoded(rgb.z))
      }
    }
    switch form {
    case .premultiplied: return .float4(SIMD4(SIMD3<Float>(rgb) * Float(components.w), Float(components.w)))
    case .rgb: return .float3(SIMD3<Float>(rgb))
    }
  }
}

extension ColorArgument: FormulaArgument {
  /// The kind of the form that most formulas accept.
  package static var kind: Argument.Kind { .float4 }
  package var argument: Argument { .color(self) }
  package init(_ argument: Argument) {
    guard case .color(let value) = argument else { preconditionFailure("expected a colour, got \(argument)") }
    self = value
  }
}
