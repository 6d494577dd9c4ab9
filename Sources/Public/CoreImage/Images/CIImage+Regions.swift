import Foundation
import ImageGraph
import ImagePasses

extension CIImage {
  /// Returns the region of `image`, a step of this image's recipe, that is needed to render `rect` of this image: whole
  /// pixels in the image's plane.
  ///
  /// - Returns: null if no pixels of it are needed, it is not a step of the recipe, or a step needs an infinite region.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    guard let step = node.topological.first(where: { $0 === image.node }),
      let needed = try? NeededRegions(of: node, for: UserRect(rect).pixels)
    else { return .null }
    return CGRect(Extent(needed[step]))
  }

  /// Returns the region of `rect` of this image that may change if `image`, a step of its recipe, changes inside
  /// `part`: whole pixels, which a `CIImageAccumulator` must render again. Not part of Apple's API.
  ///
  /// - Returns: null if no pixels change, it is not a step of the recipe, or a step needs an infinite region.
  public func regionOfChange(when part: CGRect, of image: CIImage, in rect: CGRect) -> CGRect {
    guard let changed = try? node.changed(when: UserRect(part), of: image.node, within: UserRect(rect).pixels) else {
      return .null
    }
    return CGRect(Extent(changed))
  }
}
