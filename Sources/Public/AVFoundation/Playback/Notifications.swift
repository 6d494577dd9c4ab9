import Foundation

/// What players tell of their items.
extension Notification.Name {
  /// An item was played to its end; the object is the item. Posted on any thread.
  public static let AVPlayerItemDidPlayToEndTime = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// An item cannot be played on; the object is the item, and `AVPlayerItemFailedToPlayToEndTimeErrorKey` has the
  /// error.
  public static let AVPlayerItemFailedToPlayToEndTime =
    Notification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
  /// The time of an item went elsewhere, by a seek or a step; the object is the item.
  public static let AVPlayerItemTimeJumped = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// A composition failed for a frame, and playback goes on with the frame before it; the object is the item, and
  /// `AVPlayerItemFailedToPlayToEndTimeErrorKey` has the error.
  public static let AVPlayerItemNewErrorLogEntry = Notification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

/// Where a notification's `userInfo` has its error.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
