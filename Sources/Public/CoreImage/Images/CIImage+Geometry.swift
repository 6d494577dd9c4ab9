import Foundation
import ImageGraph

extension CIImage {
  /// Crops the image to the rectangle, without moving it.
  public func cropped(to rect: CGRect) -> CIImage { derived(node.cropped(to: Extent(UserRect(rect)))) }

  /// Crops the image to the rectangle and repeats its edge pixels infinitely.
  public func clamped(to rect: CGRect) -> CIImage {
    switch Extent(UserRect(rect)) {
    case .finite(let rect): derived(node.clamped(to: rect))
    case .infinite: self
    case .empty: derived(.empty)
    }
  }

  /// Repeats the edge pixels of the extent infinitely. Applied before a blur, it prevents faded edges.
  public func clampedToExtent() -> CIImage { derived(node.clampedToExtent) }

  /// Transforms the image. Its extent becomes the bounding box of the transformed extent.
  ///
  /// If the map reduces the image to half or less, all pixels are averaged, unless the context's
  /// `highQualityDownsample` is false. The map of the image's own orientation sets the orientation to 1. A map that is
  /// singular or not finite gives the empty image and is logged.
  public func transformed(by matrix: CGAffineTransform) -> CIImage { transformed(by: matrix, reading: .linear) }

  /// Transforms the image, regardless of the context's `highQualityDownsample`.
  ///
  /// - Parameter highQualityDownsample: if true and the map reduces the image to half or less along an axis, all pixels
  ///   are averaged: first exact means of whole pixels, then the remaining map. Images with nearest sampling keep it.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix, reading: highQualityDownsample ? .area : .bilinear)
  }

  private func transformed(by matrix: CGAffineTransform, reading sampling: Sampling) -> CIImage {
    if matrix.isIdentity { return self }
    guard let moved = node.transformed(by: matrix.map, reading: sampling) else {
      RenderLog.process.note(
        "CIImage.transformed(by: \(matrix)): the matrix is singular or not finite; the image is empty")
      return derived(.empty)
    }
    let orientation = Int32(metadataProperties.orientation)
    let isRotatedUpright = orientation != 1 && matrix == orientationTransform(forExifOrientation: orientation)
    return isRotatedUpright ? derived(moved).rotatedUpright : derived(moved)
  }

  /// Rotates and mirrors pixels that are stored with that orientation to upright. The lower left corner of the result
  /// is at the origin. Infinite and empty images are returned unchanged.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// Rotates and mirrors the image as `oriented(_:)` does.
  ///
  /// - Parameter orientation: the EXIF orientation, 1...8. Other numbers leave the image unchanged.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// Returns the map of `oriented(_:)`; the identity for infinite and empty images.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    guard orientation != .up, let rect = node.extent.rect else { return .identity }
    let toOrigin = AffineMap.translation(-rect.min.x, -rect.min.y)
    return CGAffineTransform(toOrigin.followed(by: orientation.map(width: rect.width, height: rect.height)))
  }

  /// Returns the map of `oriented(forExifOrientation:)`; the identity for numbers outside of 1...8.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init).map(orientationTransform) ?? .identity
  }

  /// Makes later geometry steps read the image without interpolation.
  public func samplingNearest() -> CIImage { derived(node.sampled(.nearest)) }

  /// Makes later geometry steps interpolate between pixel centres, as they do by default.
  public func samplingLinear() -> CIImage { derived(node.sampled(.linear)) }
}
