import ImageCodecs
import ImageColor
import ImageGraph

extension CIImage {
  /// What a file of these pixels can say of the image beside them: those of its properties that are metadata.
  ///
  /// - Parameter space: of the values in the file.
  package func metadata(of region: UserRect, in space: ColorSpace) -> ImageMetadata {
    metadataProperties.metadata(
      width: Int(region.width), height: Int(region.height), isSRGB: space.hasSameMeaning(as: .sRGB))
  }
}
