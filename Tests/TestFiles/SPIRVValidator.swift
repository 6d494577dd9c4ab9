import Foundation
import SPIRVTools

/// The validator of SPIRV-Tools, which its program spirv-val calls as well.
package enum SPIRVValidator {
  /// What it says of a module for Vulkan 1.2; nil where it is content.
  ///
  /// - Throws: nothing; callers may, and Swift 6.3.1 does not compile `KernelFuzzTests` where this does not.
  package static func complaint(about words: [UInt32]) throws -> String? {
    guard let said = spirv_complaint(words, words.count) else { return nil }
    defer { free(said) }
    return String(cString: said)
  }
}
