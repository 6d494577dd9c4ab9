import CoreImage

extension CIImage {
  /// Returns the pixels of a rectangle, black where the image has none.
  func onBlack(_ rect: CGRect) -> CIImage {
    let part = cropped(to: rect)
    return extent.contains(rect) ? part : part.composited(over: CIImage(color: .black).cropped(to: rect))
  }

  /// Returns the image scaled about the origin, which must be its corner. Edge pixels are extended for the filter.
  ///
  /// - Parameter size: the size of the result.
  func scaled(across: Double, up: Double, to size: CGSize) -> CIImage {
    clampedToExtent().applyingFilter(
      "CILanczosScaleTransform", parameters: [kCIInputScaleKey: up, kCIInputAspectRatioKey: across / up]
    ).cropped(to: CGRect(origin: .zero, size: size))
  }
}
