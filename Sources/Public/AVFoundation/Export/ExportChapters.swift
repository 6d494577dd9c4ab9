import CoreMedia

extension AssetFacts {
  /// The containers of those written here that have chapters, by FFmpeg's names.
  private static let containersWithChapters: Set = ["mp4", "mov", "ipod", "matroska", "webm", "nut"]

  /// What becomes of the chapters in a video of a range; a line in the log where the container has none.
  func chapters(in range: CMTimeRange, for container: String) -> [Chapter] {
    let parts = chapters.compactMap { $0.part(in: range) }
    if parts.isEmpty || Self.containersWithChapters.contains(container) { return parts }
    note("chapters are not exported: \(container) has none")
    return []
  }
}
