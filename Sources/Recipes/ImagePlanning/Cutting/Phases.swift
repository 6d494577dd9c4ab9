import ImageGraph
import ImagePrograms
import Synchronization

/// What was found of steps that were tried to be made first: several later steps ask for the same.
final class PhaseTrials: Sendable {
  fileprivate struct Key: Hashable, Sendable {
    var step: ObjectIdentifier
    var region: UserRect
    var given: Set<ObjectIdentifier>
    var heldBytes: Int
    var readsAgain: Bool
  }

  fileprivate let work = Mutex<[Key: Result<[RenderWork], RenderError>]>([:])
}

/// Steps that are made before the rest: reductions, and what large blurs do at a low resolution. Their own image is
/// small, but each of its pixels reads so much that no tile of what comes after fits, or all tiles would do the same
/// work again.
extension Cutter {
  /// A step is small that makes an eighth of all pixels.
  private static let share = 8
  /// How many steps are tried, the one closest to the output first.
  private static let attempts = 4

  /// Work that makes a step first, of fewer pixels than `limit`; nil when there is none.
  ///
  /// - Parameter pixelCount: what the part at once would compute.
  func phased(_ part: Part, of pixelCount: Int, below limit: Int?) throws(RenderError) -> RenderWork? {
    if effort.isSpent { return nil }
    let steps = try storedSteps(
      part.root, region: part.region, stored: stored, given: Set(part.given.keys))
    let room = device.budget.firstImage(beside: part.heldBytes)
    let small = steps.filter { step in
      byteCount(of: step) <= room && step.region.area * Double(Self.share) <= Double(pixelCount)
    }
    for step in small.suffix(Self.attempts).reversed() where !effort.isSpent {
      do throws(RenderError) {
        let cutter = trying(effort.half())
        let image = PhaseResult(step.region, format(of: step.node))
        let phase = RenderWork.Phase(
          kind: step.node.isHistogram ? .counts : .pixels, parts: try cutter.knownParts(of: step, for: part),
          region: step.region, image: image, source: image.source(named: "\(step.node.op)"))
        var rest = part
        rest.heldBytes = rest.heldBytes.plus(image.byteCount)
        rest.given[ObjectIdentifier(step.node)] = PrecomputedImage(
          source: phase.source, region: step.region)
        let phased = RenderWork.phase(phase, then: try cutter.work(rest))
        if phased.pixelCount < limit ?? .max { return phased }
      } catch {
        // What does not fit behind this step may fit behind another.
        if case .limit = error { continue }
        throw error
      }
    }
    return nil
  }

  /// As the step is stored between dispatches; what would have 8 bits there, coded, has halves.
  private func form(of node: Node) -> Program.StoreForm {
    node.stepForm(working: working == .rgba8 ? .rgbaHalf : working)
  }

  private func format(of node: Node) -> PixelFormat { form(of: node).format }

  private func byteCount(of step: (node: Node, region: UserRect)) -> Int {
    Int(clamping: step.region.area).times(format(of: step.node).bytesPerPixel)
  }

  private func knownParts(of step: (node: Node, region: UserRect), for part: Part) throws(RenderError) -> [RenderWork] {
    let key = PhaseTrials.Key(
      step: ObjectIdentifier(step.node), region: step.region, given: Set(part.given.keys), heldBytes: part.heldBytes,
      readsAgain: part.readsAgain)
    if let known = found.work.withLock({ $0[key] }) { return try known.get() }
    do throws(RenderError) {
      let parts = try parts(of: step, for: part)
      found.work.withLock { $0[key] = .success(parts) }
      return parts
    } catch {
      found.work.withLock { $0[key] = .failure(error) }
      throw error
    }
  }

  private func parts(of step: (node: Node, region: UserRect), for part: Part) throws(RenderError) -> [RenderWork] {
    var made = part
    (made.root, made.region, made.inRows) = (step.node, step.region, false)
    made.store = form(of: step.node)
    made.heldBytes = made.heldBytes.plus(byteCount(of: step))
    guard case .histogram(let rect, let bins) = step.node.op else { return [try work(made)] }
    return try counts(of: step.node.inputs[0].extent.pixels(in: rect.pixels), bins: bins, made)
  }

  /// Counts of so many pixels are whole numbers in a float.
  private static let mostCounts = 0x1p24

  /// Histograms of parts of a rectangle that each fit a run.
  private func counts(of rect: UserRect, bins: Int, _ part: Part) throws(RenderError) -> [RenderWork] {
    var piece = part
    piece.root = Node(.histogram(rect, bins: bins), part.root.inputs)
    let run = try runs([piece])[0]
    let excess = device.excess(of: run, rows)
    if excess == nil, rect.area <= Self.mostCounts { return [.run(run)] }
    let pieces = Int(clamping: rect.area / Self.mostCounts)
    if let excess = PlanLimits.excess(runs: pieces, dispatches: run.schedule.dispatches.count) { throw excess.error }
    if effort.isSpent {
      throw (excess ?? ExceededLimit(what: "parts of a histogram", requested: pieces, allowed: PlanLimits.runs)).error
    }
    if rect.height > 1 {
      let middle = rect.max.y - (rect.height / 2).rounded(.up)
      return try counts(of: UserRect([rect.min.x, middle], rect.max), bins: bins, part)
        + counts(of: UserRect(rect.min, [rect.max.x, middle]), bins: bins, part)
    }
    guard rect.width > Self.leastWidth else { throw (excess!).error }
    let middle = rect.min.x + (rect.width / 8).rounded(.up) * 4
    return try counts(of: UserRect(rect.min, [middle, rect.max.y]), bins: bins, part)
      + counts(of: UserRect([middle, rect.min.y], rect.max), bins: bins, part)
  }
}
