import CStages
import CompiledShaders
import Foundation
import ImageGraph

/// A shared object that is embedded in the program.
///
/// It is loaded from sealed memory, which is immutable. If the system forbids executable code there, it is loaded from
/// a private file of the user in the cache folder.
struct StageObject {
  let level: String
  /// Whether the object must have the functions that run programs, as the package's own object does.
  private let hasBlocks: Bool
  private let bytes: Data

  init(_ compiled: CompiledStages, hasBlocks: Bool = true) {
    (level, self.hasBlocks) = (compiled.level, hasBlocks)
    bytes = compiled.base64.withUTF8Buffer { text in
      var bytes = Data(count: text.count / 4 * 3)
      let count = bytes.withUnsafeMutableBytes { buffer in
        cstages_decode(text.baseAddress, text.count, buffer.baseAddress)
      }
      return bytes.prefix(count)
    }
  }

  /// Loads the object. It stays loaded until the process ends.
  ///
  /// - Throws: `unsupported` if it can be loaded neither from memory nor from a file.
  func open() throws(RenderError) -> CStagesObject {
    var reasons: [String] = []
    if let object = bytes.withUnsafeBytes({ bytes in
      Self.opened(&reasons) { cstages_open_bytes(bytes.baseAddress, bytes.count, hasBlocks ? 1 : 0, $0, $1) }
    }) {
      return object
    }
    if let object = openFile(in: PrivateFile.defaultFolder, &reasons) { return object }
    throw .unsupported("the stages cannot be loaded: \(reasons.joined(separator: "; "))")
  }

  /// Loads the object from a file with the same bytes, which is written if it does not exist.
  func openFile(in folder: URL?, _ reasons: inout [String]) -> CStagesObject? {
    guard let folder else { return nil }
    let file = folder.appendingPathComponent("stages-\(level)-\(String(hash, radix: 36)).so")
    if PrivateFile.contents(of: file, byteLimit: bytes.count) != bytes {
      PrivateFile.write(bytes, to: file)
      guard PrivateFile.contents(of: file, byteLimit: bytes.count) == bytes else {
        reasons.append("\(file.path) cannot be written")
        return nil
      }
    }
    return Self.opened(&reasons) { cstages_open_file(file.path, hasBlocks ? 1 : 0, $0, $1) }
  }

  /// Loads an object from a file, without checking its origin.
  static func open(_ file: URL, hasBlocks: Bool = true) throws(RenderError) -> CStagesObject {
    var reasons: [String] = []
    if let object = opened(&reasons, { cstages_open_file(file.path, hasBlocks ? 1 : 0, $0, $1) }) { return object }
    throw .unsupported("the stages cannot be loaded: \(reasons.joined(separator: "; "))")
  }

  private static func opened(
    _ reasons: inout [String], _ open: (UnsafeMutablePointer<CChar>?, Int) -> CStagesObject
  ) -> CStagesObject? {
    var message = [CChar](repeating: 0, count: 512)
    let object = message.withUnsafeMutableBufferPointer { open($0.baseAddress, $0.count) }
    if object.stages != nil { return object }
    reasons.append(String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    return nil
  }

  /// An FNV-1a hash, so that files of different builds have different names. It is no protection; the bytes are
  /// compared.
  private var hash: UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
