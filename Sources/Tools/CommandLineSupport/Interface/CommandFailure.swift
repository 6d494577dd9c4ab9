import CoreImage
import Foundation
import ImageGraph

/// Why the tool ends without its result: one line for people and a status for scripts.
package struct CommandFailure: Error {
  /// The exit status when `--timeout` ended the tool, as of timeout(1).
  package static let timeIsOver: Int32 = 124

  package let status: Int32
  package let text: String

  package static func failed(_ text: String) -> CommandFailure { CommandFailure(status: 1, text: text) }
  package static func usage(_ text: String) -> CommandFailure { CommandFailure(status: 2, text: text) }

  private init(status: Int32, text: String) { (self.status, self.text) = (status, quoted(text, most: 500)) }

  /// The failure that an error stands for.
  package init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case CIFilterError.unknownFilter: self.init(status: 3, text: "\(error)")
    case let error as CocoaError: self.init(status: 1, text: Self.words(error))
    default: self.init(status: 1, text: "\(error)")
    }
  }

  /// What Foundation says of a file, without its domains and codes.
  private static func words(_ error: CocoaError) -> String {
    let place = error.filePath ?? error.url?.path
    let reason =
      (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
      ?? error.localizedDescription
    return place.map { "\($0): \(reason)" } ?? reason
  }

  /// The same failure, saying where in a file or which image it concerns.
  package func at(_ place: String) -> CommandFailure { CommandFailure(status: status, text: "\(place): \(text)") }
}

/// Runs `body`; what it throws names the place.
package func located<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw CommandFailure(error).at(place) }
}
