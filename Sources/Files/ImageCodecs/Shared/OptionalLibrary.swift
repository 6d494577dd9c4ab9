import CCodecs

/// The functions of a C library that is looked for when the first file of its format is met and not when a program
/// starts: no app needs it in order to render.
package struct OptionalLibrary: @unchecked Sendable {
  // Unchecked: a table that is never written again, nor freed.
  let functions: OpaquePointer

  static let openEXR = Result { () throws(Missing) in try OptionalLibrary.openEXR(named: nil) }
  static let heif = Result { () throws(Missing) in try OptionalLibrary.heif(named: nil) }

  /// - Parameter name: of the library to look for; nil: that of the headers which the package was built with.
  package static func openEXR(named name: String?) throws(Missing) -> OptionalLibrary {
    try OptionalLibrary(name, cc_exr_load)
  }

  /// - Parameter name: of the library to look for; nil: the usual one.
  package static func heif(named name: String?) throws(Missing) -> OptionalLibrary {
    try OptionalLibrary(name, cc_heif_load)
  }

  private init(
    _ name: String?, _ load: (UnsafePointer<CChar>?, UnsafeMutablePointer<cc_failure>) -> OpaquePointer?
  ) throws(Missing) {
    var failure = cc_failure()
    guard let functions = load(name, &failure) else { throw Missing(failure) }
    self.functions = functions
  }

  /// Why there is no library, and what to install.
  package struct Missing: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ failure: cc_failure) {
      description = withUnsafePointer(to: failure) { String(cString: cc_failure_text($0)) }
    }
  }
}

extension Result<OptionalLibrary, OptionalLibrary.Missing> {
  /// - Parameter subject: the file that is to be read or written.
  /// - Throws: `unsupported`.
  func functions(for subject: String) throws(CodecError) -> OpaquePointer {
    switch self {
    case .success(let library): library.functions
    case .failure(let missing): throw .unsupported("\(subject): \(missing)")
    }
  }

  var isThere: Bool { if case .success = self { true } else { false } }
}
