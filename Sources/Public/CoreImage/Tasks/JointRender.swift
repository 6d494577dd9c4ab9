import ImageGraph
import ImagePlanning
import ImagePrograms

/// Renders that run together: their common steps are computed once, row by row for all of them.
struct JointRender {
  private let renders: [Render]
  private let run: Run
  private let engine: any ScheduleEngine

  /// - Returns: nil if it saves no work: on engines that compute whole images, for renders without common steps, if one
  ///   takes several runs, or if together they exceed the memory.
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
      schedule, heldParts: heldParts, heldBytes: runs.map(\.heldBytes).max() ?? 0, cachesRows: true)
    guard engine.profile.fits(run, engine.rowPlanning) else { return nil }
    (self.renders, self.engine) = (renders, engine)
  }

  var schedule: Schedule { run.schedule }

  /// Renders on the calling thread and passes each image to `receive` as one strip.
  ///
  /// - Parameters:
  ///   - outputs: the final destinations of the pixels, see `Render.run`.
  ///   - between: is called before each chunk of the engine's work. An error that it throws ends the render.
  func run(
    into outputs: [OutputMemory?], between caller: () throws(RenderError) -> Void,
    _ receive: (_ render: Int, RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let deadline = renders[0].deadline
    func between() throws(RenderError) {
      try deadline?.check()
      try caller()
    }
    try between()
    let started = try engine.start(run)
    let statistics = try started.complete(into: deadline == nil ? outputs : [], between: between) {
      index, rows, rowBytes throws(RenderError) in
      let render = renders[index]
      try receive(index, render.strip(render.request.region, rows.baseAddress!, rowBytes))
    }
    return renders.reduce(RenderStatistics()) { $0 + $1.statistics } + statistics
  }
}
