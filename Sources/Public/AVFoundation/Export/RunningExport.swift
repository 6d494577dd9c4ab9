import CoreMedia
import Foundation

/// The job of an export session. May be used from any thread.
protocol RunningExport: AnyObject, Sendable {
  /// The fraction that is written, 0 to 1. It never decreases.
  var progress: Double { get }
  /// The time that was reached, in the asset's times.
  var reached: CMTime { get }
  var statistics: ExportStatistics { get }
  /// Cancels the export as soon as possible.
  func cancel()
  /// Starts the export's threads. Calls `end` on one of them after all cleanup.
  func start(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void)
}

extension RunningExport {
  /// Runs `body` on a new thread.
  static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }
}
