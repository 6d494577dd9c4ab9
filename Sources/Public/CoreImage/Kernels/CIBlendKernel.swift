import CoreGraphics
import ImageGraph
import KernelLanguage

/// A colour kernel of two images, foreground and background. Core Image's built-in blends are properties of the class.
public class CIBlendKernel: CIColorKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .blend }

  /// Blends two images. The extent of the result is the union of both.
  public func apply(foreground: CIImage, background: CIImage) -> CIImage? {
    logged { () throws(CIKernelError) in try apply(checked: foreground, background: background) }
  }

  /// Blends two images in a colour space: the kernel receives components in that space.
  ///
  /// - Parameter colorSpace: an RGB space.
  public func apply(foreground: CIImage, background: CIImage, colorSpace: CGColorSpace) -> CIImage? {
    guard let front = foreground.matchedFromWorkingSpace(to: colorSpace),
      let back = background.matchedFromWorkingSpace(to: colorSpace)
    else { return nil }
    return apply(foreground: front, background: back)?.matchedToWorkingSpace(from: colorSpace)
  }

  /// Blends two images, or throws.
  ///
  /// - Throws: `refused`.
  public func apply(
    checked foreground: CIImage, background: CIImage
  ) throws(CIKernelError) -> CIImage {
    if case .blend(let blend) = function { return CIImage(node: blend.node(foreground.node, background.node)) }
    let extent = foreground.node.extent.union(background.node.extent)
    return try function.image(extent: CGRect(extent), { _, rect in rect }, [foreground, background])
  }
}
