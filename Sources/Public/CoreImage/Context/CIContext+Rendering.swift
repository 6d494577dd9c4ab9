import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ReferenceEngine

extension CIContext {
  /// Renders a rectangle of the image as an 8-bit image in the context's output space, sRGB by default.
  ///
  /// - Returns: nil when the rectangle has no pixel of the image, is infinite, or is too large; the reason goes to the
  ///   log.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    createCGImage(image, from: fromRect, format: .RGBA8, space: settings.outputSpace)
  }

  /// Renders a rectangle of the image. The rectangle is rounded out to whole pixels and cut to the extent.
  ///
  /// - Parameter colorSpace: what the values shall mean; nil: as they are in the working space.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    createCGImage(image, from: fromRect, format: format, space: colorSpace?.space)
  }

  /// `deferred` renders at once: there is no later moment at which an image without a screen is drawn.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, deferred: Bool
  ) -> CGImage? {
    createCGImage(image, from: fromRect, format: format, space: colorSpace?.space)
  }

  private func createCGImage(_ image: CIImage, from rect: CGRect, format: CIFormat, space: ColorSpace?) -> CGImage? {
    do {
      let alpha: AlphaState = settings.outputIsPremultiplied ? .premultiplied : .straight
      let region = try pixelRegion(of: image, in: UserRect(rect))
      let (pixels, _) = try renderPixels(
        request(image.node, region, format: try stored(format), space: space, alpha: alpha))
      return CGImage(pixels, space: space, alpha: alpha)
    } catch {
      log.note("no image of \(rect): \(error)")
      return nil
    }
  }

  /// Renders `bounds` of the image into memory, top row first; pixels outside of the extent come out clear.
  ///
  /// - Parameters:
  ///   - data: at least `rowBytes` times the height of `bounds`.
  ///   - colorSpace: what the values shall mean; nil: as they are in the working space.
  ///
  /// A render that cannot be done leaves the memory as it was and says why in the log; `render(checked:…)` throws
  /// instead.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    do {
      try render(
        checked: image, toBitmap: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: colorSpace)
    } catch {
      log.note("nothing was rendered: \(error)")
    }
  }

  /// `render(_:toBitmap:…)` that says why a render cannot be done.
  ///
  /// - Throws: `invalidArgument` for bounds without a pixel or rows too short; `limit` for bounds that reach more than
  ///   8,388,608 pixels from the origin, and what does not fit in memory; `unsupported`, `image` when a source cannot
  ///   be read, `device`.
  public func render(
    checked image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) throws(RenderError) {
    let region = try UserRect(bounds).wholePixels(of: "the rectangle to render")
    let format = try stored(format)
    guard rowBytes >= Int(region.width) * format.bytesPerPixel else {
      throw .invalidArgument(
        "\(rowBytes) bytes a row are too few for \(short(region.width)) pixels of \(format.bytesPerPixel) bytes")
    }
    guard !rowBytes.multipliedReportingOverflow(by: Int(region.height)).overflow else {
      throw .invalidArgument("\(short(region.height)) rows of \(rowBytes) bytes are more than memory can be")
    }
    let alpha: AlphaState = settings.outputIsPremultiplied ? .premultiplied : .straight
    let wanted = request(
      image.node, region, format: format, space: colorSpace?.space, alpha: alpha, inRows: false)
    let room = OutputMemory(bytes: data, rowBytes: rowBytes, region: region, format: format)
    try renderRows(wanted, into: room) { strip in strip.copy(to: data, rowBytes: rowBytes) }
  }
}

extension CIContext {
  /// The whole pixels of `rect` that the image has; refuses what is empty or infinite.
  package func pixelRegion(of image: CIImage, in rect: UserRect) throws(RenderError) -> UserRect {
    let extent = image.node.extent
    guard let part = extent.intersection(Extent(rect.isFinite ? rect.pixels : rect)).rect else {
      switch (extent, Extent(rect)) {
      case (.infinite, .infinite):
        throw .invalidArgument("the image is infinite; say which rectangle of it to render, or crop it")
      default:
        throw .invalidArgument("there is nothing to render: the extent \(extent) has no pixel in \(Extent(rect))")
      }
    }
    return try part.wholePixels(of: "the rectangle to render")
  }

