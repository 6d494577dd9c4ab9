import CoreGraphics
import CoreImage
import Foundation
import ImageFilters

/// Makes layers of JSON.
struct LayerReader {
  private let classes: [String: CALayer.Type]
  private let images: ((Data) throws -> CIImage)?

  init(classes: [CALayer.Type], images: ((Data) throws -> CIImage)?) {
    self.classes = Dictionary((LayerClasses.all + classes).map { ("\($0)", $0) }) { $1 }
    self.images = images
  }

  /// The members of an object that has only known ones; nil takes any.
  func object(_ json: LayerJSON, _ place: String, _ known: [String]?) throws -> [String: LayerJSON] {
    guard case .object(let members) = json else {
      throw LayerArchiveError(place, "must be an object, not \(json.kind)")
    }
    if let known, let other = members.keys.filter({ !known.contains($0) }).min() {
      throw LayerArchiveError.unknown(other, at: place, among: known)
    }
    return members
  }

  private func list(_ json: LayerJSON, _ place: String) throws -> [LayerJSON] {
    guard case .list(let list) = json else { throw LayerArchiveError(place, "must be an array, not \(json.kind)") }
    return list
  }

  func text(_ json: LayerJSON?, _ place: String) throws -> String? {
    guard let json else { return nil }
    guard case .text(let text) = json else { throw LayerArchiveError(place, "must be a string, not \(json.kind)") }
    return text
  }

