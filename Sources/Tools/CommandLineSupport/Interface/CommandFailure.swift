import CoreImage
import Foundation
import ImageGraph

/// A failure of the tool: one line of text and an exit status.
package struct CommandFailure: Error {
  /// The exit status after `--timeout`, equal to that of timeout(1).
  package static let timedOutStatus: Int32 = 124

  package let status: Int32
  package let text: String

  /// Returns a failure with status 1.
  package static func failed(_ text: String) -> CommandFailure { CommandFailure(status: 1, text: text) }
  /// Returns a failure for an invalid command line, with status 2.
  package static func usage(_ text: String) -> CommandFailure { CommandFailure(status: 2, text: text) }

  private init(status: Int32, text: String) { (self.status, self.text) = (status, quoted(text, most: 500)) }

  /// Converts an error. An unknown filter has the status 3, other errors have 1.
  package init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case CIFilterError.unknownFilter: self.init(status: 3, text: "\(error)")
    case let error as CocoaError: self.init(status: 1, text: Self.message(error))
    default: self.init(status: 1, text: "\(error)")
    }
  }

  /// Returns Foundation's error text for a file, without domains and codes.
  private static func message(_ error: CocoaError) -> String {
    let path = error.filePath ?? error.url?.path
    let reason =
      (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
      ?? error.localizedDescription
    return path.map { "\($0): \(reason)" } ?? reason
  }

  /// Returns the failure with a location before its text: an image, or a key path in a file.
  package func at(_ location: String) -> CommandFailure {
    CommandFailure(status: status, text: "\(location): \(text)")
  }
}

/// Runs `body`. Errors that it throws get the location before their text.
package func located<Result>(_ location: String, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw CommandFailure(error).at(location) }
}
