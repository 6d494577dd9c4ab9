import ImageCPU
import ImageGraph
import ImagePasses
import ImageVulkan

/// A render whose recipe is planned: what makes its pixels, strip by strip, top first.
struct PlannedRender: Sendable {
  enum Work: Sendable {
    case schedules([Schedule], VulkanContext)
    case reference(Node, ReferenceRenderer)
    /// There is no pixel to render.
    case nothing
  }

  /// Whole pixels of the user plane.
  let region: UserRect
  /// How the pixels are handed on.
  let format: PixelFormat
  /// What was asked of the passes.
  let options: PassOptions
  /// Where people want to see the graphs of this render; nil where they do not.
  let frame: TreeFrame?
  var work = Work.nothing
  /// What planning took; the strips add theirs.
  var statistics = RenderStatistics()

  /// Strips that can be computed one after the other.
  var stripCount: Int {
    switch work {
    case .schedules(let schedules, _): schedules.count
    case .reference: 1
    case .nothing: 0
    }
  }

  /// What the plan says of the render: counts and bytes, no times.
  var planned: RenderStatistics {
    guard case .schedules(let schedules, let context) = work else { return statistics }
    return schedules.reduce(statistics) { $0 + context.planned($1) }
  }

  /// Renders on this thread and lends the strips as they are done.
  func run(_ receive: (RenderedStrip) throws(RenderError) -> Void) throws(RenderError) -> RenderStatistics {
    var statistics = statistics
    var schedules: [Schedule] = []
    for strip in 0..<stripCount {
      let started = try start(strip: strip)
      if frame != nil, let schedule = started.schedule { schedules.append(schedule) }
      statistics = try statistics + started.complete(receive)
    }
    show(schedules, statistics)
    return statistics
  }

  /// Shows what ran to people who asked to see it. Called once, when all strips are done.
  func show(_ schedules: [Schedule], _ statistics: RenderStatistics) {
    guard let frame, case .schedules(_, let context) = work else { return }
    frame.show(schedules, milliseconds: statistics.dispatchMilliseconds, on: context, options: options)
  }

  /// Gives a strip to the device, or renders it at once where there is none.
  func start(strip: Int) throws(RenderError) -> StartedStrip {
    switch work {
    case .schedules(let schedules, let context):
      let schedule = schedules[strip]
      return StartedStrip(render: self, work: .running(try context.start(schedule), schedule))
    case .reference(let node, let renderer):
      let clock = ContinuousClock.now
      let picture = try renderer.render(node, region)
      let stored = try PixelBuffer(width: picture.width, height: picture.height, format: format)
      for y in 0..<picture.height {
        for x in 0..<picture.width { stored.store(picture.pixels[y * picture.width + x], x: x, y: y) }
      }
      frame?.show(stored, options: options)
      var statistics = RenderStatistics()
      statistics.pixelsProcessed = Int(region.area)
      statistics.deviceMilliseconds = (ContinuousClock.now - clock) / .milliseconds(1)
      return StartedStrip(render: self, work: .rendered(stored, statistics))
    case .nothing: preconditionFailure("a render of no pixels has no strips")
    }
  }
}

/// A strip that the device works on, or has done. Completed once, on any thread.
struct StartedStrip: Sendable {
  fileprivate enum Work: Sendable {
    case running(RunningSchedule, Schedule)
    case rendered(PixelBuffer, RenderStatistics)
  }

  fileprivate let render: PlannedRender
  fileprivate let work: Work

  /// What runs, with kept intermediates in their places; nil where nothing is scheduled.
  var schedule: Schedule? { if case .running(let running, _) = work { running.schedule } else { nil } }

  /// Waits for the strip's end and lends its pixels.
  func complete(_ receive: (RenderedStrip) throws(RenderError) -> Void) throws(RenderError) -> RenderStatistics {
    switch work {
    case .rendered(let pixels, let statistics):
      try receive(RenderedStrip(whole: pixels))
      return statistics
    case .running(let running, let schedule):
      let part = schedule.pictures[schedule.output].region
      return try running.complete { rows, pitch throws(RenderError) in
        try receive(
          RenderedStrip(
            firstRow: Int(render.region.max.y - part.max.y), width: Int(part.width), height: Int(part.height),
            rows: rows.baseAddress!, rowBytes: pitch, format: render.format))
      }
    }
  }
}
