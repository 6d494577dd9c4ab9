import Foundation
import ImageGraph
import KernelLanguage

/// Kernels that were compiled when an app was built, as a file: "CIKLIB01", their number, then for each its name and
/// its record; lengths are 4 bytes, little endian. A record is the kernel's description as JSON and its forms: a byte
/// whose bits are the images that are read nearest, and SPIR-V words.
///
/// Opening one takes apart only what is asked for. What it says is checked: a library is data.
package struct KernelLibrary: Sendable {
  private let records: [(name: String, data: Data)]

  private static let mark = Data("CIKLIB01".utf8)
  private static let kernelLimit = 4096

  /// The names of its kernels, in the order of their files and in these.
  package var names: [String] { records.map(\.name) }

  /// - Throws: `refused` for what is no library, or has parts missing.
  package init(_ data: Data) throws(KernelProblem) {
    var reader = ByteReader(data)
    guard reader.bytes(Self.mark.count) == Self.mark else {
      throw .refused(
        "this is no library of kernels: those are made by the package's plugin KernelPlugin when an app is built")
    }
    guard let count = reader.number(), count <= Self.kernelLimit else { throw Self.torn }
    var records: [(String, Data)] = []
    for _ in 0..<count {
      guard let name = reader.block(), let record = reader.block() else { throw Self.torn }
      records.append((String(decoding: name, as: UTF8.self), record))
    }
    self.records = records
  }

  private static var torn: KernelProblem { .refused("the library of kernels is torn: parts of it are missing") }

  /// The kernel of a name; nil where there is none.
  ///
  /// - Throws: `refused` for a record that is none, and where the module is not what its description says.
  package func kernel(named name: String) throws(KernelProblem) -> AppKernel? {
    guard let record = records.first(where: { $0.name == name })?.data else { return nil }
    if let known = KernelMemory.shared.kernels(of: .record(record))?.first { return known }
    var reader = ByteReader(record)
    guard let description = reader.block(), let kernel = try? JSONDecoder().decode(Kernel.self, from: description),
      kernel.isSound, let count = reader.number(), count >= 1, count <= 1 << Limits.images
    else { throw Self.torn }
    var forms: [PrintOptions: CompiledKernel] = [:]
    for _ in 0..<count {
      guard let bits = reader.bytes(1)?.first, let name = reader.block(), let words = reader.block() else {
        throw Self.torn
      }
      var (options, kernel) = (PrintOptions(), kernel)
      options.nearest = Set((0..<8).filter { bits >> $0 & 1 == 1 })
      kernel.mangledName = String(decoding: name, as: UTF8.self)
      forms[options] = try CompiledKernel(kernel, words: words.words)
    }
    guard let first = forms[PrintOptions()] else { throw Self.torn }
    return KernelMemory.shared.keep([AppKernel(first, forms: forms)], of: .record(record))[0]
  }

  /// The file of these texts' kernels.
  ///
  /// - Parameter compile: nil: what compiles texts while apps run.
  /// - Throws: `text` with what is wrong, of the first text that is; `refused` where two kernels have one name.
  package static func file(
    of texts: [KernelText], by compile: ShaderCompile? = nil
  ) throws(KernelProblem) -> Data {
    var names: [String] = []
    var body = Data()
    for text in texts {
      let kernels = try text.translated(PrintOptions()).kernels
      for (index, kernel) in kernels.enumerated() {
        guard !names.contains(kernel.name) else {
          throw .refused("\(text.file):\(kernel.line): error: there are two kernels \(kernel.name) in one library")
        }
        names.append(kernel.name)
        body.append(block: Data(kernel.name.utf8))
        body.append(block: try record(of: kernel, index, text, by: compile))
      }
    }
    return mark + Data(number: names.count) + body
  }

  private static func record(
    of kernel: Kernel, _ index: Int, _ text: KernelText, by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    var described = kernel
    described.glsl = ""
    guard let description = try? JSONEncoder().encode(described) else {
      throw .refused("internal: kernel \(kernel.name) cannot be described")
    }
    // Read bilinear, and where it reads points read nearest: all images, or each alone where there are few.
    let points = kernel.images.indices.filter {
      kernel.needs.images[$0].contains(.points) && kernel.images[$0].type != .sample
    }
    var choices: [Set<Int>] = [[]]
    if kernel.language != .glsl, kernel.kernelClass == .general, kernel.form != .color(inputs: kernel.images.count) {
      choices = points.count <= 3 ? subsets(of: points) : [[], Set(points)]
    }
    var record = Data(block: description) + Data(number: choices.count)
    for nearest in choices {
      let form = try text.translated(PrintOptions(nearest: nearest)).kernels[index]
      let compiled = try text.compiled(form, by: compile)
      record.append(nearest.reduce(0 as UInt8) { $0 | 1 << UInt8($1) })
      record.append(block: Data(form.mangledName.utf8))
      record.append(block: Data(words: compiled.code.words))
    }
    return record
  }

  private static func subsets(of numbers: [Int]) -> [Set<Int>] {
    numbers.reduce([[]]) { sets, number in sets + sets.map { $0.union([number]) } }
  }
}

extension Kernel {
  /// True when nothing of the description names what is not there.
  fileprivate var isSound: Bool {
    let imageCount = images.count
    guard imageCount <= Limits.images, parameters.count <= Limits.parameters, needs.images.count == imageCount else {
      return false
    }
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
