import CoreGraphics
import CoreImage
import Foundation

/// A layer tree as JSON, for storage, transfer and editing.
///
///     {"layers": 1, "size": [320, 200], "scale": 2, "yDown": false, "root": LAYER}
///
/// LAYER is `{"class": "CALayer", KEY: VALUE, …, "mask": LAYER, "sublayers": [LAYER, …], "animations": {KEY:
/// ANIMATION}, "values": {KEY: VALUE}}`. Keys are those of `value(forKey:)`; `values` contains custom keys. Numbers are
/// numbers, and `"infinity"` where it is valid. Points, sizes, rectangles and transforms are arrays. Colours are `[r,
/// g, b, a]` or `"#rrggbb"` in sRGB, or `{"space": NAME, "components": […]}`. Paths are SVG path data. Filters are
/// `{"filter": NAME, "name": NAME, "enabled": true, "inputs": {KEY: VALUE}}`. Contents are `{"pixels": …}`, or any
/// object that the app's image reader accepts, such as `{"file": PATH}`.
///
/// Delegates, actions and stored properties of an app's own classes are not included. Not thread-safe, as `CALayer`.
public struct LayerDocument {
  /// The root layer.
  public var root: CALayer
  /// The visible size of the root's superspace from its origin, in points; nil is the extent of the root's frame.
  public var size: CGSize?
  /// The number of pixels per point.
  public var scale: CGFloat
  /// If true, the root's superspace has its origin at the upper left. This requires a size.
  public var isYDown: Bool

  /// Creates a document of a tree.
  public init(root: CALayer, size: CGSize? = nil, scale: CGFloat = 1, isYDown: Bool = false) {
    (self.root, self.size, self.scale, self.isYDown) = (root, size, scale, isYDown)
  }

  /// The size; if it is nil, the extent of the root's frame.
  public var shownSize: CGSize {
    if let size { return size }
    let frame = root.frame
    return CGSize(width: max(frame.maxX, 0), height: max(frame.maxY, 0))
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - json: values may be nested at most 500 levels deep.
  ///   - classes: the app's own subclasses that may occur in the document, in addition to those of this module.
  ///   - images: returns the image of a description, a JSON object. If nil, only `{"pixels": …}` is valid.
  /// - Throws: `LayerArchiveError` with the location; errors of `images`.
  public init(
    json: Data, classes: [CALayer.Type] = [], images: ((_ description: Data) throws -> CIImage)? = nil
  ) throws {
    let document: LayerJSON
    do {
      document = try JSONDecoder().decode(LayerJSON.self, from: json)
    } catch {
      throw LayerArchiveError("the document", "is not valid JSON: \(Self.reason(error))")
    }
    let reader = LayerReader(classes: classes, images: images)
    let members = try reader.object(document, "the document", ["layers", "size", "scale", "yDown", "root"])
    guard members["layers"] == .number(1) else {
      throw LayerArchiveError("layers", "must be 1, the version of the format")
    }
    scale = 1
    if let value = members["scale"] {
      guard let number = value.number, number > 0, number <= 1e6 else {
        throw LayerArchiveError("scale", "must be the number of pixels per point, above 0 and at most 1e6")
      }
      scale = CGFloat(number)
    }
    if let value = members["size"] {
      guard let n = value.numbers, n.count == 2, n.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
        throw LayerArchiveError("size", "must be [width, height] in points, each above 0 and at most 1e9")
      }
      size = CGSize(width: n[0], height: n[1])
    }
    isYDown = members["yDown"] == .flag(true)
    if let value = members["yDown"], ![.flag(true), .flag(false)].contains(value) {
      throw LayerArchiveError("yDown", "must be true or false (got \(value.kind))")
    }
    if isYDown, size == nil { throw LayerArchiveError("yDown", "requires a \"size\", as the origin is at its top") }
    guard let tree = members["root"] else { throw LayerArchiveError("root", "is missing") }
    root = try reader.layer(tree, "root")
  }

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error.localizedDescription)" }
    return (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
  }

  /// Returns the document as JSON: keys are sorted, and default values are omitted.
  ///
  /// - Parameters:
  ///   - classes: as in `init(json:classes:images:)`.
  ///   - images: returns the description of an image of contents or of a filter, a JSON object. If nil, bitmaps are
  ///     written in full, and other images are errors.
  /// - Throws: `LayerArchiveError` for unknown classes and for values without a JSON representation.
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
  /// Returns the properties of a layer class, with the types of their values.
  package static func properties(of type: CALayer.Type) -> [(key: String, type: Any.Type)] {
    type.properties.rows.map { ($0.key, $0.valueType) }
  }

  /// The layer classes that documents support by default.
  package static var classes: [CALayer.Type] { LayerClasses.all }
}

/// The layer classes that documents support by default.
enum LayerClasses {
  static let all: [CALayer.Type] = [
    CALayer.self, CAEmitterLayer.self, CAGradientLayer.self, CAReplicatorLayer.self, CAScrollLayer.self,
    CAShapeLayer.self, CATextLayer.self, CATransformLayer.self,
  ]
}

/// The members of a layer that are not properties.
enum LayerMembers {
  static let all = ["class", "frame", "mask", "sublayers", "animations", "values"]
}