  func layer(_ json: LayerJSON, _ place: String) throws -> CALayer {
    let members = try object(json, place, nil)
    let name = try text(members["class"], "\(place).class") ?? "CALayer"
    guard let type = classes[name] else {
      throw LayerArchiveError(
        "\(place).class", "\(name) is not known; known are \(classes.keys.sorted().joined(separator: ", "))")
    }
    let table = type.properties
    // A plain one: nothing is copied of what is no layer.
    let layer = type.init(layer: NSNull())
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where !LayerMembers.all.contains(key) {
      guard let row = table[key: key] else {
        throw LayerArchiveError.unknown(key, at: place, among: table.keys + LayerMembers.all)
      }
      try set(row, value, of: layer, "\(place).\(key)")
    }
    if let frame = members["frame"] {
      guard let n = frame.numbers, n.count == 4, n.allSatisfy({ abs($0) <= 1e15 }) else {
        throw LayerArchiveError("\(place).frame", "must be [x, y, width, height], numbers of at most 1e15")
      }
      layer.frame = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    if let values = members["values"] {
      for (key, value) in try object(values, "\(place).values", nil) {
        layer.setValue(try foreign(value, "\(place).values.\(key)"), forKey: key)
      }
    }
    if let mask = members["mask"] { layer.mask = try self.layer(mask, "\(place).mask") }
    if let below = members["sublayers"] {
      let all = try list(below, "\(place).sublayers").enumerated()
      layer.sublayers = try all.map { try self.layer($1, "\(place).sublayers[\($0)]") }
    }
    if let animations = members["animations"] {
      try AnimationReader(values: self, layer: layer).add(animations, "\(place).animations")
    }
    return layer
  }

  private func set(_ row: any AnyLayerProperty, _ json: LayerJSON, of layer: CALayer, _ place: String) throws {
    if json == .null { return layer.change(row.key, touches: row.touches, to: NoObject()) }
    let object = try value(json, row, Swift.type(of: layer).properties, place)
    switch row.accepted(object) {
    case .failure(let refusal): throw LayerArchiveError(place, refusal.text)
    case .success(let kept): layer.change(row.key, touches: row.touches, to: kept)
    }
  }

  /// The value of a property.
  func value(_ json: LayerJSON, _ row: any AnyLayerProperty, _ table: LayerPropertyTable, _ place: String) throws -> Any
  {
    switch row.key {
    case "contents": return try image(json, place)
    case "compositingFilter": return try filter(json, place)
    case "filters", "backgroundFilters":
      return try list(json, place).enumerated().map { try filter($1, "\(place)[\($0)]") }
    case "emitterCells": return try list(json, place).enumerated().map { try cell($1, "\(place)[\($0)]") }
    case "colors":
      return try list(json, place).enumerated().map { try value($1, CGColor.self, "\(place)[\($0)]") }
    case "style":
      return try object(json, place, nil).reduce(into: [AnyHashable: Any]()) { style, next in
        let place = "\(place).\(next.key)"
        guard let row = table[key: next.key] else {
          style[next.key] = try foreign(next.value, place)
          return
        }
        style[next.key] = try value(next.value, row, table, place)
      }
    case "string", "font": return try value(json, String.self, place)
    default: break
    }
    if row.valueType is ObjectList.Type {
      return try list(json, place).enumerated().map { try value($1, Double.self, "\(place)[\($0)]") }
    }
    return try value(json, row.valueType, place)
  }

  /// A value of a type.
  func value(_ json: LayerJSON, _ type: Any.Type, _ place: String) throws -> Any {
    let found: Any?
    do { found = try ArchivedLayerValue.read(json, as: type) } catch { throw LayerArchiveError(place, error.text) }
    guard let found else {
      throw LayerArchiveError(place, "this is \(json.kind) that does not say \(Self.words(type))")
    }
    return found
  }

  private static func words(_ type: Any.Type) -> String {
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

  /// A value under a key that no table has.
  private func foreign(_ json: LayerJSON, _ place: String) throws -> Any {
    switch json {
    case .flag(let flag): return flag
    case .number(let number): return number
    case .text(let text): return text
    case .list(let list): return try list.enumerated().map { try foreign($1, "\(place)[\($0)]") }
    case .null: throw LayerArchiveError(place, "null is no value; leave the key out")
    case .object(let members):
      guard members.count == 1, let (kind, value) = members.first, let type = CustomValue.types[kind] else {
        throw LayerArchiveError(
          place,
          "an object here has one key, the kind of value: \(CustomValue.types.keys.sorted().joined(separator: ", "))")
      }
      return try self.value(value, type, place)
    }
  }

  func image(_ json: LayerJSON, _ place: String) throws -> Any {
    let members = try object(json, place, nil)
    if let pixels = members["pixels"], members.count == 1 {
      guard let image = ArchivedPixels.image(try object(pixels, "\(place).pixels", ArchivedPixels.keys)) else {
        throw LayerArchiveError("\(place).pixels", "the numbers and bytes make no image")
      }
      return image
    }
    guard let images else {
      throw LayerArchiveError(place, "only {\"pixels\": …} is known here; give a reader of images for other forms")
    }
    do {
      return try images(try JSONEncoder().encode(json))
    } catch let error as LayerArchiveError {
      throw error
    } catch {
      throw LayerArchiveError(place, "\(error)")
    }
  }

  private func cell(_ json: LayerJSON, _ place: String) throws -> CAEmitterCell {
    let table = CellProperties.table
    let cell = CAEmitterCell()
    for (key, json) in try object(json, place, table.keys) {
      guard let row = table[key: key] else { continue }
      switch row.accepted(try value(json, row, table, "\(place).\(key)")) {
      case .failure(let refusal): throw LayerArchiveError("\(place).\(key)", refusal.text)
      case .success(let kept): cell.setValue(row.given(kept), forKey: key)
      }
    }
    return cell
  }

  func filter(_ json: LayerJSON, _ place: String) throws -> CIFilter {
    let members = try object(json, place, ["filter", "name", "enabled", "inputs"])
    guard let name = try text(members["filter"], "\(place).filter") else {
      throw LayerArchiveError("\(place).filter", "is missing: the name of a filter, such as CIGaussianBlur")
    }
    let filter: CIFilter
    do { filter = try CIFilter(checked: name) } catch { throw LayerArchiveError("\(place).filter", "\(error)") }
    if let name = try text(members["name"], "\(place).name") { filter.name = name }
    switch members["enabled"] {
    case .flag(let flag)?: filter.isEnabled = flag
    case let other?: throw LayerArchiveError("\(place).enabled", "must be true or false, not \(other.kind)")
    case nil: break
    }
    for (key, json) in try object(members["inputs"] ?? .object([:]), "\(place).inputs", filter.inputKeys) {
      let place = "\(place).inputs.\(key)"
      let value = try input(json, filter.definition?.parameter(key)?.className, place)
      do { try filter.set(value, forKey: key) } catch { throw LayerArchiveError(place, "\(error)") }
    }
    return filter
  }

  private func input(_ json: LayerJSON, _ className: String?, _ place: String) throws -> Any {
    switch className {
    case "CIImage":
      let found = try image(json, place)
      return (found as? CGImage).map { CIImage(cgImage: $0) } ?? found
    case "NSNumber":
      if case .flag(let flag) = json { return flag }
      return try value(json, Double.self, place)
    case "CIVector": return try value(json, CIVector.self, place)
    case "CIColor": return try value(json, CIColor.self, place)
    case "NSArray":
      return try list(json, place).enumerated().map { try value($1, CIVector.self, "\(place)[\($0)]") }
    case "NSAffineTransform":
      if let n = json.numbers, n.count == 6 {
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
      }
      throw LayerArchiveError(place, "a map is wanted, [a, b, c, d, tx, ty]")
    case "NSString", "NSAttributedString": return try value(json, String.self, place)
    case "NSObject":
      if let space = CGColorSpace(name: try text(json, place) ?? "") { return space }
      throw LayerArchiveError(place, "the name of a colour space is wanted")
    case "NSData":
      if case .text(let text)? = try object(json, place, ["base64"])["base64"], let data = Data(base64Encoded: text) {
        return data
      }
      throw LayerArchiveError(place, "data is wanted, {\"base64\": TEXT}")
    default: return try foreign(json, place)
    }
  }
}

/// How values under keys of an app's own say what they are, where a plain value does not.
enum CustomValue {
  static var types: [String: any LayerValue.Type] {
    [
      "point": CGPoint.self, "size": CGSize.self, "rect": CGRect.self, "transform": CATransform3D.self,
      "color": CGColor.self, "path": CGPath.self,
    ]
  }
}
