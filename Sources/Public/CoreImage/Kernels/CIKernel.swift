import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import Synchronization

/// Says which part of an image a kernel reads: index of the image among those that it is given, and the rectangle that
/// is to be made, to the rectangle that is read. Both in the working space.
///
/// Asked while renders are planned, from any thread, for each tile. It may say more than is read, never less: the
/// pixels beyond are clear then. With `CI_VALIDATE=1` renders name a kernel that reads outside.
public typealias CIKernelROICallback = @Sendable (_ index: Int32, _ destRect: CGRect) -> CGRect

/// The language of a kernel's text.
public enum CIKernelLanguage: String, Sendable, CaseIterable {
  /// The Core Image Kernel Language.
  case coreImage
  /// The Core Image subset of the Metal shading language.
  case metal
  /// GLSL functions in the form that the shaders of built-in filters have.
  case glsl

  var language: Language {
    switch self {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    }
  }
}

/// A function that an app wrote in the Core Image Kernel Language, in Metal or in GLSL, and that computes each pixel of
/// an image. This class reads images where it likes; ``CIColorKernel``, ``CIWarpKernel`` and ``CIBlendKernel`` do less
/// and cost less.
///
/// Kernels become steps of a recipe like those of built-in filters: they fuse with them, are tiled with them and run on
/// every engine. Making one compiles it; the same text again does not. May be used from any thread.
public class CIKernel: NSObject, @unchecked Sendable {
  // Unchecked for the sake of subclasses, which add nothing that changes.
  let function: KernelFunction

  /// What `setROISelector` said.
  let region = Mutex<CIKernelROIMethod?>(nil)

  /// The name of the function.
  public var name: String { function.name }

  /// What the function takes, in its order; nothing for Core Image's own blends.
  package var parameters: [Kernel.Parameter] {
    if case .own(let kernel, _) = function { kernel.kernel.parameters } else { [] }
  }

  /// What computes the function; nil for Core Image's own blends.
  package var code: FormulaCode? { if case .own(let kernel, _) = function { kernel.code } else { nil } }

  /// Which of Core Image's classes the function is of.
  package var kernelClass: Kernel.Class { function.kernelClass }

  /// - Precondition: the function is of this class.
  required init(_ function: KernelFunction) { self.function = function }

  /// The first kernel of a text in the Core Image Kernel Language that is of this class: of `CIKernel` the first one,
  /// of its subclasses the first of theirs. Nil where the text has errors or no such kernel; the log says why.
  public convenience init?(source string: String) {
    do throws(CIKernelError) {
      try self.init(checked: string, language: .coreImage)
    } catch {
      error.note(by: "\(Self.self)")
      return nil
    }
  }

  /// The first kernel of a text that is of this class, or the reason why there is none.
  ///
  /// - Throws: `text`, `wrongClass`, `noCompiler`, `refused`.
  public convenience init(checked text: String, language: CIKernelLanguage) throws(CIKernelError) {
    let functions = try KernelFunction.all(in: text, language, file: "kernel")
    guard let fitting = functions.first(where: { Self.takes($0.kernelClass) }) else {
      throw .wrongClass(
        kernel: functions[0].name, found: functions[0].kernelClass.rawValue + " kernel", wanted: "\(Self.self)")
    }
    self.init(fitting)
  }

  /// All kernels of a text in the Core Image Kernel Language, in its order, each of its class. Nil where the text has
  /// errors; the log says which.
  public class func makeKernels(source string: String) -> [CIKernel]? {
    do throws(CIKernelError) {
      return try kernels(checked: string, language: .coreImage)
    } catch {
      error.note(by: "CIKernel.makeKernels")
      return nil
    }
  }

  /// All kernels of a text in Metal: functions that are `[[stitchable]]` or `extern "C"`.
  ///
  /// - Throws: `CIKernelError`.
  public class func kernels(withMetalString source: String) throws -> [CIKernel] {
    try kernels(checked: source, language: .metal)
  }

