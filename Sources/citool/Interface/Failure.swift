import CoreImage
import ImageGraph

/// Why the tool ends without its result: one line for people and a status for scripts.
struct Failure: Error {
  let status: Int32
  let text: String

  static func failed(_ text: String) -> Failure { Failure(status: 1, text: text) }
  static func usage(_ text: String) -> Failure { Failure(status: 2, text: text) }

  private init(status: Int32, text: String) { (self.status, self.text) = (status, text) }

  /// The failure that an error stands for.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case CIFilterError.unknownFilter: self.init(status: 3, text: "\(error)")
    default: self.init(status: 1, text: "\(error)")
    }
  }

  /// The same failure, saying where in a file or which picture it concerns.
  func at(_ place: String) -> Failure { Failure(status: status, text: "\(place): \(text)") }
}

/// Runs `body`; what it throws names the place.
func located<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw Failure(error).at(place) }
}
