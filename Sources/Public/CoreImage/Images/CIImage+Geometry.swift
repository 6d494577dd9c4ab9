import Foundation
import ImageGraph

extension CIImage {
  /// The part of the image inside the rectangle, at the same place.
  public func cropped(to rect: CGRect) -> CIImage { derived(node.cropped(to: Extent(UserRect(rect)))) }

  /// The pixels inside the rectangle, their edges repeated outwards without end.
  public func clamped(to rect: CGRect) -> CIImage {
    switch Extent(UserRect(rect)) {
    case .finite(let rect): derived(node.clamped(to: rect))
    case .infinite: self
    case .empty: derived(.empty)
    }
  }

  /// The edges of the extent repeated outwards without end; what to do before a blur whose edges shall not fade.
  public func clampedToExtent() -> CIImage { derived(node.clampedToExtent) }

  /// The image moved by the map; the extent becomes the bounding box.
  ///
  /// Where it shrinks to half or less, all pixels count, unless the context's `highQualityDownsample` is false. The map
  /// that the image's own orientation asks for leaves it with orientation 1. A map that flattens the plane or holds no
  /// finite numbers gives the empty image and a line in the log.
  public func transformed(by matrix: CGAffineTransform) -> CIImage { transformed(by: matrix, reading: .linear) }

  /// The image moved by the map, whatever the context's `highQualityDownsample` says.
  ///
  /// - Parameter highQualityDownsample: true: where the map shrinks to half or less along an axis of the image, all
  ///   pixels count: first exact means of whole pixels, then the rest of the map. Images that are sampled nearest stay
  ///   so.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix, reading: highQualityDownsample ? .area : .bilinear)
  }

  private func transformed(by matrix: CGAffineTransform, reading sampling: Sampling) -> CIImage {
    if matrix.isIdentity { return self }
    guard let moved = node.transformed(by: matrix.map, reading: sampling) else {
      RenderLog.process.note("CIImage.transformed(by: \(matrix)): the map has no inverse, so there is nothing to show")
      return derived(.empty)
    }
    let orientation = Int32(metadataProperties.orientation)
    let isTurnedUpright = orientation != 1 && matrix == orientationTransform(forExifOrientation: orientation)
    return isTurnedUpright ? derived(moved).turnedUpright : derived(moved)
  }

  /// Turned and mirrored so that pixels stored with that orientation are upright. The lower left corner of the result
  /// is at the origin. Infinite and empty images come back unchanged.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// - Parameter orientation: the number of EXIF, 1...8; others leave the image as it is.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// The map that `oriented(_:)` moves the image by; the identity for infinite and empty images.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    guard orientation != .up, let rect = node.extent.rect else { return .identity }
    let toOrigin = AffineMap.translation(-rect.min.x, -rect.min.y)
    return CGAffineTransform(toOrigin.followed(by: orientation.map(width: rect.width, height: rect.height)))
  }

  /// The map that `oriented(forExifOrientation:)` moves the image by; the identity for numbers outside of 1...8.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init).map(orientationTransform) ?? .identity
  }

  /// Later geometry reads the image without interpolation.
  public func samplingNearest() -> CIImage { derived(node.sampled(.nearest)) }

  /// Later geometry interpolates between pixel centres, as it does by itself.
  public func samplingLinear() -> CIImage { derived(node.sampled(.linear)) }
}
