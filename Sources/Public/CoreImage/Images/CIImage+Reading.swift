import ImageColor
import ImageGraph

extension CIImage {
  /// Creates an image of a source with the options applied: tone mapping, sampling, orientation.
  ///
  /// - Parameters:
  ///   - space: the colour space of the image.
  ///   - headroom: nil: that of the colour space.
  ///   - properties: used if the options have none.
  ///   - origin: the origin of the source; it is kept if the options do not change the image.
  convenience init(
    _ stored: Node, in space: ColorSpace?, _ options: ReadOptions, headroom: Float? = nil,
    properties: ImageProperties = ImageProperties([:]), origin: Facts = Facts()
  ) {
    let (toned, headroom) = options.toneMapped(stored, headroom: headroom ?? impliedHeadroom(of: space))
    let (upright, properties) = options.upright(
      options.sampled(toned), options.properties.map { ImageProperties($0) } ?? properties)
    var facts = options.changesNothing ? origin : Facts()
    (facts.properties, facts.colorSpace) = (properties, space.map(CGColorSpace.init))
    (facts.contentHeadroom, facts.contentAverageLightLevel) = (headroom, options.averageLightLevel)
    self.init(upright, facts)
  }
}
