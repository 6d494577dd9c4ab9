import ImageGraph
import ImagePasses

/// Why a schedule cannot run as it is: a bound that it passes.
struct ExceededLimit {
  var what: String
  var requested: Int
  var allowed: Int

  var error: RenderError { .limit(what, requested: UInt64(clamping: requested), allowed: UInt64(clamping: allowed)) }
}

extension DeviceProfile {
  /// Returns whether the run stays within the memory target and the limits of the device.
  ///
  /// - Parameter rows: The row planner of the engine.
  package func takes(_ run: Run, _ rows: (any RowPlanning)?) -> Bool { excess(of: run, rows) == nil }

  /// Counters have 32 bits.
  private static let mostCounted = Int(UInt32.max)

  /// The first bound that the run passes, of the memory target and the device; nil when it can run.
  ///
  /// - Parameter sparing: bytes of the target to leave free.
  func excess(of run: Run, _ rows: (any RowPlanning)?, sparing: Int = 0) -> ExceededLimit? {
    let inputs = Set(run.schedule.dispatches.flatMap(\.inputs))
    for (id, image) in run.schedule.images.enumerated() {
      var bytesPerPixel = image.store?.bytesPerPixel ?? 0
      if case .source(let source) = image.kind { bytesPerPixel = source.format.expanded.bytesPerPixel }
      if case .counters = image.kind { continue }
      let texels = image.pitch * image.height
      let reach = reach(bytesPerPixel: max(bytesPerPixel, 1))
      if inputs.contains(id), texels > reach {
        return ExceededLimit(what: "pixels that a kernel reads on \(name)", requested: texels, allowed: reach)
      }
      let isImported =
        if case .source(let source) = image.kind { isUnified && !source.shape.isResident } else { false }
      let bytes = BufferSize.rounded(max(texels * bytesPerPixel, image.byteCount)) + BufferSize.slack
      if !isImported, bytes > limits.allocation {
        return ExceededLimit(
          what: "bytes of one piece of memory on \(name)", requested: bytes, allowed: limits.allocation)
      }
    }
    for dispatch in run.schedule.dispatches {
      if case .histogram = dispatch.program.store, dispatch.pixelCount > Self.mostCounted {
        return ExceededLimit(
          what: "pixels that a histogram counts at once", requested: dispatch.pixelCount, allowed: Self.mostCounted)
      }
    }
    let needed: Int
    do throws(RenderError) {
      needed = try ScheduleMemory(run, on: self, rows).byteCount
    } catch {
      // Of a row that passes a kernel's reach.
      guard case .limit(let what, let requested, let allowed) = error else {
        preconditionFailure("counting memory fails on limits only: \(error)")
      }
      return ExceededLimit(what: what, requested: Int(clamping: requested), allowed: Int(clamping: allowed))
    }
    let allowed = budget.target - sparing
    if needed > allowed {
      return ExceededLimit(what: "bytes of memory for this render (memoryTarget)", requested: needed, allowed: allowed)
    }
    return nil
  }
}
