import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning

/// Steps that run an app's processor kernels on whole images.
extension CIContext {
  /// Returns the request with processor steps replaced by images. Each processor has run over the region that is
  /// needed, and its inputs were rendered for it. A processor with several outputs runs once for all of them.
  ///
  /// - Throws: the errors of a render; `invalidArgument` with the processor's name for errors that it throws; `limit`
  ///   if its images do not fit in memory.
  func processed(
    _ request: RenderRequest, into recording: ProcessorRecording? = nil
  ) throws(RenderError) -> RenderRequest {
    guard request.root.kinds.contains(.processors) else { return request }
    let needed = try NeededRegions(of: request.root, for: request.region)
    let calls = regions(in: needed)
    var sources: [ProcessorCall: [Node]] = [:]
    var results: [Node] = []
    results.reserveCapacity(needed.order.nodes.count)
    for (index, node) in needed.order.nodes.enumerated() {
      guard case .region(let formula, _) = node.op, let output = formula.processor else {
        results.append(needed.order.node(at: index, as: nil, reading: results))
        continue
      }
      let call = ProcessorCall(output.processor, node)
      if sources[call] == nil {
        let inputs = node.inputs.indices.map { results[needed.order.index(ofInput: $0, of: index)] }
        if let images = try images(by: output.processor, of: inputs, calls[call]!, into: recording) {
          sources[call] = images
        } else {
          sources[call] = try self.images(
            by: output.processor, of: inputs, calls[call]!, isRecorded: recording != nil)
        }
      }
      results.append(sources[call]![output.index].withExtent(node.extent))
    }
    var request = request
    request.root = results[results.count - 1]
    return request
  }

  /// Returns the regions that are needed of each processor's outputs.
  private func regions(in needed: NeededRegions) -> [ProcessorCall: [UserRect]] {
    var calls: [ProcessorCall: [UserRect]] = [:]
    for (index, node) in needed.order.nodes.enumerated() {
      guard case .region(let formula, _) = node.op, let output = formula.processor else { continue }
      let call = ProcessorCall(output.processor, node)
      var regions = calls[call] ?? output.processor.outputFormats.map { _ in .nothing }
      regions[output.index] = regions[output.index].union(needed[index])
      calls[call] = regions
    }
    return calls
  }

  /// Returns the images of a processor over these regions, one for each output.
  private func images(
    by processor: ImageProcessorStep, of inputs: [Node], _ regions: [UserRect], isRecorded: Bool
  ) throws(RenderError) -> [Node] {
    guard !isRecorded else {
      throw .unsupported(
        "the processor \(processor.name) uses host memory for images of this format or size, which cannot be recorded "
          + "into "
          + "a command buffer; output RGBA8, BGRA8, RGBAh or RGBAf, or render it with a task")
    }
    var outputs: [ImageProcessorStep.Tile] = []
    for (region, format) in zip(regions, processor.outputFormats) {
      let format = format ?? workingPixels
      guard !region.isEmpty else {
        // An output that is not needed has an empty region, and one pixel so that its address is valid.
        outputs.append(ImageProcessorStep.Tile(try PixelBuffer(width: 1, height: 1, format: format), .nothing))
        continue
      }
      let whole = try region.wholePixels(of: "the output of the processor \(processor.name)")
      let pixels = try PixelBuffer(
        width: Int(whole.width), height: Int(whole.height), format: format,
        allowed: settings.hostMemoryTarget ?? 1 << 36)
      outputs.append(ImageProcessorStep.Tile(pixels, whole))
    }
    if outputs.contains(where: { !$0.region.isEmpty }) {
      // Rows of several outputs cannot be matched, so only a single output is tiled.
      let tiles = outputs.count == 1 ? outputs[0].tiles(of: Self.tilePixels).map { [$0] } : [outputs]
      for tile in tiles { try run(processor, inputs, tile) }
    }
    return outputs.map { $0.node(isOpaque: processor.isOpaque, label: processor.name) }
  }

  /// The approximate number of pixels in a tile of rows that a processor computes at a time.
  static let tilePixels = 1 << 22

  /// Computes a tile of the outputs, on all cores if the processor allows it.
  private func run(
    _ processor: ImageProcessorStep, _ inputs: [Node], _ outputs: [ImageProcessorStep.Tile]
  ) throws(RenderError) {
    let canDivide = processor.isConcurrent && outputs.count == 1
    let strips = canDivide ? outputs[0].strips().map { [$0] } : [outputs]
    var roiTiles: [[[UserRect]]] = []
    for strip in strips { roiTiles.append(try self.roiTiles(processor, inputs.count, strip)) }
    // An input with a single ROI tile is reused for all ROI tiles of the other inputs.
    var whole: [[Int: ImageProcessorStep.Tile]] = strips.map { _ in [:] }
    for tile in 0..<(roiTiles.map(\.roiTileCount).max() ?? 0) {
      var jobs: [(inputs: [ImageProcessorStep.Tile], outputs: [ImageProcessorStep.Tile])] = []
      for (strip, outputs) in strips.enumerated() where tile < roiTiles[strip].roiTileCount {
        var parts: [ImageProcessorStep.Tile] = []
        for (number, input) in inputs.enumerated() {
          let (list, format) = (roiTiles[strip][number], processor.inputFormats[number])
          var part: ImageProcessorStep.Tile
          if let cached = whole[strip][number] {
            part = cached
          } else {
            part = try self.part(of: input, list[min(tile, list.count - 1)], format)
            if list.count == 1 { whole[strip][number] = part }
          }
          (part.roiTileIndex, part.roiTileCount) = (tile, roiTiles[strip].roiTileCount)
          parts.append(part)
        }
        jobs.append((parts, outputs))
      }
      try run(processor, jobs)
    }
  }

