/// What a parameter's numbers mean; the last part of Core Image's `CIAttributeType…`.
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
  /// Of most inputs of this type.
  fileprivate var usualUnit: Unit {
    switch self {
    case .angle: .radians
    case .distance, .position, .position3, .rectangle: .pixels
    default: .none
    }
  }
}

/// One input of a filter, as Core Image's attributes describe it.
///
/// Ranges are for user interfaces and messages; values outside of them are accepted, as in Core Image.
package struct Parameter<Value: ParameterValue>: Sendable {
  package let key: String
  package let type: ParameterType?
  package let defaultValue: Value?
  package let min: Double?
  package let max: Double?
  package let slider: ClosedRange<Double>?
  /// The value with which the filter changes nothing.
  package let identity: Value?
  package let unit: Unit
  package let isOptional: Bool

  /// - Parameters:
  ///   - property: what the typed form calls it where that is not the key without `input`; the build reads it from the
  ///     source text, and `typed`, its Swift type there.
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
  /// True when the filter gives an image without this one.
  package let isOptional: Bool
  /// What a value has to be, in words: `a vector of 2 numbers`.
  package let shape: String
  /// True for values of that shape.
  package let accepts: @Sendable (InputValue) -> Bool

  /// The key without `input`, in words: `Minimum Components` for `inputMinimumComponents`.
  package var displayName: String { inWords(key.dropFirst(key.hasPrefix("input") ? 5 : 0)) }
}

/// A name with a space before each capital or number that follows a small letter.
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

/// Any parameter, whatever its Swift type.
package protocol AnyParameter: Sendable {
  var info: ParameterInfo { get }
}
extension Parameter: AnyParameter {}
