import ImageGraph
import ImagePrograms

extension DeviceProfile {
  /// The part of a source to have for a run that needs some of it.
  ///
  /// An image that gives rows and is large against the memory target is read in parts, and so is one that somebody
  /// makes on demand, whatever its size. One that is in memory, or comes whole, is there whole: kernels see all of it
  /// while it is within the device's limits and copying it, where it must be copied, takes a small share of the target.
  /// Of an image in the device's memory the part is copied there.
  func window(_ source: Source, _ needed: UserRect) -> SourceWindow {
    let whole = source.rect
    if needed.isEmpty { return SourceWindow(region: needed) }
    // It is copied for each render anew.
    if source.shape.isResident { return SourceWindow(region: needed.groups(in: whole)) }
    if streams(source) {
      let part = needed.groups(in: whole)
      return SourceWindow(region: part, held: part)
    }
    let pitch = (source.width + 3) / 4 * 4
    let rows = UserRect([whole.min.x, needed.min.y], [whole.max.x, needed.max.y])
    let reach = reach(bytesPerPixel: source.format.expanded.bytesPerPixel)
    let copiesAll = !isUnified && source.byteCount > budget.copiedSource
    if pitch * source.height <= reach, !copiesAll { return SourceWindow(region: whole) }
    // Whole rows can be read where they are.
    if isUnified, pitch * Int(rows.height) <= reach { return SourceWindow(region: rows) }
    return SourceWindow(region: needed.groups(in: whole))
  }

  /// True when parts of the source are read as they are needed.
  package func streams(_ source: Source) -> Bool { source.streams(above: budget.streamedSource) }
}

/// The runs of schedules that are made one after the other from the same rows: each source's part is in memory once,
/// for all of them.
///
/// - Parameter heldBytes: what the render holds beside.
func runs(of band: [ScheduleModel], heldBytes: Int) -> [Run] {
  var parts: [Source.Identity: (part: UserRect, pixelBytes: Int)] = [:]
  for schedule in band {
    for image in schedule.images {
      guard case .source(let source) = image.kind, let held = schedule.heldParts[source.identity] else { continue }
      parts[source.identity] = (held.union(parts[source.identity]?.part ?? .nothing), source.format.bytesPerPixel)
    }
  }
  let bytes = parts.values.reduce(heldBytes) { sum, item in
    sum.plus(((Int(item.part.width) + 3) / 4 * 4 * Int(item.part.height)).times(item.pixelBytes))
  }
  let heldParts = parts.mapValues(\.part)
  return band.map { Run($0.schedule, heldParts: heldParts, heldBytes: bytes) }
}

extension UserRect {
  /// Grown to groups of four columns, counted from the left edge of `whole`, so that kernels find them as in the whole.
  fileprivate func groups(in whole: UserRect) -> UserRect {
    let left = whole.min.x + ((min.x - whole.min.x) / 4).rounded(.down) * 4
    let right = whole.min.x + ((max.x - whole.min.x) / 4).rounded(.up) * 4
    return UserRect([left, min.y], [right, max.y]).intersection(whole)
  }
}