  private func run(
    _ processor: ImageProcessorStep, _ jobs: [(inputs: [ImageProcessorStep.Tile], outputs: [ImageProcessorStep.Tile])]
  ) throws(RenderError) {
    _ = try jobs.mappedOnAllCores { job throws(RenderError) in
      do { try processor.run(job.inputs, job.outputs) } catch {
        throw .invalidArgument("the processor \(processor.name) failed: \(error)")
      }
    }
  }

  /// Returns the regions of each input that a tile of the outputs is computed from, ROI tile by ROI tile.
  ///
  /// - Throws: `invalidArgument` if inputs have different numbers of ROI tiles.
  func roiTiles(
    _ processor: ImageProcessorStep, _ inputCount: Int, _ outputs: [ImageProcessorStep.Tile]
  ) throws(RenderError) -> [[UserRect]] {
    var all: [[UserRect]] = []
    for input in 0..<inputCount {
      let lists = outputs.filter { !$0.region.isEmpty }.map { processor.roiTiles(input, $0.region) }
      let count = lists.map(\.count).max() ?? 0
      guard lists.allSatisfy({ $0.count == count || $0.count == 1 }) else {
        throw .invalidArgument("the processor \(processor.name) divides input \(input) differently for its outputs")
      }
      all.append((0..<count).map { tile in lists.reduce(.nothing) { $0.union($1[min(tile, $1.count - 1)]) } })
    }
    let counts = Set(all.map(\.count)).subtracting([1])
    guard counts.count <= 1 else {
      throw .invalidArgument(
        "the processor \(processor.name) divides its inputs into \(all.map(\.count)) tiles; return equal numbers of "
          + "tiles"
      )
    }
    return all
  }

  /// Returns pixels of an image in the working space and in the given format.
  private func part(
    of input: Node, _ region: UserRect, _ format: PixelFormat?
  ) throws(RenderError) -> ImageProcessorStep.Tile {
    let area = region.isFinite ? region.pixels : input.extent.pixels(in: region)
    guard !area.isEmpty else {
      let placeholder = UserRect(x: 0, y: 0, width: 1, height: 1)
      return ImageProcessorStep.Tile(
        try PixelBuffer(width: 1, height: 1, format: format ?? workingPixels), placeholder)
    }
    let whole = try area.wholePixels(of: "the input of a processor")
    let (pixels, _) = try renderPixels(
      self.request(input, whole, format: format ?? workingPixels, space: nil, alpha: .premultiplied))
    return ImageProcessorStep.Tile(pixels, whole)
  }

  /// The pixel format of images between dispatches.
  var workingPixels: PixelFormat { settings.workingStore.format }
}

/// The identity of a processor applied to images. The processor runs once for all outputs that are needed.
private struct ProcessorCall: Hashable {
  private let processor: ObjectIdentifier
  private let inputs: [ObjectIdentifier]

  init(_ processor: ImageProcessorStep, _ node: Node) {
    (self.processor, inputs) = (ObjectIdentifier(processor), node.inputs.map { ObjectIdentifier($0) })
  }
}

extension [[UserRect]] {
  /// The number of calls of a processor; 1 if it has no input.
  var roiTileCount: Int { map(\.count).max() ?? 1 }
}

extension ImageProcessorStep.Tile {
  /// Returns tiles of whole rows, each of about `count` pixels.
  fileprivate func tiles(of count: Int) -> [ImageProcessorStep.Tile] { rows(by: Swift.max(1, count / pixels.width)) }

  /// Returns one strip for each core, of at least sixteen rows.
  fileprivate func strips() -> [ImageProcessorStep.Tile] {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return rows(by: Swift.max(16, (pixels.height + cores - 1) / cores))
  }

  private func rows(by count: Int) -> [ImageProcessorStep.Tile] {
    stride(from: 0, to: pixels.height, by: count).map { first in
      let end = Swift.min(first + count, pixels.height)
      return ImageProcessorStep.Tile(
        pixels.part(rows: first..<end, columns: 0..<pixels.width),
        UserRect([region.min.x, region.max.y - Double(end)], [region.max.x, region.max.y - Double(first)]))
    }
  }

  /// Returns the image as a step.
  fileprivate func node(isOpaque: Bool, label: String) -> Node {
    if region.isEmpty { return .empty }
    let source = Source(pixels, colorSpace: nil, alpha: isOpaque ? .opaque : .premultiplied, label: label)
    return Node.source(source).transformed(by: .translation(region.min.x, region.min.y)) ?? .empty
  }
}
