import CommandLineSupport
import CoreImage
import ImageFilters
import ImageGraph

/// A number of a recipe that can be moved.
struct Slider {
  /// Where it stands in the recipe.
  let path: [String]
  /// The filter's name and the key's, as people say them.
  let name: String
  /// What it is moved in by keys.
  let range: ClosedRange<Double>
  /// What the filter takes.
  private let least, most: Double
  private let isWhole: Bool
  /// As it was at first.
  let start: Double
  var value: Double

  /// The value that so many steps lead to: a hundred of them, or a thousand fine ones, from one end to the other.
  func moved(by steps: Int, isFine: Bool) -> Double {
    var step = (range.upperBound - range.lowerBound) / (isFine ? 1000 : 100)
    if isWhole { step = max(1, step.rounded()) }
    let next = isWhole ? (value + Double(steps) * step).rounded() : value + Double(steps) * step
    // A value that stands outside of the range may come nearer, and goes no farther.
    let (low, high) = (min(range.lowerBound, value), max(range.upperBound, value))
    return min(max(next, max(low, least)), min(high, most))
  }

  /// The sliders of an image's description: those of what it is made of come first.
  static func all(in image: JSON, at path: [String]) throws -> [Slider] {
    guard case .string(let name)? = image.member("filter") else {
      // Of an app's kernel nobody knows how far its numbers go.
      return try image.member("inputs")?.member("image").map { try all(in: $0, at: path + ["inputs", "image"]) } ?? []
    }
    var (below, own): ([Slider], [Slider]) = ([], [])
    let inputs = image.member("inputs")
    for parameter in try CIFilter(checked: name).definition?.parameters ?? [] {
      let place = path + ["inputs", parameter.key]
      let given = inputs?.member(parameter.key)
      if parameter.className == "CIImage", let given {
        below += try all(in: given, at: place)
      } else if let slider = Slider(parameter, given, of: name, at: place) {
        own.append(slider)
      }
    }
    return below + own
  }

  /// Nil for what is no number, or has no range and no value to make one of.
  private init?(_ parameter: ParameterInfo, _ given: JSON?, of filter: String, at path: [String]) {
    guard parameter.className == "NSNumber", parameter.type != .boolean else { return nil }
    // What depends on time has no one value to begin at.
    if let given, TimedValue.isTimed(given) { return nil }
    var value: Double?
    if case .number(let number)? = given { value = number }
    if case .number(let number)? = parameter.defaultValue { value = value ?? number }
    guard let value, value.isFinite else { return nil }
    (least, most) = (parameter.min ?? -.greatestFiniteMagnitude, parameter.max ?? .greatestFiniteMagnitude)
    let own = value == 0 ? -1...1 : Swift.min(0, value * 2)...Swift.max(0, value * 2)
    range = parameter.slider ?? own
    isWhole = [.integer, .count].contains(parameter.type)
    let key = parameter.key.hasPrefix("input") ? parameter.displayName.lowercased() : parameter.key
    name = (filter.hasPrefix("CI") ? String(filter.dropFirst(2)) : filter) + " " + key
    (self.path, start, self.value) = (path, value, value)
  }

  /// `GaussianBlur radius 12.5 (0…100)`
  var text: String { "\(name) \(brief(value)) (\(brief(range.lowerBound))…\(brief(range.upperBound)))" }
}

/// A number with as many digits as people read.
func brief(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
  let digits = abs(number) >= 100 ? 1 : abs(number) >= 1 ? 2 : 3
  return String(format: "%.\(digits)f", number)
}
