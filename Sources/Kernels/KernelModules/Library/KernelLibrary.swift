import Foundation
import KernelLanguage

/// Kernels that were compiled when an app was built, as a file: "CIKLIB05", their number, for each its name, the length
/// of its record and that record's SHA-256, then the SHA-256 of all this, then the records. Lengths are 4 bytes, little
/// endian. A record is the kernel's description, see `Kernel.bytes`, what is known of its code, and SPIR-V words.
///
/// Opening one takes apart only what is asked for. What it says is checked: a library is data, and no code of it runs
/// but by interpreters and by drivers. The digests tell damage, not who wrote it.
package struct KernelLibrary: Sendable {
  private struct Entry {
    let name: String
    /// Bytes of the library's own, not a copy.
    let record: Data
    let digest: Data
  }

  private let entries: [Entry]

  static let mark = Data("CIKLIB05".utf8)
  private static let kernelLimit = 4096
  private static let digestLength = 32

  /// The names of its kernels, in the order of their files and in these.
  package var names: [String] { entries.map(\.name) }

  /// - Throws: `refused` for what is no library, has parts missing, or is damaged in what says where its kernels are.
  package init(_ data: Data) throws(KernelProblem) {
    var reader = ByteReader(data)
    guard reader.bytes(Self.mark.count) == Self.mark else {
      throw .refused(
        "this is no library of kernels: those are made by the package's plugin KernelPlugin when an app is built")
    }
    guard let count = reader.number(), count <= Self.kernelLimit else { throw Self.torn }
    var heads: [(name: String, length: Int, digest: Data)] = []
    for _ in 0..<count {
      guard let name = reader.text(), let length = reader.number(), let digest = reader.bytes(Self.digestLength) else {
        throw Self.torn
      }
      heads.append((name, length, digest))
    }
    let head = data.prefix(data.count - reader.remaining)
    guard let digest = reader.bytes(Self.digestLength), digest == sha256(head) else { throw Self.torn }
    var entries: [Entry] = []
    for head in heads {
      guard let record = reader.bytes(head.length) else { throw Self.torn }
      entries.append(Entry(name: head.name, record: record, digest: head.digest))
    }
    guard reader.remaining == 0 else { throw Self.torn }
    self.entries = entries
  }

  private static var torn: KernelProblem {
    .refused("the library of kernels is damaged: copy it anew from where the app was built, or build it again")
  }

  /// A kernel that it holds.
  package struct Record {
    package let kernel: Kernel
    /// What the build found out about the code.
    package let facts: CodeFacts
    /// Its SPIR-V; nobody has looked at it.
    package let words: [UInt32]
    /// What its native stage is found by. It follows from all that the record says, so only the very kernel that an app
    /// was built with has the stage that was built with it.
    package let stage: String
  }

  /// A copy of what the library says of a kernel, not looked at; nil where there is no kernel of the name.
  package func bytes(of name: String) -> Data? { entries.first { $0.name == name }.map { Data($0.record) } }

  /// The kernel of a name; nil where there is none.
  ///
  /// - Throws: `refused` for a record that is damaged.
  package func record(of name: String) throws(KernelProblem) -> Record? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    guard sha256(entry.record) == entry.digest else { throw Self.torn }
    return try Self.record(entry)
  }

  private static func record(_ entry: Entry) throws(KernelProblem) -> Record {
    var reader = ByteReader(entry.record)
    guard let kernel = Kernel(&reader), kernel.isSound,
      let facts = CodeFacts(&reader, parameterCount: kernel.slots.count), let words = reader.block(),
      reader.remaining == 0
    else {
      throw torn
    }
    let stage = entry.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return Record(kernel: kernel, facts: facts, words: words.words, stage: stage)
  }

  /// A line for each kernel, which StageCompiler makes native code of: its stage's name, its function, how
  /// many colours it takes, whether it takes a point, whether it may have loops without an end, its words as base64,
  /// and its name.
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
