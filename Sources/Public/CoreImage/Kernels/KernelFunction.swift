import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import KernelModules

/// What a kernel computes.
enum KernelFunction: Sendable {
  /// A function of the app; how its result is stored, where it asked for that.
  case own(AppKernel, output: KernelOutput? = nil)
  /// One of Core Image's blends.
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

  /// The functions of a text; at least one. Warnings go to the log.
  static func all(
    in text: String, _ language: CIKernelLanguage, file: String, headers: [String: [UInt8]]? = nil
  ) throws(CIKernelError) -> [KernelFunction] {
    do throws(KernelProblem) {
      return try KernelText(Array(text.utf8), language.language, file: file, headers: headers).kernels().map {
        .own($0)
      }
    } catch { throw CIKernelError(error) }
  }

  /// A function of a library that was compiled ahead.
  init(_ name: String, ofLibrary data: Data, output: KernelOutput?) throws(CIKernelError) {
    let (known, kernel): ([String], AppKernel?)
    do throws(KernelProblem) {
      let library = try KernelLibrary.opened(data)
      (known, kernel) = (library.names, try library.kernel(named: name))
    } catch { throw CIKernelError(error) }
    guard let kernel else { throw .noKernel(named: name, known: known) }
    self = .own(kernel, output: output)
  }

  /// The names of a library's kernels; none where it is no library.
  static func names(ofLibrary data: Data) -> [String] { (try? KernelLibrary.opened(data))?.names ?? [] }

  /// The image that it makes of arguments; see `CIKernel.apply`.
  func image(
    extent: CGRect, _ callback: @escaping CIKernelROICallback, _ args: [Any], moving image: CIImage? = nil
  ) throws(CIKernelError) -> CIImage {
    let reach = Extent(UserRect(extent))
    switch self {
    case .blend(let blend):
      let images = args.compactMap { $0 as? CIImage }
      guard args.count == 2, images.count == 2 else {
        throw .argumentCount(
          kernel: name, parameters: ["sample_t foreground", "sample_t background"], given: args.count)
      }
      return CIImage(node: blend.node(images[0].node, images[1].node).cropped(to: reach))
    case .own(let kernel, let output):
      let values = try kernel.kernel.values(of: args)
      do throws(KernelProblem) {
        let step = try kernel.step(
          values, extent: reach, image: image.map { KernelImage($0) },
          region: { input, output in UserRect(callback(Int32(input), CGRect(output))).checked })
        return CIImage(node: output?.stored(step) ?? step)
      } catch { throw CIKernelError(error) }
    }
  }
}

extension UserRect {
  /// All, where a callback says what is no rectangle.
  fileprivate var checked: UserRect {
    [min.x, min.y, max.x, max.y].contains(where: \.isNaN) ? .infinite : self
  }
}

extension KernelImage {
  init(_ image: CIImage) { self.init(image.node, isNearest: image.node.sampling == .nearest) }
}
