import CoreGraphics
import CoreImage
import Foundation
import ImageFilters

/// Makes JSON of layers.
struct LayerWriter {
  private let names: [ObjectIdentifier: String]
  private let images: ((Any) throws -> Data?)?

  init(classes: [CALayer.Type], images: ((Any) throws -> Data?)?) {
    names = Dictionary((LayerClasses.all + classes).map { (ObjectIdentifier($0), "\($0)") }) { $1 }
    self.images = images
  }

  func layer(_ layer: CALayer, _ place: String) throws -> LayerJSON {
    let type = Swift.type(of: layer)
    guard let name = names[ObjectIdentifier(type)] else {
      throw LayerArchiveError(place, "\(type) is not known; name it among the classes of the document")
    }
    var members: [String: LayerJSON] = ["class": .text(name)]
    var values: [String: LayerJSON] = [:]
    for (key, kept) in layer.own where key != "actions" {
      guard let row = type.properties[key: key] else {
        values[key] = try foreign(kept, "\(place).values.\(key)")
        continue
      }
      members[key] = kept is NoObject ? .null : try value(row.given(kept), row, type.properties, "\(place).\(key)")
    }
    if !values.isEmpty { members["values"] = .object(values) }
    if let mask = layer.maskLayer { members["mask"] = try self.layer(mask, "\(place).mask") }
    if !layer.children.isEmpty {
      members["sublayers"] = .list(
        try layer.children.enumerated().map { try self.layer($1, "\(place).sublayers[\($0)]") })
    }
    let animations = layer.animations.list
    if !animations.isEmpty {
      members["animations"] = .list(
        try animations.enumerated().map { index, item in
          var members = try animation(item.animation, "\(place).animations[\(index)]")
          if let key = item.key { members["key"] = .text(key) }
          return .object(members)
        })
    }
    return .object(members)
  }

  private func value(_ object: Any, _ row: any AnyLayerProperty, _ table: LayerPropertyTable, _ place: String) throws
    -> LayerJSON
  {
    switch row.key {
    case "contents": return try image(object, place)
    case "compositingFilter": return try filter(object, place)
    case "filters", "backgroundFilters":
      return .list(try (object as? [Any] ?? []).enumerated().map { try filter($1, "\(place)[\($0)]") })
    case "emitterCells":
      return .list(try (object as? [Any] ?? []).enumerated().map { try cell($1, "\(place)[\($0)]") })
    case "style":
      var members: [String: LayerJSON] = [:]
      for (key, object) in object as? [AnyHashable: Any] ?? [:] {
        guard let key = key as? String, key != "actions" else { continue }
        let place = "\(place).\(key)"
        members[key] =
          try table[key: key].map { try value(object, $0, table, place) } ?? foreign(object, place)
      }
      return .object(members)
    case "string": if let text = object as? NSAttributedString { return .text(text.string) }
    case "font": if let name = (object as? CGFont)?.postScriptName ?? object as? NSString { return .text("\(name)") }
    default: break
    }
    return try plain(object, place)
  }

  private func plain(_ object: Any, _ place: String) throws -> LayerJSON {
    if let json = ArchivedLayerValue.json(object) { return json }
    throw LayerArchiveError(place, "a \(type(of: object)) has no form in JSON")
  }

  private func foreign(_ object: Any, _ place: String) throws -> LayerJSON {
    for (kind, type) in CustomValue.types where Swift.type(of: object) == type {
      return .object([kind: try plain(object, place)])
    }
    if object is CGPath { return .object(["path": try plain(object, place)]) }
    return try plain(object, place)
  }

  private func image(_ object: Any, _ place: String) throws -> LayerJSON {
    if let data = try images?(object) { return try JSONDecoder().decode(LayerJSON.self, from: data) }
    if let image = object as? CGImage, let pixels = ArchivedPixels.json(image) { return .object(["pixels": pixels]) }
    throw LayerArchiveError(
      place, "a \(type(of: object)) is not written by itself; describe it, or render it into a CGImage")
  }

