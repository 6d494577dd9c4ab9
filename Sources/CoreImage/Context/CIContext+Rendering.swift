import Foundation
import ImageCPU
import ImageColor
import ImageGraph
import ImagePasses
import ImageVulkan

extension CIContext {
  /// Renders a rectangle of the image as an 8-bit picture in the context's output space, sRGB by default.
  ///
  /// - Returns: nil when the rectangle has no pixel of the image, is infinite, or is too large; the reason goes to the log.
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

  /// `deferred` renders at once: there is no later moment at which a picture without a screen is drawn.
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
        image.node, region, format: try stored(format), space: space, alpha: alpha)
      return CGImage(pixels, space: space, alpha: alpha)
    } catch {
      Log.note("no picture of \(rect): \(error)")
      return nil
    }
  }

  /// Renders `bounds` of the image into memory, top row first; pixels outside of the extent come out clear.
  ///
  /// - Parameters:
  ///   - data: at least `rowBytes` times the height of `bounds`.
  ///   - colorSpace: what the values shall mean; nil: as they are in the working space.
  ///
  /// A render that cannot be done leaves the memory as it was and says why in the log; `render(checked:…)` throws instead.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    do {
      try render(
        checked: image, toBitmap: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: colorSpace)
    } catch {
      Log.note("nothing was rendered: \(error)")
    }
  }

  /// `render(_:toBitmap:…)` that says why a render cannot be done.
  ///
  /// - Throws: `invalidArgument` for bounds without a finite area or rows too short, `limit`, `unsupported`, `picture` when a
  ///   source cannot be read, `device`.
  public func render(
    checked image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) throws(RenderError) {
    let region = UserRect(bounds).pixels
    let format = try stored(format)
    guard !region.isEmpty, region.isFinite else {
      throw .invalidArgument("the bounds \(bounds) have no finite area; give a rectangle with a width and a height")
    }
    guard region.width < 1e9, rowBytes >= Int(region.width) * format.bytesPerPixel else {
      throw .invalidArgument(
        "\(rowBytes) bytes a row are too few for \(short(region.width)) pixels of \(format.bytesPerPixel) bytes")
    }
    guard region.height < 1e9, !rowBytes.multipliedReportingOverflow(by: Int(region.height)).overflow else {
      throw .invalidArgument("\(short(region.height)) rows of \(rowBytes) bytes are more than memory can be")
    }
    let alpha: AlphaState = settings.outputIsPremultiplied ? .premultiplied : .straight
    try renderRows(
      image.node, region, format: format, space: colorSpace?.space, alpha: alpha, inRows: false
    ) { strip in strip.copy(to: data, rowBytes: rowBytes) }
  }
}

extension CIContext {
  /// The whole pixels of `rect` that the image has; refuses what is empty or infinite.
  package func pixelRegion(of image: CIImage, in rect: UserRect) throws(RenderError) -> UserRect {
    let extent = image.node.extent
    guard let part = extent.intersection(Extent(rect.isFinite ? rect.pixels : rect)).rect?.pixels else {
      switch (extent, Extent(rect)) {
      case (.infinite, .infinite):
        throw .invalidArgument("the image is infinite; say which rectangle of it to render, or crop it")
      default:
        throw .invalidArgument("there is nothing to render: the extent \(extent) has no pixel in \(Extent(rect))")
      }
    }
    guard part.width <= 1e7, part.height <= 1e7 else {
      throw .limit(
        "pixels on a side of a picture", asked: UInt64(max(part.width, part.height).rounded()), allowed: 10_000_000)
    }
    return part
  }

  func stored(_ format: CIFormat) throws(RenderError) -> PixelFormat {
    guard let stored = format.pixelFormat else {
      throw .unsupported(
        "pixels cannot be stored as \(format); choose RGBA8, BGRA8, RGBA16, RGBAh, RGBAf or a one- or two-channel format"
      )
    }
    return stored
  }

