import CoreImage
import TestSupport

/// Not in TestSupport, so that tests of lower modules do not depend on CoreImage.
extension Backend {
  /// A context for tests to which it is all the same what renders.
  package static func context(_ options: [CIContextOption: Any] = [:]) -> CIContext {
    CIContext(options: options.merging([.backend: engineName]) { $1 })
  }

  /// Returns the context, or throws the reason why there is none.
  package static func checkedContext(_ options: [CIContextOption: Any]) throws -> CIContext {
    try CIContext(checked: options.merging([.backend: engineName]) { $1 })
  }
}
