import Foundation
import SPIRVTools

/// The validator of SPIRV-Tools, which its program spirv-val calls as well.
package enum SPIRVValidator {
  /// Returns the validation error of a module for Vulkan 1.2, or nil if it is valid.
  ///
  /// - Throws: an error if there is not enough memory, because the module was not validated then.
  package static func complaint(about words: [UInt32]) throws -> String? {
    guard let complaint = spirv_complaint(words, words.count) else { throw POSIXError(.ENOMEM) }
    defer { free(complaint) }
    let text = String(cString: complaint)
    return text.isEmpty ? nil : text
  }
}
