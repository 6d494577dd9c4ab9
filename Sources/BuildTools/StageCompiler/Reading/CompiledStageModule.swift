import Foundation

/// A compiled shader: its path in the folder of the shaders, and its words as base64.
struct CompiledStageModule {
  let name: String
  let base64: String

  /// The folder of the shader.
  var folder: String { String(name.split(separator: "/").first!) }

  func words() throws(StageError) -> [UInt32] {
    guard let data = Data(base64Encoded: base64), data.count % 4 == 0 else {
      throw StageError("\(name): malformed base64")
    }
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
  }

  /// Returns the modules in the Swift file that ShaderCompiler writes, one a line.
  static func all(in swift: String) -> [CompiledStageModule] {
    swift.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0].contains("CompiledModule(name: ") else { return nil }
      return CompiledStageModule(name: String(parts[1]), base64: String(parts[3]))
    }
  }
}
