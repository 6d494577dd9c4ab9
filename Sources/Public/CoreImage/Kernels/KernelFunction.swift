import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import KernelModules

/// The implementation of a kernel.
enum KernelFunction: Sendable {
  /// A function of the app, with the storage format of its result if it has one of its own.
  case own(AppKernel, output: KernelOutput? = nil)
  /// A built-in blend of Core Image.
  case blend(BlendFunction)

  var name: String {
    switch self {
    case .own(let kernel, _): kernel.kernel.name
    case .blend(let blend): blend.name
    }
  }

  var kernelClass: Kernel.Class {
    switch self {
    case .own(let kernel, _): kernel.kernel.kernelClass
    case .blend: .blend
    }
  }

  /// Compiles the functions of a text; at least one. Warnings are logged.
  static func all(
    in text: String, _ language: CIKernelLanguage, file: String, headers: [String: [UInt8]]? = nil
  ) throws(CIKernelError) -> [KernelFunction] {
    do throws(KernelProblem) {
      return try KernelText(Array(text.utf8), language.language, file: file, headers: headers).kernels().map {
        .own($0)
      }
    } catch { throw CIKernelError(error) }
  }

  /// Loads a function of a precompiled library.
  init(_ name: String, ofLibrary data: Data, output: KernelOutput?) throws(CIKernelError) {
    let (known, kernel): ([String], AppKernel?)
    do throws(KernelProblem) {
      let library = try KernelLibrary.opened(data)
      (known, kernel) = (library.names, try library.kernel(named: name))
    } catch { throw CIKernelError(error) }
    guard let kernel else { throw .noKernel(named: name, known: known) }
    self = .own(kernel, output: output)
  }

  /// Returns the names of a library's kernels; empty for other data.
  static func names(ofLibrary data: Data) -> [String] { (try? KernelLibrary.opened(data))?.names ?? [] }

  /// Applies the function to arguments; see `CIKernel.apply`.
  func image(
    extent: CGRect, _ callback: @escaping CIKernelROICallback, _ args: [Any], moving image: CIImage? = nil
  ) throws(CIKernelError) -> CIImage {
    let resultExtent = Extent(UserRect(extent))
    switch self {
    case .blend(let blend):
      let images = args.compactMap { $0 as? CIImage }
      guard args.count == 2, images.count == 2 else {
        throw .argumentCount(
          kernel: name, parameters: ["sample_t foreground", "sample_t background"], given: args.count)
      }
      return CIImage(node: blend.node(images[0].node, images[1].node).cropped(to: resultExtent))
    case .own(let kernel, let output):
      let values = try kernel.kernel.values(of: args)
      do throws(KernelProblem) {
        let step = try kernel.step(
          values, extent: resultExtent, image: image.map { KernelImage($0) },
          region: { input, output in UserRect(callback(Int32(input), CGRect(output))).checked })
        return CIImage(node: output?.stored(step) ?? step)
      } catch { throw CIKernelError(error) }
    }
  }
}

extension UserRect {
  /// The rectangle, or an infinite one if a coordinate is NaN, since a callback may return any values.
  fileprivate var checked: UserRect {
    [min.x, min.y, max.x, max.y].contains(where: \.isNaN) ? .infinite : self
  }
}

extension KernelImage {
  init(_ image: CIImage) { self.init(image.node, isNearest: image.node.sampling == .nearest) }
}
