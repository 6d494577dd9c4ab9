import ImageCodecs
import ImageColor
import ImageGraph

extension CIImage {
  /// Returns the metadata for a file of these pixels: those of its properties that are metadata.
  ///
  /// - Parameter space: the colour space of the file.
  package func metadata(of region: UserRect, in space: ColorSpace) -> ImageMetadata {
    metadataProperties.metadata(
      width: Int(region.width), height: Int(region.height), isSRGB: space.hasSameMeaning(as: .sRGB))
  }
}
