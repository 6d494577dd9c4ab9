import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ReferenceEngine
import VulkanEngine

/// A planned render: the request, and the work that computes its pixels, strip by strip, top first.
struct Render: Sendable {
  enum Work: Sendable {
    case plan(RenderPlan, any ScheduleEngine)
    case reference(Node, ReferenceRenderer)
    /// The request has no pixels.
    case nothing
  }

  let request: RenderRequest
  let work: Work
  /// The statistics of planning; the runs add theirs.
  let statistics: RenderStatistics
  /// The printer of this render's graphs; nil if they are not printed.
  let frame: TreeFrame?
  /// The time limit of the render.
  let deadline: Deadline?
  /// Plans the render within a memory target; nil if that is not possible.
  private let smallerPlan: SmallerPlan?
  typealias SmallerPlan = @Sendable (_ target: Int) throws(RenderError) -> RenderPlan

  init(
    _ request: RenderRequest, _ work: Work, _ statistics: RenderStatistics = RenderStatistics(),
    _ frame: TreeFrame? = nil, deadline: Deadline? = nil, smallerPlan: SmallerPlan? = nil
  ) {
    (self.request, self.work, self.statistics, self.frame) = (request, work, statistics, frame)
    (self.deadline, self.smallerPlan) = (deadline, smallerPlan)
  }

  /// The render without its engine, which it would otherwise retain.
  var withoutEngine: Render {
    guard case .plan = work else { return self }
    return Render(request, .nothing, statistics, frame, deadline: deadline)
  }

  /// This render and the layout of its planes, if its plan stores planes; else nil.
  var storingPlanes: (render: Render, planes: PlaneStore)? {
    guard case .plan(let plan, _) = work, let planes = plan.planes else { return nil }
    return (Render(request, work, statistics, frame, deadline: deadline), planes)
  }

  /// The optimised recipe.
  var graph: CIRenderGraph {
    // Planning optimised the recipe in a form without argument values, so it is optimised again.
    let recipe =
      if case .reference(let recipe, _) = work { recipe } else {
        try? optimized(request.resolved.root, options: request.options)
      }
    return CIRenderGraph(recipe ?? request.root, .optimized, region: request.region)
  }

  /// The statistics of the plan: counts and bytes, no times.
  var planned: RenderStatistics {
    guard case .plan(let plan, let context) = work else { return statistics }
    return plan.work.runs.reduce(statistics) { sum, run in (try? context.planned(run)).map { sum + $0 } ?? sum }
  }

  /// The bytes that the plan reserves for rows that wait to be written; 0 if the render is not for a file.
  var aheadBytes: Int { if case .plan(let plan, _) = work { plan.work.prefetchBytes } else { 0 } }

  /// Starts the only run of the render. Returns nil if there are several, or the reference renders.
  ///
  /// - Parameter target: the destination of the pixels, for contexts on an app's device. Nil: pixels are passed to a
  ///   callback.
  func start(to target: RunTarget? = nil) throws(RenderError) -> StartedRender? {
    guard case .plan(let plan, let context) = work, case .run(let run) = plan.work else { return nil }
    if let target, let context = context as? VulkanContext {
      return StartedRender(render: self, running: try context.start(run, to: target))
    }
    return StartedRender(render: self, running: try context.start(run))
  }

  /// Renders on the calling thread and passes the tiles to `receive` as they are finished.
  ///
  /// - Parameters:
  ///   - outputMemory: the final destination of the pixels; strips may point into it. Ignored if there is a time limit,
  ///     since the render could end after some were written.
  ///   - between: is called before each run, before each submission of a run, and on the reference every few
  ///     milliseconds. An error that it throws ends the render.
  func run(
    into outputMemory: OutputMemory? = nil, between caller: () throws(RenderError) -> Void = {},
    _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    var render = self
    while true {
      var hasDelivered = false
      do throws(RenderError) {
        return try render.runAsPlanned(into: outputMemory, between: caller) { strip throws(RenderError) in
          hasDelivered = true
          try receive(strip)
        }
      } catch {
        // The receiver may have passed on the tiles that it received.
        guard !hasDelivered, let smallerRender = render.withSmallerTiles(after: error) else { throw error }
        render = smallerRender
      }
    }
  }

