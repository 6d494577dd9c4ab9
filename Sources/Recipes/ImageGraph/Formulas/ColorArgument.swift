import ImageColor

/// A colour that a formula takes as an argument. Which numbers it is depends on the space that a context works in, so a
/// recipe holds the colour itself, and `manageColor` puts its numbers there.
package struct ColorArgument: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// Red, green, blue and alpha, multiplied with alpha.
    case premultiplied
    /// Red, green and blue alone, not multiplied.
    case rgb
  }

  /// Red, green, blue and alpha in sRGB, not premultiplied, any range.
  package let components: SIMD4<Double>
  package let form: Form

  package init(_ components: SIMD4<Double>, _ form: Form) { (self.components, self.form) = (components, form) }

  /// The numbers in a space, by its curve; nil: the components as they are, for contexts without colour management.
  package func numbers(in space: ColorSpace?) -> Argument {
    var rgb = SIMD3<Double>(components.x, components.y, components.z)
    if let space {
      let light = SIMD3<Double>(linearFromSRGB(rgb.x), linearFromSRGB(rgb.y), linearFromSRGB(rgb.z))
      rgb = matrix(from: .extendedLinearSRGB, to: space) * light
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
  /// Of the form that most formulas take.
  package static var kind: Argument.Kind { .float4 }
  package var argument: Argument { .color(self) }
  package init(_ argument: Argument) {
    guard case .color(let value) = argument else { preconditionFailure("expected a colour, got \(argument)") }
    self = value
  }
}
