import Foundation

extension LaneMachine {
  /// Executes a function of GLSL.std.450, or an additional function.
  func function(_ i: LaneInstruction) {
    switch Int(i.number) {
    case 4: floats2(i) { a, _ in Self.fromInts(Self.toInts(a) & Ints(repeating: .max)) }
    case 8: floats2(i) { a, _ in a.rounded(.down) }
    case 9: floats2(i) { a, _ in a.rounded(.up) }
    case 10: floats2(i) { a, _ in a - a.rounded(.down) }
    case 31: floats2(i) { a, _ in a.squareRoot() }
    case 32: floats2(i) { a, _ in 1 / a.squareRoot() }
    case LaneFunctions.reciprocal: floats2(i) { a, _ in 1 / a }
    case LaneFunctions.one: floats2(i) { _, _ in Floats(repeating: 1) }
    case LaneFunctions.negate: floats2(i) { a, _ in -a }
    // If an operand is NaN, the first operand is returned.
    case 37: floats2(i) { a, b in a.replacing(with: b, where: b .< a) }
    case 40: floats2(i) { a, b in a.replacing(with: b, where: a .< b) }
    case 79: floats2(i) { a, b in a.replacing(with: b, where: (b .< a) .| (a .!= a)) }
    case 80: floats2(i) { a, b in a.replacing(with: b, where: (a .< b) .| (a .!= a)) }
    case 39: ints2(i) { a, b in a.replacing(with: b, where: b .< a) }
    case 42: ints2(i) { a, b in a.replacing(with: b, where: a .< b) }
    case 48: floats2(i) { edge, x in Floats(repeating: 1).replacing(with: 0, where: x .< edge) }
    case 43, 81:
      floats3(i) { x, low, high in
        let least = x.replacing(with: low, where: x .< low)
        return least.replacing(with: high, where: high .< least)
      }
    case 46: floats3(i) { x, y, t in x * (1 - t) + y * t }
    case 49:
      floats3(i) { low, high, x in
        let part = (x - low) / (high - low)
        let least = Floats.zero.replacing(with: part, where: part .> 0)
        let t = least.replacing(with: 1, where: least .> 1)
        return t * t * (3 - 2 * t)
      }
    case 50: floats3(i) { a, b, c in a * b + c }
    default: other(i)
    }
  }

  /// Executes a function lane by lane, or once if all lanes have the same operands, for example uniform arguments.
  private func other(_ i: LaneInstruction) {
    let number = Int(i.number)
    if number == LaneFunctions.determinant || number == LaneFunctions.inverse { return matrices(i) }
    let operands = [i.a, i.b, i.c].prefix(LaneFunctions.operandCounts[number] ?? 1)
    for part in 0..<Int(i.count) {
      let (result, a) = (lanes(Int(i.result) + part), lanes(Int(i.a) + part))
      let isOnce = operands.allSatisfy { isUniform(ints($0, part)) }
      let range = 0..<(isOnce ? 1 : lanesInUse)
      if let body = LaneFunctions.float(number) {
        for lane in range { result[lane] = body(a[lane]) }
      } else if let body = LaneFunctions.int(number) {
        for lane in range {
          result[lane] = Float(bitPattern: UInt32(bitPattern: body(Int32(bitPattern: a[lane].bitPattern))))
        }
      } else {
        // Functions with fewer operands ignore the others.
        let (b, c) = (
          lanes(Int(operands.count > 1 ? i.b : i.a) + part), lanes(Int(operands.count > 2 ? i.c : i.a) + part)
        )
        for lane in range { result[lane] = Self.number(number, a[lane], b[lane], c[lane]) }
      }
      if isOnce { result.update(repeating: result[0], count: lanesInUse) }
    }
  }

  /// Returns whether a register has the same bits in all lanes.
  private func isUniform(_ register: LaneRegister<Ints>) -> Bool {
    let first = Ints(repeating: register[0][0])
    return (0..<vectors).allSatisfy { register[$0] == first }
  }

  private static func number(_ number: Int, _ a: Float, _ b: Float, _ c: Float) -> Float {
    let (x, y, z) = (a.bitPattern, b.bitPattern, c.bitPattern)
    let (i, j, k) = (Int32(bitPattern: x), Int32(bitPattern: y), Int32(bitPattern: z))
    switch number {
    case 25: return atan2(a, b)
    case 26: return pow(a, b)
    case 38: return Float(bitPattern: min(x, y))
    case 41: return Float(bitPattern: max(x, y))
    case 44: return Float(bitPattern: min(max(x, y), z))
    case 45: return Float(bitPattern: UInt32(bitPattern: min(max(i, j), k)))
    case 53: return Float(sign: .plus, exponent: Int(min(max(j, -300), 300)), significand: a)
    default: return 0
    }
  }

  private func matrices(_ i: LaneInstruction) {
    let size = Int(i.count)
    for lane in 0..<lanesInUse {
      let matrix = (0..<size * size).map { lanes(Int(i.a) + $0)[lane] }
      if i.number == LaneFunctions.determinant {
        lanes(Int(i.result))[lane] = LaneFunctions.determinant(matrix, size)
      } else {
        for (index, value) in LaneFunctions.inverse(matrix, size).enumerated() {
          lanes(Int(i.result) + index)[lane] = value
        }
      }
    }
  }

  @inline(__always)
  private func floats3(_ i: LaneInstruction, _ body: (Floats, Floats, Floats) -> Floats) {
    for part in 0..<Int(i.count) {
      let (result, a) = (floats(i.result, part), floats(i.a, part))
      let (b, c) = (floats(i.b, part), floats(i.c, part))
      for vector in 0..<vectors { result[vector] = body(a[vector], b[vector], c[vector]) }
    }
  }

  @inline(__always)
  private static func toInts(_ value: Floats) -> Ints { unsafeBitCast(value, to: Ints.self) }

  @inline(__always)
  private static func fromInts(_ value: Ints) -> Floats { unsafeBitCast(value, to: Floats.self) }
}
