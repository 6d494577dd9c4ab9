import Foundation
import ImageGraph
import ImagePasses

extension CIImage {
  /// The part of `image`, a step of this image's recipe, that is needed to make `rect` of this image; whole pixels,
  /// image's plane.
  ///
  /// - Returns: null when nothing of it is needed, it is no step of the recipe, or a step needs an infinite part.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    guard let step = node.topological.first(where: { $0 === image.node }),
      let needed = try? NeededRegions(of: node, for: UserRect(rect).pixels)
    else { return .null }
    return CGRect(Extent(needed[step]))
  }

  /// This package's own: the part of `rect` of this image that may look different when `image`, a step of its recipe,
  /// changes inside `part`; whole pixels. What `CIImageAccumulator` has to render again.
  ///
  /// - Returns: null when nothing changes, it is no step of the recipe, or a step needs an infinite part.
  public func regionOfChange(when part: CGRect, of image: CIImage, in rect: CGRect) -> CGRect {
    guard let changed = try? node.changed(when: UserRect(part), of: image.node, within: UserRect(rect).pixels) else {
      return .null
    }
    return CGRect(Extent(changed))
  }
}
