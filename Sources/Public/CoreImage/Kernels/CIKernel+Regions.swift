import CoreGraphics

/// A function of old kernels that returns the region of an image that a kernel reads. Parameters: the index of the
/// image among the kernel's images, the rectangle to compute, and the value of `kCIApplyOptionUserInfo`. Result and
/// calls are as for ``CIKernelROICallback``.
public typealias CIKernelROIMethod =
  @Sendable (_ samplerIndex: Int32, _ destRect: CGRect, _ userInfo: Any?) -> CGRect

extension CIKernel {
  /// Sets the region function that ``CIFilter/apply(_:arguments:options:)`` uses for the kernel.
  ///
  /// Linux has no selectors, so the parameter is the function itself:
  /// `setROISelector(#selector(regionOf(_:destRect:userInfo:)))` becomes `setROISelector(regionOf)`. New code passes a
  /// region callback to ``apply(extent:roiCallback:arguments:)``, which ignores this function. Affects later calls
  /// only; may be called on any thread.
  public func setROISelector(_ method: @escaping CIKernelROIMethod) { region.withLock { $0 = method } }

  /// Returns the region callback for calls that do not pass one.
  func regions(userInfo: Any?) -> CIKernelROICallback {
    guard let method = region.withLock({ $0 }) else { return { _, rect in rect } }
    let userInfo = UserInfo(value: userInfo)
    return { method($0, $1, userInfo.value) }
  }
}

/// Unchecked: the app does not change the value after passing it, as with arguments of kernels.
private struct UserInfo: @unchecked Sendable {
  let value: Any?
}
