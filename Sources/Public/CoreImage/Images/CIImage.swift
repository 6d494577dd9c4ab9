import CoreVideo
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// An image as a recipe: what to read and what to do to it. Making or filtering one touches no pixels.
///
/// Coordinates are pixels, the origin is at the lower left, y points up. Outside `extent` every pixel is transparent
/// black. Immutable, and equal when the recipes are; may be used from any thread.
public final class CIImage: NSObject, Sendable {
  package let node: Node
  private let facts: Facts

  /// What an image knows beside its recipe.
  struct Facts: @unchecked Sendable {
    // Unchecked for the sake of the image in memory.
    var properties = ImageProperties()
    var colorSpace: CGColorSpace?
    var url: URL?
    var cgImage: CGImage?
    var pixelBuffer: CVPixelBuffer?
    /// 0: unknown.
    var contentHeadroom: Float = 0
    var contentAverageLightLevel: Float = 0
  }

  init(_ node: Node, _ facts: Facts) { (self.node, self.facts) = (node, facts) }

  /// - Parameter space: that the image is stored in; nil: none, or unknown.
  package convenience init(node: Node, colorSpace space: CGColorSpace? = nil) {
    self.init(node, Facts(colorSpace: space, contentHeadroom: statedHeadroom(of: space?.space)))
  }

  /// Equal to another image, with all that is known of it: for initialisers that cannot fail.
  package convenience init(as image: CIImage) { self.init(image.node, image.facts) }

  /// An image with this one's properties that is made from it by a recipe.
  ///
  /// - Parameter keepsSpace: true for steps that do not change what the numbers mean.
  func derived(_ node: Node, keepsSpace: Bool = true) -> CIImage {
    var facts = Facts(properties: metadataProperties)
    if keepsSpace {
      facts.colorSpace = colorSpace
      (facts.contentHeadroom, facts.contentAverageLightLevel) = (contentHeadroom, contentAverageLightLevel)
    }
    return CIImage(node, facts)
  }

  /// Where pixels can be: null for an empty image, infinite for an unbounded one.
  public var extent: CGRect { CGRect(node.extent) }

  /// What the file says about the image, with Image I/O's keys; kept by filters.
  ///
  /// Metadata come in dictionaries of their own: `kCGImagePropertyExifDictionary`, `…TIFF…`, `…GPS…`, `…IPTC…`; XMP
  /// under the keys that mean the same. Files are written with them. They are read by Exiv2 when this is first asked
  /// for; where that is not installed, they are missing, and the log says what to install.
  public var properties: [String: Any] { facts.properties.dictionary }

  var metadataProperties: ImageProperties { facts.properties }

  /// This image, whose pixels were turned as its orientation asks for.
  var turnedUpright: CIImage {
    var facts = facts
    facts.properties = facts.properties.turnedUpright
    return CIImage(node, facts)
  }

  /// The space that the image is stored in; nil when unknown, and after most filters.
  public var colorSpace: CGColorSpace? { facts.colorSpace }

  /// The file that the image was made from; nil when anything was done to it.
  public var url: URL? { facts.url }

  /// The pixels that the image was made from; nil when anything was done to them.
  public var cgImage: CGImage? { facts.cgImage }

  /// The pixel buffer that the image was made from; nil when anything was done to it.
  public var pixelBuffer: CVPixelBuffer? { facts.pixelBuffer }

  /// How bright the image's highlights are, white being 1: 1 for standard range, more for high dynamic range, 0 when
  /// unknown. Known of files and bitmaps by their colour space, or told; lost where the colour space is.
  public var contentHeadroom: Float { facts.contentHeadroom }

  /// The mean of the image's light, white being 1; 0 when unknown. Only ever told, never measured here.
  public var contentAverageLightLevel: Float { facts.contentAverageLightLevel }

  /// The same pixels, said to have highlights of this brightness: what CIToneMapHeadroom and CISystemToneMap start
  /// from.
  ///
  /// - Parameter headroom: white is 1; below 1 and what is no number means unknown.
  public func settingContentHeadroom(_ headroom: Float) -> CIImage {
    var facts = told
    facts.contentHeadroom = headroom >= 1 && headroom.isFinite ? headroom : 0
    return CIImage(node, facts)
  }

  /// The same pixels, said to have this mean.
  public func settingContentAverageLightLevel(_ level: Float) -> CIImage {
    var facts = told
    facts.contentAverageLightLevel = level > 0 && level.isFinite ? level : 0
    return CIImage(node, facts)
  }

  /// The facts without the source, which something is now said about.
  private var told: Facts {
    var facts = facts
    (facts.url, facts.cgImage, facts.pixelBuffer) = (nil, nil, nil)
    return facts
  }

  /// True only when alpha is known to be 1 everywhere in the extent.
  public var isOpaque: Bool { node.facts.pixels.contains(.opaque) }

  /// The recipe, one line a step, last step first.
  public override var description: String { node.description }
  public override var hash: Int { node.hash }
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIImage else { return false }
    return self === other || node == other.node
  }
}
