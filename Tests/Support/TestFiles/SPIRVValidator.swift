import Foundation
import SPIRVTools

/// The validator of SPIRV-Tools, which its program spirv-val calls as well.
package enum SPIRVValidator {
  /// What it says of a module for Vulkan 1.2; nil where it is content.
  ///
  /// - Throws: where it has no memory: that nobody looked is no good news.
  package static func complaint(about words: [UInt32]) throws -> String? {
    guard let said = spirv_complaint(words, words.count) else { throw POSIXError(.ENOMEM) }
    defer { free(said) }
    let text = String(cString: said)
    return text.isEmpty ? nil : text
  }
}
