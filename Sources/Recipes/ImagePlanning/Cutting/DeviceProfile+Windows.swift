import ImageGraph
import ImagePrograms

extension DeviceProfile {
  /// Returns the window of a source for a run that needs a part of it.
  ///
  /// A source that can be read in rows is read in parts if it is large compared with the memory target, or if its
  /// pixels are computed on demand. Other sources are in memory as a whole. Kernels read all of such a source if it is
  /// within the device's limits. If it must be copied, it must also be small compared with the target. Of an image in
  /// device memory, only the part is copied.
  func window(_ source: Source, _ needed: UserRect) -> SourceWindow {
    let whole = source.rect
    if needed.isEmpty { return SourceWindow(region: needed) }
    if let planes = source.planes { return window(source, planes, needed) }
    // Copied again for each render.
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
    // Whole rows can be read without a copy.
    if isUnified, pitch * Int(rows.height) <= reach { return SourceWindow(region: rows) }
    return SourceWindow(region: needed.groups(in: whole))
  }

  /// Returns the window of a source of planes. It begins with whole groups, and contains the chroma from which that of
  /// the needed pixels is interpolated.
  private func window(_ source: Source, _ planes: YCbCrPlanes, _ needed: UserRect) -> SourceWindow {
    let whole = source.rect
    let pitch = (source.width + 3) / 4 * 4
    let samples = PlaneLoad(planes).sampleCount(pitch: pitch, height: source.height)
    let copiesAll = !readsAllImages && source.byteCount > budget.copiedSource
    if samples <= reach(bytesPerPixel: planes.bytesPerSample), !copiesAll { return SourceWindow(region: whole) }
    let halo = needed.outset(by: 2).intersection(whole).groups(in: whole)
    let top = ((whole.max.y - halo.max.y) / 2).rounded(.down) * 2
    return SourceWindow(region: UserRect(halo.min, [halo.max.x, whole.max.y - top]))
  }

  /// Returns whether the source is read in parts as they are needed.
  package func streams(_ source: Source) -> Bool { source.streams(above: budget.streamedSource) }
}

/// Returns the runs of schedules that are computed one after the other from the same source rows. The window of each
/// source is in memory once for all of them.
///
/// - Parameter heldBytes: the bytes that the render holds otherwise.
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
  /// Returns the rectangle grown to groups of four columns, counted from the left edge of `whole`, so that the
  /// alignment for kernels is that of the whole image.
  fileprivate func groups(in whole: UserRect) -> UserRect {
    let left = whole.min.x + ((min.x - whole.min.x) / 4).rounded(.down) * 4
    let right = whole.min.x + ((max.x - whole.min.x) / 4).rounded(.up) * 4
    return UserRect([left, min.y], [right, max.y]).intersection(whole)
  }
}
