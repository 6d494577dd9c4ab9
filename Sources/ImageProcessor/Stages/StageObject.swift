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
  private let bytes: Data

  init(_ compiled: CompiledStages) {
    level = compiled.level
    bytes = compiled.base64.withUTF8Buffer { text in
      var bytes = Data(count: text.count / 4 * 3)
      let count = bytes.withUnsafeMutableBytes { room in
        cstages_decode(text.baseAddress, text.count, room.baseAddress)
      }
      return bytes.prefix(count)
    }
  }

  /// Opens it for as long as the process runs.
  func open() throws(RenderError) -> UnsafePointer<StageLibrary> {
    var reasons: [String] = []
    if let library = bytes.withUnsafeBytes({ bytes in
      opened(&reasons) { cstages_open_bytes(bytes.baseAddress, bytes.count, $0, $1) }
    }) {
      return library
    }
    if let library = openFile(in: PrivateFile.defaultFolder, &reasons) { return library }
    throw .unsupported("the stages cannot be opened: \(reasons.joined(separator: "; "))")
  }

  /// Opens it from a file that holds the same bytes, which is written where there is none.
  func openFile(in folder: URL?, _ reasons: inout [String]) -> UnsafePointer<StageLibrary>? {
    guard let folder else { return nil }
    let file = folder.appendingPathComponent("stages-\(level)-\(String(hash, radix: 36)).so")
    if PrivateFile.contents(of: file, byteLimit: bytes.count) != bytes {
      PrivateFile.write(bytes, to: file)
      guard PrivateFile.contents(of: file, byteLimit: bytes.count) == bytes else {
        reasons.append("\(file.path) cannot be written")
        return nil
      }
    }
    return opened(&reasons) { cstages_open_file(file.path, $0, $1) }
  }

  private func opened(
    _ reasons: inout [String], _ open: (UnsafeMutablePointer<CChar>?, Int) -> UnsafePointer<StageLibrary>?
  ) -> UnsafePointer<StageLibrary>? {
    var message = [CChar](repeating: 0, count: 512)
    if let library = message.withUnsafeMutableBufferPointer({ open($0.baseAddress, $0.count) }) { return library }
    reasons.append(String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    return nil
  }

  /// FNV-1a: files of different builds have different names. It protects nothing; the bytes are compared.
  private var hash: UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
