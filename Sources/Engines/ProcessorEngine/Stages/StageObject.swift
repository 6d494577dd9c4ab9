import CStages
import CompiledShaders
import Foundation
import ImageGraph

/// A shared object that is embedded in the program.
///
/// It is opened from memory that nobody can write to. Systems may refuse code from there; then from a file of this
/// user's own in the cache folder.
struct StageObject {
  let level: String
  /// True for the package's own, which has what runs programs.
  private let hasBlocks: Bool
  private let bytes: Data

  init(_ compiled: CompiledStages, hasBlocks: Bool = true) {
    (level, self.hasBlocks) = (compiled.level, hasBlocks)
    bytes = compiled.base64.withUTF8Buffer { text in
      var bytes = Data(count: text.count / 4 * 3)
      let count = bytes.withUnsafeMutableBytes { room in
        cstages_decode(text.baseAddress, text.count, room.baseAddress)
      }
      return bytes.prefix(count)
    }
  }

  /// Opens it for as long as the process runs.
  func open() throws(RenderError) -> CStagesObject {
    var reasons: [String] = []
    if let object = bytes.withUnsafeBytes({ bytes in
      Self.opened(&reasons) { cstages_open_bytes(bytes.baseAddress, bytes.count, hasBlocks ? 1 : 0, $0, $1) }
    }) {
      return object
    }
    if let object = openFile(in: PrivateFile.defaultFolder, &reasons) { return object }
    throw .unsupported("the stages cannot be opened: \(reasons.joined(separator: "; "))")
  }

  /// Opens it from a file that holds the same bytes, which is written where there is none.
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

  /// Opens an object that lies in a file, whoever wrote it.
  static func open(_ file: URL, hasBlocks: Bool = true) throws(RenderError) -> CStagesObject {
    var reasons: [String] = []
    if let object = opened(&reasons, { cstages_open_file(file.path, hasBlocks ? 1 : 0, $0, $1) }) { return object }
    throw .unsupported("the stages cannot be opened: \(reasons.joined(separator: "; "))")
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

  /// FNV-1a: files of different builds have different names. It protects nothing; the bytes are compared.
  private var hash: UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
