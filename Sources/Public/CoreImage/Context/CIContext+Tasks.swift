import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import VulkanEngine

extension CIContext {
  /// Starts rendering a part of the image into a destination and returns before it is done: the recipe is planned, the
  /// rest goes on in the background. Tasks of a context run in the order in which they were started. Commands that
  /// render to images and buffers of an app's Vulkan device are enqueued before this returns.
  ///
  /// - Parameters:
  ///   - fromRect: the image is cropped to it; the lower left corner of what is left goes to `atPoint`. What is
  ///     infinite has its corner at the image's origin.
  ///   - destination: only the pixels that what is left covers are written; the others stay as they are. Memory that
  ///     the destination does not own has to stay until the task has ended.
  ///   - atPoint: in the destination's plane, y up, whatever `isFlipped` says.
  /// - Throws: a `RenderError` for what can be told before rendering: a destination that makes no sense, a plan that
  ///   does not fit. The task throws the rest. Waits when 64 tasks of the context have not ended.
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    try start(try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint))
  }

  /// Starts rendering the image so that its origin is at the destination's.
  public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
    try start(try job(image.node, to: destination))
  }

  /// Starts filling the destination: with black where its `alphaMode` is none, else with clear pixels.
  public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
    try start(try job(.empty, to: destination, clears: true))
  }

  /// Renders a part of the image into a destination, as `startTask(toRender:from:to:at:)` does, without holding a
  /// thread.
  ///
  /// Cancelling the task that awaits this stops the render as `CIRenderTask.cancel()` does: parts that were done stay
  /// in the destination, the rest of it is as it was. Once this has returned or thrown nothing more is written.
  ///
  /// - Parameter progress: called after each part with the share that is done, 0...1, in order and before this returns.
  /// - Throws: `RenderError`; `CancellationError` when cancelled.
  public func render(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> CIRenderInfo {
    try Task.checkCancellation()
    let job = try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint, progress: progress)
    queue.add(job, waits: false)
    return try await job.value()
  }

  /// Makes the kernels that rendering this would need, all cores at work, so that the first render need not: down to
  /// machine code where drivers compile at the first dispatch. Images that are kept go to a card that has memory of
  /// its own. Returns when all is there.
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
        // The images that later runs read are not there yet, so kernels cannot be dispatched on them.
        try context.prepare(plan.work.schedules.flatMap { $0.dispatches.map(\.program) })
      }
    }
  }

  /// What rendering this would take, without rendering it: see the task's `planned…` numbers.
  public func estimateRender(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    CIRenderTask(try job(image.node, from: UserRect(fromRect), to: destination, at: atPoint), isEstimate: true)
  }

  /// A part of an image, and where its lower left corner goes in a destination's plane, y up.
  package struct Part: Sendable {
    package var image: CIImage
    package var rect: CGRect
    package var point: CGPoint

    package init(_ image: CIImage, _ rect: CGRect, at point: CGPoint) {
      (self.image, self.rect, self.point) = (image, rect, point)
    }
  }

  /// Starts rendering parts in this order, each as `startTask(toRender:from:to:at:)` does. They are planned on all
  /// cores, before the first one starts.
  ///
  /// - Throws: where one of them cannot be planned: then none has started.
  package func startTasks(_ parts: [Part], to destination: CIRenderDestination) throws -> [CIRenderTask] {
    try jobs(parts, to: destination).map { try start($0) }
  }

  /// What `startTasks` would do, planned and not done.
  package func estimates(_ parts: [Part], to destination: CIRenderDestination) throws -> [CIRenderTask] {
    try jobs(parts, to: destination).map { CIRenderTask($0, isEstimate: true) }
  }

  private func jobs(_ parts: [Part], to destination: CIRenderDestination) throws(RenderError) -> [RenderJob] {
    try parts.mappedOnAllCores { part throws(RenderError) in
      try job(part.image.node, from: UserRect(part.rect), to: destination, at: part.point)
    }
  }

  /// Waits until all tasks have ended and no other thread is with the device because of them.
  package func waitForTasks() { queue.drain() }

  private func start(_ job: RenderJob) throws -> CIRenderTask {
    // It looks at the plan, which is gone when the render has ended.
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
      throw .invalidArgument("\(point) is no point that pixels can be moved to")
    }
    return try job(moved, to: destination, progress: progress)
  }

  /// A job that writes the pixels of the node that lie in the destination, or all of the destination.
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

  /// A request as destinations make it: what there is no alpha for lies on black.
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
  /// Refuses sizes that make no sense.
  fileprivate func check(_ memory: DestinationMemory, _ format: PixelFormat) throws(RenderError) {
    let sides = 1...UserRect.farthest
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidArgument(
        "a destination of \(width)x\(height) pixels; give each side 1 to \(UserRect.farthest) pixels")
    }
    guard memory.bytesPerRow >= width * format.bytesPerPixel else {
      throw .invalidArgument(
        "\(memory.bytesPerRow) bytes a row are too few for \(width) pixels of \(format.bytesPerPixel) bytes")
    }
    guard memory.byteCount(ofRows: height) > 0 else {
      throw .invalidArgument("\(height) rows of \(memory.bytesPerRow) bytes are more than memory can be")
    }
  }
}

extension PixelFormat {
  fileprivate var isInteger: Bool { component != .half && component != .float }
}
