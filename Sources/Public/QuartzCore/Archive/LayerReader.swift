import CoreGraphics
import CoreImage
import Foundation
import ImageFilters

/// The parser of layers in a document.
struct LayerReader {
  private let classes: [String: CALayer.Type]
  private let images: ((Data) throws -> CIImage)?

  init(classes: [CALayer.Type], images: ((Data) throws -> CIImage)?) {
    self.classes = Dictionary((LayerClasses.all + classes).map { ("\($0)", $0) }) { $1 }
    self.images = images
  }

  /// Returns the members of an object whose keys must be in `known`; nil accepts any key.
  func object(_ json: LayerJSON, _ location: String, _ known: [String]?) throws -> [String: LayerJSON] {
    guard case .object(let members) = json else {
      throw LayerArchiveError(location, "must be an object (got \(json.kind))")
    }
    if let known, let other = members.keys.filter({ !known.contains($0) }).min() {
      throw LayerArchiveError.unknown(other, at: location, among: known)
    }
    return members
  }

  private func list(_ json: LayerJSON, _ location: String) throws -> [LayerJSON] {
    guard case .list(let list) = json else { throw LayerArchiveError(location, "must be an array (got \(json.kind))") }
    return list
  }

  func text(_ json: LayerJSON?, _ location: String) throws -> String? {
    guard let json else { return nil }
    guard case .text(let text) = json else { throw LayerArchiveError(location, "must be a string (got \(json.kind))") }
    return text
  }

  func layer(_ json: LayerJSON, _ location: String) throws -> CALayer {
    let members = try object(json, location, nil)
    let name = try text(members["class"], "\(location).class") ?? "CALayer"
    guard let type = classes[name] else {
      throw LayerArchiveError(
        "\(location).class",
        "unknown class \(name); valid classes are \(classes.keys.sorted().joined(separator: ", "))")
    }
    let table = type.properties
    // An empty layer: `NSNull` has nothing to copy.
    let layer = type.init(layer: NSNull())
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where !LayerMembers.all.contains(key) {
      guard let row = table[key: key] else {
        throw LayerArchiveError.unknown(key, at: location, among: table.keys + LayerMembers.all)
      }
      try set(row, value, of: layer, "\(location).\(key)")
    }
    if let frame = members["frame"] {
      guard let n = frame.numbers, n.count == 4, n.allSatisfy({ abs($0) <= 1e15 }) else {
        throw LayerArchiveError("\(location).frame", "must be [x, y, width, height], each between -1e15 and 1e15")
      }
      layer.frame = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    if let values = members["values"] {
      for (key, value) in try object(values, "\(location).values", nil) {
        layer.setValue(try customValue(value, "\(location).values.\(key)"), forKey: key)
      }
    }
    if let mask = members["mask"] { layer.mask = try self.layer(mask, "\(location).mask") }
    if let sublayers = members["sublayers"] {
      let all = try list(sublayers, "\(location).sublayers").enumerated()
      layer.sublayers = try all.map { try self.layer($1, "\(location).sublayers[\($0)]") }
    }
    if let animations = members["animations"] {
      try AnimationReader(values: self, layer: layer).add(animations, "\(location).animations")
    }
    return layer
  }

  private func set(_ row: any AnyLayerProperty, _ json: LayerJSON, of layer: CALayer, _ location: String) throws {
    if json == .null { return layer.change(row.key, touches: row.touches, to: ExplicitNil()) }
    let object = try value(json, row, Swift.type(of: layer).properties, location)
    switch row.accepted(object) {
    case .failure(let error): throw LayerArchiveError(location, error.text)
    case .success(let stored): layer.change(row.key, touches: row.touches, to: stored)
    }
  }

  /// Parses the value of a property.
  func value(
    _ json: LayerJSON, _ row: any AnyLayerProperty, _ table: LayerPropertyTable, _ location: String
  ) throws -> Any {
    switch row.key {
    case "contents": return try image(json, location)
    case "compositingFilter": return try filter(json, location)
    case "filters", "backgroundFilters":
      return try list(json, location).enumerated().map { try filter($1, "\(location)[\($0)]") }
    case "emitterCells": return try list(json, location).enumerated().map { try cell($1, "\(location)[\($0)]") }
    case "colors":
      return try list(json, location).enumerated().map { try value($1, CGColor.self, "\(location)[\($0)]") }
    case "style":
      return try object(json, location, nil).reduce(into: [AnyHashable: Any]()) { style, next in
        let location = "\(location).\(next.key)"
        guard let row = table[key: next.key] else {
          style[next.key] = try customValue(next.value, location)
          return
        }
        style[next.key] = try value(next.value, row, table, location)
      }
    case "string", "font": return try value(json, String.self, location)
    default: break
    }
    if row.valueType is ObjectList.Type {
      return try list(json, location).enumerated().map { try value($1, Double.self, "\(location)[\($0)]") }
    }
    return try value(json, row.valueType, location)
  }

  /// Parses a value of a type.
  func value(_ json: LayerJSON, _ type: Any.Type, _ location: String) throws -> Any {
    let found: Any?
    do { found = try ArchivedLayerValue.read(json, as: type) } catch { throw LayerArchiveError(location, error.text) }
    guard let found else {
      throw LayerArchiveError(location, "must be \(Self.description(of: type)) (got \(json.kind))")
    }
    return found
  }

  private static func description(of type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type, is any RawRepresentable<String>.Type: "a name"
    case is CGPoint.Type: "a point, [x, y]"
    case is CGSize.Type: "a size, [width, height]"
    case is CGRect.Type: "a rectangle, [x, y, width, height]"
    case is CATransform3D.Type: "a matrix, 16 numbers by rows or [a, b, c, d, tx, ty]"
    case is CGColor.Type, is CIColor.Type:
      "a colour, [r, g, b], [r, g, b, a], \"#rrggbb[aa]\" or {\"space\": NAME, \"components\": […]}"
    case is CGPath.Type: "a path, SVG path data"
    case is CIVector.Type: "an array of numbers"
    case is any OptionSet.Type: "a sum of bits, a whole number"
    default: "a number"
    }
  }

