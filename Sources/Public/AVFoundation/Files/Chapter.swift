import CVideo
import CoreMedia

/// A part of an asset with a name.
struct Chapter: Sendable, Equatable {
  /// From the asset's start on.
  var timeRange: CMTimeRange
  /// By FFmpeg's names; `title` is what players show.
  var tags: [String: String]

  /// The part of it that lies in a range, from the range's start on; nil where none does.
  func part(in range: CMTimeRange) -> Chapter? {
    let (start, end) = (max(timeRange.start, range.start), min(timeRange.end, range.end))
    guard start < end else { return nil }
    return Chapter(timeRange: CMTimeRange(start: start - range.start, end: end - range.start), tags: tags)
  }
}

extension MediaFile {
  /// The file's chapters, in its order; those that end before they begin are none.
  ///
  /// - Parameter start: of the asset, on the file's own clock.
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
  /// Adds chapters to a video whose header is not yet written.
  ///
  /// - Throws: where there is no memory.
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
