import ImageCPU
import ImageGraph
import ImagePasses
import ImageVulkan

/// A render whose recipe is planned: what makes its pixels, part by part, top first.
struct PlannedRender: Sendable {
  enum Work: Sendable {
    case plan(RenderPlan, VulkanContext)
    case reference(Node, ReferenceRenderer)
    /// There is no pixel to render.
    case nothing
  }

  /// The recipe as it was built.
  let node: Node
  /// Whole pixels of the user plane.
  let region: UserRect
  /// How the pixels are handed on.
  let format: PixelFormat
  /// What was asked of the passes.
  let options: PassOptions
  /// Where people want to see the graphs of this render; nil where they do not.
  let frame: TreeFrame?
  var work = Work.nothing
  /// What planning took; the runs add theirs.
  var statistics = RenderStatistics()

  /// The optimised recipe.
  var graph: CIRenderGraph {
    // It was optimised once already to be planned, in a form without values.
    let recipe = if case .reference(let recipe, _) = work { recipe } else { try? optimized(node, options: options) }
    return CIRenderGraph(recipe ?? node, .optimized, region: region)
  }

  /// What the plan says of the render: counts and bytes, no times.
  var planned: RenderStatistics {
    guard case .plan(let plan, let context) = work else { return statistics }
    return plan.schedules.reduce(statistics) { sum, schedule in (try? context.planned(schedule)).map { sum + $0 } ?? sum
    }
  }

  /// The only run that it takes, given to the device; nil where there are several, or the reference renders.
  func start() throws(RenderError) -> StartedRender? {
    guard case .plan(.run(let schedule), let context) = work else { return nil }
    return StartedRender(render: self, running: try context.start(schedule))
  }

  /// Renders on this thread and lends the parts as they are done.
  ///
  /// - Parameter between: called before each run; what it throws ends the render.
  func run(
    between: () throws(RenderError) -> Void = {}, _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    switch work {
    case .plan(.run, _):
      try between()
      guard let started = try start() else { return statistics }
      return try started.complete(receive)
    case .plan(let plan, let context):
      let result =
        try statistics
        + context.run(plan, between: between) { part, rows, rowBytes throws(RenderError) in
          try receive(strip(part, rows, rowBytes))
        }
      frame?.show(
        plan.schedules, groups: plan.groups, milliseconds: result.dispatchMilliseconds, on: context, options: options)
      return result
    case .reference(let node, let renderer):
      try between()
      let clock = ContinuousClock.now
      let picture = try renderer.render(node, region)
      let stored = try PixelBuffer(width: picture.width, height: picture.height, format: format)
      for y in 0..<picture.height {
        for x in 0..<picture.width { stored.store(picture.pixels[y * picture.width + x], x: x, y: y) }
      }
      frame?.show(stored, options: options)
      try receive(RenderedStrip(whole: stored))
      var result = statistics
      result.pixelsProcessed = Int(region.area)
      result.deviceMilliseconds = (ContinuousClock.now - clock) / .milliseconds(1)
      return result
    case .nothing: return statistics
    }
  }

  fileprivate func strip(_ part: UserRect, _ rows: UnsafeRawPointer, _ rowBytes: Int) -> RenderedStrip {
    RenderedStrip(
      firstRow: Int(region.max.y - part.max.y), firstColumn: Int(part.min.x - region.min.x), width: Int(part.width),
      height: Int(part.height), rows: rows, rowBytes: rowBytes, format: format)
  }
}

/// A render of one run that the device works on, or has done. Completed once, on any thread.
struct StartedRender: Sendable {
  fileprivate let render: PlannedRender
  fileprivate let running: RunningSchedule

  /// What runs, with kept intermediates in their places.
  var schedule: Schedule { running.schedule }

  /// Waits for the end and lends the pixels.
  func complete(_ receive: (RenderedStrip) throws(RenderError) -> Void) throws(RenderError) -> RenderStatistics {
    let part = try running.complete { rows, rowBytes throws(RenderError) in
      try receive(render.strip(render.region, rows.baseAddress!, rowBytes))
    }
    let statistics = render.statistics + part
    if let frame = render.frame, case .plan(_, let context) = render.work {
      frame.show(
        [running.schedule], groups: [RenderPlan.RunGroup(runs: [0])], milliseconds: statistics.dispatchMilliseconds,
        on: context, options: render.options)
    }
    return statistics
  }
}