  /// Parses the value of a custom key.
  private func customValue(_ json: LayerJSON, _ location: String) throws -> Any {
    switch json {
    case .flag(let flag): return flag
    case .number(let number): return number
    case .text(let text): return text
    case .list(let list): return try list.enumerated().map { try customValue($1, "\(location)[\($0)]") }
    case .null: throw LayerArchiveError(location, "null is not a value; omit the key")
    case .object(let members):
      guard members.count == 1, let (kind, value) = members.first, let type = CustomValue.types[kind] else {
        throw LayerArchiveError(
          location,
          "an object must have one key, the type of its value: "
            + "\(CustomValue.types.keys.sorted().joined(separator: ", "))")
      }
      return try self.value(value, type, location)
    }
  }

  func image(_ json: LayerJSON, _ location: String) throws -> Any {
    let members = try object(json, location, nil)
    if let pixels = members["pixels"], members.count == 1 {
      guard let image = ArchivedPixels.image(try object(pixels, "\(location).pixels", ArchivedPixels.keys)) else {
        throw LayerArchiveError("\(location).pixels", "the values do not describe a valid bitmap")
      }
      return image
    }
    guard let images else {
      throw LayerArchiveError(location, "must be {\"pixels\": …}, unless an image reader is passed")
    }
    do {
      return try images(try JSONEncoder().encode(json))
    } catch let error as LayerArchiveError {
      throw error
    } catch {
      throw LayerArchiveError(location, "\(error)")
    }
  }

  private func cell(_ json: LayerJSON, _ location: String) throws -> CAEmitterCell {
    let table = CellProperties.table
    let cell = CAEmitterCell()
    for (key, json) in try object(json, location, table.keys) {
      guard let row = table[key: key] else { continue }
      switch row.accepted(try value(json, row, table, "\(location).\(key)")) {
      case .failure(let error): throw LayerArchiveError("\(location).\(key)", error.text)
      case .success(let stored): cell.setValue(row.object(forStored: stored), forKey: key)
      }
    }
    return cell
  }

  func filter(_ json: LayerJSON, _ location: String) throws -> CIFilter {
    let members = try object(json, location, ["filter", "name", "enabled", "inputs"])
    guard let name = try text(members["filter"], "\(location).filter") else {
      throw LayerArchiveError(
        "\(location).filter", "is missing; set it to the name of a filter, such as CIGaussianBlur")
    }
    let filter: CIFilter
    do { filter = try CIFilter(checked: name) } catch { throw LayerArchiveError("\(location).filter", "\(error)") }
    if let name = try text(members["name"], "\(location).name") { filter.name = name }
    switch members["enabled"] {
    case .flag(let flag)?: filter.isEnabled = flag
    case let other?: throw LayerArchiveError("\(location).enabled", "must be true or false (got \(other.kind))")
    case nil: break
    }
    for (key, json) in try object(members["inputs"] ?? .object([:]), "\(location).inputs", filter.inputKeys) {
      let location = "\(location).inputs.\(key)"
      let value = try input(json, filter.definition?.parameter(key)?.className, location)
      do { try filter.set(value, forKey: key) } catch { throw LayerArchiveError(location, "\(error)") }
    }
    return filter
  }

  private func input(_ json: LayerJSON, _ className: String?, _ location: String) throws -> Any {
    switch className {
    case "CIImage":
      let found = try image(json, location)
      return (found as? CGImage).map { CIImage(cgImage: $0) } ?? found
    case "NSNumber":
      if case .flag(let flag) = json { return flag }
      return try value(json, Double.self, location)
    case "CIVector": return try value(json, CIVector.self, location)
    case "CIColor": return try value(json, CIColor.self, location)
    case "NSArray":
      return try list(json, location).enumerated().map { try value($1, CIVector.self, "\(location)[\($0)]") }
    case "NSAffineTransform":
      if let n = json.numbers, n.count == 6 {
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
      }
      throw LayerArchiveError(location, "must be a transform, [a, b, c, d, tx, ty]")
    case "NSString", "NSAttributedString": return try value(json, String.self, location)
    case "NSObject":
      if let space = CGColorSpace(name: try text(json, location) ?? "") { return space }
      throw LayerArchiveError(location, "must be the name of a colour space")
    case "NSData":
      if case .text(let text)? = try object(json, location, ["base64"])["base64"],
        let data = Data(base64Encoded: text)
      {
        return data
      }
      throw LayerArchiveError(location, "must be data, {\"base64\": TEXT}")
    default: return try customValue(json, location)
    }
  }
}

/// The types of custom values that JSON does not distinguish, by name.
enum CustomValue {
  static var types: [String: any LayerValue.Type] {
    [
      "point": CGPoint.self, "size": CGSize.self, "rect": CGRect.self, "transform": CATransform3D.self,
      "color": CGColor.self, "path": CGPath.self,
    ]
  }
}
