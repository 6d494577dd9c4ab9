import Foundation

/// Whether this is where the main actor runs. In a program whose main function is asynchronous that is the main queue,
/// which other threads than the first one may serve on Linux.
enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isMarked: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Makes the main queue known.
  static func mark() { isMarked }

  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}
