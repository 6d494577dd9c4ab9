import CoreImage
import Foundation
import KernelLanguage

/// A kernel of a file: `FILE` names its first kernel, `FILE:NAME` another one.
package struct KernelFile: Sendable {
  /// The maximum size of a kernel's source that the translator accepts, in bytes.
  private static let byteLimit = 1 << 18

  package let kernel: CIKernel

  /// Compiles the file and selects the kernel.
  ///
  /// - Parameter reference: `FILE` or `FILE:NAME`.
  package init(_ reference: String, _ images: ImageInput) throws {
    let (path, name) = Self.parts(reference)
    let kernels = try Self.kernels(path, images)
    guard let selected = name.map({ name in kernels.first { $0.name == name } }) ?? kernels.first else {
      throw CIKernelError.noKernel(named: name ?? "", known: kernels.map(\.name))
    }
    kernel = selected
  }

  /// Compiles all kernels of a file. The extension of the file determines the language.
  package static func kernels(_ path: String, _ images: ImageInput) throws -> [CIKernel] {
    guard let language = language(of: path) else {
      throw CommandFailure.usage(
        "\(path): unknown extension; kernels are *.cikernel, *.ci.metal, *.metal, *.ci.glsl or *.glsl")
    }
    let text = String(decoding: try images.data(path, byteLimit: byteLimit), as: UTF8.self)
    return try CIKernel.kernels(
      checked: text, language: language, file: path, headers: headers(nextTo: path, for: text, images))
  }

  /// Reads the headers that the source may include, as in ahead-of-time compilation: the files *.h of its folder.
  private static func headers(
    nextTo path: String, for text: String, _ images: ImageInput
  ) throws -> [String: [UInt8]] {
    guard text.contains("#include"), path != "-" else { return [:] }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try names.filter { $0.hasSuffix(".h") }.reduce(into: [:]) { headers, name in
      headers[name] = Array(try images.data(folder.appending(path: name).path, byteLimit: byteLimit))
    }
  }

  /// Returns the kernel language of a file extension. Nil for other files.
  package static func language(of path: String) -> CIKernelLanguage? {
    switch Language(fileName: URL(fileURLWithPath: path).lastPathComponent) {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    case nil: nil
    }
  }

  /// Splits `FILE:NAME`. The name of a file may have colons, that of a kernel may not.
  private static func parts(_ reference: String) -> (path: String, name: String?) {
    guard let colon = reference.lastIndex(of: ":"), language(of: reference) == nil else { return (reference, nil) }
    return (String(reference[..<colon]), String(reference[reference.index(after: colon)...]))
  }

  /// Applies the kernel.
  ///
  /// - Parameters:
  ///   - input: the argument of the first image parameter, or the image of a warp. Nil for generators.
  ///   - rect: the extent of the result. Nil: the extent of the input.
  ///   - halo: pixels around the result that are read of each image. Nil: whole images.
  ///   - value: returns the argument of a parameter, nil if there is none.
  package func image(
    of input: CIImage?, rect: CGRect?, halo: Double?, value: (Kernel.Parameter) throws -> Any?
  ) throws -> CIImage {
    var next = kernel is CIWarpKernel ? nil : input
    let arguments = try kernel.parameters.map { parameter -> Any in
      if let argument = try value(parameter) { return argument }
      if parameter.type.isImage, let image = next {
        next = nil
        return image
      }
      throw CommandFailure.usage("\(kernel.name) needs \(parameter.name)=…: \(parameter.spelling)")
    }
    let extent = rect ?? input?.extent ?? .infinite
    let callback: CIKernelROICallback = { _, rect in halo.map { rect.insetBy(dx: -$0, dy: -$0) } ?? .infinite }
    if let warp = kernel as? CIWarpKernel {
      guard let input else { throw CommandFailure.usage("INPUT is missing: the warp \(kernel.name) needs an image") }
      return try warp.apply(checked: extent, roiCallback: callback, image: input, arguments: arguments)
    }
    return try kernel.apply(checked: extent, roiCallback: callback, arguments: arguments)
  }

  /// Whether the kernel has no image parameter.
  package var isGenerator: Bool { !(kernel is CIWarpKernel) && !kernel.parameters.contains { $0.type.isImage } }

  /// Parses the argument of a parameter on a command line.
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
      throw CommandFailure.usage("must be true or false (got \(text))")
    case .floats(4) where !text.contains(","): return try readColor(text)
    case .floats, .ints, .uints:
      let numbers = try numberList(text)
      return numbers.count == 1 ? numbers[0] : CIVector(numbers)
    }
  }

  /// Returns a line with the signature and the class of a kernel.
  package static func line(_ kernel: CIKernel) -> String {
    let parameters = kernel.parameters.map { "\($0.spelling) \($0.name)" }.joined(separator: ", ")
    return "\(kernel.name)(\(parameters))  \(kernel.kernelClass.rawValue)"
  }
}
