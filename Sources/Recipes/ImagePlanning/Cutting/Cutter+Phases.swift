import ImageGraph
import ImagePrograms

/// Phases: steps that are computed before the others, such as reductions, and large blurs at a low resolution. Their
/// images are small, but each pixel reads so much that no tile of a later step fits, or that all tiles would repeat the
/// work.
extension Cutter {
  /// A step is small if it has at most an eighth of all pixels.
  private static let sizeDivisor = 8
  /// The number of steps that are tried, beginning with the one closest to the output.
  private static let attempts = 4

  /// Returns work that computes a step first and has fewer pixels than `limit`. Returns nil if there is none.
  ///
  /// - Parameter pixelCount: the number of pixels that the job computes in a single run.
  func phased(_ job: Job, of pixelCount: Int, below limit: Int?) throws(RenderError) -> RenderWork? {
    if effort.isSpent { return nil }
    let steps = try storedSteps(
      job.root, region: job.region, stored: stored, precomputed: Set(job.precomputed.keys))
    let capacity = device.budget.phaseImage(heldBytes: job.heldBytes)
    let small = steps.filter { step in
      byteCount(of: step) <= capacity && step.region.area * Double(Self.sizeDivisor) <= Double(pixelCount)
    }
    for step in small.suffix(Self.attempts).reversed() where !effort.isSpent {
      do throws(RenderError) {
        let cutter = withEffort(effort.half())
        let image = PhaseResult(step.region, format(of: step.node))
        let phase = RenderWork.Phase(
          kind: step.node.isHistogram ? .counts : .pixels, tiles: try cutter.cachedTiles(of: step, for: job),
          region: step.region, image: image, source: image.source(named: "\(step.node.op)"))
        var remaining = job
        remaining.heldBytes = remaining.heldBytes.plus(image.byteCount)
        remaining.precomputed[ObjectIdentifier(step.node)] = PrecomputedImage(
          source: phase.source, region: step.region)
        let phased = RenderWork.phase(phase, then: try cutter.work(remaining))
        if phased.pixelCount < limit ?? .max { return phased }
      } catch {
        // Another step may fit.
        if case .limit = error { continue }
        throw error
      }
    }
    return nil
  }

  /// Returns the form in which the step is stored. Half floats replace encoded 8 bits.
  private func form(of node: Node) -> Program.StoreForm {
    node.stepForm(working: working == .rgba8 ? .rgbaHalf : working)
  }

  private func format(of node: Node) -> PixelFormat { form(of: node).format }

  private func byteCount(of step: (node: Node, region: UserRect)) -> Int {
    Int(clamping: step.region.area).times(format(of: step.node).bytesPerPixel)
  }

  private func cachedTiles(of step: (node: Node, region: UserRect), for job: Job) throws(RenderError) -> [RenderWork] {
    let key = PhaseTrials.Key(
      step: ObjectIdentifier(step.node), region: step.region, precomputed: Set(job.precomputed.keys),
      heldBytes: job.heldBytes,
      readsAgain: job.readsAgain)
    if let result = trials.work.withLock({ $0[key] }) { return try result.get() }
    do throws(RenderError) {
      let tiles = try tiles(of: step, for: job)
      trials.work.withLock { $0[key] = .success(tiles) }
      return tiles
    } catch {
      trials.work.withLock { $0[key] = .failure(error) }
      throw error
    }
  }

  private func tiles(of step: (node: Node, region: UserRect), for job: Job) throws(RenderError) -> [RenderWork] {
    var stepJob = job
    (stepJob.root, stepJob.region, stepJob.inRows) = (step.node, step.region, false)
    stepJob.store = form(of: step.node)
    stepJob.heldBytes = stepJob.heldBytes.plus(byteCount(of: step))
    guard case .histogram(let rect, let bins) = step.node.op else { return [try work(stepJob)] }
    return try counts(of: step.node.inputs[0].extent.pixels(in: rect.pixels), bins: bins, stepJob)
  }

  /// Floats represent integer counts up to this number of pixels.
  private static let maximumCount = 0x1p24

  /// Returns the histograms of tiles of a rectangle that each fit a run.
  private func counts(of rect: UserRect, bins: Int, _ job: Job) throws(RenderError) -> [RenderWork] {
    var tile = job
    tile.root = Node(.histogram(rect, bins: bins), job.root.inputs)
    let run = try runs([tile])[0]
    let excess = device.exceededLimit(of: run, rows)
    if excess == nil, rect.area <= Self.maximumCount { return [.run(run)] }
    let tileCount = Int(clamping: rect.area / Self.maximumCount)
    if let excess = PlanLimits.exceededLimit(runs: tileCount, dispatches: run.schedule.dispatches.count) {
      throw excess.error
    }
    if effort.isSpent {
      throw (excess ?? ExceededLimit(quantity: "tiles of a histogram", requested: tileCount, allowed: PlanLimits.runs))
        .error
    }
    if rect.height > 1 {
      let middle = rect.max.y - (rect.height / 2).rounded(.up)
      return try counts(of: UserRect([rect.min.x, middle], rect.max), bins: bins, job)
        + counts(of: UserRect(rect.min, [rect.max.x, middle]), bins: bins, job)
    }
    guard rect.width > Self.minimumTileWidth else { throw (excess!).error }
    let middle = rect.min.x + (rect.width / 8).rounded(.up) * 4
    return try counts(of: UserRect(rect.min, [middle, rect.max.y]), bins: bins, job)
      + counts(of: UserRect([middle, rect.min.y], rect.max), bins: bins, job)
  }
}
