import ImageGraph

/// linearFromSRGB(x)  =>  linearFromUnitSRGB(x), if x is an image of integers, cropped, moved or resampled
///
/// Applied last, as other rules match `linearFromSRGB`. Means of pixels stay in the range, so resampling preserves it.
package let unitSRGB = RewriteRule("unit-srgb") { node in
  guard case .formula(let formula, let arguments, let extent) = node.op,
    formula === ColorConversions.linearFromSRGB, node.inputs[0].facts.pixels.contains(.unit)
  else { return nil }
  return Node(.formula(ColorConversions.linearFromUnitSRGB, arguments, extent), node.inputs)
}
