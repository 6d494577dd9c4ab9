import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import ImagePlanning
import ImagePrograms
import PixelFormats

extension CIContext {
  /// Renders the image into all of a pixel buffer, in the colour space that the buffer's attachments say.
  ///
  /// See `render(_:to:bounds:colorSpace:)`.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    noting { () throws(RenderError) in try render(image, to: buffer, buffer.rect, space: buffer.ownSpace) }
  }

  /// Renders the image into a pixel buffer. The image's point (0, 0) is the buffer's lower left corner.
  ///
  /// Returns when the pixels are there. A render that cannot be done says why in the log; `render(checked:…)` throws
  /// instead.
  ///
  /// - Parameters:
  ///   - bounds: of the buffer; pixels outside of it, and of the image, stay as they are. Of formats with chroma for
  ///     every second pixel, bounds of even numbers are faster.
  ///   - colorSpace: what colours shall mean; nil: as they are in the working space. For Y′CbCr it says primaries and
  ///     curve; the matrix is the attached one, else what the size says, and the range is the format's. What was
  ///     written is attached where the space has numbers in ITU-T H.273.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    noting { () throws(RenderError) in try render(checked: image, to: buffer, bounds: bounds, colorSpace: colorSpace) }
  }

  /// `render(_:to:bounds:colorSpace:)` that says why a render cannot be done.
  ///
  /// - Throws: `unsupported` for formats that can be kept and copied and no more; `limit` for what does not fit in
  ///   memory; `unsupported`, `image` when a source cannot be read; `device`.
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
    let statistics = try parts.run(parts.joint, inRooms: true) { part, strip throws(RenderError) in
      try part.receive(strip)
    }
    if log.times { log.line(statistics.description) }
    buffer.attach(space, log)
  }

  func noting(_ render: () throws(RenderError) -> Void) {
    do throws(RenderError) {
      try render()
    } catch {
      log.note("nothing was rendered: \(error)")
    }
  }

  /// The recipe as rows are stored, the first of them on top.
  static func upright(
    _ node: Node, _ region: UserRect, height: Int, isTopFirst: Bool
  ) -> (node: Node, region: UserRect) {
    if isTopFirst { return (node, region) }
    return (node.upsideDown(height: height), AffineMap.upsideDown(height: height).apply(region))
  }

  /// The renders that make a buffer's planes of whole pixels of a recipe.
  func parts(
    _ node: Node, _ region: UserRect, to buffer: CVPixelBuffer, _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> [RenderPart] {
    if region == buffer.rect, let part = try partOfUnchangedPlanes(node, to: buffer, properties) { return [part] }
    let (node, region) = Self.upright(node, region, height: buffer.height, isTopFirst: properties.isFlipped)
    let chroma = AutomaticChroma(of: node, to: buffer, asked: properties.chromaQuality.quality)
    let space = properties.videoGamma.applied(to: properties.colorSpace)
    if !properties.isDithered, let part = try partOfAllPlanes(chroma, region, of: buffer, space) { return [part] }
    let outputs = try buffer.outputs(
      of: chroma.node, region, space: space, alpha: properties.alphaMode.state, quality: chroma.quality,
      together: engine.makesRows)
    return try outputs.map { (output) throws(RenderError) in
      let render = try render(
        request(
          output.root, output.region, format: output.format, space: output.space, alpha: output.alpha,
          clamps: properties.isClamped, dithers: properties.isDithered))
      var part = RenderPart(render: render) { strip in output.receive(strip, in: buffer) }
      part.room = { output.room(in: buffer) }
      part.begin = output.begin
      return part
    }
  }

  /// One dispatch that makes all planes, where each number of chroma is made of its own rows.
  ///
  /// Not for dithering, which knows the steps of one plane.
  ///
  /// - Returns: nil where each plane has a render of its own: tiles do not begin with whole groups.
  private func partOfAllPlanes(
    _ chroma: AutomaticChroma, _ region: UserRect, of buffer: CVPixelBuffer, _ space: ColorSpace?
  ) throws(RenderError) -> RenderPart? {
    guard engine.schedules != nil,
      let (output, store) = buffer.output(
        ofAllPlanes: chroma.node, region, space: space, quality: chroma.quality)
    else { return nil }
    var wanted = request(
      output.root, output.region, format: output.format, space: output.space, alpha: output.alpha, clamps: false,
      dithers: false)
    wanted.planes = store
    guard let render = try render(wanted).storingPlanes else { return nil }
    var part = RenderPart(render: render) { strip in output.receive(strip, of: store, in: buffer) }
    if engine.makesRows { part.room = { output.room(of: store, in: buffer) } }
    return part
  }
}