  /// All kernels of a text, in its order, each of its class.
  ///
  /// - Parameter file: names the text in messages.
  /// - Throws: `text` with everything that is wrong; `noCompiler`; `refused`.
  public class func kernels(
    checked text: String, language: CIKernelLanguage, file: String = "kernel"
  ) throws(CIKernelError) -> [CIKernel] {
    try KernelFunction.all(in: text, language, file: file).map(made)
  }

  /// The same of a file's text, which may include `headers`, by name.
  package class func kernels(
    checked text: String, language: CIKernelLanguage, file: String, headers: [String: [UInt8]]
  ) throws(CIKernelError) -> [CIKernel] {
    try KernelFunction.all(in: text, language, file: file, headers: headers).map(made)
  }

  /// A kernel of a library that was compiled when the app was built, by the package's plugin KernelPlugin.
  ///
  /// - Parameters:
  ///   - name: of the function.
  ///   - data: the library, `default.metallib` among the resources of the target that uses the plugin.
  /// - Throws: `CIKernelError`: `noKernel`; `wrongClass`; `refused` for what is no such library. Apple's libraries are
  ///   for Apple's GPUs.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    try self.init(functionName: name, fromMetalLibraryData: data, outputPixelFormat: CIFormat(rawValue: 0))
  }

  /// The same, for a kernel whose result becomes an image in a format of its own, so that what comes after sees what
  /// that format holds: integers 0 to 1 in their steps, halves rounded, of one or two components red and green with
  /// alpha 1. It fuses with nothing that comes after.
  ///
  /// - Parameter format: RGBA8, BGRA8, RGBA16, RGBAh, RGBAf; R or RG of 8 or 16 bits, h or f. A raw value of 0: as if
  ///   none were given. In memory those of fewer components take as much as those of four.
  /// - Throws: as ``init(functionName:fromMetalLibraryData:)``; `refused` for other formats.
  public convenience init(
    functionName name: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat
  ) throws {
    let function = try KernelFunction(name, ofLibrary: data, output: KernelOutput(format))
    guard Self.takes(function.kernelClass) else {
      throw CIKernelError.wrongClass(
        kernel: name, found: function.kernelClass.rawValue + " kernel", wanted: "\(Self.self)")
    }
    self.init(function)
  }

  /// The names of a library's kernels; none where it is no library.
  public class func kernelNames(fromMetalLibraryData data: Data) -> [String] { KernelFunction.names(ofLibrary: data) }

  /// A kernel of the class that the function is of.
  static func made(of function: KernelFunction) -> CIKernel {
    switch function.kernelClass {
    case .color: CIColorKernel(function)
    case .blend: CIBlendKernel(function)
    case .warp: CIWarpKernel(function)
    case .general: CIKernel(function)
    }
  }

  /// True for functions that this class can apply.
  class func takes(_ kernelClass: Kernel.Class) -> Bool { true }

  /// The image that the kernel makes; renders nothing.
  ///
  /// - Parameters:
  ///   - extent: where the result has pixels. Nothing is derived from the kernel.
  ///   - callback: not asked for a kernel that looks at pixels of its own place only.
  ///   - args: what the kernel takes, in its order: images (`CIImage`, `CISampler`), numbers, `CIVector`, `CIColor`,
  ///     `Data`.
  /// - Returns: nil where the arguments do not fit; the log says which and why.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]
  ) -> CIImage? {
    noted { () throws(CIKernelError) in try apply(checked: extent, roiCallback: callback, arguments: args) }
  }

  /// The image that the kernel makes, or the reason why there is none.
  ///
  /// - Throws: `argumentCount`, `argument`, `wrongClass`, `refused`.
  public func apply(
    checked extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]
  ) throws(CIKernelError) -> CIImage {
    guard function.kernelClass != .warp else {
      throw .wrongClass(kernel: name, found: "warp, which is given its image apart", wanted: "kernel of samplers")
    }
    return try function.image(extent: extent, callback, args)
  }

  /// The result, or nil and a line in the log.
  func noted(_ make: () throws(CIKernelError) -> CIImage) -> CIImage? {
    do throws(CIKernelError) {
      return try make()
    } catch {
      error.note(by: "\(type(of: self)).apply")
      return nil
    }
  }

  /// Its class and name.
  public override var description: String { "<\(type(of: self)): \(name)>" }
}
