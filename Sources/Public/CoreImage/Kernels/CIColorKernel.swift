import CoreGraphics
import KernelLanguage

/// A kernel that computes a pixel from the pixels at the same position of its images, and from other arguments. It is
/// fused with its neighbours: a chain of them is one dispatch.
public class CIColorKernel: CIKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .color || kernelClass == .blend }

  /// Applies the kernel. If the arguments do not match, returns nil and logs the reason.
  ///
  /// - Parameter extent: the extent of the result.
  public func apply(extent: CGRect, arguments args: [Any]) -> CIImage? {
    logged { () throws(CIKernelError) in try apply(checked: extent, arguments: args) }
  }

  /// Applies the kernel, or throws.
  ///
  /// - Throws: `argumentCount`, `argument`, `refused`.
  public func apply(checked extent: CGRect, arguments args: [Any]) throws(CIKernelError) -> CIImage {
    try function.image(extent: extent, { _, rect in rect }, args)
  }
}
