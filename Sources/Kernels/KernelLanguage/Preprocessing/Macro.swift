/// A macro that `#define` declares.
struct Macro: Sendable {
  /// Nil for an object-like macro.
  var parameters: [String]?
  var body: [Token]
  var location: SourceLocation

  /// Returns the macros that the header of Core Image's kernels defines.
  ///
  /// Source: CIKernelMetalLib.h. Version 300 is that of stitchable functions, 200 that of `extern "C"` functions.
  static func predefined(_ language: Language, stitchable: Bool) -> [String: Macro] {
    guard language == .metal else { return [:] }
    let values: [(String, UInt32)] = [
      ("__CIKERNEL_METAL_VERSION__", stitchable ? 300 : 200), ("__CIKERNEL_METAL_SUPPORTS_HALF__", 1),
      ("__CIKERNEL_METAL_SUPPORTS_GATHER__", 1), ("__CIKERNEL_METAL_SUPPORTS_GROUP_DESTINATION__", 1),
      ("__METAL_VERSION__", 240), ("__METAL_CIKERNEL__", 1), ("__METAL__", 1), ("__cplusplus", 201_402),
    ]
    return Dictionary(
      uniqueKeysWithValues: values.map { name, value in
        let token = Token(
          kind: .integer(value, isUnsigned: false), location: .start, startsLine: false, follows: true)
        return (name, Macro(parameters: nil, body: [token], location: .start))
      })
  }
}
