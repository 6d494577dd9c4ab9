/// The input values of a filter, read by parameter; missing ones have their defaults.
package struct Inputs: Sendable {
  private let values: [String: InputValue]

  package init(_ values: [String: InputValue]) { self.values = values }

  /// The value of a parameter that has a default, or of a required image.
  ///
  /// `Filter.image(from:)` checks both before the recipe is built, so a missing one is a programming error in the
  /// filter.
  package subscript<Value: ParameterValue>(parameter: Parameter<Value>) -> Value {
    if let value = optional(parameter) { return value }
    guard let value = parameter.defaultValue else {
      preconditionFailure("\(parameter.key) has neither a value nor a default")
    }
    return value
  }

  /// The main input image.
  package var image: Node { self[.inputImage] }

  /// The value of a parameter that may be missing.
  package func optional<Value: ParameterValue>(_ parameter: Parameter<Value>) -> Value? {
    values[parameter.key].flatMap(Value.init) ?? parameter.defaultValue
  }
}
