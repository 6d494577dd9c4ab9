import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning

/// Steps by code of an app on whole pictures.
extension CIContext {
  /// What is asked for, with pictures in the place of such steps: each has run over the part that is needed, and what
  /// it reads was rendered for it.
  ///
  /// - Throws: as a render; `invalidArgument` with the processor's name for what it throws; `limit` where its picture
  ///   does not fit in memory.
  func processed(_ request: RenderRequest) throws(RenderError) -> RenderRequest {
    guard request.root.kinds.contains(.processed) else { return request }
    let needed = try NeededRegions(of: request.root, for: request.region)
    var results: [Node] = []
    results.reserveCapacity(needed.order.nodes.count)
    for (place, node) in needed.order.nodes.enumerated() {
      guard case .region(let formula, _) = node.op, let processor = formula.processor else {
        results.append(needed.order.node(at: place, as: nil, reading: results))
        continue
      }
      let inputs = node.inputs.indices.map { results[needed.order.place(ofInput: $0, of: place)] }
      results.append(try picture(of: node, processor, inputs, needed[place]).reaching(node.extent))
    }
    var request = request
    request.root = results[results.count - 1]
    return request
  }

  /// Rows that a processor is given at a time: about so many pixels.
  private static let tilePixels = 1 << 22

  private func picture(
    of node: Node, _ processor: PictureProcessor, _ inputs: [Node], _ region: UserRect
  ) throws(RenderError) -> Node {
    if region.isEmpty { return .empty }
    let whole = try region.wholePixels(of: "what the processor \(processor.name) makes")
    let pixels = try PixelBuffer(
      width: Int(whole.width), height: Int(whole.height), format: processor.outputFormat ?? workingPixels,
      allowed: settings.hostMemoryTarget ?? 1 << 36)
    let rows = max(1, Self.tilePixels / pixels.width)
    for first in stride(from: 0, to: pixels.height, by: rows) {
      let end = min(first + rows, pixels.height)
      let tile = UserRect([whole.min.x, whole.max.y - Double(end)], [whole.max.x, whole.max.y - Double(first)])
      var parts: [PictureProcessor.Part] = []
      for (number, input) in inputs.enumerated() {
        parts.append(try part(of: input, node.op.need(ofInput: number, for: tile), processor.inputFormats[number]))
      }
      do {
        try processor.run(
          parts, PictureProcessor.Part(pixels.part(rows: first..<end, columns: 0..<pixels.width), tile))
      } catch let error as RenderError {
        throw error
      } catch {
        throw .invalidArgument("the processor \(processor.name) failed: \(error)")
      }
    }
    let source = Source(
      pixels, colorSpace: nil, alpha: processor.isOpaque ? .opaque : .premultiplied, label: processor.name)
    let moved = Node.source(source).transformed(by: .translation(whole.min.x, whole.min.y))
    return moved ?? .empty
  }

  /// Pixels of an image in the working space, in a form.
  private func part(
    of input: Node, _ region: UserRect, _ format: PixelFormat?
  ) throws(RenderError) -> PictureProcessor.Part {
    let area = region.isFinite ? region.pixels : input.extent.pixels(in: region)
    guard !area.isEmpty else {
      let nothing = UserRect(x: 0, y: 0, width: 1, height: 1)
      return PictureProcessor.Part(
        try PixelBuffer(width: 1, height: 1, format: format ?? workingPixels), nothing)
    }
    let whole = try area.wholePixels(of: "what a processor reads")
    let (pixels, _) = try renderPixels(
      self.request(input, whole, format: format ?? workingPixels, space: nil, alpha: .premultiplied))
    return PictureProcessor.Part(pixels, whole)
  }

  /// How pictures between dispatches are stored.
  private var workingPixels: PixelFormat { settings.workingStore.format }
}
