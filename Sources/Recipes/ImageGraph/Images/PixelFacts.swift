/// What is known of all pixels of an image without looking at one.
package struct PixelFacts: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Alpha is 1 everywhere in the extent: that of a source, below steps that leave alpha where and as it is. What
  /// `CIImage.isOpaque` answers.
  package static let opaque = PixelFacts(rawValue: 1)
  /// Each pixel is opaque or transparent black.
  package static let opaqueOrClear = PixelFacts(rawValue: 2)
  /// Red, green and blue are equal in each pixel.
  package static let grey = PixelFacts(rawValue: 4)
  /// Each component lies in 0...1.
  package static let unit = PixelFacts(rawValue: 8)

  /// Of a source's pixels as they are stored.
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
