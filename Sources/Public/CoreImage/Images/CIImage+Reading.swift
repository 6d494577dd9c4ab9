import ImageColor
import ImageGraph

extension CIImage {
  /// An image that was read, as the options want it: toned, sampled, turned upright.
  ///
  /// - Parameters:
  ///   - space: what its colours are in.
  ///   - headroom: nil: what the space says.
  ///   - properties: where the options give none.
  ///   - origin: what it was read from, which the image is as long as the options change nothing.
  convenience init(
    _ stored: Node, in space: ColorSpace?, _ options: ReadOptions, headroom: Float? = nil,
    properties: ImageProperties = ImageProperties([:]), origin: Facts = Facts()
  ) {
    let (toned, headroom) = options.toneMapped(stored, headroom: headroom ?? statedHeadroom(of: space))
    let (upright, properties) = options.upright(
      options.sampled(toned), options.properties.map { ImageProperties($0) } ?? properties)
    var facts = options.changesNothing ? origin : Facts()
    (facts.properties, facts.colorSpace) = (properties, space.map(CGColorSpace.init))
    (facts.contentHeadroom, facts.contentAverageLightLevel) = (headroom, options.averageLightLevel)
    self.init(upright, facts)
  }
}
