import Foundation

/// A check for the main actor's thread. In a program with an asynchronous main function, it is the main queue, which on
/// Linux other threads than the first one may serve.
enum MainThread {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isMarked: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Marks the main queue.
  static func mark() { isMarked }

  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}
