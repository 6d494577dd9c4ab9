/// Powers with varying bases and a uniform exponent. The stage computes a table from the exponent, which takes half the
/// time of the formula.
extension StageEmitter {
  /// The functions of Shared/Power.glsl that the table replaces. For bases that are not positive, the first returns 0,
  /// and the result of the second is undefined.
  private static let names: Set = ["power(f1;f1;", "normalPower(f1;f1;"]

  /// - Returns: nil for other functions, and for varying exponents.
  func power(_ function: ShaderFunction, _ arguments: [Binding]) throws(StageError) -> [StageValue]? {
    guard let name = sharedName(function), Self.names.contains(name),
      case .components(let bases) = arguments[0], case .components(let exponents) = arguments[1],
      !bases[0].isUniform, exponents[0].isUniform
    else { return nil }
    let (base, exponent) = (bases[0], exponents[0])
    let table = power(of: exponent.text)
    write("if (bits_fi(\(exponent.text)) != \(table).exponent) prepare_power(&\(table), \(exponent.text));")
    let (result, isOutside) = (newName("p"), newName("m"))
    write("F \(result);")
    try scoped("if (\(table).halves)") { () throws(StageError) in
      write("\(result) = w_plain_power(&\(table), \(base.text));")
    }
    try scoped("else") { () throws(StageError) in
      write("\(result) = w_power\(name.hasPrefix("normal") ? "" : "_or_0")(&\(table), \(base.text));")
      write("I \(isOutside) = w_is_outside(&\(table), \(base.text));")
      try scoped("if (ANY(\(isOutside)))") { () throws(StageError) in
        let formula = try call(function, arguments)
        write("\(result) = SELECT_f(\(isOutside), \(formula[0].vector), \(result));")
      }
    }
    return [operation(.float, [.varying(result, .float, origin: base.origin), exponent]) { texts in texts[0] }]
  }
}
