import CoreVideo
import ImageColor
import ImageGraph
import ImagePasses
import PixelFormats

/// Recipes that leave the image of a buffer as it is: of these another buffer of its kind gets the bytes, and not
/// what conversions there and back make of them.
extension CIContext {
  /// Longer recipes do something, or it costs as much to find out as to render them.
  private static let mostSteps = 64

  /// What copies the bytes of the buffer whose image a recipe is, into all of another one.
  ///
  /// - Returns: nil where the recipe does something, or the same colours are other numbers there.
  func partOfUnchangedPlanes(
    _ node: Node, to buffer: CVPixelBuffer, _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> RenderPart? {
    let isFloat = buffer.layout.components.first?.number.depth == nil
    guard settings.vulkan.fastPaths.contains(.planeCopies), properties.isFlipped, !properties.isDithered,
      properties.blend == nil,
      properties.alphaMode == buffer.alphaMode, !(isFloat && properties.isClamped)
    else { return nil }
    let steps = Traversal(node).nodes
    let sources = steps.compactMap { step -> Source? in if case .source(let source) = step.op { source } else { nil } }
    guard steps.count <= Self.mostSteps, let source = sources.first?.origin?.owner as? CVPixelBuffer,
      sources.allSatisfy({ $0.origin?.owner === source }), buffer.hasSameNumbers(as: source)
    else { return nil }
    let space = properties.videoGamma.applied(to: properties.colorSpace)
    guard let image = try source.image(among: steps, reading: sources, space: space),
      try comesToNothing(node, on: image)
    else { return nil }
    let wanted = request(
      node, buffer.rect, format: .rgba8, space: properties.colorSpace, alpha: properties.alphaMode.state)
    var part = RenderPart(render: Render(wanted, .nothing)) { _ in }
    part.finish = { () throws(RenderError) in if source !== buffer { try buffer.takeBytes(of: source) } }
    return part
  }

  /// True where the recipe is the image again, once passes are done with it.
  private func comesToNothing(_ node: Node, on image: Node) throws(RenderError) -> Bool {
    let options = settings.passes
    let settled = try ResolvedRecipe(node, options: options).recipe
    let unchanged = try ResolvedRecipe(image, options: options).recipe
    if settled == unchanged { return true }
    // Beyond what its numbers decide only conversions and maps cancel.
    let known = Set(Traversal(unchanged).nodes)
    guard Traversal(settled).nodes.allSatisfy({ known.contains($0) || $0.mayCancel }) else { return false }
    return try optimized(node, options: options) == optimized(image, options: options)
  }
}

extension Node {
  /// True for steps that passes take out with others of their kind.
  fileprivate var mayCancel: Bool {
    switch op {
    case .matched, .sampled, .affine, .crop: true
    default: false
    }
  }
}

extension CVBuffer {
  /// True where the other buffer's numbers stand for the same R'G'B' at the same places.
  fileprivate func hasSameNumbers(as other: CVPixelBuffer) -> Bool {
    layout == other.layout && rect == other.rect && alpha == other.alpha
      && CVPixelBufferGetPixelFormatType(self) == CVPixelBufferGetPixelFormatType(other)
      && (!layout.isYCbCr || codeMap == other.codeMap && chromaSite == other.chromaSite)
  }

  /// The step of a recipe that is all of the buffer, read in a space, with any quality of chroma.
  ///
  /// - Parameter sources: those of the recipe, all of this buffer.
  fileprivate func image(
    among steps: [Node], reading sources: [Source], space: ColorSpace?
  ) throws(RenderError) -> Node? {
    let asked: Any = space.map { CGColorSpace($0) as Any } ?? NSNull()
    let qualities: [CIChromaQuality] = layout.isYCbCr ? [.automatic, .exact, .smooth, .video] : [.automatic]
    for quality in qualities {
      let (made, _) = try recipe(ReadOptions([.colorSpace: asked, .chromaQuality: quality]))
      // A recipe that is made anew has sources of its own.
      let image = try made.rewritten { node throws(RenderError) -> Node in
        guard case .source(let own) = node.op,
          let known = sources.first(where: { $0.shape == own.shape && $0.origin?.plane == own.origin?.plane })
        else { return node }
        return .source(known)
      }
      if steps.contains(image) { return image }
    }
    return nil
  }
}
