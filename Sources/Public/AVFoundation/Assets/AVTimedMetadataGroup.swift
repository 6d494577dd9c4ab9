import CoreMedia

/// Metadata of a time range of an asset. Immutable, except for ``AVMutableTimedMetadataGroup``.
open class AVTimedMetadataGroup: @unchecked Sendable {
  fileprivate var ownItems: [AVMetadataItem]
  fileprivate var ownRange: CMTimeRange

  /// Creates a group for a time range of the asset.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) { (ownItems, ownRange) = (items, timeRange) }

  /// The metadata. The title of a chapter is ``AVMetadataIdentifier/commonIdentifierTitle``.
  public var items: [AVMetadataItem] { ownItems }
  /// The time range, from the asset's start.
  public var timeRange: CMTimeRange { ownRange }
}

/// A group that an app composes. For one thread at a time.
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
  /// Returns the chapters in the file's order, each with its title; none if the file cannot be read.
  ///
  /// - Parameter languages: the preferred languages. Only files with a single list of chapters are supported.
  public func chapterMetadataGroups(bestMatchingPreferredLanguages languages: [String]) -> [AVTimedMetadataGroup] {
    (try? readChapters()) ?? []
  }

  /// Returns the chapters, without blocking threads of Swift's concurrency pool.
  ///
  /// - Throws: an ``AVError`` if the file cannot be read.
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
