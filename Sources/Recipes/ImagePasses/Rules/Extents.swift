import ImageGraph

/// A node with an empty extent  =>  empty
package let emptyResult = RewriteRule("empty-result") { node in
  guard node.extent == .empty else { return nil }
  if case .empty = node.op { return nil }
  return .empty
}

/// crop(x, rect)  =>  x, if rect covers every pixel of x
package let cropOfEverything = RewriteRule("crop-of-everything") { node in
  guard case .crop = node.op, let all = node.inputs[0].extent.rect, node.extent == .finite(all) else { return nil }
  return node.inputs[0]
}

/// crop(crop(x, a), b)  =>  crop(x, a ∩ b)
///
/// The rectangles are not rounded to pixels, as later steps can depend on the fractions of an extent.
package let cropOfCrop = RewriteRule("crop-of-crop") { node in
  guard case .crop(let outer) = node.op, case .crop(let inner) = node.inputs[0].op else { return nil }
  return node.inputs[0].inputs[0].cropped(to: outer.intersection(inner))
}
