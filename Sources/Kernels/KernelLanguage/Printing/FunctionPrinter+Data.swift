extension FunctionPrinter {
  /// The offset of a value in a data parameter.
  struct DataOffset {
    var input: Int
    /// The index of the first scalar, as a GLSL expression.
    var number: String
  }

  /// Returns the offset of a value that is a part of a data parameter; nil for other values.
  mutating func dataOffset(_ value: Value) -> DataOffset? {
    switch value.kind {
    case .data(let variable, let index):
      guard let input = form.inputs[variable] else { return nil }
      let count = scalarCount(value.type)
      let element = "clamp(\(self.value(index)), 0, ci_count\(input) - 1)"
      readers.insert(.data(input))
      return DataOffset(input: input, number: count == 1 ? element : "\(element) * \(count)")
    case .element(let base, let index):
      guard var start = dataOffset(base), let count = elementCount(base.type) else { return nil }
      let size = scalarCount(value.type)
      let inside = index.literal != nil ? self.value(index) : "clamp(\(self.value(index)), 0, \(count - 1))"
      start.number += " + \(inside)" + (size == 1 ? "" : " * \(size)")
      return start
    case .field(let base, let number):
      guard var start = dataOffset(base), case .structure(let structure) = base.type else { return nil }
      let before = unit.structures[structure].fields[..<number].reduce(0) { $0 + scalarCount($1.type) }
      if before > 0 { start.number += " + \(before)" }
      return start
    default: return nil
    }
  }

  /// Returns GLSL that constructs a value from the scalars from an offset on.
  mutating func load(_ type: Type, _ start: DataOffset) -> String {
    loadedScalars += 1
    guard loadedScalars <= Limits.arrayElements else { return "" }
    func number(_ offset: Int) -> String {
      "ci_data\(start.input)(\(start.number)\(offset == 0 ? "" : " + \(offset)"))"
    }
    switch type {
    case .scalar(.float): return number(0)
    case .scalar(.bool): return "(\(number(0)) != 0.0)"
    case .scalar(let scalar): return "\(scalar)(\(number(0)))"
    case .vector(let scalar, let count):
      return loaded(type, Array(repeating: .scalar(scalar), count: count), start)
    case .matrix(let columns, let rows):
      return "\(self.type(type))(\((0..<columns * rows).map(number).joined(separator: ", ")))"
    case .array(let element, let count): return loaded(type, Array(repeating: element, count: count), start)
    case .structure(let structure): return loaded(type, unit.structures[structure].fields.map(\.type), start)
    case .void, .sampler, .destination, .groupDestination, .data: return ""
    }
  }

  private mutating func loaded(_ type: Type, _ parts: [Type], _ start: DataOffset) -> String {
    var (texts, offset): ([String], Int) = ([], 0)
    for part in parts {
      texts.append(load(part, start.moved(by: offset)))
      offset += scalarCount(part)
    }
    return "\(self.type(type))(\(texts.joined(separator: ", ")))"
  }

  private func elementCount(_ type: Type) -> Int? {
    switch type {
    case .array(_, let count), .vector(_, let count): count
    case .matrix(let columns, _): columns
    default: nil
    }
  }

  private func scalarCount(_ type: Type) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): scalarCount(element) * count
    case .structure(let number): unit.structures[number].fields.reduce(0) { $0 + scalarCount($1.type) }
    case .void, .sampler, .destination, .groupDestination, .data: 0
    }
  }
}

extension FunctionPrinter.DataOffset {
  func moved(by count: Int) -> Self {
    var start = self
    if count > 0 { start.number += " + \(count)" }
    return start
  }
}
