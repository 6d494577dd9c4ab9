import CoreGraphics
import CoreImage
import Foundation

/// The parser of animations in a layer document.
struct AnimationReader {
  let values: LayerReader
  let layer: CALayer

  /// Adds all animations of an object, each under its key, or those of an array in order, each with an optional
  /// `"key"`.
  func add(_ json: LayerJSON, _ location: String) throws {
    switch json {
    case .list(let list):
      for (index, json) in list.enumerated() {
        var members = try values.object(json, "\(location)[\(index)]", nil)
        let key = try values.text(members.removeValue(forKey: "key"), "\(location)[\(index)].key")
        layer.add(try animation(.object(members), "\(location)[\(index)]"), forKey: key)
      }
    default:
      for (key, json) in try values.object(json, location, nil).sorted(by: { $0.key < $1.key }) {
        layer.add(try animation(json, "\(location).\(key)"), forKey: key)
      }
    }
  }

  private func animation(_ json: LayerJSON, _ location: String) throws -> CAAnimation {
    let members = try values.object(json, location, nil)
    let name = try values.text(members["class"], "\(location).class") ?? "CABasicAnimation"
    guard let descriptor = AnimationDescriptor.all[name] else {
      let names = AnimationDescriptor.all.keys.sorted().joined(separator: ", ")
      throw LayerArchiveError("\(location).class", "unknown class \(name); valid classes are \(names)")
    }
    _ = try values.object(json, location, ["class"] + descriptor.members.map(\.key))
    let animation = descriptor.make()
    // The key path determines the type of the values.
    if let path = try values.text(members["keyPath"], "\(location).keyPath") {
      (animation as? CAPropertyAnimation)?.keyPath = path
    }
    for member in descriptor.members {
      guard let json = members[member.key], json != .null else { continue }
      let location = "\(location).\(member.key)"
      member.set(animation, try value(json, member, of: animation, location))
    }
    return animation
  }

  private func value(_ json: LayerJSON, _ member: AnimationMember, of animation: CAAnimation, _ location: String) throws
    -> Any
  {
    func list<Element>(_ body: (LayerJSON, String) throws -> Element) throws -> [Element] {
      guard case .list(let all) = json else { throw LayerArchiveError(location, "must be an array (got \(json.kind))") }
      return try all.enumerated().map { try body($1, "\(location)[\($0)]") }
    }
    switch member.kind {
    case .value(let type):
      let value = try values.value(json, type, location)
      if let number = value as? Double, number.isNaN || abs(number) > 1e15, number.isFinite {
        throw LayerArchiveError(location, "must be between -1e15 and 1e15 (got \(number))")
      }
      return value
    case .animatedValue: return try animatedValue(json, animation, location)
    case .animatedValues: return try list { try animatedValue($0, animation, $1) }
    case .numbers: return try list { NSNumber(value: try values.value($0, Double.self, $1) as? Double ?? 0) }
    case .curve: return try curve(json, location)
    case .curves: return try list { try curve($0, $1) }
    case .animations: return try list { try self.animation($0, $1) }
    case .filter: return try values.filter(json, location)
    case .function:
      let name = try values.text(json, location) ?? ""
      guard let function = CAValueFunction(name: CAValueFunctionName(rawValue: name)) else {
        throw LayerArchiveError(location, "unknown value function \(name)")
      }
      return function
    }
  }

  private func curve(_ json: LayerJSON, _ location: String) throws -> CAMediaTimingFunction {
    let names = CAMediaTimingFunctionName.all
    if case .text(let text) = json, let name = names.first(where: { $0.rawValue == text }) {
      return CAMediaTimingFunction(name: name)
    }
    guard let n = json.numbers, n.count == 4, n.allSatisfy({ abs($0) <= 1e6 }) else {
      throw LayerArchiveError(
        location, "must be [x1, y1, x2, y2] or one of \(names.map(\.rawValue).joined(separator: ", "))")
    }
    return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
  }

  /// Parses a value of the type that the key path leads to.
  private func animatedValue(_ json: LayerJSON, _ animation: CAAnimation, _ location: String) throws -> Any {
    let path = (animation as? CAPropertyAnimation)?.keyPath ?? ""
    let table = type(of: layer).properties
    if let row = table[key: path] { return try values.value(json, row, table, location) }
    if let model = layer.value(forKeyPath: path) {
      let type: Any.Type = Double.reading(model) != nil && !(model is Bool) ? Double.self : Swift.type(of: model)
      return try values.value(json, type, location)
    }
    if case .list = json { return try values.value(json, CIVector.self, location) }
    if case .flag(let flag) = json { return flag }
    return try values.value(json, Double.self, location)
  }
}

/// A member of an animation in a document.
struct AnimationMember {
  enum Kind {
    case value(any LayerValue.Type)
    /// A value of the animated property.
    case animatedValue
    case animatedValues
    case numbers
    case curve
    case curves
    case animations
    case filter
    case function
  }

  let key: String
  let kind: Kind
  let get: (CAAnimation) -> Any?
  let set: (CAAnimation, Any) -> Void

  /// - Parameter property: the property of the animation class.
  init<Owner: CAAnimation, Value>(_ key: String, _ kind: Kind, _ property: ReferenceWritableKeyPath<Owner, Value>) {
    (self.key, self.kind) = (key, kind)
    get = { animation in
      guard let value = (animation as? Owner)?[keyPath: property] else { return nil }
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
    set = { animation, object in
      let read = (Value.self as? any LayerValue.Type).flatMap { $0.reading(object) as? Value } ?? object as? Value
      if let read { (animation as? Owner)?[keyPath: property] = read }
    }
  }
}

/// A class of animations, with its members in a document.
struct AnimationDescriptor {
  let make: () -> CAAnimation
  let members: [AnimationMember]