extension CVBuffer {
  /// Takes over the bytes of another buffer whose numbers mean the same.
  ///
  /// - Returns: false where they do not.
  fileprivate func copyPlanes(of other: CVPixelBuffer) throws(RenderError) -> Bool {
    let isSame =
      layout == other.layout && rect == other.rect && ownSpace == other.ownSpace && alpha == other.alpha
      && CVPixelBufferGetPixelFormatType(self) == CVPixelBufferGetPixelFormatType(other)
      && (!layout.isYCbCr || codeMap == other.codeMap && chromaSite == other.chromaSite)
    if isSame, self !== other { try takeBytes(of: other) }
    return isSame
  }

  /// Says what was written, so that the buffer's colours are what its attachments say.
  func attach(_ space: ColorSpace?, _ log: RenderLog) {
    guard let space, !layout.isGrey else { return }
    if let attached = attachedSpace?.space {
      if attached.hasSameMeaning(as: space) { return }
      log.note("a \(self) that was attached \(attached.name) has colours of \(space.name) now, and says so")
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
  /// Where its pixels are in the plane; nil where they are of another form there.
  fileprivate func room(in buffer: CVPixelBuffer) -> OutputMemory? {
    if copied != nil { return nil }
    let (start, rowBytes) = buffer.place(of: plane)
    let first = start + (rows - Int(region.max.y)) * rowBytes + Int(region.min.x) * format.bytesPerPixel
    return OutputMemory(bytes: first, rowBytes: rowBytes, region: region, format: format)
  }

  /// Where the region's first number is in each of the buffer's planes.
  private func planes(of buffer: CVPixelBuffer) -> [PixelBuffer.Plane] {
    buffer.layout.planes.enumerated().map { index, shape in
      let place = buffer.place(of: index)
      let (top, left) = ((rows - Int(region.max.y)) / shape.rows, Int(region.min.x) / shape.columns)
      return PixelBuffer.Plane(
        bytes: place.start + top * place.rowBytes + left * shape.bytes, rowBytes: place.rowBytes)
    }
  }

  /// Where all its planes are.
  fileprivate func room(of store: PlaneStore, in buffer: CVPixelBuffer) -> OutputMemory {
    let planes = planes(of: buffer)
    return OutputMemory(
      bytes: planes[0].bytes, rowBytes: planes[0].rowBytes, region: region, format: format,
      chroma: Array(planes.dropFirst()), chromaRows: (Int(region.height) + store.rows - 1) / store.rows)
  }

  /// Copies planes that lie one behind the other to their places, unless they were made there.
  ///
  /// - Parameter strip: all of the region, its rows those of luma.
  fileprivate func receive(_ strip: RenderedStrip, of store: PlaneStore, in buffer: CVPixelBuffer) {
    let places = self.planes(of: buffer)
    if strip.rows == UnsafeRawPointer(places[0].bytes) { return }
    let planes = store.planes(pitch: strip.rowBytes / store.bytesPerNumber, height: strip.height)
    for (index, plane) in planes.enumerated() {
      let (shape, place) = (buffer.layout.planes[index], places[index])
      let byteCount = shape.groups(ofWidth: strip.width) * shape.bytes
      for row in 0..<shape.rows(ofHeight: strip.height) {
        (place.bytes + row * place.rowBytes).copyMemory(
          from: strip.rows + plane.offset + row * plane.rowBytes, byteCount: byteCount)
      }
    }
  }

  /// Copies a part of the result to its place in the plane, unless it was made there.
  fileprivate func receive(_ strip: RenderedStrip, in buffer: CVPixelBuffer) {
    if let room = room(in: buffer) { return strip.copy(to: room.bytes, rowBytes: room.rowBytes) }
    guard let copied else { preconditionFailure("what has no room is of another form") }
    let (start, rowBytes) = buffer.place(of: plane)
    let left = (Int(region.min.x) + strip.firstColumn) * buffer.layout.planes[plane].bytes
    for row in 0..<strip.height {
      let fromTop = rows - Int(region.max.y) + strip.firstRow + row
      copied.writeRow(strip.rows + row * strip.rowBytes, start + fromTop * rowBytes + left, strip.width)
    }
  }
}
