import CoreMedia

/// What a file says of a part of itself. Does not change, but for those of ``AVMutableTimedMetadataGroup``.
open class AVTimedMetadataGroup: @unchecked Sendable {
  fileprivate var ownItems: [AVMetadataItem]
  fileprivate var ownRange: CMTimeRange

  /// A group for a range, in the asset's times.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) { (ownItems, ownRange) = (items, timeRange) }

  /// What is said: of a chapter its title is ``AVMetadataIdentifier/commonIdentifierTitle``.
  public var items: [AVMetadataItem] { ownItems }
  /// From the asset's start on.
  public var timeRange: CMTimeRange { ownRange }
}

/// A group that an app puts together. For one thread at a time.
public final class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  public override var items: [AVMetadataItem] {
    get { ownItems }
    set { ownItems = newValue }
  }
  public override var timeRange: CMTimeRange {
    get { ownRange }
    set { ownRange = newValue }
  }
}

extension AVAsset {
  /// The chapters, in the file's order, each with its title; none where the file cannot be read.
  ///
  /// - Parameter languages: those that are liked best. Files are read that have one list of chapters.
  public func chapterMetadataGroups(bestMatchingPreferredLanguages languages: [String]) -> [AVTimedMetadataGroup] {
    (try? readChapters()) ?? []
  }

  /// The same, read on a thread of its own.
  ///
  /// - Throws: an ``AVError`` where the file cannot be read.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages languages: [String]
  ) async throws -> [AVTimedMetadataGroup] {
    try await load(.chapters)
  }

  fileprivate func readChapters() throws(AVError) -> [AVTimedMetadataGroup] {
    try facts().chapters.map {
      AVTimedMetadataGroup(items: AVMetadataItem.items($0.tags), timeRange: $0.timeRange)
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  fileprivate static var chapters: AVAsyncProperty<Root, [AVTimedMetadataGroup]> {
    AVAsyncProperty { try $0.readChapters() }
  }
}
