import CoreGraphics
import CoreImage
import Foundation

/// Makes animations of JSON.
struct AnimationReader {
  let values: LayerReader
  let layer: CALayer

  /// Adds all of an object by their keys, or those of an array in its order, each with a `"key"` of its own or none.
  func add(_ json: LayerJSON, _ place: String) throws {
    switch json {
    case .list(let list):
      for (index, json) in list.enumerated() {
        var members = try values.object(json, "\(place)[\(index)]", nil)
        let key = try values.text(members.removeValue(forKey: "key"), "\(place)[\(index)].key")
        layer.add(try animation(.object(members), "\(place)[\(index)]"), forKey: key)
      }
    default:
      for (key, json) in try values.object(json, place, nil).sorted(by: { $0.key < $1.key }) {
        layer.add(try animation(json, "\(place).\(key)"), forKey: key)
      }
    }
  }

  private func animation(_ json: LayerJSON, _ place: String) throws -> CAAnimation {
    let members = try values.object(json, place, nil)
    let name = try values.text(members["class"], "\(place).class") ?? "CABasicAnimation"
    guard let kind = AnimationForm.all[name] else {
      let known = AnimationForm.all.keys.sorted().joined(separator: ", ")
      throw LayerArchiveError("\(place).class", "\(name) is not known; known are \(known)")
    }
    _ = try values.object(json, place, ["class"] + kind.members.map(\.key))
    let animation = kind.make()
    // What a value is, its key path says.
    if let path = try values.text(members["keyPath"], "\(place).keyPath") {
      (animation as? CAPropertyAnimation)?.keyPath = path
    }
    for member in kind.members {
      guard let json = members[member.key], json != .null else { continue }
      let place = "\(place).\(member.key)"
      member.set(animation, try value(json, member, of: animation, place))
    }
    return animation
  }

  private func value(_ json: LayerJSON, _ member: AnimationMember, of animation: CAAnimation, _ place: String) throws
    -> Any
  {
    func list<Element>(_ body: (LayerJSON, String) throws -> Element) throws -> [Element] {
      guard case .list(let all) = json else { throw LayerArchiveError(place, "must be an array, not \(json.kind)") }
      return try all.enumerated().map { try body($1, "\(place)[\($0)]") }
    }
    switch member.form {
    case .value(let type):
      let value = try values.value(json, type, place)
      if let number = value as? Double, number.isNaN || abs(number) > 1e15, number.isFinite {
        throw LayerArchiveError(place, "give a number of at most 1e15")
      }
      return value
    case .shown: return try shown(json, animation, place)
    case .shownList: return try list { try shown($0, animation, $1) }
    case .numbers: return try list { NSNumber(value: try values.value($0, Double.self, $1) as? Double ?? 0) }
    case .curve: return try curve(json, place)
    case .curves: return try list { try curve($0, $1) }
    case .animations: return try list { try self.animation($0, $1) }
    case .filter: return try values.filter(json, place)
    case .function:
      let name = try values.text(json, place) ?? ""
      guard let function = CAValueFunction(name: CAValueFunctionName(rawValue: name)) else {
        throw LayerArchiveError(place, "there is no value function \(name)")
      }
      return function
    }
  }

  private func curve(_ json: LayerJSON, _ place: String) throws -> CAMediaTimingFunction {
    let names = CAMediaTimingFunctionName.known
    if case .text(let text) = json, let name = names.first(where: { $0.rawValue == text }) {
      return CAMediaTimingFunction(name: name)
    }
    guard let n = json.numbers, n.count == 4, n.allSatisfy({ abs($0) <= 1e6 }) else {
      throw LayerArchiveError(
        place, "must be [x1, y1, x2, y2] or one of \(names.map(\.rawValue).joined(separator: ", "))")
    }
    return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
  }

  /// A value of what the key path leads to.
  private func shown(_ json: LayerJSON, _ animation: CAAnimation, _ place: String) throws -> Any {
    let path = (animation as? CAPropertyAnimation)?.keyPath ?? ""
    let table = type(of: layer).properties
    if let row = table[key: path] { return try values.value(json, row, table, place) }
    if let model = layer.value(forKeyPath: path) {
      let type: Any.Type = Double.reading(model) != nil && !(model is Bool) ? Double.self : Swift.type(of: model)
      return try values.value(json, type, place)
    }
    if case .list = json { return try values.value(json, CIVector.self, place) }
    if case .flag(let flag) = json { return flag }
    return try values.value(json, Double.self, place)
  }
}

