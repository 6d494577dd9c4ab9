import CoreImage

extension CIImage {
  /// A part of the plane, black where the image has no pixels.
  func onBlack(_ rect: CGRect) -> CIImage {
    let part = cropped(to: rect)
    return extent.contains(rect) ? part : part.composited(over: CIImage(color: .black).cropped(to: rect))
  }

  /// Scaled about the origin, which is a corner of it; its edge pixels continue beyond it while that is done.
  ///
  /// - Parameter size: of the result.
  func scaled(across: Double, up: Double, to size: CGSize) -> CIImage {
    clampedToExtent().applyingFilter(
      "CILanczosScaleTransform", parameters: [kCIInputScaleKey: up, kCIInputAspectRatioKey: across / up]
    ).cropped(to: CGRect(origin: .zero, size: size))
  }
}
