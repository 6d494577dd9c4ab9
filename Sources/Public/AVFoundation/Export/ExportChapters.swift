import CoreMedia

extension AssetFacts {
  /// FFmpeg's names of the supported containers that can store chapters.
  private static let containersWithChapters: Set = ["mp4", "mov", "ipod", "matroska", "webm", "nut"]

  /// Returns the chapters for an export of a range. If the container cannot store chapters, logs that and returns none.
  func chapters(in range: CMTimeRange, for container: String) -> [Chapter] {
    let parts = chapters.compactMap { $0.part(in: range) }
    if parts.isEmpty || Self.containersWithChapters.contains(container) { return parts }
    note("chapters are not exported: the container \(container) cannot store them")
    return []
  }
}
