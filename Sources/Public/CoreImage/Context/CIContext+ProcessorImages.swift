import CVulkan
import ImageColor
import ImageGraph
import ImagePlanning
import VulkanEngine

/// Processor kernels that use Vulkan images. Their inputs are rendered into images, they record commands that compute
/// the output, and later steps read the output image. No pixels are copied to the host.
extension CIContext {
  /// Returns the images of a processor over these regions, one for each output. Returns nil if the processor must use
  /// host memory: it does not use images, the context is not on a Vulkan device, or kernels cannot read its output
  /// format from an image.
  func images(
    by processor: ImageProcessorStep, of inputs: [Node], _ regions: [UserRect], into recording: ProcessorRecording?
  ) throws(RenderError) -> [Node]? {
    guard processor.usesImages, case .vulkan(let context) = try workingEngine(), let device = vulkanDevice else {
      return nil
    }
    let formats = processor.outputFormats.map { $0 ?? workingPixels }
    for (region, format) in zip(regions, formats) where !region.isEmpty {
      let isRead = format.isPacked && (format != .bgra8 || context.profile.readsBlueFirst)
      let side = Swift.max(region.pixels.width, region.pixels.height)
      guard isRead, side <= Double(context.longestImageSide) else { return nil }
    }
    let process = ImageProcess(
      context: self, vulkan: context, device: device, processor: processor, inputs: inputs, formats: formats,
      recording: recording)
    return try process.images(over: regions)
  }
}

/// A call of a processor, for the whole result or for each tile.
private struct ImageProcess {
  let context: CIContext
  let vulkan: VulkanContext
  let device: CIVulkanDevice
  let processor: ImageProcessorStep
  let inputs: [Node]
  let formats: [PixelFormat]
  /// Nil if the context submits the commands.
  let recording: ProcessorRecording?

  /// An allocated image with its region and pixel format.
  private struct Image {
    let image: AllocatedImage
    let region: UserRect
    let format: PixelFormat
  }

  func images(over regions: [UserRect]) throws(RenderError) -> [Node] {
    var images: [Image?] = []
    for (region, format) in zip(regions, formats) {
      let what = "the output of the processor \(processor.name)"
      images.append(region.isEmpty ? nil : try image(region.wholePixels(of: what), format, what))
    }
    let outputs = images.compactMap { $0 }
    if outputs.isEmpty { return regions.map { _ in .empty } }
    var commands = try self.commands()
    // Rows of several outputs cannot be matched, so only a single output is tiled.
    let tiles = outputs.count == 1 && images.count == 1 ? outputs[0].region.rows(of: CIContext.tilePixels) : []
    if tiles.count > 1 {
      commands.prepare(outputs[0].image, clears: false)
      for tile in tiles {
        let part = try image(tile, outputs[0].format, "the output of the processor \(processor.name)")
        try process([part], in: commands)
        commands.copy(part.image, to: outputs[0].image, row: Int(outputs[0].region.max.y - tile.max.y))
        if recording != nil { continue }
        // The commands of a tile are independent of the other tiles.
        try commands.submit()
        try commands.wait()
        commands = try self.commands()
      }
    } else {
      try process(images, in: commands)
    }
    if recording == nil { try commands.submit() }
    return images.map { image in image.map { node($0, commands) } ?? .empty }
  }

  private func commands() throws(RenderError) -> AppCommands {
    guard let recording else { return try vulkan.commands() }
    let commands = try vulkan.commands(in: recording.commands)
    recording.keep(commands)
    return commands
  }

  private func image(_ region: UserRect, _ format: PixelFormat, _ what: String) throws(RenderError) -> Image {
    let image = try vulkan.image(
      format.imageFormat, width: Int(region.width), height: Int(region.height), bytesPerPixel: format.bytesPerPixel,
      for: what)
    return Image(image: image, region: region, format: format)
  }

  // MARK: Tiles

