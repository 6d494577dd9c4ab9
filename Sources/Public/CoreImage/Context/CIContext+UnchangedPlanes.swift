import CoreVideo
import ImageColor
import ImageGraph
import ImagePasses
import PixelFormats

/// Renders of recipes that do not change the image of a buffer. If the destination buffer has the same format, the
/// bytes are copied; conversions to the working space and back could change them.
extension CIContext {
  /// The number of steps up to which a recipe is compared. Longer recipes usually change the image, and the comparison
  /// would cost as much as the render.
  private static let maxStepCount = 64

  /// Returns a render that copies all bytes of the buffer whose image the recipe is into `buffer`.
  ///
  /// - Returns: nil if the recipe changes the image, or if the buffers encode colours differently.
  func partOfUnchangedPlanes(
    _ node: Node, to buffer: CVPixelBuffer, _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> RenderPart? {
    let isFloat = buffer.layout.components.first?.format.depth == nil
    guard settings.vulkan.fastPaths.contains(.planeCopies), properties.isFlipped, !properties.isDithered,
      properties.blend == nil,
      properties.alphaMode == buffer.alphaMode, !(isFloat && properties.isClamped)
    else { return nil }
    let steps = Traversal(node).nodes
    let sources = steps.compactMap { step -> Source? in if case .source(let source) = step.op { source } else { nil } }
    guard steps.count <= Self.maxStepCount, let source = sources.first?.origin?.owner as? CVPixelBuffer,
      sources.allSatisfy({ $0.origin?.owner === source }), buffer.hasSameEncoding(as: source)
    else { return nil }
    let space = properties.videoGamma.applied(to: properties.colorSpace)
    guard let image = try source.image(among: steps, reading: sources, space: space),
      try isIdentity(node, on: image)
    else { return nil }
    let renderRequest = request(
      node, buffer.rect, format: .rgba8, space: properties.colorSpace, alpha: properties.alphaMode.state)
    var part = RenderPart(render: Render(renderRequest, .nothing)) { _ in }
    part.finish = { () throws(RenderError) in if source !== buffer { try buffer.copyBytes(of: source) } }
    return part
  }

  /// Returns whether the optimised recipe equals the image.
  private func isIdentity(_ node: Node, on image: Node) throws(RenderError) -> Bool {
    let options = settings.passes
    let resolved = try ResolvedRecipe(node, options: options).recipe
    let unchanged = try ResolvedRecipe(image, options: options).recipe
    if resolved == unchanged { return true }
    // Beyond steps that are resolved by their arguments, only conversions and maps can cancel.
    let known = Set(Traversal(unchanged).nodes)
    guard Traversal(resolved).nodes.allSatisfy({ known.contains($0) || $0.mayCancel }) else { return false }
    return try optimized(node, options: options) == optimized(image, options: options)
  }
}

extension Node {
  /// Whether passes can remove the step together with other steps of its kind.
  fileprivate var mayCancel: Bool {
    switch op {
    case .matched, .sampled, .affine, .crop: true
    default: false
    }
  }
}

extension CVBuffer {
  /// Whether equal samples of both buffers mean the same R'G'B' at the same position.
  fileprivate func hasSameEncoding(as other: CVPixelBuffer) -> Bool {
    layout == other.layout && rect == other.rect && alpha == other.alpha
      && CVPixelBufferGetPixelFormatType(self) == CVPixelBufferGetPixelFormatType(other)
      && (!layout.isYCbCr || yCbCrMatrix == other.yCbCrMatrix && chromaSite == other.chromaSite)
  }

  /// Returns the step of a recipe that is all of the buffer, read in a colour space, with any chroma quality.
  ///
  /// - Parameter sources: the sources of the recipe, all of this buffer.
  fileprivate func image(
    among steps: [Node], reading sources: [Source], space: ColorSpace?
  ) throws(RenderError) -> Node? {
    let requestedSpace: Any = space.map { CGColorSpace($0) as Any } ?? NSNull()
    let qualities: [CIChromaQuality] = layout.isYCbCr ? [.automatic, .exact, .smooth, .video] : [.automatic]
    for quality in qualities {
      let (bufferRecipe, _) = try recipe(ReadOptions([.colorSpace: requestedSpace, .chromaQuality: quality]))
      // Each recipe has source objects of its own, so they are replaced by those of the steps.
      let image = try bufferRecipe.rewritten { node throws(RenderError) -> Node in
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