  func stored(_ format: CIFormat) throws(RenderError) -> PixelFormat {
    guard let stored = format.pixelFormat else {
      throw .unsupported(
        "pixels cannot be stored as \(format); choose RGBA8, BGRA8, RGBA16, RGBAh, RGBAf or a one- or two-channel "
          + "format"
      )
    }
    return stored
  }

  /// What is asked of this context: some whole pixels of a recipe, in a form.
  ///
  /// - Parameters:
  ///   - space: what the values shall mean; nil: as they are in the working space.
  ///   - clamps: colours end at 0 and alpha, or 1 where they are straight; see `PassOptions.clamps`.
  ///   - dithers: see `PassOptions.dithers`.
  ///   - inRows: every part is whole rows, in their order: strips, as files take them. Else they can be tiles.
  package func request(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState, clamps: Bool = false,
    dithers: Bool = false, inRows: Bool = true
  ) -> RenderRequest {
    var options = settings.passes
    (options.outputSpace, options.outputAlpha) = (space, format.isOpaque ? .opaque : alpha)
    (options.clamps, options.dithers) = (clamps, dithers)
    // Rows between steps are floats on the processor whether they get stored or not, so that no pixel depends on that.
    let working = engine.makesRows ? .rgbaFloat : settings.workingStore
    return RenderRequest(node, region: region, format: format, options: options, working: working, inRows: inRows)
  }

  /// Renders whole pixels into an image of its own.
  @discardableResult
  package func renderPixels(_ request: RenderRequest) throws(RenderError) -> (PixelBuffer, RenderStatistics) {
    let region = request.region
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: request.format)
    var tiles = request
    tiles.inRows = false
    let room = OutputMemory(bytes: pixels.bytes, rowBytes: pixels.rowBytes, region: region, format: request.format)
    let statistics = try renderRows(tiles, into: room) { strip in
      strip.copy(to: pixels.bytes, rowBytes: pixels.rowBytes)
    }
    return (pixels, statistics)
  }

  /// Renders what is asked for and lends it part by part, top first; one part where the memory target allows.
  ///
  /// - Parameters:
  ///   - room: where the pixels are wanted in the end; parts may be lent from there.
  ///   - between: called before each run that the render takes; what it throws ends the render.
  @discardableResult
  package func renderRows(
    _ request: RenderRequest, into room: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let statistics = try render(request).run(into: room, between: between, receive)
    if log.times { log.line(statistics.description) }
    return statistics
  }

  /// Plans a render: what makes the pixels that are asked for.
  ///
  /// - Parameter recording: where processors record what they do, of a render into an app's command buffer.
  func render(_ request: RenderRequest, recording: ProcessorRecording? = nil) throws(RenderError) -> Render {
    if request.region.isEmpty { return Render(request, .nothing) }
    try checkFiles(of: request.root)
    let request = try processed(request, into: recording)
    let deadline = settings.timeLimit.map { Deadline($0) }
    let frame = trees?.nextFrame()
    frame?.show(request.root, .initial, region: request.region)
    let show = frame.map { frame in { frame.show($0, .optimized, region: request.region) } }
    let log = frame?.log ?? log.withoutTree
    let engine = try workingEngine()
    if let schedules = engine.schedules {
      if log.verifies { try checkReads(of: request) }
      var statistics = RenderStatistics()
      let plan = try timed(&statistics.planMilliseconds) { () throws(RenderError) in
        try planner.plan(request, log: log, show: show)
      }
      (statistics.planHits, statistics.planMisses) = plan.isKnown ? (1, 0) : (0, 1)
      if plan.isKnown { statistics.fastPaths.insert(.recipeCache) }
      statistics.overlapPixels = plan.overlapPixelCount
      return Render(request, .plan(plan, schedules), statistics, frame, deadline: deadline) {
        [planner] target throws(RenderError) in
        log.note("\(planner.device.name) has less memory than planned for; rendering within \(target) bytes")
        return try planner.plan(request, within: target)
      }
    }
    guard case .reference(let renderer) = engine else { preconditionFailure("what runs no plans is the reference") }
    let recipe = try optimized(request.root, by: meaning, options: request.options, log: log)
    show?(recipe)
    return Render(request, .reference(recipe, renderer), RenderStatistics(), frame, deadline: deadline)
  }
}
