import CoreImage
import Foundation

/// A value of a recipe that depends on time: `{"keyframes": [[t, VALUE], …], "curve": …, "extend": …}`, or
/// `{"time": {"scale": …, "offset": …}}`, which is the number scale * t + offset. Times are seconds.
package struct TimedValue: Sendable {
  /// The interpolation between keyframes.
  package enum Kind: Sendable {
    /// Numbers and arrays of numbers, element by element.
    case numbers
    /// sRGB components or their texts; see `KeyframeInterpolation.colors`.
    case color
    /// a, b, c, d, tx, ty; see `KeyframeInterpolation.transforms`.
    case transform
    /// No interpolation: each value holds until the next keyframe.
    case held
  }

  /// The extrapolation before the first and after the last keyframe.
  private enum Extrapolation: String, CaseIterable {
    case hold, loop, pingpong
  }

  private struct Keyframe {
    let time: Double
    /// The value of the file.
    let value: JSON
    /// The components, of colours and transforms.
    var components: [Double] = []
  }

  private enum Function {
    case keyframes([Keyframe], KeyframeEasing, Extrapolation)
    case line(scale: Double, offset: Double)
  }

  /// The kind of the values in the file: `held` for Booleans, and for strings that are no colours.
  package let kind: Kind
  private let function: Function

  /// Returns whether an object is such a value, valid or not.
  package static func isTimed(_ json: JSON) -> Bool {
    guard case .object(let members) = json else { return false }
    return members["keyframes"] != nil || members["time"] != nil
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - kind: the kind of values that the input takes.
  ///   - location: the key path, for error texts: `image.inputs.inputRadius`.
  /// - Throws: `CommandFailure` that names the key path.
  package init(_ json: JSON, _ kind: Kind, at location: String) throws {
    guard case .object(let members) = json else { throw CommandFailure.failed("\(location) does not depend on time") }
    if let line = members["time"] {
      guard kind == .numbers, members.count == 1 else {
        throw CommandFailure.failed(
          "\(location): {\"time\": {\"scale\": 1, \"offset\": 0}} is only for numbers, without other members")
      }
      (self.kind, function) = (kind, try Self.line(line, at: "\(location).time"))
      return
    }
    try rejectUnknownKeys(members, ["keyframes", "curve", "extend"], at: location)
    let easing = try KeyframeEasing(members["curve"], at: "\(location).curve")
    var extrapolation = Extrapolation.hold
    if let json = members["extend"] {
      guard case .string(let name) = json, let named = Extrapolation(rawValue: name) else {
        throw CommandFailure.failed("\(location).extend must be \"hold\", \"loop\" or \"pingpong\"")
      }
      extrapolation = named
    }
    let keyframes = try Self.keyframes(members["keyframes"], at: "\(location).keyframes")
    let checked = try Self.checked(keyframes, kind, at: "\(location).keyframes")
    self.kind = checked.kind
    function = .keyframes(checked.keyframes, easing, extrapolation)
  }

  private static func line(_ json: JSON, at location: String) throws -> Function {
    guard case .object(let members) = json else {
      throw CommandFailure.failed("\(location) must be {\"scale\": 1, \"offset\": 0} (got \(json.kind))")
    }
    try rejectUnknownKeys(members, ["scale", "offset"], at: location)
    func number(_ key: String, _ defaultValue: Double) throws -> Double {
      guard let json = members[key] else { return defaultValue }
      guard case .number(let number) = json else {
        throw CommandFailure.failed("\(location).\(key) must be a number (got \(json.kind))")
      }
      return number
    }
    return .line(scale: try number("scale", 1), offset: try number("offset", 0))
  }

  private static func keyframes(_ json: JSON?, at location: String) throws -> [Keyframe] {
    guard case .array(let list)? = json, !list.isEmpty else {
      throw CommandFailure.failed("\(location) must be [[t, VALUE], …] with one keyframe or more")
    }
    var keyframes: [Keyframe] = []
    for (index, json) in list.enumerated() {
      guard case .array(let pair) = json, pair.count == 2, case .number(let time) = pair[0] else {
        throw CommandFailure.failed("\(location)[\(index)] must be [t, VALUE], t in seconds")
      }
      if let last = keyframes.last, time <= last.time {
        throw CommandFailure.failed(
          "\(location)[\(index)] is at \(time) s, and the keyframe before it at \(last.time) s; times must ascend")
      }
      keyframes.append(Keyframe(time: time, value: pair[1]))
    }
    return keyframes
  }

  /// Checks that all values have one form, so that they can be interpolated.
  private static func checked(
    _ keyframes: [Keyframe], _ kind: Kind, at location: String
  ) throws -> (kind: Kind, keyframes: [Keyframe]) {
    var keyframes = keyframes
    if kind == .numbers, case .some(let kind) = Self.heldKind(keyframes) {
      return kind == .held ? (.held, keyframes) : try checked(keyframes, kind, at: location)
    }
    for (index, keyframe) in keyframes.enumerated() {
      let (value, location) = (keyframe.value, "\(location)[\(index)][1]")
      switch kind {
      case .held: break
      case .numbers:
        guard let shape = shape(value) else {
          throw CommandFailure.failed("\(location) must be a number or an array of numbers (got \(value.kind))")
        }
        guard shape == Self.shape(keyframes[0].value) else {
          throw CommandFailure.failed("\(location) has \(description(shape)); the first keyframe has another number")
        }
      case .color:
        keyframes[index].components = try located(location) { try components(value) }
      case .transform:
        guard let numbers = value.numbers, numbers.count == 6 else {
          throw CommandFailure.failed("\(location) must be a transform, [a, b, c, d, tx, ty]")
        }
        keyframes[index].components = numbers
      }
    }
    return (kind, keyframes)
  }

  /// Returns the kind of values that are not numbers: Booleans and objects are held, strings are colours. Returns nil
  /// for other or mixed values.
  private static func heldKind(_ keyframes: [Keyframe]) -> Kind? {
    if keyframes.allSatisfy({ if case .bool = $0.value { true } else { false } }) { return .held }
    if keyframes.allSatisfy({ if case .object = $0.value { true } else { false } }) { return .held }
    if keyframes.allSatisfy({ if case .string = $0.value { true } else { false } }) { return .color }
    return nil
  }

  /// Returns the dimensions of nested arrays of numbers, none for a number. Returns nil for other values.
  private static func shape(_ json: JSON) -> [Int]? {
    switch json {
    case .number: return []
    case .array(let list):
      let inner = list.map(shape)
      guard inner.allSatisfy({ $0 != nil }) else { return nil }
      return [list.count] + inner.flatMap { $0! }
    default: return nil
    }
  }

  private static func description(_ shape: [Int]) -> String { shape.isEmpty ? "one number" : "\(shape[0]) values" }

  /// Returns four straight sRGB components.
  private static func components(_ json: JSON) throws -> [Double] {
    switch json {
    case .string(let text):
      if let color = try? readColor(text) {
        return [color.red, color.green, color.blue, color.alpha].map { Double($0) }
      }
    case .array:
      if let numbers = json.numbers, numbers.count == 3 || numbers.count == 4 {
        return numbers.count == 3 ? numbers + [1] : numbers
      }
    default: break
    }
    throw CommandFailure.failed("must be a colour, [r, g, b], [r, g, b, a], \"#rrggbb[aa]\" or \"red\"")
  }

  /// The times of the keyframes, in seconds. Empty for a linear function.
  package var times: [Double] {
    if case .keyframes(let keyframes, _, _) = function { keyframes.map(\.time) } else { [] }
  }

  /// Returns the value at a time, in the form of a recipe without time. At the time of a keyframe it is exactly the
  /// keyframe's value, except that the last keyframe of a loop has the value of the first.
  package func value(at time: Double) -> JSON {
    switch function {
    case .line(let scale, let offset): return .number(scale * time + offset)
    case .keyframes(let keyframes, let easing, _):
      let (index, time) = position(of: time)
      let from = keyframes[index]
      guard index + 1 < keyframes.count, time > from.time, kind != .held else { return from.value }
      let to = keyframes[index + 1]
      let progress = easing.progress(at: (time - from.time) / (to.time - from.time))
      if progress == 0 { return from.value }
      switch kind {
      case .numbers: return KeyframeInterpolation.numbers(from.value, to.value, progress)
      case .color:
        return .array(KeyframeInterpolation.colors(from.components, to.components, progress).map { .number($0) })
      case .transform:
        return .array(KeyframeInterpolation.transforms(from.components, to.components, progress).map { .number($0) })
      case .held: return from.value
      }
    }
  }

  /// Returns the index of the last keyframe that has begun, 0 if there is none. 0 for a linear function.
  package func keyframe(at time: Double) -> Int { position(of: time).index }

  /// Returns the index of the keyframe before a time, and the time mapped into the range of the keyframes.
  private func position(of time: Double) -> (index: Int, time: Double) {
    guard case .keyframes(let keyframes, _, let extrapolation) = function else { return (0, time) }
    let time = Self.mapped(time, keyframes[0].time, keyframes[keyframes.count - 1].time, extrapolation)
    // The first keyframe after it.
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return (max(low - 1, 0), time)
  }

  /// Maps a time into the range of the keyframes.
  private static func mapped(
    _ time: Double, _ first: Double, _ last: Double, _ extrapolation: Extrapolation
  ) -> Double {
    let length = last - first
    guard length > 0, time < first || time >= last else { return time }
    let cycles = ((time - first) / length).rounded(.down)
    let phase = min(max(time - first - cycles * length, 0), length)
    switch extrapolation {
    case .hold: return min(max(time, first), last)
    case .loop: return first + phase
    case .pingpong: return cycles.remainder(dividingBy: 2) == 0 ? first + phase : last - phase
    }
  }
}

/// Throws `CommandFailure` if an object has a key that is not allowed.
func rejectUnknownKeys(_ members: [String: JSON], _ allowed: [String], at location: String) throws {
  if let unknown = members.keys.filter({ !allowed.contains($0) }).min() {
    throw CommandFailure.failed("\(location) has no \"\(unknown)\"; it may have \(allowed.joined(separator: ", "))")
  }
}
