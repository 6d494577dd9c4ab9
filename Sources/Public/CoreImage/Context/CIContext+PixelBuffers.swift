import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import ImagePlanning
import ImagePrograms
import PixelFormats

extension CIContext {
  /// Renders the image into all of a pixel buffer, in the colour space of the buffer's attachments.
  ///
  /// See `render(_:to:bounds:colorSpace:)`.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    logging { () throws(RenderError) in try render(image, to: buffer, buffer.rect, space: buffer.ownSpace) }
  }

  /// Renders the image into a pixel buffer. The image's point (0, 0) is the buffer's lower left corner.
  ///
  /// Returns when the pixels are written. If the render fails, the log states the reason; `render(checked:…)` throws
  /// instead.
  ///
  /// - Parameters:
  ///   - bounds: of the buffer. Pixels outside of it, and outside of the image, are unchanged. For formats with
  ///     subsampled chroma, bounds with even coordinates are faster.
  ///   - colorSpace: of the colours. Nil: the working space, without conversion. For Y′CbCr it determines primaries and
  ///     transfer function. The matrix is the attached one, else the default for the size; the range is the format's.
  ///     If the space has code points in ITU-T H.273, they are attached to the buffer.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    logging { () throws(RenderError) in try render(checked: image, to: buffer, bounds: bounds, colorSpace: colorSpace) }
  }

  /// Renders as `render(_:to:bounds:colorSpace:)` does, and throws on failure.
  ///
  /// - Throws: `unsupported` for formats that can be stored and copied only; `limit` if memory is not sufficient;
  ///   `unsupported`, `image` if a source cannot be read; `device`.
  public func render(
    checked image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?
  ) throws(RenderError) {
    try render(image, to: buffer, UserRect(bounds), space: colorSpace?.space)
  }

  private func render(
    _ image: CIImage, to buffer: CVPixelBuffer, _ bounds: UserRect, space: ColorSpace?
  ) throws(RenderError) {
    let node = image.node
    let region = node.extent.pixels(in: buffer.rect.intersection(bounds.isFinite ? bounds.pixels : buffer.rect))
    if region.isEmpty { return }
    if let source = image.pixelBuffer, region == buffer.rect, space == buffer.ownSpace,
      try buffer.copyPlanes(of: source)
    {
      return
    }
    let properties = CIRenderDestination.Properties(
      alphaMode: buffer.alphaMode, colorSpace: space, isClamped: false)
    let parts = try parts(node, region, to: buffer, properties)
    try buffer.locked([])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for part in parts { try part.begin?() }
    let statistics = try parts.run(parts.joint, intoOutputMemory: true) { part, strip throws(RenderError) in
      try part.receive(strip)
    }
    if log.times { log.line(statistics.description) }
    buffer.attach(space, log)
  }

  func logging(_ render: () throws(RenderError) -> Void) {
    do throws(RenderError) {
      try render()
    } catch {
      log.note("nothing was rendered: \(error)")
    }
  }

  /// Returns the recipe and its region in the order of rows in memory, in which the first row is the top one.
  static func upright(
    _ node: Node, _ region: UserRect, height: Int, isTopFirst: Bool
  ) -> (node: Node, region: UserRect) {
    if isTopFirst { return (node, region) }
    return (node.upsideDown(height: height), AffineMap.upsideDown(height: height).apply(region))
  }

  /// Returns the renders that compute the buffer's planes from whole pixels of a recipe.
  func parts(
    _ node: Node, _ region: UserRect, to buffer: CVPixelBuffer, _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> [RenderPart] {
    if region == buffer.rect, let part = try partOfUnchangedPlanes(node, to: buffer, properties) { return [part] }
    let (node, region) = Self.upright(node, region, height: buffer.height, isTopFirst: properties.isFlipped)
    let planes = buffer.planeRequest(properties.chromaQuality.quality)
    let space = properties.videoGamma.applied(to: properties.colorSpace)
    if !properties.isDithered, let planes, let part = try partOfAllPlanes(node, region, planes, of: buffer, space) {
      return [part]
    }
    let resolved = planes?.resolved(node)
    let outputs = try buffer.outputs(
      of: resolved?.root ?? node, region, space: space, alpha: properties.alphaMode.state,
      quality: resolved?.request.planes.quality ?? .smooth, together: engine.makesRows)
    return try outputs.map { (output) throws(RenderError) in
      let render = try render(
        request(
          output.root, output.region, format: output.format, space: output.space, alpha: output.alpha,
          clamps: properties.isClamped, dithers: properties.isDithered))
      var part = RenderPart(render: render) { strip in output.receive(strip, in: buffer) }
      part.outputMemory = { output.outputMemory(in: buffer) }
      part.begin = output.begin
      return part
    }
  }

  /// Returns one dispatch that computes all planes. Requires that each chroma sample depends on its own rows only.
  ///
  /// Excluded for dithering, which is defined for one plane.
  ///
  /// - Returns: nil if each plane needs a render of its own: tiles do not begin at chroma groups.
  private func partOfAllPlanes(
    _ node: Node, _ region: UserRect, _ planes: PlaneRequest, of buffer: CVPixelBuffer, _ space: ColorSpace?
  ) throws(RenderError) -> RenderPart? {
    guard engine.schedules != nil, let output = buffer.output(ofAllPlanes: node, region, space: space) else {
      return nil
    }
    var renderRequest = request(
      output.root, output.region, format: output.format, space: output.space, alpha: output.alpha, clamps: false,
      dithers: false)
    renderRequest.planes = planes
    guard let (render, store) = try render(renderRequest).storingPlanes else { return nil }
    var part = RenderPart(render: render) { strip in output.receive(strip, of: store, in: buffer) }
    if engine.makesRows { part.outputMemory = { output.outputMemory(of: store, in: buffer) } }
    return part
  }
}

