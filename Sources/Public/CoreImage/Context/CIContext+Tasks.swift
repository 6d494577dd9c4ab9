import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import VulkanEngine

extension CIContext {
  /// Starts rendering a rectangle of the image into a destination. Plans the recipe before it returns; the render
  /// continues in the background. Tasks of a context run in the order in which they were started. Commands that render
  /// to images and buffers of an app's Vulkan device are enqueued before this returns.
  ///
  /// - Parameters:
  ///   - fromRect: the image is cropped to it. The lower left corner of the cropped image is placed at `atPoint`. If
  ///     the cropped image is infinite, its corner is the image's origin.
  ///   - destination: only the pixels inside the cropped image are written; the others are unchanged. Memory that the
  ///     destination does not own must remain valid until the task has ended.
  ///   - atPoint: in the destination's plane, with y up even if `isFlipped` is set.
  /// - Throws: a `RenderError` for errors that are found before rendering, such as an invalid destination or a plan
  ///   that does not fit in memory. The task throws later errors. Waits while 64 tasks of the context have not ended.
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    try start(try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint))
  }

  /// Starts rendering the image with its origin at the destination's origin.
  public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
    try start(try job(image.node, to: destination))
  }

  /// Starts filling the destination: with black if its `alphaMode` is none, else with transparent black.
  public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
    try start(try job(.empty, to: destination, clears: true))
  }

  /// Renders a rectangle of the image into a destination, as `startTask(toRender:from:to:at:)` does, without blocking a
  /// thread.
  ///
  /// Cancelling the awaiting task stops the render as `CIRenderTask.cancel()` does. Finished tiles stay in the
  /// destination; the rest of it is unchanged. After this function has returned or thrown, nothing more is written.
  ///
  /// - Parameter progress: is called after each tile with the completed fraction, 0...1, in order and before this
  ///   returns.
  /// - Throws: `RenderError`; `CancellationError` if cancelled.
  public func render(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> CIRenderInfo {
    try Task.checkCancellation()
    let job = try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint, progress: progress)
    queue.add(job, waits: false)
    return try await job.value()
  }

  /// Compiles the kernels of a render on all cores, so that the first render does not: down to machine code if drivers
  /// compile at the first dispatch. Uploads cached images to discrete GPUs. Returns when all is complete.
  public func prepareRender(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws {
    let job = try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint)
    for part in job.parts {
      guard case .plan(let plan, let context) = part.render.work else { continue }
      if case .run(let run) = plan.work {
        if let vulkan = context as? VulkanContext {
          try vulkan.prepare(run.schedule, to: part.target)
        } else {
          try context.prepare(run.schedule)
        }
      } else {
        // The images that later runs read do not exist yet, so their kernels are compiled without a dispatch.
        try context.prepare(plan.work.schedules.flatMap { $0.dispatches.map(\.program) })
      }
    }
  }

  /// Plans a render without executing it, and returns the estimate in the `planned…` properties of a task.
  public func estimateRender(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    CIRenderTask(try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint), isEstimate: true)
  }

  /// A rectangle of an image, and the position of its lower left corner in a destination's plane, y up.
  package struct Part: Sendable {
    package var image: CIImage
    package var rect: CGRect
    package var point: CGPoint

    package init(_ image: CIImage, _ rect: CGRect, at point: CGPoint) {
      (self.image, self.rect, self.point) = (image, rect, point)
    }
  }

  /// Starts rendering parts in this order, each as `startTask(toRender:from:to:at:)` does. All are planned on all cores
  /// before the first one starts.
  ///
  /// - Throws: if one of them cannot be planned; then none has started.
  package func startTasks(_ parts: [Part], to destination: CIRenderDestination) throws -> [CIRenderTask] {
    try jobs(parts, to: destination).map { try start($0) }
  }

  /// Plans the tasks of `startTasks` without starting them.
  package func estimates(_ parts: [Part], to destination: CIRenderDestination) throws -> [CIRenderTask] {
    try jobs(parts, to: destination).map { CIRenderTask($0, isEstimate: true) }
  }

  private func jobs(_ parts: [Part], to destination: CIRenderDestination) throws(RenderError) -> [RenderJob] {
    try parts.mappedOnAllCores { part throws(RenderError) in
      try job(part.image.node, from: UserRect(part.rect), to: destination, at: part.point)
    }
  }

  /// Waits until all tasks have ended and their threads no longer use the device.
  package func waitForTasks() { queue.drain() }

  private func start(_ job: RenderJob) throws -> CIRenderTask {
    // The task reads the plan, which is released when the render ends.
    let task = CIRenderTask(job)
    if job.isForDevice { try queue.start(now: job) } else { queue.add(job, waits: true) }
    return task
  }

  private func job(
    _ node: Node, from rect: UserRect, to destination: CIRenderDestination, at point: CGPoint,
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws(RenderError) -> RenderJob {
    let part = node.cropped(to: Extent(rect))
    let step = SIMD2<Double>(point.x, point.y) - (part.extent.rect?.min ?? .zero)
    guard let moved = part.transformed(by: .translation(step.x, step.y)) else {
      throw .invalidArgument("the destination's point must be finite (got \(point))")
    }
    return try job(moved, to: destination, progress: progress)
  }

  /// Returns a job that writes the pixels of the node inside the destination, or, if `clears`, all of the destination.
  private func job(
    _ node: Node, to destination: CIRenderDestination, clears: Bool = false,
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws(RenderError) -> RenderJob {
    let whole = UserRect(x: 0, y: 0, width: Double(destination.width), height: Double(destination.height))
    let region = clears ? whole : node.extent.pixels(in: whole)
    let properties = destination.current
    if case .rows(let memory) = destination.target { try destination.check(memory, stored(memory.format)) }
    let background =
      properties.blend == nil || clears || region.isEmpty ? nil : try destination.background(properties)
    let blended = if let background { try properties.blended(node, on: background) } else { node }
    switch destination.target {
    case .rows(let memory):
      return RenderJob(
        [try part(blended, region, to: memory, of: destination.height, properties)], progress: progress,
        taking: background)
    case .buffer(let buffer):
      return RenderJob(
        try parts(blended, region, to: buffer, properties), progress: progress, locking: buffer, taking: background,
        inPlace: properties.isWrittenInPlace)
    case .device(let target):
      let part = try part(
        blended, region, to: target, width: destination.width, height: destination.height, properties,
        behind: background?.onDevice)
      return RenderJob([part], progress: progress)
    case .refused(let reason): throw reason
    }
  }

  private func part(
    _ node: Node, _ region: UserRect, to memory: DestinationMemory, of height: Int,
    _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> RenderPart {
    let format = try stored(memory.format)
    let render = try render(
      request(
        node, region, format: format, space: properties.colorSpace, alpha: properties.alphaMode.state,
        clamps: properties.isClamped, dithers: properties.isDithered))
    return RenderPart(render: render) { strip in
      let fromTop = height - Int(region.max.y) + strip.firstRow
      let first = memory.address + (properties.isFlipped ? fromTop : height - 1 - fromTop) * memory.bytesPerRow
      RowCopy(
        strip.height, of: strip.width * format.bytesPerPixel, from: strip.rows, strip.rowBytes,
        to: first + (Int(region.min.x) + strip.firstColumn) * format.bytesPerPixel,
        properties.isFlipped ? memory.bytesPerRow : -memory.bytesPerRow
      ).run()
    }
  }

  /// Returns a request with the properties of a destination. If the destination has no alpha, the image is composited
  /// over black.
  func request(
    _ node: Node, _ region: UserRect, format: PixelFormat, space: ColorSpace?, alpha: AlphaState, clamps: Bool,
    dithers: Bool
  ) -> RenderRequest {
    let isOnBlack = alpha == .opaque && !format.isOpaque
    let root =
      isOnBlack ? Node.combined([node], by: ColorConversions.opaque, extent: .stated(.infinite)) : node
    return request(
      root, region, format: format, space: space, alpha: alpha == .straight ? .straight : .premultiplied,
      clamps: clamps && !format.isInteger, dithers: dithers, inRows: false)
  }
}

extension CIRenderDestination {
  /// Throws for invalid sizes.
  fileprivate func check(_ memory: DestinationMemory, _ format: PixelFormat) throws(RenderError) {
    let sides = 1...UserRect.farthest
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidArgument(
        "each side of a destination must be between 1 and \(UserRect.farthest) pixels (got \(width)x\(height))")
    }
    guard memory.bytesPerRow >= width * format.bytesPerPixel else {
      throw .invalidArgument(
        "bytesPerRow must be at least \(width * format.bytesPerPixel) for \(width) pixels of \(format.bytesPerPixel) "
          + "bytes "
          + "(got \(memory.bytesPerRow))")
    }
    guard memory.byteCount(ofRows: height) > 0 else {
      throw .invalidArgument("\(height) rows of \(memory.bytesPerRow) bytes exceed the address space")
    }
  }
}

extension PixelFormat {
  fileprivate var isInteger: Bool { component != .half && component != .float }
}
