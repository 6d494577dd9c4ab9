import Foundation
import ImageGraph

/// An image as values that any coder can write: its recipe, properties, colour space and headroom.
struct ArchivedImage: Codable {
  private let recipe: ArchivedRecipe
  /// The properties as a property list; nil if they are empty or not a property list.
  private let properties: Data?
  private let space: ArchivedSpace?
  private let headroom, averageLightLevel: Float

  /// Archives an image.
  ///
  /// - Throws: errors of decoding an image; `EncodingError` for a step that cannot be archived.
  init(_ image: CIImage) throws {
    recipe = try ArchivedRecipe(image.node)
    let isList = PropertyListSerialization.propertyList(image.properties, isValidFor: .binary)
    properties =
      isList && !image.properties.isEmpty
      ? try PropertyListSerialization.data(fromPropertyList: image.properties, format: .binary, options: 0) : nil
    space = image.colorSpace.map(ArchivedSpace.init)
    (headroom, averageLightLevel) = (image.contentHeadroom, image.contentAverageLightLevel)
  }

  var node: Node { recipe.node }

  var facts: CIImage.Facts {
    let list = properties.flatMap {
      try? PropertyListSerialization.propertyList(from: $0, options: [], format: nil) as? [String: Any]
    }
    return CIImage.Facts(
      properties: ImageProperties(list ?? [:]), colorSpace: space?.space, contentHeadroom: headroom,
      contentAverageLightLevel: averageLightLevel)
  }
}