extension CVBuffer {
  /// Copies the bytes of another buffer whose samples have the same meaning.
  ///
  /// - Returns: false if the meaning differs.
  fileprivate func copyPlanes(of other: CVPixelBuffer) throws(RenderError) -> Bool {
    let isSame =
      layout == other.layout && rect == other.rect && ownSpace == other.ownSpace && alpha == other.alpha
      && CVPixelBufferGetPixelFormatType(self) == CVPixelBufferGetPixelFormatType(other)
      && (!layout.isYCbCr || yCbCrMatrix == other.yCbCrMatrix && chromaSite == other.chromaSite)
    if isSame, self !== other { try copyBytes(of: other) }
    return isSame
  }

  /// Attaches the colour space of the rendered pixels, so that the attachments describe the buffer's colours.
  func attach(_ space: ColorSpace?, _ log: RenderLog) {
    guard let space, !layout.isGrey else { return }
    if let attached = attachedSpace?.space {
      if attached.hasSameMeaning(as: space) { return }
      log.note(
        "a \(self) with the attached colour space \(attached.name) now has \(space.name); it is attached instead")
    }
    if layout.isYCbCr, let points = space.codePoints {
      attach(VideoColor(primaries: points.primaries, transfer: points.transfer, matrix: videoColor.matrix))
      CVBufferRemoveAttachment(self, kCVImageBufferCGColorSpaceKey)
      CVBufferRemoveAttachment(self, kCVImageBufferICCProfileKey)
    } else {
      CVBufferSetAttachment(self, kCVImageBufferCGColorSpaceKey, CGColorSpace(space), .shouldPropagate)
    }
  }
}

extension PlaneOutput {
  /// Returns the memory of its pixels in the plane; nil if the plane has another pixel layout.
  fileprivate func outputMemory(in buffer: CVPixelBuffer) -> OutputMemory? {
    if converter != nil { return nil }
    let (start, rowBytes) = buffer.memory(of: plane)
    let first = start + (rows - Int(region.max.y)) * rowBytes + Int(region.min.x) * format.bytesPerPixel
    return OutputMemory(bytes: first, rowBytes: rowBytes, region: region, format: format)
  }

  /// Returns the address of the region's first sample in each of the buffer's planes.
  private func planes(of buffer: CVPixelBuffer) -> [PixelBuffer.Plane] {
    buffer.layout.planes.enumerated().map { index, shape in
      let memory = buffer.memory(of: index)
      let (top, left) = ((rows - Int(region.max.y)) / shape.rows, Int(region.min.x) / shape.columns)
      return PixelBuffer.Plane(
        bytes: memory.start + top * memory.rowBytes + left * shape.bytes, rowBytes: memory.rowBytes, shape)
    }
  }

  /// Returns the memory of all planes.
  fileprivate func outputMemory(of store: PlaneStore, in buffer: CVPixelBuffer) -> OutputMemory {
    let planes = planes(of: buffer)
    return OutputMemory(
      bytes: planes[0].bytes, rowBytes: planes[0].rowBytes, region: region, format: format,
      chroma: Array(planes.dropFirst()), chromaRows: (Int(region.height) + store.rows - 1) / store.rows)
  }

  /// Copies planes that are stored one after another to the buffer, unless they were rendered there.
  ///
  /// - Parameter strip: the whole region; its rows are those of luma.
  fileprivate func receive(_ strip: RenderedStrip, of store: PlaneStore, in buffer: CVPixelBuffer) {
    let planesInBuffer = self.planes(of: buffer)
    if strip.rows == UnsafeRawPointer(planesInBuffer[0].bytes) { return }
    let planes = store.planes(pitch: strip.rowBytes / store.bytesPerSample, height: strip.height)
    for (index, plane) in planes.enumerated() {
      let (shape, memory) = (buffer.layout.planes[index], planesInBuffer[index])
      let byteCount = shape.groups(ofWidth: strip.width) * shape.bytes
      for row in 0..<shape.rows(ofHeight: strip.height) {
        (memory.bytes + row * memory.rowBytes).copyMemory(
          from: strip.rows + plane.offset + row * plane.rowBytes, byteCount: byteCount)
      }
    }
  }

  /// Copies a tile of the result to the plane, unless it was rendered there.
  fileprivate func receive(_ strip: RenderedStrip, in buffer: CVPixelBuffer) {
    if let outputMemory = outputMemory(in: buffer) {
      return strip.copy(to: outputMemory.bytes, rowBytes: outputMemory.rowBytes)
    }
    guard let converter else { preconditionFailure("only converted pixels have no output memory") }
    let (start, rowBytes) = buffer.memory(of: plane)
    let left = (Int(region.min.x) + strip.firstColumn) * buffer.layout.planes[plane].bytes
    for row in 0..<strip.height {
      let fromTop = rows - Int(region.max.y) + strip.firstRow + row
      converter.writeRow(strip.rows + row * strip.rowBytes, start + fromTop * rowBytes + left, strip.width)
    }
  }
}
