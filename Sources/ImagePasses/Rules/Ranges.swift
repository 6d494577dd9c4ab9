import ImageGraph

/// linearFromSRGB(x)  =>  linearFromUnitSRGB(x), where x is a picture of integers, cropped, moved or resampled
///
/// Last of all: other rules know the curve by its first name. Mixing pixels leaves no range, so resampling keeps it.
package let unitSRGB = RewriteRule("unit-srgb") { node in
  guard case .formula(let formula, let arguments, let extent) = node.op,
    formula.name == ColorConversions.linearFromSRGB.name, node.inputs[0].isUnit
  else { return nil }
  return Node(.formula(ColorConversions.linearFromUnitSRGB, arguments, extent), node.inputs)
}

extension Node {
  /// True when each component is known to lie in 0...1.
  fileprivate var isUnit: Bool {
    var node = self
    while true {
      switch node.op.like {
      case .source(let source): return source.format.component == .unorm8 || source.format.component == .unorm16
      case .crop, .clamp, .affine, .sampled, .intermediate: node = node.inputs[0]
      default: return false
      }
    }
  }
}
