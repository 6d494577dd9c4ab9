import SPIRVInstructions

/// Operations on whole vectors and column-major matrices. The order of operations is that of the kernel interpreter.
extension StageEmitter {
  func length(_ vector: [StageValue]) -> StageValue {
    operation(.float, [dot(vector, vector)]) { text in
      "\(vector.allSatisfy(\.isUniform) ? "s_" : "w_")sqrt(\(text[0]))"
    }
  }

  /// Returns the result of a geometric function of GLSL.std.450; nil for other functions.
  func geometric(_ number: ShaderID, _ operands: [[StageValue]]) -> [StageValue]? {
    let a = operands[0]
    switch number {
    case 66: return [length(a)]
    case 67: return [length(zip(a, operands[1]).map(difference))]
    case 68:
      let b = operands[1]
      return [(1, 2), (2, 0), (0, 1)].map { difference(multiplied(a[$0.0], b[$0.1]), multiplied(a[$0.1], b[$0.0])) }
    case 69:
      let length = length(a)
      return a.map { quotient($0, length) }
    case 70:
      let isBehind = operation(.bool, [dot(operands[2], operands[1])]) { "\($0[0]) < 0.0f" }
      return a.map { selected(isBehind, $0, negated($0)) }
    case 71:
      let product = dot(operands[1], a)
      let factor = added(product, product)
      return zip(a, operands[1]).map { difference($0, multiplied($1, factor)) }
    case 72:
      let (normal, eta) = (operands[1], operands[2][0])
      let cosine = dot(normal, a)
      let hidden = difference(.float(1), multiplied(cosine, cosine))
      let k = difference(.float(1), multiplied(multiplied(eta, eta), hidden))
      let isNone = operation(.bool, [k]) { "\($0[0]) < 0.0f" }
      let root = operation(.float, [k]) { "\(k.isUniform ? "s_" : "w_")sqrt(\($0[0]))" }
      let factor = added(multiplied(eta, cosine), root)
      return zip(a, normal).map {
        selected(isNone, .float(0), difference(multiplied($0, eta), multiplied($1, factor)))
      }
    default: return nil
    }
  }

  private func difference(_ a: StageValue, _ b: StageValue) -> StageValue {
    operation(.float, [a, b]) { "\($0[0]) - \($0[1])" }
  }
  private func quotient(_ a: StageValue, _ b: StageValue) -> StageValue {
    operation(.float, [a, b]) { "\($0[0]) / \($0[1])" }
  }
  private func negated(_ a: StageValue) -> StageValue { operation(.float, [a]) { "-\($0[0])" } }

  // MARK: Elements

  /// Returns an index clamped to the element count.
  func inside(_ index: StageValue, _ count: Int) -> StageValue {
    operation(.int, [cast(index, .int)]) { "\(index.isUniform ? "" : "w_")within(\($0[0]), \(count))" }
  }

  func element(of vector: [StageValue], at index: StageValue) -> StageValue {
    let index = cast(index, .int)
    return vector.indices.dropFirst().reduce(vector[0]) { chosen, position in
      selected(operation(.bool, [index]) { "\($0[0]) >= \(position)" }, vector[position], chosen)
    }
  }

  // MARK: Matrices

  /// - Parameters:
  ///   - rows: the rows of the first operand; 0 if it is not a matrix.
  ///   - columnSize: the rows of the last operand.
  func product(
    _ opcode: Opcode, rows: Int, columnSize: Int, _ operands: [[StageValue]]
  ) throws(StageError) -> [StageValue] {
    let (a, b) = (operands[0], operands.last!)
    switch opcode {
    case .matrixTimesScalar: return a.map { multiplied($0, b[0]) }
    case .outerProduct: return b.flatMap { factor in a.map { multiplied($0, factor) } }
    case .transpose: return (0..<rows).flatMap { row in stride(from: row, to: a.count, by: rows).map { a[$0] } }
    case .vectorTimesMatrix:
      return stride(from: 0, to: b.count, by: columnSize).map { dot(a, Array(b[$0..<($0 + columnSize)])) }
    case .matrixTimesVector: return times(a, rows, b)
    case .matrixTimesMatrix:
      return stride(from: 0, to: b.count, by: columnSize).flatMap { times(a, rows, Array(b[$0..<($0 + columnSize)])) }
    default: throw StageError("\(opcode.text) is not supported in a stage")
    }
  }

  private func times(_ matrix: [StageValue], _ rows: Int, _ vector: [StageValue]) -> [StageValue] {
    (0..<rows).map { row in
      vector.indices.dropFirst().reduce(multiplied(matrix[row], vector[0])) { sum, column in
        added(sum, multiplied(matrix[column * rows + row], vector[column]))
      }
    }
  }

  /// Returns the determinant or the inverse of a square matrix, by cofactors.
  func matrix(_ number: ShaderID, _ m: [StageValue]) -> [StageValue] {
    let size = m.count == 4 ? 2 : m.count == 9 ? 3 : 4
    let whole = determinant(m, size)
    if number == 33 { return [whole] }
    var result = m
    for column in 0..<size {
      for row in 0..<size {
        let part = determinant(minor(m, size, row, column), size - 1)
        result[column * size + row] = quotient((column + row) % 2 == 0 ? part : negated(part), whole)
      }
    }
    return result
  }

  private func determinant(_ m: [StageValue], _ size: Int) -> StageValue {
    if size == 1 { return m[0] }
    if size == 2 { return difference(multiplied(m[0], m[3]), multiplied(m[2], m[1])) }
    return (0..<size).reduce(StageValue.float(0)) { sum, column in
      let part = multiplied(m[column * size], determinant(minor(m, size, column, 0), size - 1))
      return column % 2 == 0 ? added(sum, part) : difference(sum, part)
    }
  }

  /// Returns the matrix without a column and a row.
  private func minor(_ m: [StageValue], _ size: Int, _ column: Int, _ row: Int) -> [StageValue] {
    (0..<size * size).filter { $0 / size != column && $0 % size != row }.map { m[$0] }
  }
}