/// What a member of an animation is.
struct AnimationMember {
  enum Form {
    case value(any LayerValue.Type)
    /// Of the animated property.
    case shown
    case shownList
    case numbers
    case curve
    case curves
    case animations
    case filter
    case function
  }

  let key: String
  let form: Form
  let get: (CAAnimation) -> Any?
  let set: (CAAnimation, Any) -> Void

  /// - Parameter property: what of which class it is.
  init<Owner: CAAnimation, Value>(_ key: String, _ form: Form, _ property: ReferenceWritableKeyPath<Owner, Value>) {
    (self.key, self.form) = (key, form)
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

/// The members of each class of animations.
struct AnimationForm {
  let make: () -> CAAnimation
  let members: [AnimationMember]

  static var all: [String: AnimationForm] {
    [
      "CABasicAnimation": AnimationForm(make: { CABasicAnimation() }, members: common + property + basic),
      "CASpringAnimation": AnimationForm(make: { CASpringAnimation() }, members: common + property + basic + spring),
      "CAKeyframeAnimation": AnimationForm(make: { CAKeyframeAnimation() }, members: common + property + keyframes),
      "CAAnimationGroup": AnimationForm(
        make: { CAAnimationGroup() },
        members: common + [AnimationMember("animations", .animations, \CAAnimationGroup.animations)]),
      "CATransition": AnimationForm(make: { CATransition() }, members: common + transition),
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
      AnimationMember("from", .shown, \CABasicAnimation.fromValue),
      AnimationMember("to", .shown, \CABasicAnimation.toValue),
      AnimationMember("by", .shown, \CABasicAnimation.byValue),
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
      AnimationMember("values", .shownList, \CAKeyframeAnimation.values),
      AnimationMember("path", .value(CGPath.self), \CAKeyframeAnimation.path),
      AnimationMember("keyTimes", .numbers, \CAKeyframeAnimation.keyTimes),
      AnimationMember("timingFunctions", .curves, \CAKeyframeAnimation.timingFunctions),
      AnimationMember("calculationMode", .value(ModeName.self), \CAKeyframeAnimation.mode),
      AnimationMember("rotationMode", .value(ModeName.self), \CAKeyframeAnimation.turning),
      AnimationMember("tensionValues", .numbers, \CAKeyframeAnimation.tensionValues),
      AnimationMember("continuityValues", .numbers, \CAKeyframeAnimation.continuityValues),
      AnimationMember("biasValues", .numbers, \CAKeyframeAnimation.biasValues),
    ]
  }

  private static var transition: [AnimationMember] {
    [
      AnimationMember("type", .value(ModeName.self), \CATransition.kind),
      AnimationMember("subtype", .value(ModeName.self), \CATransition.side),
      AnimationMember("startProgress", .value(Float.self), \CATransition.startProgress),
      AnimationMember("endProgress", .value(Float.self), \CATransition.endProgress),
      AnimationMember("filter", .filter, \CATransition.filter),
    ]
  }
}

extension CAMediaTimingFunctionName {
  static let known: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
}

/// A name of any kind.
struct ModeName: LayerName {
  let rawValue: String
}

extension CAKeyframeAnimation {
  fileprivate var mode: ModeName {
    get { ModeName(rawValue: calculationMode.rawValue) }
    set { calculationMode = CAAnimationCalculationMode(rawValue: newValue.rawValue) }
  }
  fileprivate var turning: ModeName? {
    get { rotationMode.map { ModeName(rawValue: $0.rawValue) } }
    set { rotationMode = newValue.map { CAAnimationRotationMode(rawValue: $0.rawValue) } }
  }
}

extension CATransition {
  fileprivate var kind: ModeName {
    get { ModeName(rawValue: type.rawValue) }
    set { type = CATransitionType(rawValue: newValue.rawValue) }
  }
  fileprivate var side: ModeName? {
    get { subtype.map { ModeName(rawValue: $0.rawValue) } }
    set { subtype = newValue.map { CATransitionSubtype(rawValue: $0.rawValue) } }
  }
}
