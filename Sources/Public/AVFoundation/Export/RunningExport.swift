import CoreMedia
import Foundation

/// What a session runs. May be used from any thread.
protocol RunningExport: AnyObject, Sendable {
  /// The share that is written, 0 to 1; never falls.
  var progress: Double { get }
  /// How far it has come, in the asset's times.
  var reached: CMTime { get }
  var statistics: ExportStatistics { get }
  /// Ends it as soon as may be.
  func cancel()
  /// Runs it on threads of its own; `end` is called on one of them when nothing is left behind.
  func start(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void)
}

extension RunningExport {
  /// Runs work on a thread of its own.
  static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }
}
