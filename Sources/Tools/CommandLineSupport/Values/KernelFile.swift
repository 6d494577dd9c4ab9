import CoreImage
import Foundation
import KernelLanguage

/// A kernel of a file: `FILE`, whose first kernel it is, or `FILE:NAME`.
package struct KernelFile: Sendable {
  /// Bytes of a kernel's text that the translator takes.
  private static let byteLimit = 1 << 18

  package let kernel: CIKernel

  package init(_ place: String, _ images: ImageInput) throws {
    let (path, name) = Self.parts(place)
    let kernels = try Self.kernels(path, images)
    guard let found = name.map({ name in kernels.first { $0.name == name } }) ?? kernels.first else {
      throw CIKernelError.noKernel(named: name ?? "", known: kernels.map(\.name))
    }
    kernel = found
  }

  /// All kernels of a file, by the language that its name says.
  package static func kernels(_ path: String, _ images: ImageInput) throws -> [CIKernel] {
    guard let language = language(of: path) else {
      throw CommandFailure.usage("\(path): kernels are *.cikernel, *.ci.metal, *.metal, *.ci.glsl or *.glsl")
    }
    let text = String(decoding: try images.data(path, byteLimit: byteLimit), as: UTF8.self)
    return try CIKernel.kernels(
      checked: text, language: language, file: path, headers: headers(beside: path, for: text, images))
  }

  /// What the text may include, as when it is compiled ahead: the files *.h beside it.
  private static func headers(
    beside path: String, for text: String, _ images: ImageInput
  ) throws -> [String: [UInt8]] {
    guard text.contains("#include"), path != "-" else { return [:] }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try names.filter { $0.hasSuffix(".h") }.reduce(into: [:]) { headers, name in
      headers[name] = Array(try images.data(folder.appending(path: name).path, byteLimit: byteLimit))
    }
  }

  package static func language(of path: String) -> CIKernelLanguage? {
    switch Language(fileName: URL(fileURLWithPath: path).lastPathComponent) {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    case nil: nil
    }
  }

  /// A file's name may hold colons; a kernel's may not.
  private static func parts(_ place: String) -> (path: String, name: String?) {
    guard let colon = place.lastIndex(of: ":"), language(of: place) == nil else { return (place, nil) }
    return (String(place[..<colon]), String(place[place.index(after: colon)...]))
  }

  /// The image that the kernel makes of one.
  ///
  /// - Parameters:
  ///   - input: what its first image parameter takes, or what a warp moves; nil for generators.
  ///   - rect: where the result has pixels; nil: where the input has.
  ///   - reach: pixels around the result that are read of each image; nil: all of them.
  ///   - value: of a parameter by its name; nil where nobody gave one.
  package func image(
    of input: CIImage?, rect: CGRect?, reach: Double?, value: (Kernel.Parameter) throws -> Any?
  ) throws -> CIImage {
    var next = kernel is CIWarpKernel ? nil : input
    let arguments = try kernel.parameters.map { parameter -> Any in
      if let given = try value(parameter) { return given }
      if parameter.type.isImage, let image = next {
        next = nil
        return image
      }
      throw CommandFailure.usage("\(kernel.name) needs \(parameter.name)=…: \(parameter.spelling)")
    }
    let extent = rect ?? input?.extent ?? .infinite
    let callback: CIKernelROICallback = { _, rect in reach.map { rect.insetBy(dx: -$0, dy: -$0) } ?? .infinite }
    if let warp = kernel as? CIWarpKernel {
      guard let input else { throw CommandFailure.usage("INPUT is missing: the warp \(kernel.name) needs an image") }
      return try warp.apply(checked: extent, roiCallback: callback, image: input, arguments: arguments)
    }
    return try kernel.apply(checked: extent, roiCallback: callback, arguments: arguments)
  }

  /// True where it makes something of nothing.
  package var isGenerator: Bool { !(kernel is CIWarpKernel) && !kernel.parameters.contains { $0.type.isImage } }

  /// A value as people write it on a command line.
  package static func value(_ text: String, for parameter: Kernel.Parameter, _ images: ImageInput) throws -> Any {
    switch parameter.type {
    case .sampler, .table, .sample: return try images.image(text, isUpright: true)
    case .color: return try readColor(text)
    case .data:
      return text.hasPrefix("@") ? try images.data(String(text.dropFirst()), byteLimit: 1 << 28) : Data(text.utf8)
    case .bool:
      if let flag = ["true": true, "false": false, "yes": true, "no": false, "1": true, "0": false][text] {
        return flag
      }
      throw CommandFailure.usage("true or false is wanted")
    case .floats(4) where !text.contains(","): return try readColor(text)
    case .floats, .ints, .uints:
      let numbers = try numberList(text)
      return numbers.count == 1 ? numbers[0] : CIVector(numbers)
    }
  }

  /// What there is to know of a kernel, a line.
  package static func line(_ kernel: CIKernel) -> String {
    let parameters = kernel.parameters.map { "\($0.spelling) \($0.name)" }.joined(separator: ", ")
    return "\(kernel.name)(\(parameters))  \(kernel.kernelClass.rawValue)"
  }
}
