import CommandLineSupport
import CoreImage
import ImageFilters
import ImageGraph

/// A slider for a number of a recipe.
struct Slider {
  /// The key path in the recipe.
  let path: [String]
  /// The display names of the filter and of the key.
  let name: String
  /// The range of the keyboard control.
  let range: ClosedRange<Double>
  /// The limits of the filter.
  private let minimum, maximum: Double
  private let isWhole: Bool
  /// The initial value.
  let start: Double
  var value: Double

  /// Returns the value after a number of steps. The range has a hundred steps, or a thousand fine ones.
  func moved(by steps: Int, isFine: Bool) -> Double {
    var step = (range.upperBound - range.lowerBound) / (isFine ? 1000 : 100)
    if isWhole { step = max(1, step.rounded()) }
    let next = isWhole ? (value + Double(steps) * step).rounded() : value + Double(steps) * step
    // A value outside of the range may move towards it, not away from it.
    let (low, high) = (min(range.lowerBound, value), max(range.upperBound, value))
    return min(max(next, max(low, minimum)), min(high, maximum))
  }

  /// Returns the sliders of an image's description. Those of its input images come first.
  static func all(in image: JSON, at path: [String]) throws -> [Slider] {
    guard case .string(let name)? = image.member("filter") else {
      // The parameters of a custom kernel have no range, so they get no slider.
      return try image.member("inputs")?.member("image").map { try all(in: $0, at: path + ["inputs", "image"]) } ?? []
    }
    var (inputSliders, own): ([Slider], [Slider]) = ([], [])
    let inputs = image.member("inputs")
    for parameter in try CIFilter(checked: name).definition?.parameters ?? [] {
      let inputPath = path + ["inputs", parameter.key]
      let json = inputs?.member(parameter.key)
      if parameter.className == "CIImage", let json {
        inputSliders += try all(in: json, at: inputPath)
      } else if let slider = Slider(parameter, json, of: name, at: inputPath) {
        own.append(slider)
      }
    }
    return inputSliders + own
  }

  /// Creates the slider of an input. Returns nil for inputs that are no numbers or depend on time, and for inputs with
  /// neither a value nor a default.
  private init?(_ parameter: ParameterInfo, _ json: JSON?, of filter: String, at path: [String]) {
    guard parameter.className == "NSNumber", parameter.type != .boolean else { return nil }
    if let json, TimedValue.isTimed(json) { return nil }
    var value: Double?
    if case .number(let number)? = json { value = number }
    if case .number(let number)? = parameter.defaultValue { value = value ?? number }
    guard let value, value.isFinite else { return nil }
    (minimum, maximum) = (parameter.min ?? -.greatestFiniteMagnitude, parameter.max ?? .greatestFiniteMagnitude)
    let aroundValue = value == 0 ? -1...1 : Swift.min(0, value * 2)...Swift.max(0, value * 2)
    range = parameter.slider ?? aroundValue
    isWhole = [.integer, .count].contains(parameter.type)
    let key = parameter.key.hasPrefix("input") ? parameter.displayName.lowercased() : parameter.key
    name = (filter.hasPrefix("CI") ? String(filter.dropFirst(2)) : filter) + " " + key
    (self.path, start, self.value) = (path, value, value)
  }

  /// The name, value and range: `GaussianBlur radius 12.5 (0…100)`.
  var text: String { "\(name) \(brief(value)) (\(brief(range.lowerBound))…\(brief(range.upperBound)))" }
}

/// Formats a number with one to three decimals, depending on its size.
func brief(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
  let digits = abs(number) >= 100 ? 1 : abs(number) >= 1 ? 2 : 3
  return String(format: "%.\(digits)f", number)
}
