/// What the planes of a stage are, and what its numbers: told by the function's parameters.
///
/// Colours come first, then the point `at`, then arguments. A function that takes no point calls its pixel `color`
/// where it has one only, and each by what it is where it has several: `source`, `background`, `image`, `blur`.
package struct StageSignature: Sendable {
  package enum Parameter: Sendable {
    /// A pixel of an input.
    case color
    /// The point of each pixel.
    case point
    /// The direction that a pass goes in, where the formula reads; else any vector.
    case axis
    /// The same for all pixels.
    case argument
  }

  package let name: String
  package let function: ShaderFunction
  package let parameters: [Parameter]
  /// True for a kernel of an app: before its numbers stands where it says that it does not end.
  package let isKernel: Bool
  /// True where it may have loops without an end.
  package let countsRounds: Bool

  /// Nil for functions that no program can call: those that return no colour and no point, or start with an argument.
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

    (self.name, self.function, isKernel, countsRounds) = (name, function, false, false)
    self.parameters = parameters.indices.map { index in
      if index < colorCount { return .color }
      if index == point { return .point }
      return parameters[index].name == "axis" ? .axis : .argument
    }
  }

  /// A kernel of an app, whose description says what its parameters are.
  package init(_ kernel: KernelForm, of module: ShaderModule) throws(StageError) {
    guard let function = module.functions.values.first(where: { module.names[$0.id] == kernel.function }) else {
      throw StageError("there is no function \(kernel.function)")
    }
    let kinds = function.parameters.map { module.kinds(of: module.typeOf[$0]!) }
    guard kinds.prefix(kernel.colorCount).allSatisfy({ $0 == [.float, .float, .float, .float] }),
      !kernel.takesPoint || kinds.dropFirst(kernel.colorCount).first == [.float, .float],
      [2, 4].contains(module.kinds(of: function.resultType).count), kinds.count >= kernel.colorCount
    else { throw StageError("its parameters are not those of its description") }
    (name, self.function, isKernel, countsRounds) = (kernel.name, function, true, kernel.countsRounds)
    parameters = kinds.indices.map {
      $0 < kernel.colorCount ? .color : kernel.takesPoint && $0 == kernel.colorCount ? .point : .argument
    }
  }

  package var takesPoint: Bool { parameters.contains(.point) }
  package var colorCount: Int { parameters.count { $0 == .color } }

  /// The name of the C function, without the form.
  var text: String { "stage_" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  /// The forms that are worth a stage of their own. Only what reads can take rows.
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
