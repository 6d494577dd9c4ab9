import CCodecs

/// The functions of an optional C library. It is loaded dynamically for the first file of its format, since rendering
/// does not need it.
package struct OptionalLibrary: @unchecked Sendable {
  // Unchecked: a table that is neither modified nor freed.
  let functions: OpaquePointer

  static let openEXR = Result { () throws(Missing) in try OptionalLibrary.openEXR(named: nil) }
  static let heif = Result { () throws(Missing) in try OptionalLibrary.heif(named: nil) }

  /// Loads OpenEXRCore.
  ///
  /// - Parameter name: the file name of the library; nil selects the version of the headers that the package was built
  ///   with.
  package static func openEXR(named name: String?) throws(Missing) -> OptionalLibrary {
    try OptionalLibrary(name, cc_exr_load)
  }

  /// Loads libheif.
  ///
  /// - Parameter name: the file name of the library; nil selects the default.
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

  /// The reason why a library is missing, and the package to install.
  package struct Missing: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ failure: cc_failure) {
      description = withUnsafePointer(to: failure) { String(cString: cc_failure_text($0)) }
    }
  }
}

extension Result<OptionalLibrary, OptionalLibrary.Missing> {
  /// Returns the library's functions.
  ///
  /// - Parameter subject: the file to read or write, for the error text.
  /// - Throws: `unsupported` if the library is missing.
  func functions(for subject: String) throws(CodecError) -> OpaquePointer {
    switch self {
    case .success(let library): library.functions
    case .failure(let missing): throw .unsupported("\(subject): \(missing)")
    }
  }

  var isAvailable: Bool { if case .success = self { true } else { false } }
}