  /// Whether the render can be divided into smaller tiles than planned.
  var canUseSmallerTiles: Bool { smallerPlan != nil }

  /// Returns the render with tiles of half the bytes if the driver ran out of memory. Returns nil for other errors, or
  /// if there are no smaller tiles.
  private func withSmallerTiles(after error: RenderError) -> Render? {
    guard error.isMemoryShortage, let smallerPlan, case .plan(let plan, let engine) = work else { return nil }
    let peak = plan.work.runs.reduce(0) { max($0, (try? engine.planned($1).peakBytes) ?? 0) }
    guard let smaller = try? smallerPlan(peak / 2) else { return nil }
    return Render(
      request, .plan(smaller, engine), statistics, frame, deadline: deadline, smallerPlan: smallerPlan)
  }

  private func runAsPlanned(
    into outputMemory: OutputMemory?, between caller: () throws(RenderError) -> Void,
    _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    func between() throws(RenderError) {
      try deadline?.check()
      try caller()
    }
    switch work {
    case .plan(let plan, let context):
      if case .run = plan.work {
        try between()
        guard let started = try start() else { return statistics }
        return try started.complete(into: deadline == nil ? outputMemory : nil, between: caller, receive)
      }
      let result =
        try statistics
        + context.run(plan.work, into: deadline == nil ? outputMemory : nil, between: between) {
          part, rows, rowBytes throws(RenderError) in
          try receive(strip(part, rows, rowBytes))
        }
      frame?.show(
        plan.work.schedules, groups: plan.work.groups, milliseconds: result.dispatchMilliseconds, on: context,
        options: request.options)
      return result
    case .reference(let node, let renderer):
      var result = statistics
      (result.engine, result.pixelsProcessed) = (.reference, Int(request.region.area))
      let stored = try timed(&result.deviceMilliseconds) { () throws(RenderError) in
        let storedBytes = Int(clamping: request.region.area).times(request.format.bytesPerPixel)
        let image = try renderer.render(node, request.region, heldBytes: storedBytes, between: between)
        let stored = try PixelBuffer(width: image.width, height: image.height, format: request.format)
        for y in 0..<image.height {
          if y % 64 == 63 { try between() }
          for x in 0..<image.width { stored.store(image.pixels[y * image.width + x], x: x, y: y) }
        }
        return stored
      }
      frame?.show(stored, options: request.options)
      try timed(&result.downloadMilliseconds) { () throws(RenderError) in try receive(RenderedStrip(whole: stored)) }
      return result
    case .nothing: return statistics
    }
  }

  func strip(_ part: UserRect, _ rows: UnsafeRawPointer, _ rowBytes: Int) -> RenderedStrip {
    RenderedStrip(
      firstRow: Int(request.region.max.y - part.max.y), firstColumn: Int(part.min.x - request.region.min.x),
      width: Int(part.width), height: Int(part.height), rows: rows, rowBytes: rowBytes, format: request.format)
  }
}

/// A render of one run that was submitted to the device. Completed once, on any thread.
struct StartedRender: Sendable {
  fileprivate let render: Render
  fileprivate let running: any StartedRun

  /// The schedule, with cached intermediates substituted.
  var schedule: Schedule { running.schedule }

  /// Whether the whole render is submitted.
  var isEnqueued: Bool { running.isEnqueued }

  /// Waits for the end and passes the pixels to `receive`.
  ///
  /// - Parameters: as of `Render.run`.
  func complete(
    into outputMemory: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    func next() throws(RenderError) {
      try render.deadline?.check()
      try between()
    }
    let part = try running.complete(into: outputMemory, between: next) { rows, rowBytes throws(RenderError) in
      try receive(render.strip(render.request.region, rows.baseAddress!, rowBytes))
    }
    let statistics = render.statistics + part
    if let frame = render.frame, case .plan(_, let context) = render.work {
      frame.show(
        [running.schedule], groups: [RenderWork.RunGroup(runs: [0])], milliseconds: statistics.dispatchMilliseconds,
        on: context, options: render.request.options)
    }
    return statistics
  }
}