  private func filter(_ object: Any, _ place: String) throws -> LayerJSON {
    guard let filter = object as? CIFilter, let name = filter.definition?.name,
      let usual = CIFilter(name: name)
    else { throw LayerArchiveError(place, "only filters of the catalogue are written, not a \(type(of: object))") }
    var members: [String: LayerJSON] = ["filter": .text(name)]
    if filter.name != usual.name { members["name"] = .text(filter.name) }
    if !filter.isEnabled { members["enabled"] = .flag(false) }
    var inputs: [String: LayerJSON] = [:]
    for key in filter.inputKeys where key != kCIInputImageKey {
      guard let value = filter.value(forKey: key) else { continue }
      let json = try input(value, "\(place).inputs.\(key)")
      if let other = usual.value(forKey: key), try input(other, place) == json { continue }
      inputs[key] = json
    }
    if !inputs.isEmpty { members["inputs"] = .object(inputs) }
    return .object(members)
  }

  private func input(_ value: Any, _ place: String) throws -> LayerJSON {
    switch value {
    case is CIImage: return try image(value, place)
    case let data as Data: return .object(["base64": .text(data.base64EncodedString())])
    case let space as CGColorSpace: if let name = space.name { return .text(name) }
    case let text as NSAttributedString: return .text(text.string)
    default: break
    }
    return try plain(value, place)
  }

  private func cell(_ object: Any, _ place: String) throws -> LayerJSON {
    guard let cell = object as? CAEmitterCell else {
      throw LayerArchiveError(place, "cells are CAEmitterCell objects, not a \(type(of: object))")
    }
    var members: [String: LayerJSON] = [:]
    for row in CellProperties.table.rows {
      guard let kept = cell.stored(row.key) else { continue }
      let json = try value(row.given(kept), row, CellProperties.table, "\(place).\(row.key)")
      if let usual = row.usualObject ?? row.zeroObject, ArchivedLayerValue.json(usual) == json { continue }
      members[row.key] = json
    }
    return .object(members)
  }

  private func animation(_ animation: CAAnimation, _ place: String) throws -> [String: LayerJSON] {
    let name = "\(type(of: animation))"
    guard let kind = AnimationForm.all[name] else {
      throw LayerArchiveError(place, "\(name) is not known; animations of an app's own classes are not written")
    }
    let usual = kind.make()
    var members: [String: LayerJSON] = ["class": .text(name)]
    for member in kind.members {
      guard let value = member.get(animation) else { continue }
      let json = try self.json(value, member, "\(place).\(member.key)")
      if let other = member.get(usual), try self.json(other, member, place) == json { continue }
      members[member.key] = json
    }
    return members
  }

  private func json(_ value: Any, _ member: AnimationMember, _ place: String) throws -> LayerJSON {
    func list(_ body: (Any, String) throws -> LayerJSON) throws -> LayerJSON {
      .list(try (value as? [Any] ?? []).enumerated().map { try body($1, "\(place)[\($0)]") })
    }
    func curve(_ value: Any, _ place: String) throws -> LayerJSON {
      guard let function = value as? CAMediaTimingFunction else { return .null }
      for name in CAMediaTimingFunctionName.known where CAMediaTimingFunction(name: name) == function {
        return .text(name.rawValue)
      }
      // Floats as they are read: the shortest numbers that say them.
      let curve = function.curve
      return LayerJSON([curve.x1, curve.y1, curve.x2, curve.y2].map { Double("\(Float($0))") ?? $0 })
    }
    switch member.form {
    case .value, .numbers: return try plain(value, place)
    case .shown: return try shown(value, place)
    case .shownList: return try list(shown)
    case .curve: return try curve(value, place)
    case .curves: return try list(curve)
    case .animations:
      return try list { value, place in
        guard let animation = value as? CAAnimation else { return .null }
        return .object(try self.animation(animation, place))
      }
    case .filter: return try filter(value, place)
    case .function: return .text((value as? CAValueFunction)?.name.rawValue ?? "")
    }
  }

  private func shown(_ value: Any, _ place: String) throws -> LayerJSON {
    value is CGImage || value is CIImage ? try image(value, place) : try plain(value, place)
  }
}
