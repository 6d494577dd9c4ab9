import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ReferenceEngine
import VulkanEngine

/// A render that is planned: what was asked for, and what makes its pixels, part by part, top first.
struct Render: Sendable {
  enum Work: Sendable {
    case plan(RenderPlan, any ScheduleEngine)
    case reference(Node, ReferenceRenderer)
    /// There is no pixel to render.
    case nothing
  }

  let request: RenderRequest
  let work: Work
  /// What planning took; the runs add theirs.
  let statistics: RenderStatistics
  /// Where people want to see the graphs of this render; nil where they do not.
  let frame: TreeFrame?
  /// When it has to be done.
  let deadline: Deadline?
  /// Plans it within so many bytes; nil where it is as it has to be.
  private let smallerPlan: SmallerPlan?
  typealias SmallerPlan = @Sendable (_ target: Int) throws(RenderError) -> RenderPlan

  init(
    _ request: RenderRequest, _ work: Work, _ statistics: RenderStatistics = RenderStatistics(),
    _ frame: TreeFrame? = nil, deadline: Deadline? = nil, smallerPlan: SmallerPlan? = nil
  ) {
    (self.request, self.work, self.statistics, self.frame) = (request, work, statistics, frame)
    (self.deadline, self.smallerPlan) = (deadline, smallerPlan)
  }

  /// The same without the engine, which it holds until it is done.
  var ended: Render {
    guard case .plan = work else { return self }
    return Render(request, .nothing, statistics, frame, deadline: deadline)
  }

  /// The same as it is, where its pixels are stored as the planes that were asked for; nil where they are not.
  var storingPlanes: Render? {
    guard case .plan(let plan, _) = work, plan.planes != nil else { return nil }
    return Render(request, work, statistics, frame, deadline: deadline)
  }

  /// The optimised recipe.
  var graph: CIRenderGraph {
    // It was optimised once already to be planned, in a form without values.
    let recipe =
      if case .reference(let recipe, _) = work { recipe } else {
        try? optimized(request.root, options: request.options)
      }
    return CIRenderGraph(recipe ?? request.root, .optimized, region: request.region)
  }

  /// What the plan says of the render: counts and bytes, no times.
  var planned: RenderStatistics {
    guard case .plan(let plan, let context) = work else { return statistics }
    return plan.work.runs.reduce(statistics) { sum, run in (try? context.planned(run)).map { sum + $0 } ?? sum }
  }

  /// Bytes that the plan leaves to rows that wait to be written; 0 where it was not made for that.
  var aheadBytes: Int { if case .plan(let plan, _) = work { plan.work.aheadBytes } else { 0 } }

  /// The only run that it takes, given to the device; nil where there are several, or the reference renders.
  ///
  /// - Parameter target: where the pixels go, of contexts on an app's device; nil: they are lent.
  func start(to target: RunTarget? = nil) throws(RenderError) -> StartedRender? {
    guard case .plan(let plan, let context) = work, case .run(let run) = plan.work else { return nil }
    if let target, let context = context as? VulkanContext {
      return StartedRender(render: self, running: try context.start(run, to: target))
    }
    return StartedRender(render: self, running: try context.start(run))
  }

  /// Renders on this thread and lends the parts as they are done.
  ///
  /// - Parameters:
  ///   - room: where the pixels are wanted in the end; strips may be lent from there. Not looked at where a deadline
  ///     may end the render when some are written.
  ///   - between: called before each run, and before each part of a run that the device is given, on the reference
  ///     every few milliseconds; what it throws ends the render.
  func run(
    into room: OutputMemory? = nil, between caller: () throws(RenderError) -> Void = {},
    _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    var render = self
    while true {
      var hasLent = false
      do throws(RenderError) {
        return try render.runAsPlanned(into: room, between: caller) { strip throws(RenderError) in
          hasLent = true
          try receive(strip)
        }
      } catch {
        // Who has got a part of it may have passed that on.
        guard !hasLent, let smaller = render.smaller(after: error) else { throw error }
        render = smaller
      }
    }
  }

  /// True where it can be made in smaller parts than planned.
  var canBeSmaller: Bool { smallerPlan != nil }

  /// The same in parts of half the bytes, where a driver had no memory for it; nil where that is not why it failed, or
  /// there are no smaller ones.
  private func smaller(after error: RenderError) -> Render? {
    guard error.isMemoryShortage, let smallerPlan, case .plan(let plan, let engine) = work else { return nil }
    let peak = plan.work.runs.reduce(0) { max($0, (try? engine.planned($1).peakBytes) ?? 0) }
    guard let smaller = try? smallerPlan(peak / 2) else { return nil }
    return Render(
      request, .plan(smaller, engine), statistics, frame, deadline: deadline, smallerPlan: smallerPlan)
  }

  private func runAsPlanned(
    into room: OutputMemory?, between caller: () throws(RenderError) -> Void,
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
        return try started.complete(into: deadline == nil ? room : nil, between: caller, receive)
      }
      let result =
        try statistics
        + context.run(plan.work, into: deadline == nil ? room : nil, between: between) {
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

/// A render of one run that the device works on, or has done. Completed once, on any thread.
struct StartedRender: Sendable {
  fileprivate let render: Render
  fileprivate let running: any StartedRun

  /// What runs, with kept intermediates in their places.
  var schedule: Schedule { running.schedule }

  /// True when the device has all of it.
  var isEnqueued: Bool { running.isEnqueued }

  /// Waits for the end and lends the pixels.
  ///
  /// - Parameters: as of `Render.run`.
  func complete(
    into room: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    func next() throws(RenderError) {
      try render.deadline?.check()
      try between()
    }
    let part = try running.complete(into: room, between: next) { rows, rowBytes throws(RenderError) in
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
