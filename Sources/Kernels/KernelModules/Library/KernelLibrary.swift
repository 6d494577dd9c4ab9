import Foundation
import KernelLanguage

/// A file of kernels that were compiled when an app was built: "CIKLIB05", the number of kernels, for each its name,
/// the length of its record and that record's SHA-256, then the SHA-256 of all this, then the records. Lengths are 4
/// bytes, little endian. A record is the kernel's description, see `Kernel.bytes`, the properties of its code, and
/// SPIR-V words.
///
/// Records are parsed on demand, and validated: a library is data, and its code is run only by interpreters and
/// drivers. The digests detect damage; they do not authenticate the author.
package struct KernelLibrary: Sendable {
  private struct Entry {
    let name: String
    /// A slice of the library's data, not a copy.
    let record: Data
    let digest: Data
  }

  private let entries: [Entry]

  static let mark = Data("CIKLIB05".utf8)
  private static let kernelLimit = 4096
  private static let digestLength = 32

  /// The names of its kernels, in the order of the files and of the kernels in them.
  package var names: [String] { entries.map(\.name) }

  /// - Throws: `refused` if the data is not a library, is truncated, or has a damaged table of contents.
  package init(_ data: Data) throws(KernelProblem) {
    var reader = ByteReader(data)
    guard reader.bytes(Self.mark.count) == Self.mark else {
      throw .refused(
        "this is not a kernel library: the package's plugin KernelPlugin creates kernel libraries when an app is built")
    }
    guard let count = reader.number(), count <= Self.kernelLimit else { throw Self.damaged }
    var heads: [(name: String, length: Int, digest: Data)] = []
    for _ in 0..<count {
      guard let name = reader.text(), let length = reader.number(), let digest = reader.bytes(Self.digestLength) else {
        throw Self.damaged
      }
      heads.append((name, length, digest))
    }
    let head = data.prefix(data.count - reader.remaining)
    guard let digest = reader.bytes(Self.digestLength), digest == sha256(head) else { throw Self.damaged }
    var entries: [Entry] = []
    for head in heads {
      guard let record = reader.bytes(head.length) else { throw Self.damaged }
      entries.append(Entry(name: head.name, record: record, digest: head.digest))
    }
    guard reader.remaining == 0 else { throw Self.damaged }
    self.entries = entries
  }

  private static var damaged: KernelProblem {
    .refused("the kernel library is damaged: copy it again from the app's build, or rebuild it")
  }

  /// A kernel of the library.
  package struct Record {
    package let kernel: Kernel
    /// The properties of the code, from the analysis at build time.
    package let facts: CodeFacts
    /// Its SPIR-V, not validated.
    package let words: [UInt32]
    /// The key of its native stage: the digest of the whole record. So a native stage is used only with the kernel for
    /// which it was built.
    package let stage: String
  }

  /// Returns a copy of the record of a kernel, not validated; nil if there is no kernel of that name.
  package func bytes(of name: String) -> Data? { entries.first { $0.name == name }.map { Data($0.record) } }

  /// Returns the record of a kernel; nil if there is no kernel of that name.
  ///
  /// - Throws: `refused` if the record is damaged.
  package func record(of name: String) throws(KernelProblem) -> Record? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    guard sha256(entry.record) == entry.digest else { throw Self.damaged }
    return try Self.record(entry)
  }

  private static func record(_ entry: Entry) throws(KernelProblem) -> Record {
    var reader = ByteReader(entry.record)
    guard let kernel = Kernel(&reader), kernel.isValid,
      let facts = CodeFacts(&reader, parameterCount: kernel.slots.count), let words = reader.block(),
      reader.remaining == 0
    else {
      throw damaged
    }
    let stage = entry.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return Record(kernel: kernel, facts: facts, words: words.words, stage: stage)
  }

  /// Returns a line for each kernel, from which StageCompiler generates native code: the name of its stage, its
  /// function, the number of its colour parameters, whether it has a position parameter, whether it may have loops
  /// without an end, its words as base64, and its name.
  package func stageList() throws(KernelProblem) -> String {
    var lines: [String] = []
    for entry in entries {
      let record = try Self.record(entry)
      let (kernel, words) = (record.kernel, record.words)
      lines.append(Self.stageLine(kernel, function: kernel.mangledName, words: words, named: record.stage) + "\n")
    }
    return lines.joined()
  }

  package static func stageLine(_ kernel: Kernel, function: String, words: [UInt32], named name: String) -> String {
    let colors = kernel.slots.count { if case .pixel = $0 { true } else { false } }
    let takesPoint = kernel.slots.contains(.position)
    let isOpen = kernel.needs.openLoops || kernel.language == .glsl
    return "\(name) \(function) \(colors) \(takesPoint ? 1 : 0) \(isOpen ? 1 : 0) "
      + "\(Data(words: words).base64EncodedString()) \(kernel.name)"
  }
}