  /// Calls the app's code for outputs that are whole images or a tile of one. An output that is not needed is nil.
  private func process(_ images: [Image?], in commands: AppCommands) throws(RenderError) {
    var outputs: [ImageProcessorStep.Tile] = []
    for (image, format) in zip(images, formats) {
      outputs.append(try part(image, format, commands: commands.handle))
    }
    let roiTiles = try context.roiTiles(processor, inputs.count, outputs)
    for image in images.compactMap({ $0 }) { commands.prepare(image.image, clears: roiTiles.roiTileCount > 1) }
    // An input with a single ROI tile is reused for all ROI tiles of the other inputs.
    var whole: [Int: ImageProcessorStep.Tile] = [:]
    for tile in 0..<roiTiles.roiTileCount {
      var parts: [ImageProcessorStep.Tile] = []
      for (number, list) in roiTiles.enumerated() {
        var part: ImageProcessorStep.Tile
        if let cached = whole[number] {
          part = cached
        } else {
          part = try input(number, list[Swift.min(tile, list.count - 1)], commands)
          if list.count == 1 { whole[number] = part }
        }
        (part.roiTileIndex, part.roiTileCount) = (tile, roiTiles.roiTileCount)
        parts.append(part)
      }
      if tile > 0 { commands.barrier() }
      do {
        try processor.run(parts, outputs)
      } catch {
        throw .invalidArgument("the processor \(processor.name) failed: \(error)")
      }
    }
  }

  /// Returns an image in the form that the app's code receives, without pixels in host memory.
  private func part(
    _ image: Image?, _ format: PixelFormat, commands: VkCommandBuffer?
  ) throws(RenderError) -> ImageProcessorStep.Tile {
    var part = ImageProcessorStep.Tile(
      try PixelBuffer(width: 1, height: 1, format: image?.format ?? format), image?.region ?? .nothing)
    part.device = image.map { ProcessorImage($0.image, $0.format.imageFormat, on: device, commands: commands) }
    return part
  }

  /// Renders some pixels of an input into an image.
  private func input(
    _ number: Int, _ region: UserRect, _ commands: AppCommands
  ) throws(RenderError) -> ImageProcessorStep.Tile {
    let (node, format) = (inputs[number], processor.inputFormats[number] ?? context.workingPixels)
    let what = "the input of the processor \(processor.name)"
    let area = region.isFinite ? region.pixels : node.extent.pixels(in: region)
    guard !area.isEmpty else {
      let placeholder = try image(UserRect(x: 0, y: 0, width: 1, height: 1), format, what)
      commands.prepare(placeholder.image, clears: true)
      return try part(placeholder, format, commands: nil)
    }
    let image = try image(area.wholePixels(of: what), format, what)
    commands.retain(image.image)
    try render(node, into: image)
    return try part(image, format, commands: nil)
  }

  private func render(_ node: Node, into image: Image) throws(RenderError) {
    let renderRequest = context.request(
      node, image.region, format: image.format, space: nil, alpha: .premultiplied, inRows: false)
    let destination = DeviceDestination(
      .image(image.image.onDevice(isNew: true), x: 0, y: 0), wait: nil, signal: nil, owner: image.image)
    let render = try context.render(renderRequest)
    if let recording {
      guard case .plan(let plan, _) = render.work else { preconditionFailure("a Vulkan device runs plans") }
      let run = try CIContext.onlyRun(plan.work)
      return recording.add(try vulkan.record(run, into: recording.commands, destination))
    }
    if let started = try render.start(to: .immediate(destination)) {
      _ = try started.complete { _ in }
    } else {
      // Several runs are rendered to host memory, then uploaded.
      try vulkan.write(try context.renderPixels(renderRequest).0, to: destination)
    }
  }

  // MARK: Results

  /// Returns the image as a step, which retains the image and the commands that compute it.
  private func node(_ image: Image, _ commands: AppCommands) -> Node {
    let owner = ProcessorImageOwner(image: image.image, commands: commands)
    let resident = ResidentImage(image.image.onDevice(isNew: false), on: device.adopted, wait: nil, owner: owner)
    let source = Source(
      resident, width: image.image.width, height: image.image.height, format: image.format,
      colorSpace: nil, alpha: processor.isOpaque ? .opaque : .premultiplied, label: processor.name)
    return Node.source(source).transformed(by: .translation(image.region.min.x, image.region.min.y)) ?? .empty
  }
}

/// The objects that the image of a processor retains.
private final class ProcessorImageOwner: Sendable {
  let image: AllocatedImage
  let commands: AppCommands

  init(image: AllocatedImage, commands: AppCommands) { (self.image, self.commands) = (image, commands) }
}

extension UserRect {
  /// Returns slices of whole rows, top first, each of about `count` pixels.
  fileprivate func rows(of count: Int) -> [UserRect] {
    let step = Swift.max(1, count / Int(width))
    return stride(from: 0, to: Int(height), by: step).map { first in
      let end = Swift.min(first + step, Int(height))
      return UserRect([min.x, max.y - Double(end)], [max.x, max.y - Double(first)])
    }
  }
}
