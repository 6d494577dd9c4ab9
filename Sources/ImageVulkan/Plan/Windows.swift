import ImageGraph
import ImagePasses

extension VulkanContext {
  /// The part of a source to have for a run that needs some of it.
  ///
  /// A picture that gives rows and is large against the memory target is read in parts. One that is in memory, or comes
  /// whole, is there whole: kernels see all of it while it is within the device's limits and copying it, where it must be
  /// copied, takes a small share of the target.
  func window(_ source: Source, _ needed: UserRect) -> SourceWindow {
    let whole = source.rect
    if needed.isEmpty { return SourceWindow(region: needed) }
    if isStreamed(source) {
      let part = needed.groups(in: whole)
      return SourceWindow(region: part, held: part)
    }
    let pitch = (source.width + 3) / 4 * 4
    let rows = UserRect([whole.min.x, needed.min.y], [whole.max.x, needed.max.y])
    let copiesAll = !pool.isUnified && source.byteCount > pool.memoryTarget / 4
    if pitch * source.height <= info.limits.texelBufferElements, !copiesAll { return SourceWindow(region: whole) }
    // Whole rows can be read where they are.
    if pool.isUnified, pitch * Int(rows.height) <= info.limits.texelBufferElements { return SourceWindow(region: rows) }
    return SourceWindow(region: needed.groups(in: whole))
  }

  /// Lets the schedules of a band share what they read: each source's part is in memory once, for all of them.
  ///
  /// - Parameter heldBytes: what the render holds beside.
  func shareWindows(_ band: inout [Schedule], heldBytes: Int) {
    var parts: [UInt64: (source: Source, part: UserRect)] = [:]
    for schedule in band {
      for picture in schedule.pictures {
        guard case .source(let source) = picture.kind, let held = picture.held else { continue }
        parts[source.identity] = (source, held.union(parts[source.identity]?.part ?? .nothing))
      }
    }
    let bytes = parts.values.reduce(heldBytes) { sum, item in
      sum + (Int(item.part.width) + 3) / 4 * 4 * Int(item.part.height) * item.source.format.bytesPerPixel
    }
    for index in band.indices {
      band[index].heldBytes = bytes
      for id in band[index].pictures.indices where band[index].pictures[id].held != nil {
        guard case .source(let source) = band[index].pictures[id].kind else { continue }
        band[index].pictures[id].held = parts[source.identity]!.part
      }
    }
  }
}

extension UserRect {
  /// Grown to groups of four columns, counted from the left edge of `whole`, so that kernels find them as in the whole.
  fileprivate func groups(in whole: UserRect) -> UserRect {
    let left = whole.min.x + ((min.x - whole.min.x) / 4).rounded(.down) * 4
    let right = whole.min.x + ((max.x - whole.min.x) / 4).rounded(.up) * 4
    return UserRect([left, min.y], [right, max.y]).intersection(whole)
  }
}
