import CoreGraphics
import ImageGraph
import KernelLanguage

/// A colour kernel of two images, foreground and background. Core Image's own are properties of the class.
public class CIBlendKernel: CIColorKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .blend }

  /// The two blended; reaches as far as both do.
  public func apply(foreground: CIImage, background: CIImage) -> CIImage? {
    noted { () throws(CIKernelError) in try apply(checked: foreground, background: background) }
  }

  /// The two blended in a colour space: the kernel gets the numbers that colours have there.
  ///
  /// - Parameter colorSpace: an RGB space.
  public func apply(foreground: CIImage, background: CIImage, colorSpace: CGColorSpace) -> CIImage? {
    guard let front = foreground.matchedFromWorkingSpace(to: colorSpace),
      let back = background.matchedFromWorkingSpace(to: colorSpace)
    else { return nil }
    return apply(foreground: front, background: back)?.matchedToWorkingSpace(from: colorSpace)
  }

  /// The two blended, or the reason why they are not.
  ///
  /// - Throws: `refused`.
  public func apply(
    checked foreground: CIImage, background: CIImage
  ) throws(CIKernelError) -> CIImage {
    if case .blend(let blend) = function { return CIImage(node: blend.node(foreground.node, background.node)) }
    let reach = foreground.node.extent.union(background.node.extent)
    return try function.image(extent: CGRect(reach), { _, rect in rect }, [foreground, background])
  }
}
