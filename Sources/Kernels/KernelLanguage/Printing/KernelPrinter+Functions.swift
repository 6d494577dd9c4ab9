/// The functions of a printed kernel: its entry function and its helpers.
extension KernelPrinter {
  private func printer(_ form: FunctionForm) -> FunctionPrinter {
    var readsAsPixels = false
    if case .color = formula, form == root { readsAsPixels = true }
    return FunctionPrinter(
      unit: unit, form: form, needs: analysis.needs[form] ?? FormNeeds(), analysis: analysis, options: options,
      readsAsPixels: readsAsPixels, sharesIterationCount: sharesIterationCount, prelude: prelude)
  }

  private mutating func finish(_ printer: FunctionPrinter) {
    prelude = printer.prelude
    readers.formUnion(printer.readers)
    isTooLong = isTooLong || printer.isTooLong
    // Helpers are printed before their callers. The recursion is at most `Limits.callDepth` deep.
    for callee in printer.callees where printed.insert(callee).inserted { printHelper(callee) }
  }

  private mutating func printHelper(_ form: FunctionForm) {
    guard !isTooLong, helpers.reduce(0, { $0 + $1.utf8.count }) < Limits.printedBytes else {
      isTooLong = true
      return
    }
    var printer = self.printer(form)
    let function = printer.function
    var parameters: [String] = []
    for (index, parameter) in function.parameters.enumerated() where !parameter.type.isOpaque {
      let qualifier = parameter.passing == .reference ? "inout" : "const"
      parameters.append("\(qualifier) \(printer.type(parameter.type)) \(printer.parameterName(index))")
    }
    parameters += hiddenParameters(printer.needs)
    printer.printStart(function.parameters.indices)
    printer.print(function.body)
    printer.printEnd()
    finish(printer)
    helpers.append(
      "\(printer.type(function.result)) \(printer.formName(form))(\(parameters.joined(separator: ", "))) "
        + "{\n\(printer.text)}\n"
    )
  }

  /// Returns the parameters of `FunctionPrinter.hiddenNames`, with their types.
  private func hiddenParameters(_ needs: FormNeeds) -> [String] {
    var list: [String] = needs.position ? ["const vec2 ci_at"] : []
    list += needs.extents.sorted().map { "const vec4 ci_extent\($0)" }
    list += needs.transforms.sorted().flatMap { ["const vec3 ci_x\($0)", "const vec3 ci_y\($0)"] }
    list += needs.data.sorted().map { "const int ci_count\($0)" }
    if sharesIterationCount, needs.openLoops { list.append("inout int ci_rounds") }
    return list
  }

  mutating func entryText(_ slots: [Kernel.Slot]) -> String {
    var printer = self.printer(root)
    printStart(&printer)
    printer.print(function.body)
    printer.printEnd()
    finish(printer)
    let parameters = slots.map { slot in "const \(slot.kind) \(name(of: slot, printer))" }
    let result = function.result.glsl(unit.structures)
    return "\(result) \(Self.placeholder)(\(parameters.joined(separator: ", "))) {\n\(printer.text)}\n"
  }

  /// Returns the entry function of a group kernel. Each invocation runs the body for its block, and returns one of the
  /// four pixels.
  mutating func groupText(_ slots: [Kernel.Slot]) -> String {
    var printer = self.printer(root)
    printStart(&printer)
    printer.print(function.body)
    finish(printer)
    let own = slots.dropLast().map { "const \($0.kind) \(name(of: $0, printer))" }
    let outputs = (0..<4).map { "out vec4 ci_w\($0)" }
    let arguments =
      ["ci_block"] + slots.dropFirst().dropLast().map { name(of: $0, printer) } + (0..<4).map { "ci_w\($0)" }
    let parameters = slots.map { "const \($0.kind) \(name(of: $0, printer))" }.joined(separator: ", ")
    let zeros = (0..<4).map { "    ci_w\($0) = vec4(0.0);\n" }.joined()
    return """
      void ci_body(\((own + outputs).joined(separator: ", "))) {
      \(zeros)\(printer.text)}
      vec4 \(Self.placeholder)(\(parameters)) {
          vec2 ci_block = ci_origin + floor((ci_at - ci_origin) * 0.5) * 2.0 + 0.5;
          vec4 ci_w0;
          vec4 ci_w1;
          vec4 ci_w2;
          vec4 ci_w3;
              ci_body(\(arguments.joined(separator: ", ")));
          vec2 ci_place = ci_at - ci_block;
          vec4 ci_lower = ci_place.x < 0.5 ? ci_w0 : ci_w1;
          vec4 ci_upper = ci_place.x < 0.5 ? ci_w2 : ci_w3;
          return ci_place.y < 0.5 ? ci_lower : ci_upper;
      }

      """
  }

  private func printStart(_ printer: inout FunctionPrinter) {
    if sharesIterationCount { printer.line("int ci_rounds = 0;") }
    for (number, parameter) in signature.parameters.enumerated() {
      let variable = signature.variables[number]
      let name = printer.name(variable)
      let raw = "a\(number)_\(identifier(parameter.name))"
      switch parameter.type {
      case .sample where formula != .color(inputs: imageCount):
        printer.line("vec4 \(name) = read\(root.inputs[variable] ?? 0)(ci_at);")
      case .uints(1): printer.line("uint \(name) = uint(\(raw));")
      case .bool: printer.line("bool \(name) = \(raw) != 0;")
      case .ints(let count) where count > 1, .uints(let count) where count > 1:
        let components = (0..<count).map { "\(raw)_\($0)" }.joined(separator: ", ")
        printer.line(
          "\(printer.type(function.variables[variable].type)) \(name) = "
            + "\(printer.type(function.variables[variable].type))(\(components));"
        )
      default: break
      }
    }
    let plain = zip(signature.parameters, signature.variables).filter { parameter, _ in
      switch parameter.type {
      case .sample: formula == .color(inputs: imageCount)
      case .floats, .color, .ints(1): true
      default: false
      }
    }
    printer.printStart(plain.map(\.1))
  }

  private func name(of slot: Kernel.Slot, _ printer: FunctionPrinter) -> String {
    switch slot {
    case .pixel(let image):
      let number = signature.variables.firstIndex { root.inputs[$0] == image } ?? 0
      guard signature.parameters[number].type == .sample else { return printer.pixelName(image) }
      return printer.parameterName(signature.variables[number])
    case .position: return "ci_at"
    case .argument(let number, let component, _):
      let parameter = signature.parameters[number]
      if let component { return "a\(number)_\(identifier(parameter.name))_\(component)" }
      switch parameter.type {
      case .uints, .bool: return "a\(number)_\(identifier(parameter.name))"
      default: return printer.parameterName(signature.variables[number])
      }
    case .extent(let image): return "ci_extent\(image)"
    case .transformX(let image): return "ci_x\(image)"
    case .transformY(let image): return "ci_y\(image)"
    case .blockOrigin: return "ci_origin"
    case .elementCount(let parameter): return "ci_count\(root.inputs[signature.variables[parameter]] ?? 0)"
    }
  }
}