  /// Renders whole pixels into a picture of its own.
  @discardableResult
  package func renderPixels(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState
  ) throws(RenderError) -> (PixelBuffer, RenderStatistics) {
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: format)
    let statistics = try renderRows(
      node, region, format: format, space: space, alpha: alpha, inRows: false
    ) { strip in strip.copy(to: pixels.bytes, rowBytes: pixels.rowBytes) }
    return (pixels, statistics)
  }

  /// Renders whole pixels in `format` and lends them part by part, top first; one part where the memory target allows.
  ///
  /// - Parameters:
  ///   - clamps: colours end at 0 and alpha, or 1 where they are straight; see `PassOptions.clamps`.
  ///   - dithers: see `PassOptions.dithers`.
  ///   - inRows: every part is whole rows, in their order: strips, as files take them. Else they can be tiles.
  ///   - between: called before each run that the render takes; what it throws ends the render.
  @discardableResult
  package func renderRows(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState, clamps: Bool = false,
    dithers: Bool = false, inRows: Bool = true, between: () throws(RenderError) -> Void = {},
    receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let render = try planned(
      node, region, format: format, space: space, alpha: alpha, clamps: clamps, dithers: dithers, inRows: inRows)
    let statistics = try render.run(between: between, receive)
    if log.times { log.line(statistics.description) }
    return statistics
  }

  /// Plans what `renderRows` does.
  func planned(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState, clamps: Bool = false,
    dithers: Bool = false, inRows: Bool = true
  ) throws(RenderError) -> PlannedRender {
    if region.isEmpty {
      return PlannedRender(node: node, region: region, format: format, options: settings.passes, frame: nil)
    }
    var options = passOptions(format: format, space: space, alpha: alpha)
    (options.clamps, options.dithers) = (clamps, dithers)
    let frame = trees?.nextFrame()
    frame?.show(node, .initial, region: region)
    let log = frame?.log ?? log.withoutTree
    var render = PlannedRender(node: node, region: region, format: format, options: options, frame: frame)
    switch engine {
    case .vulkan(let context):
      var (statistics, isKnown, overlap) = (RenderStatistics(), true, 0)
      let plan = try timed(&statistics.planMilliseconds) { () throws(RenderError) in
        let plan = try plans.plan(
          node, options: options, log: log, show: frame.map { frame in { frame.show($0, .optimized, region: region) } },
          isKnown: &isKnown)
        return try renderPlan(plan, region, format, inRows: inRows, on: context, overlap: &overlap)
      }
      (statistics.planHits, statistics.planMisses) = isKnown ? (1, 0) : (0, 1)
      statistics.overlapPixels = overlap
      (render.work, render.statistics) = (.plan(plan, context), statistics)
    case .reference(let renderer):
      let recipe = try optimized(node, by: meaning, options: options, log: log)
      frame?.show(recipe, .optimized, region: region)
      render.work = .reference(recipe, renderer)
    }
    return render
  }

  /// The runs of a recipe. Where one is enough, it follows from structure and places; else they depend on the sources, too.
  private func renderPlan(
    _ plan: Plan, _ region: UserRect, _ format: PixelFormat, inRows: Bool, on context: VulkanContext, overlap: inout Int
  ) throws(RenderError) -> RenderPlan {
    let key = ScheduleRequest(
      region: region, store: .pixels(format), working: settings.workingStore,
      codesWorking: settings.passes.managesColor, rules: rules)
    if !plan.sources.contains(where: context.isStreamed) {
      let schedule = try plan.schedule(key) { (recipe, model) throws(RenderError) in
        try context.onlyRun(request(recipe, region, format, inRows: inRows), like: model)
      }
      if let schedule, try context.fits(schedule) { return .run(schedule) }
    }
    let whole = self.request(plan.ownRecipe, region, format, inRows: inRows)
    let runs = try context.plan(whole)
    overlap = runs.pixelCount - (try whole.wholePixelCount())
    return runs
  }

  /// What the device is asked for to make a part of an optimised recipe.
  func request(_ recipe: Node, _ region: UserRect, _ format: PixelFormat, inRows: Bool = true) -> RenderRequest {
    RenderRequest(
      recipe, region: region, store: .pixels(format), working: settings.workingStore,
      codesWorking: settings.passes.managesColor, rules: rules, inRows: inRows)
  }

  func passOptions(format: PixelFormat, space: ColorSpace?, alpha: AlphaState) -> PassOptions {
    var options = settings.passes
    (options.outputSpace, options.outputAlpha) = (space, format.isOpaque ? .opaque : alpha)
    options.outputFormat = format
    return options
  }
}
