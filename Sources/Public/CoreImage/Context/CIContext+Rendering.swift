import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ReferenceEngine

extension CIContext {
  /// Renders a rectangle of the image as an 8-bit image in the context's output space, sRGB by default.
  ///
  /// - Returns: nil if the rectangle has no pixel of the image, is infinite, or is too large; the log states the
  ///   reason.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    createCGImage(image, from: fromRect, format: .RGBA8, space: settings.outputSpace)
  }

  /// Renders a rectangle of the image, rounded out to whole pixels and intersected with the extent.
  ///
  /// - Parameter colorSpace: of the result's values. Nil: the working space, without conversion.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    createCGImage(image, from: fromRect, format: format, space: colorSpace?.space)
  }

  /// Renders as `createCGImage(_:from:format:colorSpace:)` does. `deferred` has no effect: the render is immediate,
  /// since there is no display that could request it later.
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
      log.note("the rectangle \(rect) was not rendered: \(error)")
      return nil
    }
  }

  /// Renders `bounds` of the image into memory, top row first. Pixels outside of the extent are transparent black.
  ///
  /// - Parameters:
  ///   - data: at least `rowBytes` times the height of `bounds`.
  ///   - colorSpace: of the result's values. Nil: the working space, without conversion.
  ///
  /// If the render fails, the memory is unchanged and the log states the reason; `render(checked:…)` throws instead.
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

  /// Renders as `render(_:toBitmap:…)` does, and throws on failure.
  ///
  /// - Throws: `invalidArgument` for bounds without a pixel or rows that are too short; `limit` for bounds more than
  ///   8,388,608 pixels from the origin, and if memory is not sufficient; `unsupported`, `image` if a source cannot be
  ///   read; `device`.
  public func render(
    checked image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) throws(RenderError) {
    let region = try UserRect(bounds).wholePixels(of: "the rectangle to render")
    let format = try stored(format)
    guard rowBytes >= Int(region.width) * format.bytesPerPixel else {
      throw .invalidArgument(
        "rowBytes must be at least \(Int(region.width) * format.bytesPerPixel) for \(short(region.width)) pixels of "
          + "\(format.bytesPerPixel) bytes (got \(rowBytes))")
    }
    guard !rowBytes.multipliedReportingOverflow(by: Int(region.height)).overflow else {
      throw .invalidArgument("\(short(region.height)) rows of \(rowBytes) bytes exceed the address space")
    }
    let alpha: AlphaState = settings.outputIsPremultiplied ? .premultiplied : .straight
    let renderRequest = request(
      image.node, region, format: format, space: colorSpace?.space, alpha: alpha, inRows: false)
    let outputMemory = OutputMemory(bytes: data, rowBytes: rowBytes, region: region, format: format)
    try renderRows(renderRequest, into: outputMemory) { strip in strip.copy(to: data, rowBytes: rowBytes) }
  }
}

extension CIContext {
  /// Returns the whole pixels of the image inside `rect`. Throws `invalidArgument` if they are none or infinitely many.
  package func pixelRegion(of image: CIImage, in rect: UserRect) throws(RenderError) -> UserRect {
    let extent = image.node.extent
    guard let part = extent.intersection(Extent(rect.isFinite ? rect.pixels : rect)).rect else {
      switch (extent, Extent(rect)) {
      case (.infinite, .infinite):
        throw .invalidArgument("the image is infinite; pass a finite rectangle to render, or crop the image")
      default:
        throw .invalidArgument(
          "the rectangle to render has no pixel: the extent \(extent) does not meet \(Extent(rect))")
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

  /// Returns a request for whole pixels of a recipe with this context's settings.
  ///
  /// - Parameters:
  ///   - space: of the result's values. Nil: the working space, without conversion.
  ///   - clamps: whether colours are limited to 0 and alpha, or to 1 if they are straight; see `PassOptions.clamps`.
  ///   - dithers: see `PassOptions.dithers`.
  ///   - inRows: whether the result must be delivered in strips of whole rows, in order, as files require. If false, it
  ///     may be delivered in tiles.
  package func request(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState, clamps: Bool = false,
    dithers: Bool = false, inRows: Bool = true
  ) -> RenderRequest {
    var options = settings.passes
    (options.outputSpace, options.outputAlpha) = (space, format.isOpaque ? .opaque : alpha)
    (options.clamps, options.dithers) = (clamps, dithers)
    // On the processor, rows between steps are floats whether they are stored or not, so that no pixel depends on that.
    let working = engine.makesRows ? .rgbaFloat : settings.workingStore
    return RenderRequest(node, region: region, format: format, options: options, working: working, inRows: inRows)
  }

  /// Renders whole pixels into a new buffer.
  @discardableResult
  package func renderPixels(_ request: RenderRequest) throws(RenderError) -> (PixelBuffer, RenderStatistics) {
    let region = request.region
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: request.format)
    var tiles = request
    tiles.inRows = false
    let outputMemory = OutputMemory(
      bytes: pixels.bytes, rowBytes: pixels.rowBytes, region: region, format: request.format)
    let statistics = try renderRows(tiles, into: outputMemory) { strip in
      strip.copy(to: pixels.bytes, rowBytes: pixels.rowBytes)
    }
    return (pixels, statistics)
  }

  /// Renders a request and passes the result to `receive` strip by strip, top first. The result is one strip if the
  /// memory target allows it.
  ///
  /// - Parameters:
  ///   - outputMemory: the final destination of the pixels. Strips may point into it.
  ///   - between: is called before each run of the render. An error that it throws ends the render.
  @discardableResult
  package func renderRows(
    _ request: RenderRequest, into outputMemory: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let statistics = try render(request).run(into: outputMemory, between: between, receive)
    if log.times { log.line(statistics.description) }
    return statistics
  }

  /// Plans a render of the request.
  ///
  /// - Parameter recording: the recording into an app's command buffer to which processors add their commands; nil for
  ///   other renders.
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
      (statistics.planHits, statistics.planMisses) = plan.isCached ? (1, 0) : (0, 1)
      if plan.isCached { statistics.fastPaths.insert(.recipeCache) }
      statistics.overlapPixels = plan.overlapPixelCount
      return Render(request, .plan(plan, schedules), statistics, frame, deadline: deadline) {
        [planner] target throws(RenderError) in
        log.note("\(planner.device.name) has less memory than planned for; rendering within \(target) bytes")
        return try planner.plan(request, within: target)
      }
    }
    guard case .reference(let renderer) = engine else {
      preconditionFailure("an engine without plans is the reference")
    }
    let recipe = try optimized(request.root, by: referencePasses, options: request.options, log: log)
    show?(recipe)
    return Render(request, .reference(recipe, renderer), RenderStatistics(), frame, deadline: deadline)
  }
}
