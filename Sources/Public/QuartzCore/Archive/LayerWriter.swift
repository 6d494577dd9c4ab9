import CoreGraphics
import CoreImage
import Foundation
import ImageFilters

/// The serializer of layers.
struct LayerWriter {
  private let names: [ObjectIdentifier: String]
  private let images: ((Any) throws -> Data?)?

  init(classes: [CALayer.Type], images: ((Any) throws -> Data?)?) {
    names = Dictionary((LayerClasses.all + classes).map { (ObjectIdentifier($0), "\($0)") }) { $1 }
    self.images = images
  }

  func layer(_ layer: CALayer, _ location: String) throws -> LayerJSON {
    let type = Swift.type(of: layer)
    guard let name = names[ObjectIdentifier(type)] else {
      throw LayerArchiveError(location, "unknown class \(type); add it to the classes of the document")
    }
    var members: [String: LayerJSON] = ["class": .text(name)]
    var values: [String: LayerJSON] = [:]
    for (key, stored) in layer.ownValues where key != "actions" {
      guard let row = type.properties[key: key] else {
        values[key] = try customValue(stored, "\(location).values.\(key)")
        continue
      }
      members[key] =
        stored is ExplicitNil
        ? .null : try value(row.object(forStored: stored), row, type.properties, "\(location).\(key)")
    }
    if !values.isEmpty { members["values"] = .object(values) }
    if let mask = layer.maskLayer { members["mask"] = try self.layer(mask, "\(location).mask") }
    if !layer.children.isEmpty {
      members["sublayers"] = .list(
        try layer.children.enumerated().map { try self.layer($1, "\(location).sublayers[\($0)]") })
    }
    let animations = layer.animations.list
    if !animations.isEmpty {
      members["animations"] = .list(
        try animations.enumerated().map { index, item in
          var members = try animation(item.animation, "\(location).animations[\(index)]")
          if let key = item.key { members["key"] = .text(key) }
          return .object(members)
        })
    }
    return .object(members)
  }

  private func value(_ object: Any, _ row: any AnyLayerProperty, _ table: LayerPropertyTable, _ location: String) throws
    -> LayerJSON
  {
    switch row.key {
    case "contents": return try image(object, location)
    case "compositingFilter": return try filter(object, location)
    case "filters", "backgroundFilters":
      return .list(try (object as? [Any] ?? []).enumerated().map { try filter($1, "\(location)[\($0)]") })
    case "emitterCells":
      return .list(try (object as? [Any] ?? []).enumerated().map { try cell($1, "\(location)[\($0)]") })
    case "style":
      var members: [String: LayerJSON] = [:]
      for (key, object) in object as? [AnyHashable: Any] ?? [:] {
        guard let key = key as? String, key != "actions" else { continue }
        let location = "\(location).\(key)"
        members[key] =
          try table[key: key].map { try value(object, $0, table, location) } ?? customValue(object, location)
      }
      return .object(members)
    case "string": if let text = object as? NSAttributedString { return .text(text.string) }
    case "font": if let name = (object as? CGFont)?.postScriptName ?? object as? NSString { return .text("\(name)") }
    default: break
    }
    return try plain(object, location)
  }

  private func plain(_ object: Any, _ location: String) throws -> LayerJSON {
    if let json = ArchivedLayerValue.json(object) { return json }
    throw LayerArchiveError(location, "a \(type(of: object)) has no JSON representation")
  }

  private func customValue(_ object: Any, _ location: String) throws -> LayerJSON {
    for (kind, type) in CustomValue.types where Swift.type(of: object) == type {
      return .object([kind: try plain(object, location)])
    }
    if object is CGPath { return .object(["path": try plain(object, location)]) }
    return try plain(object, location)
  }

  private func image(_ object: Any, _ location: String) throws -> LayerJSON {
    if let data = try images?(object) { return try JSONDecoder().decode(LayerJSON.self, from: data) }
    if let image = object as? CGImage, let pixels = ArchivedPixels.json(image) { return .object(["pixels": pixels]) }
    throw LayerArchiveError(
      location,
      "a \(type(of: object)) cannot be written; return its description from images, or render it to a CGImage")
  }

