import Foundation

/// One line for the developer, on standard error, where Core Graphics or Core Image would return nil and say nothing.
package enum Log {
  package static func note(_ text: String) { FileHandle.standardError.write(Data("CoreImage: \(text)\n".utf8)) }
}
