import CoreGraphics
import KernelLanguage

/// A kernel that makes a pixel from the pixels at the same place of its images, and from numbers. Fuses with its
/// neighbours: a chain of them is one dispatch.
public class CIColorKernel: CIKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .color || kernelClass == .blend }

  /// The image that the kernel makes; nil where the arguments do not fit, which the log tells.
  ///
  /// - Parameter extent: where the result has pixels.
  public func apply(extent: CGRect, arguments args: [Any]) -> CIImage? {
    noted { () throws(CIKernelError) in try apply(checked: extent, arguments: args) }
  }

  /// The image that the kernel makes, or the reason why there is none.
  ///
  /// - Throws: `argumentCount`, `argument`, `refused`.
  public func apply(checked extent: CGRect, arguments args: [Any]) throws(CIKernelError) -> CIImage {
    try function.image(extent: extent, { _, rect in rect }, args)
  }
}
