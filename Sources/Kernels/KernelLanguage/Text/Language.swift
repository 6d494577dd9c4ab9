/// The language of kernel source.
package enum Language: String, Sendable, CaseIterable {
  /// The Core Image Kernel Language.
  case coreImage
  /// The Core Image subset of the Metal shading language.
  case metal
  /// GLSL functions in the form of the shaders of built-in filters.
  case glsl

  /// Creates the language of a file from its name: `*.cikernel`, `*.ci.metal` and `*.metal`, `*.ci.glsl` and `*.glsl`.
  package init?(fileName: String) {
    switch fileName.split(separator: ".").last {
    case "cikernel", "cikl": self = .coreImage
    case "metal": self = .metal
    case "glsl": self = .glsl
    default: return nil
    }
  }
}