  static var all: [String: AnimationDescriptor] {
    [
      "CABasicAnimation": AnimationDescriptor(make: { CABasicAnimation() }, members: common + property + basic),
      "CASpringAnimation": AnimationDescriptor(
        make: { CASpringAnimation() }, members: common + property + basic + spring),
      "CAKeyframeAnimation": AnimationDescriptor(
        make: { CAKeyframeAnimation() }, members: common + property + keyframes),
      "CAAnimationGroup": AnimationDescriptor(
        make: { CAAnimationGroup() },
        members: common + [AnimationMember("animations", .animations, \CAAnimationGroup.animations)]),
      "CATransition": AnimationDescriptor(make: { CATransition() }, members: common + transition),
    ]
  }

  private static var common: [AnimationMember] {
    [
      AnimationMember("beginTime", .value(Double.self), \CAAnimation.beginTime),
      AnimationMember("duration", .value(Double.self), \CAAnimation.duration),
      AnimationMember("speed", .value(Float.self), \CAAnimation.speed),
      AnimationMember("timeOffset", .value(Double.self), \CAAnimation.timeOffset),
      AnimationMember("repeatCount", .value(Float.self), \CAAnimation.repeatCount),
      AnimationMember("repeatDuration", .value(Double.self), \CAAnimation.repeatDuration),
      AnimationMember("autoreverses", .value(Bool.self), \CAAnimation.autoreverses),
      AnimationMember("fillMode", .value(CAMediaTimingFillMode.self), \CAAnimation.fillMode),
      AnimationMember("timing", .curve, \CAAnimation.timingFunction),
      AnimationMember("removedOnCompletion", .value(Bool.self), \CAAnimation.isRemovedOnCompletion),
    ]
  }

  private static var property: [AnimationMember] {
    [
      AnimationMember("keyPath", .value(String.self), \CAPropertyAnimation.keyPath),
      AnimationMember("additive", .value(Bool.self), \CAPropertyAnimation.isAdditive),
      AnimationMember("cumulative", .value(Bool.self), \CAPropertyAnimation.isCumulative),
      AnimationMember("valueFunction", .function, \CAPropertyAnimation.valueFunction),
    ]
  }

  private static var basic: [AnimationMember] {
    [
      AnimationMember("from", .animatedValue, \CABasicAnimation.fromValue),
      AnimationMember("to", .animatedValue, \CABasicAnimation.toValue),
      AnimationMember("by", .animatedValue, \CABasicAnimation.byValue),
    ]
  }

  private static var spring: [AnimationMember] {
    [
      AnimationMember("mass", .value(CGFloat.self), \CASpringAnimation.mass),
      AnimationMember("stiffness", .value(CGFloat.self), \CASpringAnimation.stiffness),
      AnimationMember("damping", .value(CGFloat.self), \CASpringAnimation.damping),
      AnimationMember("initialVelocity", .value(CGFloat.self), \CASpringAnimation.initialVelocity),
      AnimationMember("allowsOverdamping", .value(Bool.self), \CASpringAnimation.allowsOverdamping),
    ]
  }

  private static var keyframes: [AnimationMember] {
    [
      AnimationMember("values", .animatedValues, \CAKeyframeAnimation.values),
      AnimationMember("path", .value(CGPath.self), \CAKeyframeAnimation.path),
      AnimationMember("keyTimes", .numbers, \CAKeyframeAnimation.keyTimes),
      AnimationMember("timingFunctions", .curves, \CAKeyframeAnimation.timingFunctions),
      AnimationMember("calculationMode", .value(ModeName.self), \CAKeyframeAnimation.modeName),
      AnimationMember("rotationMode", .value(ModeName.self), \CAKeyframeAnimation.rotationName),
      AnimationMember("tensionValues", .numbers, \CAKeyframeAnimation.tensionValues),
      AnimationMember("continuityValues", .numbers, \CAKeyframeAnimation.continuityValues),
      AnimationMember("biasValues", .numbers, \CAKeyframeAnimation.biasValues),
    ]
  }

  private static var transition: [AnimationMember] {
    [
      AnimationMember("type", .value(ModeName.self), \CATransition.typeName),
      AnimationMember("subtype", .value(ModeName.self), \CATransition.subtypeName),
      AnimationMember("startProgress", .value(Float.self), \CATransition.startProgress),
      AnimationMember("endProgress", .value(Float.self), \CATransition.endProgress),
      AnimationMember("filter", .filter, \CATransition.filter),
    ]
  }
}

extension CAMediaTimingFunctionName {
  static let all: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
}

/// The raw value of any name type.
struct ModeName: LayerName {
  let rawValue: String
}

extension CAKeyframeAnimation {
  fileprivate var modeName: ModeName {
    get { ModeName(rawValue: calculationMode.rawValue) }
    set { calculationMode = CAAnimationCalculationMode(rawValue: newValue.rawValue) }
  }
  fileprivate var rotationName: ModeName? {
    get { rotationMode.map { ModeName(rawValue: $0.rawValue) } }
    set { rotationMode = newValue.map { CAAnimationRotationMode(rawValue: $0.rawValue) } }
  }
}

extension CATransition {
  fileprivate var typeName: ModeName {
    get { ModeName(rawValue: type.rawValue) }
    set { type = CATransitionType(rawValue: newValue.rawValue) }
  }
  fileprivate var subtypeName: ModeName? {
    get { subtype.map { ModeName(rawValue: $0.rawValue) } }
    set { subtype = newValue.map { CATransitionSubtype(rawValue: $0.rawValue) } }
  }
}
