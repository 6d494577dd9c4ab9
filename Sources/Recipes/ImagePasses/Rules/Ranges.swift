import ImageGraph

/// linearFromSRGB(x)  =>  linearFromUnitSRGB(x), where x is an image of integers, cropped, moved or resampled
///
/// Last of all: other rules know the curve by its first name. Mixing pixels leaves no range, so resampling keeps it.
package let unitSRGB = RewriteRule("unit-srgb") { node in
  guard case .formula(let formula, let arguments, let extent) = node.op,
    formula === ColorConversions.linearFromSRGB, node.inputs[0].facts.pixels.contains(.unit)
  else { return nil }
  return Node(.formula(ColorConversions.linearFromUnitSRGB, arguments, extent), node.inputs)
}
