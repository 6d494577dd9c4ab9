import Foundation
import ImageGraph
import KernelLanguage

/// Kernels that were compiled when an app was built, as a file: "CIKLIB03", their number, for each its name, the length
/// of its record and that record's SHA-256, then the SHA-256 of all this, then the records. Lengths are 4 bytes, little
/// endian. A record is the kernel's description as JSON, its function's name, and SPIR-V words.
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

  private static let mark = Data("CIKLIB03".utf8)
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
    var heads: [(name: Data, length: Int, digest: Data)] = []
    for _ in 0..<count {
      guard let name = reader.block(), let length = reader.number(), let digest = reader.bytes(Self.digestLength) else {
        throw Self.torn
      }
      heads.append((name, length, Data(digest)))
    }
    let head = data.prefix(data.count - reader.remaining)
    guard let digest = reader.bytes(Self.digestLength), digest == sha256(head) else { throw Self.torn }
    var entries: [Entry] = []
    for head in heads {
      guard let record = reader.bytes(head.length) else { throw Self.torn }
      entries.append(
        Entry(name: String(decoding: head.name, as: UTF8.self), record: record, digest: head.digest))
    }
    guard reader.remaining == 0 else { throw Self.torn }
    self.entries = entries
  }

  private static var torn: KernelProblem {
    .refused("the library of kernels is damaged: copy it anew from where the app was built, or build it again")
  }

  /// The kernel of a name; nil where there is none.
  ///
  /// - Throws: `refused` for a record that is damaged, and where the module is not what its description says.
  package func kernel(named name: String) throws(KernelProblem) -> AppKernel? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    let record = Data(entry.record)
    if let known = KernelMemory.shared.kernels(of: .record(record))?.first { return known }
    guard sha256(record) == entry.digest else { throw Self.torn }
    let (kernel, words) = try Self.parts(of: record)
    let compiled = try CompiledKernel(kernel, words: words, stage: Self.stage(entry.digest))
    return KernelMemory.shared.keep([AppKernel(compiled)], of: .record(record))[0]
  }

  private static func parts(of record: Data) throws(KernelProblem) -> (Kernel, words: [UInt32]) {
    var reader = ByteReader(record)
    guard let description = reader.block(), var kernel = try? JSONDecoder().decode(Kernel.self, from: description),
      kernel.isSound, let function = reader.block(), let words = reader.block(), reader.remaining == 0
    else { throw torn }
    kernel.mangledName = String(decoding: function, as: UTF8.self)
    return (kernel, words.words)
  }

  /// What a kernel's native stage is found by. It follows from all that the record says, so only the very kernel that
  /// an app was built with has the stage that was built with it.
  private static func stage(_ digest: Data) -> String {
    digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// A line for each kernel, which StageCompiler makes native code of: its stage's name, its function, how
  /// many colours it takes, whether it takes a point, whether it may have loops without an end, its words as base64,
  /// and its name.
  package func stageList() throws(KernelProblem) -> String {
    var lines: [String] = []
    for entry in entries {
      let (kernel, words) = try Self.parts(of: entry.record)
      let name = Self.stage(entry.digest)
      lines.append(Self.stageLine(kernel, function: kernel.mangledName, words: words, named: name) + "\n")
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

  /// The file of these texts' kernels.
  ///
  /// - Parameter compile: nil: what compiles texts while apps run.
  /// - Throws: `text` with what is wrong, of the first text that is; `refused` where two kernels have one name.
  package static func file(
    of texts: [KernelText], by compile: ShaderCompile? = nil
  ) throws(KernelProblem) -> Data {
    var names: [String] = []
    var (heads, records) = (Data(), Data())
    for text in texts {
      let kernels = try text.translated(PrintOptions()).kernels
      for kernel in kernels {
        guard !names.contains(kernel.name) else {
          throw .refused("\(text.file):\(kernel.line): error: there are two kernels \(kernel.name) in one library")
        }
        names.append(kernel.name)
        let record = try record(of: kernel, text, by: compile)
        heads += Data(block: Data(kernel.name.utf8)) + Data(number: record.count) + sha256(record)
        records += record
      }
    }
    let head = mark + Data(number: names.count) + heads
    return head + sha256(head) + records
  }

  private static func record(
    of kernel: Kernel, _ text: KernelText, by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    var described = kernel
    described.glsl = ""
    guard let description = try? JSONEncoder().encode(described) else {
      throw .refused("internal: kernel \(kernel.name) cannot be described")
    }
    let compiled = try text.compiled(kernel, by: compile)
    var record = Data(block: description)
    record.append(block: Data(kernel.mangledName.utf8))
    record.append(block: Data(words: compiled.code.words))
    return record
  }
}

extension Kernel {
  /// True when nothing of the description names what is not there.
  fileprivate var isSound: Bool {
    let imageCount = images.count
    guard imageCount <= Limits.images, parameters.count <= Limits.parameters, needs.images.count == imageCount else {
      return false
    }
    guard (kernelClass == .warp) == (form == .warp) else { return false }
    let dataCount = parameters.count { if case .data = $0.type { true } else { false } }
    switch form {
    case .color(let inputs): guard inputs == imageCount, dataCount == 0 else { return false }
    case .warp: guard imageCount == 0 else { return false }
    case .region(let inputs): guard inputs == imageCount + dataCount, inputs <= 9 else { return false }
    }
    let pixels = slots.prefix { if case .pixel = $0 { true } else { false } }.count
    if case .color(let inputs) = form, pixels != inputs { return false }
    if case .color = form {} else if pixels > 0 || slots.first != .position { return false }
    return slots.enumerated().allSatisfy { number, slot in
      switch slot {
      case .pixel(let image): number < pixels && image == number
      case .position: number == pixels
      case .extent(let image), .transformX(let image), .transformY(let image): (0..<imageCount).contains(image)
      case .blockOrigin: true
      case .elementCount(let parameter): parameters.indices.contains(parameter)
      case .argument(let parameter, let component, let kind):
        parameters.indices.contains(parameter) && parameters[parameter].fits(component, kind)
      }
    } && parameters.allSatisfy(\.isSound)
  }
}

extension Kernel.Parameter {
  /// True where an argument of so many numbers has this one, or all of a vector.
  fileprivate func fits(_ component: Int?, _ kind: Kernel.Slot.Kind) -> Bool {
    let count =
      switch type {
      case .floats(let count), .ints(let count), .uints(let count): count
      case .color: 4
      case .bool: 1
      case .sampler, .table, .sample, .data: 0
      }
    if let component { return (0..<count).contains(component) && (kind == .int || kind == .float) }
    return kind == .int ? count == 1 : kind.argument.componentCount == count
  }

  fileprivate var isSound: Bool {
    switch type {
    case .floats(let count), .ints(let count), .uints(let count): (1...4).contains(count)
    case .data(let layout):
      layout.stride > 0 && !layout.numbers.isEmpty && layout.numbers.count <= 1 << 16
        && layout.numbers.allSatisfy { $0.offset >= 0 && $0.offset <= layout.stride - $0.storage.byteCount }
    case .sampler, .table, .sample, .color, .bool: true
    }
  }
}
