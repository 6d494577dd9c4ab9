import CoreGraphics
import KernelLanguage

/// A kernel that says where each pixel comes from: its place in the result to its place in the image, which is then
/// read there, between pixels bilinear.
public class CIWarpKernel: CIKernel, @unchecked Sendable {
  override class func takes(_ kernelClass: Kernel.Class) -> Bool { kernelClass == .warp }

  /// The image moved; nil where the arguments do not fit, which the log tells.
  ///
  /// - Parameters:
  ///   - extent: where the result has pixels.
  ///   - callback: asked with index 0 for the part of the image that a rectangle comes from.
  ///   - args: without the image.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments args: [Any]
  ) -> CIImage? {
    noted { () throws(CIKernelError) in
      try apply(checked: extent, roiCallback: callback, image: image, arguments: args)
    }
  }

  /// The image moved, or the reason why there is none.
  ///
  /// - Throws: `argumentCount`, `argument`, `refused`.
  public func apply(
    checked extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments args: [Any]
  ) throws(CIKernelError) -> CIImage {
    try function.image(extent: extent, callback, args, moving: image)
  }
}
