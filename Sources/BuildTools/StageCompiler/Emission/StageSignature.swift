/// The planes and uniforms of a stage, derived from the function's parameters.
///
/// Colours come first, then the point `at`, then arguments. A function without a point names its only pixel `color`;
/// if it has several, their names describe them: `source`, `background`, `image`, `blur`.
package struct StageSignature: Sendable {
  package enum Parameter: Sendable {
    /// A pixel of an input.
    case color
    /// The coordinates of each pixel.
    case point
    /// The direction of a pass, if the formula reads pixels; otherwise any vector.
    case axis
    /// A uniform argument.
    case argument
  }

  package let name: String
  package let function: ShaderFunction
  package let parameters: [Parameter]
  /// Whether it is a kernel of an app. Its uniforms are preceded by the address of the flag for endless loops.
  package let isKernel: Bool
  /// Whether it may have endless loops.
  package let countsIterations: Bool

  /// Returns nil for functions that programs cannot call: those that return neither a colour nor a point, or whose
  /// first parameter is an argument.
  init?(_ id: ShaderID, of module: ShaderModule) {
    guard let function = module.functions[id], let name = module.names[id], let first = function.parameters.first,
      [2, 4].contains(module.kinds(of: function.resultType).count)
    else { return nil }
    let parameters = function.parameters.map {
      (name: module.names[$0] ?? "", kinds: module.kinds(of: module.typeOf[$0]!))
    }
    guard !parameters.contains(where: \.kinds.isEmpty) else { return nil }
    let point = parameters.firstIndex { $0.name == "at" && $0.kinds == [.float, .float] }
    let colorCount =
      point ?? (module.names[first] == "color" ? 1 : parameters.prefix { $0.kinds.count == 4 }.count)
    guard colorCount > 0 || point == 0,
      parameters.prefix(colorCount).allSatisfy({ $0.kinds == [.float, .float, .float, .float] })
    else { return nil }

    (self.name, self.function, isKernel, countsIterations) = (name, function, false, false)
    self.parameters = parameters.indices.map { index in
      if index < colorCount { return .color }
      if index == point { return .point }
      return parameters[index].name == "axis" ? .axis : .argument
    }
  }

  /// Creates the signature of a kernel of an app from its description.
  package init(_ kernel: KernelForm, of module: ShaderModule) throws(StageError) {
    guard let function = module.functions.values.first(where: { module.names[$0.id] == kernel.function }) else {
      throw StageError("the function \(kernel.function) does not exist")
    }
    let kinds = function.parameters.map { module.kinds(of: module.typeOf[$0]!) }
    guard kinds.prefix(kernel.colorCount).allSatisfy({ $0 == [.float, .float, .float, .float] }),
      !kernel.takesPoint || kinds.dropFirst(kernel.colorCount).first == [.float, .float],
      [2, 4].contains(module.kinds(of: function.resultType).count), kinds.count >= kernel.colorCount
    else { throw StageError("the parameters do not match the description") }
    (name, self.function, isKernel, countsIterations) = (kernel.name, function, true, kernel.countsIterations)
    parameters = kinds.indices.map {
      $0 < kernel.colorCount ? .color : kernel.takesPoint && $0 == kernel.colorCount ? .point : .argument
    }
  }

  package var takesPoint: Bool { parameters.contains(.point) }
  package var colorCount: Int { parameters.count { $0 == .color } }

  /// The name of the C function, without the form.
  var text: String { "stage_" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  /// Returns the forms that are worth their own stage. Only formulas with reads have row forms.
  func forms(reads: Bool) -> [StageForm] {
    if reads && parameters.contains(.axis) {
      return [
        .general, .horizontal, .vertical, .storedHorizontal, .storedVertical, .opaqueHorizontal, .opaqueVertical,
      ]
    }
    if reads && colorCount == 0 { return [.general, .row, .storedRow] }
    return colorCount > 0 ? [.general, .opaque] : [.general]
  }
}
