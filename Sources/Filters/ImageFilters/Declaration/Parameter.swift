/// The meaning of a parameter's components: the last part of Core Image's `CIAttributeType…`.
package enum ParameterType: String, Sendable {
  case time = "CIAttributeTypeTime"
  case scalar = "CIAttributeTypeScalar"
  case distance = "CIAttributeTypeDistance"
  case angle = "CIAttributeTypeAngle"
  case boolean = "CIAttributeTypeBoolean"
  case integer = "CIAttributeTypeInteger"
  case count = "CIAttributeTypeCount"
  case position = "CIAttributeTypePosition"
  case offset = "CIAttributeTypeOffset"
  case position3 = "CIAttributeTypePosition3"
  case rectangle = "CIAttributeTypeRectangle"
  case opaqueColor = "CIAttributeTypeOpaqueColor"
  case color = "CIAttributeTypeColor"
  case gradient = "CIAttributeTypeGradient"
  case image = "CIAttributeTypeImage"
  case transform = "CIAttributeTypeTransform"
}

/// The unit of a parameter, for its page and for `citool describe`.
package enum Unit: String, Sendable {
  case none = ""
  case pixels, radians, stops, modules
}

extension ParameterType {
  /// The default unit of inputs of this type.
  fileprivate var usualUnit: Unit {
    switch self {
    case .angle: .radians
    case .distance, .position, .position3, .rectangle: .pixels
    default: .none
    }
  }
}

/// An input of a filter, as Core Image's attributes describe it.
///
/// Ranges are for user interfaces and messages; values outside of them are accepted, as in Core Image.
package struct Parameter<Value: ParameterValue>: Sendable {
  package let key: String
  package let type: ParameterType?
  package let defaultValue: Value?
  package let min: Double?
  package let max: Double?
  package let slider: ClosedRange<Double>?
  /// The value with which the filter has no effect.
  package let identity: Value?
  package let unit: Unit
  package let isOptional: Bool

  /// - Parameters:
  ///   - property: its name in the typed form, if that is not the key without `input`. The build reads it from the
  ///     source text, as it does `typed`, its Swift type there.
  package init(
    _ key: String, property _: String? = nil, typed _: String? = nil, type: ParameterType? = Value.usualType,
    default value: Value? = nil, min: Double? = nil, max: Double? = nil, slider: ClosedRange<Double>? = nil,
    identity: Value? = nil, unit: Unit? = nil, isOptional: Bool = false
  ) {
    (self.key, self.type, defaultValue, self.min, self.max) = (key, type, value, min, max)
    (self.slider, self.identity, self.isOptional) = (slider, identity, isOptional)
    self.unit = unit ?? type?.usualUnit ?? .none
  }

  package var info: ParameterInfo {
    ParameterInfo(
      key: key, className: Value.className, type: type, defaultValue: defaultValue?.inputValue, min: min, max: max,
      slider: slider, identity: identity?.inputValue, unit: unit, isOptional: isOptional, shape: Value.shape
    ) { Value($0) != nil }
  }
}

/// A parameter without its Swift type.
package struct ParameterInfo: Sendable {
  package let key: String
  package let className: String
  package let type: ParameterType?
  package let defaultValue: InputValue?
  package let min: Double?
  package let max: Double?
  package let slider: ClosedRange<Double>?
  package let identity: InputValue?
  package let unit: Unit
  /// Whether the filter returns an image without this input.
  package let isOptional: Bool
  /// The required shape of a value, in words: `a vector of 2 numbers`.
  package let shape: String
  /// Returns true for values of that shape.
  package let accepts: @Sendable (InputValue) -> Bool

  /// The key without `input`, in words: `Minimum Components` for `inputMinimumComponents`.
  package var displayName: String { inWords(key.dropFirst(key.hasPrefix("input") ? 5 : 0)) }
}

/// Returns a name with a space before each capital or digit that follows a lower-case letter.
func inWords(_ name: Substring) -> String {
  var words = ""
  var last: Character = "a"
  for letter in name {
    if letter.isUppercase || letter.isNumber, last.isLowercase, !words.isEmpty { words.append(" ") }
    words.append(letter)
    last = letter
  }
  return words
}

/// A parameter with any Swift type.
package protocol AnyParameter: Sendable {
  var info: ParameterInfo { get }
}
extension Parameter: AnyParameter {}
