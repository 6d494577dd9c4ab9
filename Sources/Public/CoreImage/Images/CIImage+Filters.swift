import Foundation
import ImageFilters
import ImageGraph

extension CIImage {
  /// - Parameter sigma: pixels; below 0.16 the image comes back as it is.
  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    guard sigma >= 0.16 else { return self }
    return derived(
      Self.node("CIGaussianBlur", ["inputImage": .image(node), "inputRadius": .number(sigma)]))
  }

  /// This image over another one.
  public func composited(over dest: CIImage) -> CIImage {
    derived(
      Self.node(
        "CISourceOverCompositing", ["inputImage": .image(node), "inputBackgroundImage": .image(dest.node)]),
      keepsSpace: false)
  }

  /// Colours times alpha.
  public func premultiplyingAlpha() -> CIImage { derived(node.mapped(by: ColorConversions.premultiply)) }

  /// Colours divided by alpha; clear where alpha is 0.
  public func unpremultiplyingAlpha() -> CIImage { derived(node.mapped(by: ColorConversions.unpremultiply)) }

  /// The image, whose numbers are those of the space, with the numbers that these colours have in the working space.
  /// For filters that compute in another space: `matchedFromWorkingSpace(to:)` before them, this after.
  ///
  /// Never nil: every space here is RGB or grey. Without colour management the image comes back as it is.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    derived(Node(.matched(colorSpace.space, .toWorking(.premultiplied)), [node]), keepsSpace: false)
  }

  /// The image with the numbers that its colours have in the space: coded by its curve, any range; grey in three equal
  /// components. See `matchedToWorkingSpace(from:)`.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    derived(Node(.matched(colorSpace.space, .fromWorking), [node]), keepsSpace: false)
  }

  /// Alpha 1 inside the rectangle and 0 outside, whatever it was.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    derived(Node(.formula(ColorConversions.opaque, [], .stated(Extent(UserRect(extent)))), [node]))
  }

  /// The same pixels with other properties.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    let named = properties.compactMap { key, value in (key.base as? String).map { ($0, value) } }
    return CIImage(
      node,
      Facts(
        properties: ImageProperties(Dictionary(named) { first, _ in first }), colorSpace: colorSpace,
        contentHeadroom: contentHeadroom, contentAverageLightLevel: contentAverageLightLevel))
  }

  /// The image, stored as an image where it is used. A context that keeps intermediates keeps it on the device, as
  /// long as its memory target allows, for renders of the same part of the same image.
  public func insertingIntermediate() -> CIImage { insertingIntermediate(cache: false) }

  /// `insertingIntermediate()`, kept across renders even where the context keeps none
  /// (`CIContextOption.cacheIntermediates`).
  public func insertingIntermediate(cache: Bool) -> CIImage { derived(Node(.intermediate(cache: cache), [node])) }
}
