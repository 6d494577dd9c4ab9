import CoreGraphics
import CoreImage
import Foundation

/// A tree of layers as JSON: to keep it, to send it, to write it by hand.
///
///     {"layers": 1, "size": [320, 200], "scale": 2, "yDown": false, "root": LAYER}
///
/// LAYER is `{"class": "CALayer", KEY: VALUE, …, "mask": LAYER, "sublayers": [LAYER, …], "animations": {KEY:
/// ANIMATION}, "values": {KEY: VALUE}}`; keys are those of `value(forKey:)`, and `values` are keys of an app's own.
/// Numbers are numbers, `"infinity"` where that is allowed; points, sizes, rectangles and matrices are arrays; colours
/// are `[r, g, b, a]` or `"#rrggbb"` in sRGB, or `{"space": NAME, "components": […]}`; paths are the path data of SVG;
/// filters are `{"filter": NAME, "name": NAME, "enabled": true, "inputs": {KEY: VALUE}}`; contents are `{"pixels": …}`,
/// or whatever the app's reader of images understands, such as `{"file": PATH}`.
///
/// Delegates, actions and what an app's own classes store beside keys are not kept. As `CALayer` not for several
/// threads at once.
public struct LayerDocument {
  /// The tree.
  public var root: CALayer
  /// What is shown of the root's superspace from its origin on, in points; nil: what the root covers.
  public var size: CGSize?
  /// Pixels in a point.
  public var scale: CGFloat
  /// True where the root's superspace has its origin at the upper left. That needs a size.
  public var isYDown: Bool

  /// A document of a tree.
  public init(root: CALayer, size: CGSize? = nil, scale: CGFloat = 1, isYDown: Bool = false) {
    (self.root, self.size, self.scale, self.isYDown) = (root, size, scale, isYDown)
  }

  /// The size of `root`, or what was said.
  public var shownSize: CGSize {
    if let size { return size }
    let frame = root.frame
    return CGSize(width: max(frame.maxX, 0), height: max(frame.maxY, 0))
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - json: at most 500 values inside of one another.
  ///   - classes: subclasses of the app's own that may stand in it, beside those of this module.
  ///   - images: makes an image of its description, a JSON object; nil: only `{"pixels": …}` is known.
  /// - Throws: `LayerArchiveError` with the place; what `images` throws.
  public init(
    json: Data, classes: [CALayer.Type] = [], images: ((_ description: Data) throws -> CIImage)? = nil
  ) throws {
    let document: LayerJSON
    do {
      document = try JSONDecoder().decode(LayerJSON.self, from: json)
    } catch {
      throw LayerArchiveError("the document", "is no JSON that can be read: \(Self.reason(error))")
    }
    let reader = LayerReader(classes: classes, images: images)
    let members = try reader.object(document, "the document", ["layers", "size", "scale", "yDown", "root"])
    guard members["layers"] == .number(1) else {
      throw LayerArchiveError("layers", "must be 1, the version of this form")
    }
    scale = 1
    if let given = members["scale"] {
      guard let number = given.number, number > 0, number <= 1e6 else {
        throw LayerArchiveError("scale", "must be a number of pixels above 0, at most 1e6")
      }
      scale = CGFloat(number)
    }
    if let given = members["size"] {
      guard let n = given.numbers, n.count == 2, n.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
        throw LayerArchiveError("size", "must be [width, height], points above 0, at most 1e9")
      }
      size = CGSize(width: n[0], height: n[1])
    }
    isYDown = members["yDown"] == .flag(true)
    if let given = members["yDown"], ![.flag(true), .flag(false)].contains(given) {
      throw LayerArchiveError("yDown", "must be true or false, not \(given.kind)")
    }
    if isYDown, size == nil { throw LayerArchiveError("yDown", "needs a \"size\", at whose top it begins") }
    guard let tree = members["root"] else { throw LayerArchiveError("root", "is missing") }
    root = try reader.layer(tree, "root")
  }

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error.localizedDescription)" }
    return (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
  }

  /// Writes the document: keys in order, only what differs from the classes' defaults.
  ///
  /// - Parameters:
  ///   - classes: as in `init(json:classes:images:)`.
  ///   - images: the description of an image of contents or of a filter, a JSON object; nil: bitmaps are written
  ///     whole, and other images refused.
  /// - Throws: `LayerArchiveError` for classes that are not known and values that have no form.
  public func json(classes: [CALayer.Type] = [], images: ((_ image: Any) throws -> Data?)? = nil) throws -> Data {
    let writer = LayerWriter(classes: classes, images: images)
    var members: [String: LayerJSON] = ["layers": .number(1), "root": try writer.layer(root, "root")]
    if let size { members["size"] = LayerJSON([size.width, size.height]) }
    if scale != 1 { members["scale"] = .number(scale) }
    if isYDown { members["yDown"] = .flag(true) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(LayerJSON.object(members))
  }
}

extension LayerDocument {
  /// The properties that layers of a class have, with the types of their values.
  package static func properties(of type: CALayer.Type) -> [(key: String, type: Any.Type)] {
    type.properties.rows.map { ($0.key, $0.valueType) }
  }

  /// The classes that documents know by name.
  package static var classes: [CALayer.Type] { LayerClasses.all }
}

/// The classes that documents know by name.
enum LayerClasses {
  static let all: [CALayer.Type] = [
    CALayer.self, CAEmitterLayer.self, CAGradientLayer.self, CAReplicatorLayer.self, CAScrollLayer.self,
    CAShapeLayer.self, CATextLayer.self, CATransformLayer.self,
  ]
}

/// Keys of a layer that are no properties.
enum LayerMembers {
  static let all = ["class", "frame", "mask", "sublayers", "animations", "values"]
}
