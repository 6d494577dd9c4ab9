import CoreVideo
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// An image as a recipe: its sources and the steps applied to them. Creating or filtering one computes no pixels.
///
/// Coordinates are pixels with the origin at the lower left; y points up. Pixels outside of `extent` are transparent
/// black. Immutable, and equal if the recipes are; may be used from any thread.
public final class CIImage: NSObject, Sendable {
  package let node: Node
  private let facts: Facts

  /// Properties of an image other than its recipe.
  struct Facts: @unchecked Sendable {
    // Unchecked because of `cgImage`.
    var properties = ImageProperties()
    var colorSpace: CGColorSpace?
    var url: URL?
    var cgImage: CGImage?
    var pixelBuffer: CVPixelBuffer?
    /// 0 if unknown.
    var contentHeadroom: Float = 0
    var contentAverageLightLevel: Float = 0
  }

  init(_ node: Node, _ facts: Facts) { (self.node, self.facts) = (node, facts) }

  /// - Parameter space: the colour space that the image is stored in. Nil: none, or unknown.
  package convenience init(node: Node, colorSpace space: CGColorSpace? = nil) {
    self.init(node, Facts(colorSpace: space, contentHeadroom: impliedHeadroom(of: space?.space)))
  }

  /// Copies an image, including its properties, for initialisers that cannot fail.
  package convenience init(as image: CIImage) { self.init(image.node, image.facts) }

  /// Returns an image with this one's properties and a recipe that is derived from it.
  ///
  /// - Parameter keepsSpace: whether the colour space still applies to the components.
  func derived(_ node: Node, keepsSpace: Bool = true) -> CIImage {
    var facts = Facts(properties: metadataProperties)
    if keepsSpace {
      facts.colorSpace = colorSpace
      (facts.contentHeadroom, facts.contentAverageLightLevel) = (contentHeadroom, contentAverageLightLevel)
    }
    return CIImage(node, facts)
  }

  /// The rectangle that can have pixels: null for an empty image, infinite for an unbounded one.
  public var extent: CGRect { CGRect(node.extent) }

  /// The properties that the file declares, with Image I/O's keys. Filters preserve them.
  ///
  /// Metadata have dictionaries of their own: `kCGImagePropertyExifDictionary`, `…TIFF…`, `…GPS…`, `…IPTC…`; XMP values
  /// are under the keys with the same meaning. Written files contain them. Exiv2 reads the metadata at the first
  /// access. If it is not installed, they are missing, and the log states the library to install.
  public var properties: [String: Any] { facts.properties.dictionary }

  var metadataProperties: ImageProperties { facts.properties }

  /// This image after its pixels were rotated to upright.
  var rotatedUpright: CIImage {
    var facts = facts
    facts.properties = facts.properties.rotatedUpright
    return CIImage(node, facts)
  }

  /// The colour space that the image is stored in; nil if unknown, and after most filters.
  public var colorSpace: CGColorSpace? { facts.colorSpace }

  /// The file that the image was created from; nil if the image was modified.
  public var url: URL? { facts.url }

  /// The bitmap that the image was created from; nil if the image was modified.
  public var cgImage: CGImage? { facts.cgImage }

  /// The pixel buffer that the image was created from; nil if the image was modified.
  public var pixelBuffer: CVPixelBuffer? { facts.pixelBuffer }

  /// The brightness of the image's highlights relative to white: 1 for standard range, more for high dynamic range, 0
  /// if unknown. Files and bitmaps have that of their colour space, unless it is set. Steps that lose the colour space
  /// lose it.
  public var contentHeadroom: Float { facts.contentHeadroom }

  /// The mean linear light of the image relative to white; 0 if unknown. It is only set, never measured here.
  public var contentAverageLightLevel: Float { facts.contentAverageLightLevel }

  /// Returns the image with this headroom, from which CIToneMapHeadroom and CISystemToneMap start.
  ///
  /// - Parameter headroom: relative to white. Values below 1 and NaN mean unknown.
  public func settingContentHeadroom(_ headroom: Float) -> CIImage {
    var facts = factsWithoutSource
    facts.contentHeadroom = headroom >= 1 && headroom.isFinite ? headroom : 0
    return CIImage(node, facts)
  }

  /// Returns the image with this mean linear light.
  public func settingContentAverageLightLevel(_ level: Float) -> CIImage {
    var facts = factsWithoutSource
    facts.contentAverageLightLevel = level > 0 && level.isFinite ? level : 0
    return CIImage(node, facts)
  }

  /// The properties without those of the source, which no longer describe the image.
  private var factsWithoutSource: Facts {
    var facts = facts
    (facts.url, facts.cgImage, facts.pixelBuffer) = (nil, nil, nil)
    return facts
  }

  /// Whether alpha is known to be 1 everywhere in the extent.
  public var isOpaque: Bool { node.facts.pixels.contains(.opaque) }

  /// The recipe, one step per line, last step first.
  public override var description: String { node.description }
  public override var hash: Int { node.hash }
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIImage else { return false }
    return self === other || node == other.node
  }
}
