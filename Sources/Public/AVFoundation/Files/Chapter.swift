import CVideo
import CoreMedia

/// A chapter of an asset.
struct Chapter: Sendable, Equatable {
  /// The time range, from the asset's start.
  var timeRange: CMTimeRange
  /// The metadata by FFmpeg's names; `title` is shown by players.
  var tags: [String: String]

  /// Returns the part of the chapter in a range, from the range's start, or nil if there is none.
  func part(in range: CMTimeRange) -> Chapter? {
    let (start, end) = (max(timeRange.start, range.start), min(timeRange.end, range.end))
    guard start < end else { return nil }
    return Chapter(timeRange: CMTimeRange(start: start - range.start, end: end - range.start), tags: tags)
  }
}

extension MediaFile {
  /// Returns the file's chapters, in its order. Chapters that end before they begin are omitted.
  ///
  /// - Parameter start: the start of the asset in the file's own times.
  func chapters(from start: CMTime) -> [Chapter] {
    (0..<vd_input_chapter_count(input)).compactMap { index in
      let chapter = vd_input_chapter(input, index)
      guard chapter.start < chapter.end else { return nil }
      let tags = Self.tags { vd_input_chapter_tag(input, index, &$0, &$1) }
      func time(_ microseconds: Int64) -> CMTime { CMTime(value: microseconds, timescale: 1_000_000) - start }
      return Chapter(timeRange: CMTimeRange(start: time(chapter.start), end: time(chapter.end)), tags: tags)
    }
  }
}

extension OutputFile {
  /// Adds chapters to an output whose header is not written yet.
  ///
  /// - Throws: an error if there is not enough memory.
  func add(_ chapters: [Chapter]) throws(AVError) {
    func microseconds(_ time: CMTime) -> Int64 { time.convertScale(1_000_000, method: .default).value }
    var failure = VDFailure()
    for chapter in chapters {
      let times = VDChapter(
        start: microseconds(chapter.timeRange.start), end: microseconds(chapter.timeRange.end))
      guard vd_output_add_chapter(output, times, &failure) else { throw AVError(failure, url) }
      for (key, value) in chapter.tags { vd_output_set_chapter_tag(output, key, value) }
    }
  }
}
