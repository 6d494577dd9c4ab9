import Foundation

/// The notifications of player items.
extension Notification.Name {
  /// Posted on any thread when an item was played to its end. The object is the item.
  public static let AVPlayerItemDidPlayToEndTime = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted when an item cannot be played any further. The object is the item; `userInfo` has the error under
  /// `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
  public static let AVPlayerItemFailedToPlayToEndTime =
    Notification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Posted when the time of an item has jumped because of a seek or a step. The object is the item.
  public static let AVPlayerItemTimeJumped = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// Posted when a composition failed for a frame; playback continues with the previous frame. The object is the item;
  /// `userInfo` has the error under `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
  public static let AVPlayerItemNewErrorLogEntry = Notification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

/// The key of the error in a notification's `userInfo`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
