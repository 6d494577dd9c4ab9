import Foundation

// Names of earlier Swift versions. The deprecation message states the current name.

extension CIImage {
  @available(*, deprecated, renamed: "cropped(to:)")
  public func cropping(to rect: CGRect) -> CIImage { cropped(to: rect) }

  @available(*, deprecated, renamed: "transformed(by:)")
  public func applying(_ matrix: CGAffineTransform) -> CIImage { transformed(by: matrix) }

  @available(*, deprecated, renamed: "applyingFilter(_:parameters:)")
  public func applyingFilter(_ filterName: String, withInputParameters params: [String: Any]?) -> CIImage {
    applyingFilter(filterName, parameters: params ?? [:])
  }

  @available(*, deprecated, renamed: "applyingGaussianBlur(sigma:)")
  public func applyingGaussianBlur(withSigma sigma: Double) -> CIImage { applyingGaussianBlur(sigma: sigma) }

  @available(*, deprecated, renamed: "oriented(forExifOrientation:)")
  public func applyingOrientation(_ orientation: Int32) -> CIImage { oriented(forExifOrientation: orientation) }

  @available(*, deprecated, renamed: "orientationTransform(forExifOrientation:)")
  public func imageTransform(forOrientation orientation: Int32) -> CGAffineTransform {
    orientationTransform(forExifOrientation: orientation)
  }

  @available(*, deprecated, renamed: "clampedToExtent()")
  public func clampingToExtent() -> CIImage { clampedToExtent() }

  @available(*, deprecated, renamed: "clamped(to:)")
  public func clamping(to rect: CGRect) -> CIImage { clamped(to: rect) }

  @available(*, deprecated, renamed: "composited(over:)")
  public func compositingOverImage(_ dest: CIImage) -> CIImage { composited(over: dest) }
}

extension CIFilterByName where Self: CIFilter {
  @available(*, deprecated, renamed: "init(name:parameters:)")
  public init?(name: String, withInputParameters params: [String: Any]?) {
    self.init(name: name, parameters: params)
  }
}