  private func filter(_ object: Any, _ location: String) throws -> LayerJSON {
    guard let filter = object as? CIFilter, let name = filter.definition?.name,
      let original = CIFilter(name: name)
    else { throw LayerArchiveError(location, "must be a filter of the catalogue (got a \(type(of: object)))") }
    var members: [String: LayerJSON] = ["filter": .text(name)]
    if filter.name != original.name { members["name"] = .text(filter.name) }
    if !filter.isEnabled { members["enabled"] = .flag(false) }
    var inputs: [String: LayerJSON] = [:]
    for key in filter.inputKeys where key != kCIInputImageKey {
      guard let value = filter.value(forKey: key) else { continue }
      let json = try input(value, "\(location).inputs.\(key)")
      if let other = original.value(forKey: key), try input(other, location) == json { continue }
      inputs[key] = json
    }
    if !inputs.isEmpty { members["inputs"] = .object(inputs) }
    return .object(members)
  }

  private func input(_ value: Any, _ location: String) throws -> LayerJSON {
    switch value {
    case is CIImage: return try image(value, location)
    case let data as Data: return .object(["base64": .text(data.base64EncodedString())])
    case let space as CGColorSpace: if let name = space.name { return .text(name) }
    case let text as NSAttributedString: return .text(text.string)
    default: break
    }
    return try plain(value, location)
  }

  private func cell(_ object: Any, _ location: String) throws -> LayerJSON {
    guard let cell = object as? CAEmitterCell else {
      throw LayerArchiveError(location, "cells must be CAEmitterCell objects (got a \(type(of: object)))")
    }
    var members: [String: LayerJSON] = [:]
    for row in CellProperties.table.rows {
      guard let stored = cell.stored(row.key) else { continue }
      let json = try value(row.object(forStored: stored), row, CellProperties.table, "\(location).\(row.key)")
      if let fallback = row.defaultObject ?? row.zeroObject, ArchivedLayerValue.json(fallback) == json { continue }
      members[row.key] = json
    }
    return .object(members)
  }

  private func animation(_ animation: CAAnimation, _ location: String) throws -> [String: LayerJSON] {
    let name = "\(type(of: animation))"
    guard let descriptor = AnimationDescriptor.all[name] else {
      throw LayerArchiveError(location, "unknown class \(name); animations of an app's own classes cannot be written")
    }
    let original = descriptor.make()
    var members: [String: LayerJSON] = ["class": .text(name)]
    for member in descriptor.members {
      guard let value = member.get(animation) else { continue }
      let json = try self.json(value, member, "\(location).\(member.key)")
      if let other = member.get(original), try self.json(other, member, location) == json { continue }
      members[member.key] = json
    }
    return members
  }

  private func json(_ value: Any, _ member: AnimationMember, _ location: String) throws -> LayerJSON {
    func list(_ body: (Any, String) throws -> LayerJSON) throws -> LayerJSON {
      .list(try (value as? [Any] ?? []).enumerated().map { try body($1, "\(location)[\($0)]") })
    }
    func curve(_ value: Any, _ location: String) throws -> LayerJSON {
      guard let function = value as? CAMediaTimingFunction else { return .null }
      for name in CAMediaTimingFunctionName.all where CAMediaTimingFunction(name: name) == function {
        return .text(name.rawValue)
      }
      // The shortest numbers that are read as the same floats.
      let curve = function.curve
      return LayerJSON([curve.x1, curve.y1, curve.x2, curve.y2].map { Double("\(Float($0))") ?? $0 })
    }
    switch member.kind {
    case .value, .numbers: return try plain(value, location)
    case .animatedValue: return try animatedValue(value, location)
    case .animatedValues: return try list(animatedValue)
    case .curve: return try curve(value, location)
    case .curves: return try list(curve)
    case .animations:
      return try list { value, location in
        guard let animation = value as? CAAnimation else { return .null }
        return .object(try self.animation(animation, location))
      }
    case .filter: return try filter(value, location)
    case .function: return .text((value as? CAValueFunction)?.name.rawValue ?? "")
    }
  }

  private func animatedValue(_ value: Any, _ location: String) throws -> LayerJSON {
    value is CGImage || value is CIImage ? try image(value, location) : try plain(value, location)
  }
}
