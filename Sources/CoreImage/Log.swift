import Foundation

/// One line for the developer, on standard error, where Core Image would return nil and say nothing.
enum Log {
  static func note(_ text: String) { FileHandle.standardError.write(Data("CoreImage: \(text)\n".utf8)) }
}
