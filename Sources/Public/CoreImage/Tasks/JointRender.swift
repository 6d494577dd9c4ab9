import ImageGraph
import ImagePlanning
import ImagePrograms

/// Renders that run together: what they have in common is made once, row by row for all of them.
struct JointRender {
  private let renders: [Render]
  private let run: Run
  private let engine: any ScheduleEngine

  /// - Returns: nil where that spares nothing: on engines that make images as a whole, of renders without a step in
  ///   common, where one takes several runs, and where together they take too much memory.
  init?(_ renders: [Render]) {
    guard renders.count > 1, case .plan(_, let engine)? = renders.first?.work, engine.makesRows else {
      return nil
    }
    var runs: [Run] = []
    for render in renders {
      guard case .plan(let plan, let other) = render.work, other === engine, case .run(let run) = plan.work,
        render.frame == nil
      else { return nil }
      runs.append(run)
    }
    let schedule = Schedule.joined(runs.map(\.schedule))
    guard schedule.dispatches.count < runs.reduce(0, { $0 + $1.schedule.dispatches.count }) else { return nil }
    let heldParts = runs.reduce(into: [:]) { parts, run in parts.merge(run.heldParts) { $0.union($1) } }
    run = Run(
      schedule, heldParts: heldParts, heldBytes: runs.map(\.heldBytes).max() ?? 0, knowsRows: true)
    guard engine.profile.takes(run, engine.rowPlanning) else { return nil }
    (self.renders, self.engine) = (renders, engine)
  }

  var schedule: Schedule { run.schedule }

  /// Renders on this thread and lends the images as one strip each.
  ///
  /// - Parameters:
  ///   - rooms: where the pixels of each are wanted in the end, see `Render.run`.
  ///   - between: called before each part that the engine works on; what it throws ends the render.
  func run(
    into rooms: [OutputMemory?], between caller: () throws(RenderError) -> Void,
    _ receive: (_ render: Int, RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let deadline = renders[0].deadline
    func between() throws(RenderError) {
      try deadline?.check()
      try caller()
    }
    try between()
    let started = try engine.start(run)
    let statistics = try started.complete(into: deadline == nil ? rooms : [], between: between) {
      index, rows, rowBytes throws(RenderError) in
      let render = renders[index]
      try receive(index, render.strip(render.request.region, rows.baseAddress!, rowBytes))
    }
    return renders.reduce(RenderStatistics()) { $0 + $1.statistics } + statistics
  }
}
