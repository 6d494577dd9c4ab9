import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import Synchronization

/// A function that returns the region of an image that a kernel reads. Parameters: the index of the image among the
/// kernel's images, and the rectangle to compute. Rectangles are in the working space.
///
/// Called when renders are planned, on any thread, for each tile. The region may be larger than what is read, but not
/// smaller: pixels beyond it are clear. With `CI_VALIDATE=1`, renders report a kernel that reads outside of it.
public typealias CIKernelROICallback = @Sendable (_ index: Int32, _ destRect: CGRect) -> CGRect

/// The language of a kernel's text.
public enum CIKernelLanguage: String, Sendable, CaseIterable {
  /// The Core Image Kernel Language.
  case coreImage
  /// The Core Image subset of the Metal shading language.
  case metal
  /// GLSL functions in the form of the shaders of built-in filters.
  case glsl

  var language: Language {
    switch self {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    }
  }
}

/// A function of an app in the Core Image Kernel Language, Metal or GLSL that computes each pixel of an image. This
/// class may read images at any position. ``CIColorKernel``, ``CIWarpKernel`` and ``CIBlendKernel`` are more restricted
/// and faster.
///
/// Kernels are steps of a recipe like those of built-in filters: they are fused and tiled with them and run on every
/// engine. Creating a kernel compiles it; compilations are cached by text. May be used from any thread.
public class CIKernel: NSObject, @unchecked Sendable {
  // Unchecked because of subclasses, which add no mutable state.
  let function: KernelFunction

  /// The method of `setROISelector`.
  let region = Mutex<CIKernelROIMethod?>(nil)

  /// The name of the function.
  public var name: String { function.name }

  /// The parameters of the function, in its order; empty for Core Image's built-in blends.
  package var parameters: [Kernel.Parameter] {
    if case .own(let kernel, _) = function { kernel.kernel.parameters } else { [] }
  }

  /// The compiled function; nil for Core Image's built-in blends.
  package var code: FormulaCode? { if case .own(let kernel, _) = function { kernel.code } else { nil } }

  /// The Core Image class of the function.
  package var kernelClass: Kernel.Class { function.kernelClass }

  /// - Precondition: the function is of this class.
  required init(_ function: KernelFunction) { self.function = function }

  /// Creates the first kernel of this class in a text in the Core Image Kernel Language; for `CIKernel`, the first
  /// kernel. Returns nil if the text has errors or no such kernel; the log states the reason.
  public convenience init?(source string: String) {
    do throws(CIKernelError) {
      try self.init(checked: string, language: .coreImage)
    } catch {
      error.note(by: "\(Self.self)")
      return nil
    }
  }

  /// Creates the first kernel of this class in a text, or throws.
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

  /// Creates all kernels of a text in the Core Image Kernel Language, in its order, each of its class. Returns nil if
  /// the text has errors, which are logged.
  public class func makeKernels(source string: String) -> [CIKernel]? {
    do throws(CIKernelError) {
      return try kernels(checked: string, language: .coreImage)
    } catch {
      error.note(by: "CIKernel.makeKernels")
      return nil
    }
  }

  /// Creates all kernels of a text in Metal: functions that are `[[stitchable]]` or `extern "C"`.
  ///
  /// - Throws: `CIKernelError`.
  public class func kernels(withMetalString source: String) throws -> [CIKernel] {
    try kernels(checked: source, language: .metal)
  }

  /// Creates all kernels of a text, in its order, each of its class.
  ///
  /// - Parameter file: the name of the text in messages.
  /// - Throws: `text` with all errors; `noCompiler`; `refused`.
  public class func kernels(
    checked text: String, language: CIKernelLanguage, file: String = "kernel"
  ) throws(CIKernelError) -> [CIKernel] {
    try KernelFunction.all(in: text, language, file: file).map(instance)
  }

  /// Creates all kernels of a file's text, which may include `headers` by name.
  package class func kernels(
    checked text: String, language: CIKernelLanguage, file: String, headers: [String: [UInt8]]
  ) throws(CIKernelError) -> [CIKernel] {
    try KernelFunction.all(in: text, language, file: file, headers: headers).map(instance)
  }

  /// Creates a kernel of a library that the package's plugin KernelPlugin compiled when the app was built.
  ///
  /// - Parameters:
  ///   - name: of the function.
  ///   - data: the library, `default.metallib` in the resources of the target that uses the plugin.
  /// - Throws: `CIKernelError`: `noKernel`; `wrongClass`; `refused` for other data. Apple's libraries contain code for
  ///   Apple's GPUs only.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    try self.init(functionName: name, fromMetalLibraryData: data, outputPixelFormat: CIFormat(rawValue: 0))
  }

  /// Creates a kernel as ``init(functionName:fromMetalLibraryData:)`` does, whose result is stored in a format of its
  /// own. Later steps read the stored values: integers are clamped to 0...1 and quantised, half floats are rounded,
  /// formats of one or two components have red, or red and green, with alpha 1. The kernel is not fused with later
  /// steps.
  ///
  /// - Parameter format: RGBA8, BGRA8, RGBA16, RGBAh, RGBAf; R or RG of 8 or 16 bits, h or f. A raw value of 0: no
  ///   format of its own. Formats of fewer components take as much memory as those of four.
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

  /// Returns the names of a library's kernels; empty for other data.
  public class func kernelNames(fromMetalLibraryData data: Data) -> [String] { KernelFunction.names(ofLibrary: data) }

  /// Creates a kernel of the class of the function.
  static func instance(of function: KernelFunction) -> CIKernel {
    switch function.kernelClass {
    case .color: CIColorKernel(function)
    case .blend: CIBlendKernel(function)
    case .warp: CIWarpKernel(function)
    case .general: CIKernel(function)
    }
  }

  /// Returns whether this class can apply functions of a class.
  class func takes(_ kernelClass: Kernel.Class) -> Bool { true }

  /// Applies the kernel. Nothing is rendered.
  ///
  /// - Parameters:
  ///   - extent: the extent of the result. It is not derived from the kernel.
  ///   - callback: not called for a kernel that reads pixels at its own position only.
  ///   - args: the arguments of the kernel, in its order: images (`CIImage`, `CISampler`), numbers, `CIVector`,
  ///     `CIColor`, `Data`.
  /// - Returns: nil if the arguments do not match; the log states the reason.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]
  ) -> CIImage? {
    logged { () throws(CIKernelError) in try apply(checked: extent, roiCallback: callback, arguments: args) }
  }

  /// Applies the kernel, or throws.
  ///
  /// - Throws: `argumentCount`, `argument`, `wrongClass`, `refused`.
  public func apply(
    checked extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]
  ) throws(CIKernelError) -> CIImage {
    guard function.kernelClass != .warp else {
      throw .wrongClass(kernel: name, found: "warp, whose image is a separate argument", wanted: "kernel of samplers")
    }
    return try function.image(extent: extent, callback, args)
  }

  /// Returns the result, or logs the error and returns nil.
  func logged(_ make: () throws(CIKernelError) -> CIImage) -> CIImage? {
    do throws(CIKernelError) {
      return try make()
    } catch {
      error.note(by: "\(type(of: self)).apply")
      return nil
    }
  }

  /// The class and the name.
  public override var description: String { "<\(type(of: self)): \(name)>" }
}
