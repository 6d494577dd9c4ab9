/// Properties of all pixels of an image that are known without reading a pixel.
package struct PixelFacts: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Alpha is 1 everywhere in the extent. Known of a source, and preserved by steps that change neither alpha nor its
  /// position. The value of `CIImage.isOpaque`.
  package static let opaque = PixelFacts(rawValue: 1)
  /// Each pixel is opaque or transparent black.
  package static let opaqueOrClear = PixelFacts(rawValue: 2)
  /// Red, green and blue are equal in each pixel.
  package static let grey = PixelFacts(rawValue: 4)
  /// Each component is in 0...1.
  package static let unit = PixelFacts(rawValue: 8)

  /// Creates the facts about a source's stored pixels.
  init(_ source: Source) {
    self = source.alpha == .opaque ? [.opaque, .opaqueOrClear] : []
    if source.format.isGrey || source.colorSpace?.model == .grey { insert(.grey) }
    switch source.format.component {
    case .unorm8, .unorm16: insert(.unit)
    case .packed10, .half, .float: break
    }
  }
}

extension PixelFacts: CustomStringConvertible {
  package var description: String {
    let names: [(PixelFacts, String)] = [(.opaque, "opaque"), (.grey, "grey"), (.unit, "unit")]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}
