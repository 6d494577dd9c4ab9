import ImageGraph

/// Takes the shorter form of a curve where its values are known to lie in 0...1, as those of integer formats do.
package let knownRanges = Pass("knownRanges") { root, _ throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in unitSRGB.apply(node) ?? node }
}
