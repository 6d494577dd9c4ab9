import CoreImage
import Foundation

/// A value of a recipe that depends on time: `{"keyframes": [[t, VALUE], …], "curve": …, "extend": …}`, or
/// `{"time": {"scale": …, "offset": …}}`, which is the number scale * t + offset. Times are seconds.
package struct TimedValue: Sendable {
  /// How values lie between keyframes.
  package enum Kind: Sendable {
    /// Numbers and arrays of numbers, element by element.
    case numbers
    /// sRGB components or their texts; see `Blending.colors`.
    case color
    /// a, b, c, d, tx, ty; see `Blending.transforms`.
    case transform
    /// Each until the next one.
    case held
  }

  /// What is before the first keyframe and behind the last one.
  private enum Extension: String, CaseIterable {
    case hold, loop, pingpong
  }

  private struct Keyframe {
    let time: Double
    /// As it was written.
    let value: JSON
    /// Its numbers, of colours and transforms.
    var numbers: [Double] = []
  }

  private enum Course {
    case keyframes([Keyframe], TimeCurve, Extension)
    case line(scale: Double, offset: Double)
  }

  /// What its values turned out to be: `held` for Booleans and texts of any kind.
  package let kind: Kind
  private let course: Course

  /// True for objects that stand for such a value, well or badly written.
  package static func isTimed(_ json: JSON) -> Bool {
    guard case .object(let members) = json else { return false }
    return members["keyframes"] != nil || members["time"] != nil
  }

  /// - Parameters:
  ///   - kind: what the input takes.
  ///   - place: for messages: `image.inputs.inputRadius`.
  /// - Throws: `CommandFailure` with the place of what is wrong.
  package init(_ json: JSON, _ kind: Kind, at place: String) throws {
    guard case .object(let members) = json else { throw CommandFailure.failed("\(place) does not depend on time") }
    if let line = members["time"] {
      guard kind == .numbers, members.count == 1 else {
        throw CommandFailure.failed("\(place): {\"time\": {\"scale\": 1, \"offset\": 0}} stands alone, and for a number")
      }
      (self.kind, course) = (kind, try Self.line(line, at: "\(place).time"))
      return
    }
    try refuseUnknown(members, ["keyframes", "curve", "extend"], at: place)
    let curve = try TimeCurve(members["curve"], at: "\(place).curve")
    var extending = Extension.hold
    if let json = members["extend"] {
      guard case .string(let name) = json, let found = Extension(rawValue: name) else {
        throw CommandFailure.failed("\(place).extend must be \"hold\", \"loop\" or \"pingpong\"")
      }
      extending = found
    }
    let keyframes = try Self.keyframes(members["keyframes"], at: "\(place).keyframes")
    let read = try Self.read(keyframes, kind, at: "\(place).keyframes")
    self.kind = read.kind
    course = .keyframes(read.keyframes, curve, extending)
  }

  private static func line(_ json: JSON, at place: String) throws -> Course {
    guard case .object(let members) = json else {
      throw CommandFailure.failed("\(place) must be {\"scale\": 1, \"offset\": 0}, not \(json.kind)")
    }
    try refuseUnknown(members, ["scale", "offset"], at: place)
    func number(_ key: String, _ usual: Double) throws -> Double {
      guard let json = members[key] else { return usual }
      guard case .number(let number) = json else {
        throw CommandFailure.failed("\(place).\(key) must be a number, not \(json.kind)")
      }
      return number
    }
    return .line(scale: try number("scale", 1), offset: try number("offset", 0))
  }

  private static func keyframes(_ json: JSON?, at place: String) throws -> [Keyframe] {
    guard case .array(let list)? = json, !list.isEmpty else {
      throw CommandFailure.failed("\(place) must be [[t, VALUE], …] with one keyframe or more")
    }
    var keyframes: [Keyframe] = []
    for (index, json) in list.enumerated() {
      guard case .array(let pair) = json, pair.count == 2, case .number(let time) = pair[0] else {
        throw CommandFailure.failed("\(place)[\(index)] must be [t, VALUE], t in seconds")
      }
      if let last = keyframes.last, time <= last.time {
        throw CommandFailure.failed(
          "\(place)[\(index)] is at \(time) s, and the one before at \(last.time) s; times ascend")
      }
      keyframes.append(Keyframe(time: time, value: pair[1]))
    }
    return keyframes
  }

  /// Looks at the values: all have to be alike, so that there is something between them.
  private static func read(
    _ keyframes: [Keyframe], _ kind: Kind, at place: String
  ) throws -> (kind: Kind, keyframes: [Keyframe]) {
    var keyframes = keyframes
    if kind == .numbers, case .some(let kind) = Self.heldKind(keyframes) {
      return kind == .held ? (.held, keyframes) : try read(keyframes, kind, at: place)
    }
    for (index, keyframe) in keyframes.enumerated() {
      let (value, place) = (keyframe.value, "\(place)[\(index)][1]")
      switch kind {
      case .held: break
      case .numbers:
        guard let shape = shape(value) else {
          throw CommandFailure.failed("\(place) must be a number or an array of numbers, not \(value.kind)")
        }
        guard shape == Self.shape(keyframes[0].value) else {
          throw CommandFailure.failed("\(place) has \(words(shape)); the first keyframe has another number of them")
        }
      case .color:
        keyframes[index].numbers = try located(place) { try components(value) }
      case .transform:
        guard let numbers = value.numbers, numbers.count == 6 else {
          throw CommandFailure.failed("\(place) must be a transform, [a, b, c, d, tx, ty]")
        }
        keyframes[index].numbers = numbers
      }
    }
    return (kind, keyframes)
  }

  /// Where numbers are taken, all may be Booleans, or texts: those of colours are blended, others held.
  private static func heldKind(_ keyframes: [Keyframe]) -> Kind? {
    if keyframes.allSatisfy({ if case .bool = $0.value { true } else { false } }) { return .held }
    if keyframes.allSatisfy({ if case .object = $0.value { true } else { false } }) { return .held }
    if keyframes.allSatisfy({ if case .string = $0.value { true } else { false } }) { return .color }
    return nil
  }

  /// How many numbers stand where; nil for what is no number and no array of such.
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

  private static func words(_ shape: [Int]) -> String { shape.isEmpty ? "one number" : "\(shape[0]) values" }

  /// Four straight sRGB components.
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
    throw CommandFailure.failed("a colour is wanted, [r, g, b], [r, g, b, a], \"#rrggbb[aa]\" or \"red\"")
  }

  /// The times of the keyframes, in seconds; none for a line.
  package var times: [Double] {
    if case .keyframes(let keyframes, _, _) = course { keyframes.map(\.time) } else { [] }
  }

  /// The value at a time, as a recipe without time has it. At the time of a keyframe it is what is written there; only
  /// the last one of a loop stands for the first.
  package func value(at time: Double) -> JSON {
    switch course {
    case .line(let scale, let offset): return .number(scale * time + offset)
    case .keyframes(let keyframes, let curve, _):
      let (index, time) = place(of: time)
      let from = keyframes[index]
      guard index + 1 < keyframes.count, time > from.time, kind != .held else { return from.value }
      let to = keyframes[index + 1]
      let share = curve.share((time - from.time) / (to.time - from.time))
      if share == 0 { return from.value }
      switch kind {
      case .numbers: return Blending.numbers(from.value, to.value, share)
      case .color: return .array(Blending.colors(from.numbers, to.numbers, share).map { .number($0) })
      case .transform: return .array(Blending.transforms(from.numbers, to.numbers, share).map { .number($0) })
      case .held: return from.value
      }
    }
  }

  /// The number of the keyframe that has begun; the first one before that. 0 for a line.
  package func keyframe(at time: Double) -> Int { place(of: time).index }

  /// The keyframe before a time, and the time among the keyframes that stands for it.
  private func place(of time: Double) -> (index: Int, time: Double) {
    guard case .keyframes(let keyframes, _, let extending) = course else { return (0, time) }
    let time = Self.inside(time, keyframes[0].time, keyframes[keyframes.count - 1].time, extending)
    // The first keyframe behind it.
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return (max(low - 1, 0), time)
  }

  /// The time between the first and the last keyframe that stands for this one.
  private static func inside(_ time: Double, _ first: Double, _ last: Double, _ extending: Extension) -> Double {
    let length = last - first
    guard length > 0, time < first || time >= last else { return time }
    let turns = ((time - first) / length).rounded(.down)
    let rest = min(max(time - first - turns * length, 0), length)
    switch extending {
    case .hold: return min(max(time, first), last)
    case .loop: return first + rest
    case .pingpong: return turns.remainder(dividingBy: 2) == 0 ? first + rest : last - rest
    }
  }
}

/// - Throws: when there is a key that nobody knows.
func refuseUnknown(_ members: [String: JSON], _ known: [String], at place: String) throws {
  if let unknown = members.keys.filter({ !known.contains($0) }).min() {
    throw CommandFailure.failed("\(place) has no \"\(unknown)\"; it may have \(known.joined(separator: ", "))")
  }
}
