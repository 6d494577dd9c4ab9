import ImageGraph
import ImagePasses
import ImagePrograms

/// A limit that a schedule exceeds.
struct ExceededLimit {
  var quantity: String
  var requested: Int
  var allowed: Int

  var error: RenderError {
    .limit(quantity, requested: UInt64(clamping: requested), allowed: UInt64(clamping: allowed))
  }
}

extension DeviceProfile {
  /// Returns whether the run stays within the memory target and the limits of the device.
  ///
  /// - Parameter rows: the row planner of the engine.
  package func fits(_ run: Run, _ rows: (any RowPlanning)?) -> Bool { exceededLimit(of: run, rows) == nil }

  /// Counters have 32 bits.
  private static let maximumCount = Int(UInt32.max)

  /// Returns the first limit of the memory target or the device that the run exceeds. Returns nil if the run fits.
  ///
  /// - Parameter reserve: the bytes of the target that must stay free.
  func exceededLimit(of run: Run, _ rows: (any RowPlanning)?, reserving reserve: Int = 0) -> ExceededLimit? {
    let inputs = Set(run.schedule.dispatches.flatMap(\.inputs))
    for (id, image) in run.schedule.images.enumerated() {
      var bytesPerPixel = image.store?.bytesPerPixel ?? 0
      var texels = image.pitch * image.height
      switch image.kind {
      case .counters: continue
      case .source(let source):
        bytesPerPixel = source.format.expanded.bytesPerPixel
        if let planes = source.planes {
          bytesPerPixel = planes.bytesPerSample
          texels = PlaneLoad(planes).sampleCount(pitch: image.pitch, height: image.height)
        }
      case .intermediate, .cached, .output: break
      }
      let reach = reach(bytesPerPixel: max(bytesPerPixel, 1))
      if inputs.contains(id), texels > reach {
        return ExceededLimit(quantity: "pixels that a kernel reads on \(name)", requested: texels, allowed: reach)
      }
      let isImported =
        if case .source(let source) = image.kind { isUnified && !source.shape.isResident } else { false }
      let bytes = BufferSize.rounded(max(texels * bytesPerPixel, image.byteCount)) + BufferSize.slack
      if !isImported, bytes > limits.allocation {
        return ExceededLimit(
          quantity: "bytes of an allocation on \(name)", requested: bytes, allowed: limits.allocation)
      }
    }
    for dispatch in run.schedule.dispatches {
      if case .histogram = dispatch.program.store, dispatch.pixelCount > Self.maximumCount {
        return ExceededLimit(
          quantity: "pixels that a histogram counts at once", requested: dispatch.pixelCount, allowed: Self.maximumCount
        )
      }
    }
    let needed: Int
    do throws(RenderError) {
      needed = try ScheduleMemory(run, on: self, rows).byteCount
    } catch {
      // A row exceeds the storage range of a kernel.
      guard case .limit(let quantity, let requested, let allowed) = error else {
        preconditionFailure("counting memory throws limits only, got \(error)")
      }
      return ExceededLimit(quantity: quantity, requested: Int(clamping: requested), allowed: Int(clamping: allowed))
    }
    let allowed = budget.target - reserve
    if needed > allowed {
      return ExceededLimit(
        quantity: "bytes of memory for this render (memoryTarget)", requested: needed, allowed: allowed)
    }
    return nil
  }
}
