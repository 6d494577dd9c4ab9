import ImageGraph

/// A pass that replaces a transfer function with its cheaper form for values in 0...1, such as those of integer
/// formats.
package let knownRanges = Pass("knownRanges") { root, _ throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in unitSRGB.apply(node) ?? node }
}
