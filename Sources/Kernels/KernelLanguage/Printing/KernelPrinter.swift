/// A printer of a kernel with its helpers and its description.
struct KernelPrinter {
  let unit: CheckedUnit
  let signature: KernelSignature
  let options: PrintOptions
  var analysis: FormAnalysis
  let root: FunctionForm
  let needs: FormNeeds
  let formula: Kernel.Form
  let sharesIterationCount: Bool
  var prelude = Prelude()
  var readers: Set<FunctionPrinter.Reader> = []
  var helpers: [String] = []
  var printed: Set<FunctionForm> = []
  var isTooLong = false

  var function: Function { unit.functions[signature.function] }
  var imageCount: Int { signature.parameters.count(where: \.type.isImage) }

  /// Returns nil if the helpers have more specialisations than `Limits.functionForms`.
  init?(_ unit: CheckedUnit, _ signature: KernelSignature, _ measure: CallGraph.Measure, _ options: PrintOptions) {
    (self.unit, self.signature, self.options) = (unit, signature, options)
    // Input indices: images first, then data.
    var (image, data) = (0, signature.parameters.count(where: \.type.isImage))
    var inputs: [Int?] = Array(repeating: nil, count: unit.functions[signature.function].parameterCount)
    for (parameter, variable) in zip(signature.parameters, signature.variables) {
      if parameter.type.isImage { (inputs[variable], image) = (image, image + 1) }
      if case .data = parameter.type { (inputs[variable], data) = (data, data + 1) }
    }
    root = FunctionForm(function: signature.function, inputs: inputs)

    var first = FormAnalysis(unit, transformed: options.transformed, boundsAllLoops: false)
    guard let found = first.needs(of: root) else { return nil }
    // Counted loops share the iteration limit of the enclosing uncounted loops, unless they are short.
    let boundsAll = measure.iterations > (found.openLoops ? 4096 : Limits.pixelIterations)
    var analysis = FormAnalysis(unit, transformed: options.transformed, boundsAllLoops: boundsAll)
    guard let needs = analysis.needs(of: root) else { return nil }
    (self.analysis, self.needs) = (analysis, needs)
    sharesIterationCount = needs.openLoops && !Self.hasOneLevel(root, analysis)
    let callsWithImages = analysis.needs.keys.contains { [root] in $0 != root && $0.inputs.contains { $0 != nil } }
    if signature.kernelClass == .warp {
      formula = .warp
    } else if signature.isGroup || !needs.points.isEmpty || !needs.data.isEmpty || callsWithImages {
      formula = .region(inputs: data)
    } else {
      formula = .color(inputs: image)
    }
  }

  /// Returns whether all uncounted loops are in the kernel function itself, and none of them is nested.
  private static func hasOneLevel(_ root: FunctionForm, _ analysis: FormAnalysis) -> Bool {
    guard !analysis.needs.contains(where: { $0.key != root && $0.value.openLoops }) else { return false }
    var isFlat = true
    analysis.unit.functions[root.function].body.visitLoops { loop in
      loop.body.visitLoops { inner in
        if !analysis.isCounted(loop) || !analysis.isCounted(inner) { isFlat = false }
      }
    }
    return isFlat
  }

  /// Returns the kernel, or nil if its text would exceed `Limits.printedBytes`.
  mutating func kernel(_ language: Language) -> Kernel? {
    let slots = self.slots
    let body = signature.isGroup ? groupText(slots) : entryText(slots)
    let structures = unit.structures.enumerated().map { number, structure in
      let fields = structure.fields.enumerated().map { index, field in
        "    \(field.type.glsl(unit.structures)) f\(index)_\(identifier(field.name));\n"
      }
      return "struct \(Type.structure(number).glsl(unit.structures)) {\n\(fields.joined())};\n"
    }
    let openLoopFunctions = needs.openLoops ? [Prelude.unfinishedText] : []
    let parts = structures + openLoopFunctions + [prelude.text] + readers.sorted().map(text) + helpers + [body]
    let text = parts.joined()
    guard !isTooLong, text.utf8.count <= Limits.printedBytes else { return nil }
    let name = "kernel_\(identifier(signature.name))_\(contentHash(of: text))"
    return Kernel(
      name: signature.name, language: language, kernelClass: signature.kernelClass, parameters: signature.parameters,
      needs: described, form: formula, slots: slots, functionName: name,
      mangledName: name + "(" + slots.map(\.kind.mangled).joined(), glsl: text.replacing(Self.placeholder, with: name),
      line: function.location.line)
  }

  static let placeholder = "ci_kernel"
}
