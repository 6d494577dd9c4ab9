extension FunctionPrinter {
  /// Returns a value as GLSL. Every operand that is not a single word or call is in parentheses.
  mutating func value(_ value: Value) -> String {
    switch value.kind {
    case .literal(let literal): return literal.glsl
    case .variable(let number): return name(number)
    case .constant(let number): return constantName(number)
    case .prefix(let sign, let operand): return sign + self.operand(operand)
    case .infix(let sign, let left, let right): return "\(operand(left)) \(sign) \(operand(right))"
    case .builtin(let name, let values): return builtin(name, values, value.type)
    case .construct(let values):
      if values.isEmpty { return zero(value.type) }
      return "\(type(value.type))(\(list(values)))"
    case .swizzle(let base, let letters):
      // GLSL has no swizzle of a scalar.
      return "\(operand(base)).\(letters)"
    case .element(let base, let index):
      if let start = dataOffset(value) { return load(value.type, start) }
      return "\(operand(base))[\(self.index(index, base.type))]"
    case .field(let base, let number):
      if let start = dataOffset(value) { return load(value.type, start) }
      return "\(operand(base)).\(fieldName(base.type, number))"
    case .call(let number, let arguments): return call(number, arguments)
    case .conditional(let condition, let first, let second):
      return "\(operand(condition)) ? \(operand(first)) : \(operand(second))"
    case .assign(let sign, let target, let new): return "\(self.value(target)) \(sign)= \(separate(new))"
    case .step(let target, let isIncrement, let isPostfix):
      let sign = isIncrement ? "++" : "--"
      return isPostfix ? self.value(target) + sign : sign + self.value(target)
    case .sequence(let first, let second): return "\(operand(first)), \(operand(second))"
    case .image(let operation, let variable, let points): return image(operation, variable, points)
    case .position: return "ci_at"
    case .groupWrite(let pixels):
      return pixels.enumerated().map { "ci_w\($0) = \(separate($1))" }.joined(separator: ", ")
    case .data: return load(value.type, dataOffset(value)!)
    }
  }

  private mutating func list(_ values: [Value]) -> String {
    var texts: [String] = []
    for value in values { texts.append(separate(value)) }
    return texts.joined(separator: ", ")
  }

  /// Returns a value as an argument: a sequence is in parentheses.
  mutating func separate(_ value: Value) -> String {
    if case .sequence = value.kind { "(\(self.value(value)))" } else { self.value(value) }
  }

  /// Returns a value as an operand of an operator.
  mutating func operand(_ value: Value) -> String {
    let text = self.value(value)
    switch value.kind {
    case .literal(.int(let number)): return number < 0 ? "(\(text))" : text
    case .literal(.float(let number)): return number.sign == .minus ? "(\(text))" : text
    case .literal, .variable, .constant, .construct, .swizzle, .element, .field, .call, .position, .data: return text
    case .builtin(let name, _):
      return name.contains("$") && !name.hasPrefix("(") && !name.hasSuffix(")") ? "(\(text))" : text
    case .image(let operation, _, _): return operation == .transform ? "(\(text))" : text
    case .prefix, .infix, .conditional, .assign, .step, .sequence, .groupWrite: return "(\(text))"
    }
  }

  private mutating func builtin(_ name: String, _ values: [Value], _ result: Type) -> String {
    if name.contains("$") {
      var text = name
      for (index, value) in values.enumerated() {
        let isAlone = !name.contains("$\(index) ") && !name.contains(" $\(index)") || name.contains("$\(index),")
        text = text.replacing("$\(index)", with: isAlone ? separate(value) : operand(value))
      }
      return text
    }
    if name.hasPrefix("ci_") { prelude.require(name, values.map(\.type), result) }
    return "\(name)(\(list(values)))"
  }

  func fieldName(_ type: Type, _ number: Int) -> String {
    guard case .structure(let structure) = type else { return "" }
    return "f\(number)_\(identifier(unit.structures[structure].fields[number].name))"
  }

  /// Returns an index, clamped unless it is known to be in range.
  private mutating func index(_ index: Value, _ base: Type) -> String {
    let count: Int
    switch base {
    case .array(_, let size), .vector(_, let size): count = size
    case .matrix(let columns, _): count = columns
    default: count = 1
    }
    if index.literal != nil { return value(index) }
    if let range = range(of: index), range.lowerBound >= 0, range.upperBound < count { return value(index) }
    return "clamp(\(separate(index)), 0, \(count - 1))"
  }

  /// Returns the range of an integer expression of counters and literals, or nil if it is unknown.
  private func range(of value: Value) -> ClosedRange<Int>? {
    switch value.kind {
    case .literal(.int(let number)): return Int(number)...Int(number)
    case .variable(let number): return ranges[number]
    case .infix(let sign, let left, let right):
      guard let a = range(of: left), let b = range(of: right), abs(a.lowerBound) + abs(a.upperBound) < 1 << 20,
        abs(b.lowerBound) + abs(b.upperBound) < 1 << 20
      else { return nil }
      switch sign {
      case "+": return (a.lowerBound + b.lowerBound)...(a.upperBound + b.upperBound)
      case "-": return (a.lowerBound - b.upperBound)...(a.upperBound - b.lowerBound)
      case "*":
        let ends = [a.lowerBound, a.upperBound].flatMap { [$0 * b.lowerBound, $0 * b.upperBound] }
        return ends.min()!...ends.max()!
      default: return nil
      }
    default: return nil
    }
  }

  // MARK: Calls

  private mutating func call(_ number: Int, _ arguments: [Value]) -> String {
    let callee = form.callee(number, arguments)
    callees.append(callee)
    var texts: [String] = []
    for (argument, parameter) in zip(arguments, unit.functions[number].parameters) where !parameter.type.isOpaque {
      texts.append(separate(argument))
    }
    texts += hiddenNames(analysis.needs[callee] ?? FormNeeds())
    return "\(formName(callee))(\(texts.joined(separator: ", ")))"
  }

  /// Returns the hidden arguments of a specialisation, in the order of `KernelPrinter.hiddenParameters`.
  func hiddenNames(_ needs: FormNeeds) -> [String] {
    var names: [String] = needs.position ? ["ci_at"] : []
    names += needs.extents.sorted().map { "ci_extent\($0)" }
    names += needs.transforms.sorted().flatMap { ["ci_x\($0)", "ci_y\($0)"] }
    names += needs.data.sorted().map { "ci_count\($0)" }
    if sharesIterationCount, needs.openLoops { names.append("ci_rounds") }
    return names
  }

  /// Returns the name of a specialisation: the name of the function, and the indices of its inputs.
  func formName(_ form: FunctionForm) -> String {
    let inputs = form.inputs.compactMap { $0.map(String.init) }
    let suffix = inputs.isEmpty ? "" : "_on" + inputs.joined(separator: "_")
    return "h\(form.function)_\(identifier(unit.functions[form.function].name))\(suffix)"
  }

  // MARK: Images

  private mutating func image(_ operation: ImageOperation, _ variable: Int, _ points: [Value]) -> String {
    let image = form.inputs[variable] ?? 0
    switch operation {
    case .sample:
      if analysis.isOwnPosition(points.first, of: variable, image, in: function) {
        return readsAsPixels ? pixelName(image) : "read\(image)(ci_at)"
      }
      return "read\(image)(\(separate(points[0])))"
    case .gather(let component):
      readers.insert(.gather(image, component))
      return "ci_gather\(image)\(Array("xyzw")[component])(\(separate(points[0])))"
    case .coord: return samplerPoint("ci_at", image)
    case .transform: return samplerPoint(separate(points[0]), image)
    case .extent: return "ci_extent\(image)"
    case .origin: return "ci_extent\(image).xy"
    case .size: return "ci_extent\(image).zw"
    }
  }

  func pixelName(_ image: Int) -> String { "ci_pixel\(image)" }

  /// Returns a point of working space, transformed to the sampler's space.
  private func samplerPoint(_ point: String, _ image: Int) -> String {
    guard options.transformed.contains(image) else { return point }
    return "(vec3(\(point), 1.0) * mat2x3(ci_x\(image), ci_y\(image)))"
  }
}
