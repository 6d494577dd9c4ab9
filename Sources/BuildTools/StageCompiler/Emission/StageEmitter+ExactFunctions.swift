/// The functions of Shared/ExactFunctions.glsl, which stages compute in double precision.
extension StageEmitter {
  /// The C functions that compute each component of the result, by function name.
  private static let exactFunctions = [
    "exactPower(f1;f1;": ["w_exact_power"], "exactDirection(f1;": ["w_exact_cos", "w_exact_sin"],
    "exactAngle(f1;f1;": ["w_exact_atan2"], "exactLogarithm(f1;": ["w_exact_log"],
    "exactExponential(f1;": ["w_exact_exp"],
  ]

  /// - Returns: nil for other functions, and for uniform operands.
  func exact(_ function: ShaderFunction, _ arguments: [Binding]) -> [StageValue]? {
    guard let name = sharedName(function), let functions = Self.exactFunctions[name] else { return nil }
    var operands: [StageValue] = []
    for case .components(let components) in arguments { operands += components }
    guard operands.contains(where: { !$0.isUniform }) else { return nil }
    return functions.map { name in operation(.float, operands) { "\(name)(\($0.joined(separator: ", ")))" } }
  }
}
