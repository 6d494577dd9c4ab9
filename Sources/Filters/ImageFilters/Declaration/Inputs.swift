/// The values that a filter was given, read by parameter; missing ones have their defaults.
package struct Inputs: Sendable {
  private let values: [String: InputValue]

  package init(_ values: [String: InputValue]) { self.values = values }

  /// The value of a parameter that has a default, or of an image that must be there.
  ///
  /// `Filter.image(from:)` checks both before the recipe is built, so a missing one is a mistake in the filter.
  package subscript<Value: ParameterValue>(parameter: Parameter<Value>) -> Value {
    if let value = optional(parameter) { return value }
    guard let value = parameter.defaultValue else {
      preconditionFailure("\(parameter.key) has neither a value nor a default")
    }
    return value
  }

  /// The image that most filters work on.
  package var image: Node { self[.inputImage] }

  /// The value of a parameter that may be missing.
  package func optional<Value: ParameterValue>(_ parameter: Parameter<Value>) -> Value? {
    values[parameter.key].flatMap(Value.init) ?? parameter.defaultValue
  }
}
