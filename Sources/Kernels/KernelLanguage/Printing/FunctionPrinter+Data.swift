extension FunctionPrinter {
  /// Where in the numbers of a parameter a value stands.
  struct DataOffset {
    var input: Int
    /// Numbers before it, as GLSL.
    var number: String
  }

  /// The place of a value that is a part of bytes of the app; nil for other values.
  mutating func dataPlace(_ value: Value) -> DataOffset? {
    switch value.kind {
    case .data(let variable, let index):
      guard let input = form.inputs[variable] else { return nil }
      let count = numberCount(value.type)
      let element = "clamp(\(self.value(index)), 0, ci_count\(input) - 1)"
      readers.insert(.data(input))
      return DataOffset(input: input, number: count == 1 ? element : "\(element) * \(count)")
    case .element(let base, let index):
      guard var place = dataPlace(base), let count = elementCount(base.type) else { return nil }
      let size = numberCount(value.type)
      let inside = index.literal != nil ? self.value(index) : "clamp(\(self.value(index)), 0, \(count - 1))"
      place.number += " + \(inside)" + (size == 1 ? "" : " * \(size)")
      return place
    case .field(let base, let number):
      guard var place = dataPlace(base), case .structure(let structure) = base.type else { return nil }
      let before = unit.structures[structure].fields[..<number].reduce(0) { $0 + numberCount($1.type) }
      if before > 0 { place.number += " + \(before)" }
      return place
    default: return nil
    }
  }

  /// A value made of the numbers from a place on.
  mutating func load(_ type: Type, _ place: DataOffset) -> String {
    loadedNumbers += 1
    guard loadedNumbers <= Limits.arrayElements else { return "" }
    func number(_ offset: Int) -> String {
      "ci_data\(place.input)(\(place.number)\(offset == 0 ? "" : " + \(offset)"))"
    }
    switch type {
    case .scalar(.float): return number(0)
    case .scalar(.bool): return "(\(number(0)) != 0.0)"
    case .scalar(let scalar): return "\(scalar)(\(number(0)))"
    case .vector(let scalar, let count):
      return loaded(type, Array(repeating: .scalar(scalar), count: count), place)
    case .matrix(let columns, let rows):
      return "\(self.type(type))(\((0..<columns * rows).map(number).joined(separator: ", ")))"
    case .array(let element, let count): return loaded(type, Array(repeating: element, count: count), place)
    case .structure(let structure): return loaded(type, unit.structures[structure].fields.map(\.type), place)
    case .void, .sampler, .destination, .groupDestination, .data: return ""
    }
  }

  private mutating func loaded(_ type: Type, _ parts: [Type], _ place: DataOffset) -> String {
    var (texts, offset): ([String], Int) = ([], 0)
    for part in parts {
      texts.append(load(part, place.moved(by: offset)))
      offset += numberCount(part)
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

  private func numberCount(_ type: Type) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): numberCount(element) * count
    case .structure(let number): unit.structures[number].fields.reduce(0) { $0 + numberCount($1.type) }
    case .void, .sampler, .destination, .groupDestination, .data: 0
    }
  }
}

extension FunctionPrinter.DataOffset {
  func moved(by count: Int) -> Self {
    var place = self
    if count > 0 { place.number += " + \(count)" }
    return place
  }
}
