import CoreGraphics

/// Says which part of an image a kernel reads, in the old way: index of the image among those that it is given, the
/// rectangle that is to be made, and what `kCIApplyOptionUserInfo` said. The result is as of ``CIKernelROICallback``,
/// and so is when it is asked.
public typealias CIKernelROIMethod =
  @Sendable (_ samplerIndex: Int32, _ destRect: CGRect, _ userInfo: Any?) -> CGRect

extension CIKernel {
  /// Sets which parts of its images the kernel reads when ``CIFilter/apply(_:arguments:options:)`` applies it.
  ///
  /// Linux has no selectors, so this takes the function itself: code that said
  /// `setROISelector(#selector(regionOf(_:destRect:userInfo:)))` says `setROISelector(regionOf)`. New code states
  /// regions where it applies a kernel: ``apply(extent:roiCallback:arguments:)``, which this has no effect on. Counts
  /// for what is applied afterwards; may be called from any thread.
  public func setROISelector(_ method: @escaping CIKernelROIMethod) { region.withLock { $0 = method } }

  /// Where the kernel reads, for who applies it without saying.
  func regions(userInfo: Any?) -> CIKernelROICallback {
    guard let method = region.withLock({ $0 }) else { return { _, rect in rect } }
    let userInfo = UserInfo(value: userInfo)
    return { method($0, $1, userInfo.value) }
  }
}

/// Unchecked: an app hands a value over that it does not change any more, as with arguments of kernels.
private struct UserInfo: @unchecked Sendable {
  let value: Any?
}
