import Foundation
import ImageFilters
import ImageGraph

extension CIImage {
  /// Applies a Gaussian blur.
  ///
  /// - Parameter sigma: in pixels. Below 0.16 the image is returned unchanged.
  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    guard sigma >= 0.16 else { return self }
    return derived(
      Self.node("CIGaussianBlur", ["inputImage": .image(node), "inputRadius": .number(sigma)]))
  }

  /// Composites this image over another one.
  public func composited(over dest: CIImage) -> CIImage {
    derived(
      Self.node(
        "CISourceOverCompositing", ["inputImage": .image(node), "inputBackgroundImage": .image(dest.node)]),
      keepsSpace: false)
  }

  /// Multiplies colours with alpha.
  public func premultiplyingAlpha() -> CIImage { derived(node.mapped(by: ColorConversions.premultiply)) }

  /// Divides colours by alpha. Pixels with alpha 0 become transparent black.
  public func unpremultiplyingAlpha() -> CIImage { derived(node.mapped(by: ColorConversions.unpremultiply)) }

  /// Converts an image whose components are in the colour space to the working space. For filters that compute in
  /// another space: apply `matchedFromWorkingSpace(to:)` before them and this after them.
  ///
  /// Never returns nil, since every colour space here is RGB or grey. Without colour management the image is returned
  /// unchanged.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    derived(Node(.matched(colorSpace.space, .toWorking(.premultiplied)), [node]), keepsSpace: false)
  }

  /// Converts an image to components in the colour space: encoded with its transfer function, not clamped; grey spaces
  /// have three equal components. See `matchedToWorkingSpace(from:)`.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    derived(Node(.matched(colorSpace.space, .fromWorking), [node]), keepsSpace: false)
  }

  /// Sets alpha to 1 inside the rectangle and to 0 outside of it.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    derived(Node(.formula(ColorConversions.opaque, [], .stated(Extent(UserRect(extent)))), [node]))
  }

  /// Returns the image with other properties. The file's XMP packet is removed, too.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    let named = properties.compactMap { key, value in (key.base as? String).map { ($0, value) } }
    return withProperties(ImageProperties(Dictionary(named) { first, _ in first }))
  }

  /// Returns the image with other properties, and with the values of the file's XMP packet that no property states.
  ///
  /// - Parameter changesMetadata: whether metadata differ from those of the image.
  package func overridingProperties(_ properties: [String: Any], changesMetadata: Bool) -> CIImage {
    withProperties(metadataProperties.replaced(by: properties, changesMetadata: changesMetadata))
  }

  private func withProperties(_ properties: ImageProperties) -> CIImage {
    CIImage(
      node,
      Facts(
        properties: properties, colorSpace: colorSpace, contentHeadroom: contentHeadroom,
        contentAverageLightLevel: contentAverageLightLevel))
  }

  /// Stores the image as an intermediate when it is rendered. A context that caches intermediates keeps it on the
  /// device for renders of the same region of the same image, within its memory target.
  public func insertingIntermediate() -> CIImage { insertingIntermediate(cache: false) }

  /// Stores the image as an intermediate as `insertingIntermediate()` does. If `cache` is true, it is cached across
  /// renders even if the context caches no intermediates (`CIContextOption.cacheIntermediates`).
  public func insertingIntermediate(cache: Bool) -> CIImage { derived(Node(.intermediate(cache: cache), [node])) }
}
