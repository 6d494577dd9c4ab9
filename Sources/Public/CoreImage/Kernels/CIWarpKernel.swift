import CoreGraphics
import KernelLanguage

/// A kernel that maps each position of the result to a position of the image, which is then sampled there bilinearly.
public class CIWarpKernel: CIKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .warp }

  /// Applies the kernel. If the arguments do not match, returns nil and logs the reason.
  ///
  /// - Parameters:
  ///   - extent: the extent of the result.
  ///   - callback: called with index 0 for the region of the image from which a rectangle is computed.
  ///   - args: the arguments without the image.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments args: [Any]
  ) -> CIImage? {
    logged { () throws(CIKernelError) in
      try apply(checked: extent, roiCallback: callback, image: image, arguments: args)
    }
  }

  /// Applies the kernel, or throws.
  ///
  /// - Throws: `argumentCount`, `argument`, `refused`.
  public func apply(
    checked extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments args: [Any]
  ) throws(CIKernelError) -> CIImage {
    try function.image(extent: extent, callback, args, moving: image)
  }
}
