import Foundation

extension LaneMachine {
  /// Executes a value or memory instruction, for all lanes.
  @inline(__always)
  func compute(_ instruction: LaneInstruction) {
    switch instruction.operation {
    case .move: ints2(instruction) { a, _ in a }
    case .fill:
      for part in 0..<Int(instruction.count) {
        let result = ints(instruction.result, part)
        for vector in 0..<vectors { result[vector] = .zero }
      }
    case .moveLive: moveLive(instruction)
    case .addFloat: floats2(instruction) { $0 + $1 }
    case .subtractFloat: floats2(instruction) { $0 - $1 }
    case .multiplyFloat: floats2(instruction) { $0 * $1 }
    case .divideFloat: floats2(instruction) { $0 / $1 }
    case .floorModulo: floats2(instruction) { $0 - $1 * ($0 / $1).rounded(.down) }
    case .truncatedRemainder: floats2(instruction) { $0 - $1 * ($0 / $1).rounded(.towardZero) }
    case .scale: scale(instruction)
    case .dot: dot(instruction)
    case .addInt: ints2(instruction) { $0 &+ $1 }
    case .subtractInt: ints2(instruction) { $0 &- $1 }
    case .multiplyInt: ints2(instruction) { $0 &* $1 }
    case .divideSigned: each2(instruction) { $1 == 0 ? 0 : $0.dividedReportingOverflow(by: $1).partialValue }
    case .remainderSigned:
      each2(instruction) { $1 == 0 ? 0 : $0.remainderReportingOverflow(dividingBy: $1).partialValue }
    case .moduloSigned:
      each2(instruction) { a, b in
        guard b != 0 else { return 0 }
        let remainder = a.remainderReportingOverflow(dividingBy: b).partialValue
        return remainder != 0 && (remainder < 0) != (b < 0) ? remainder &+ b : remainder
      }
    case .divideUnsigned: unsigned2(instruction) { $1 == 0 ? 0 : $0 / $1 }
    case .moduloUnsigned: unsigned2(instruction) { $1 == 0 ? 0 : $0 % $1 }
    case .and: ints2(instruction) { $0 & $1 }
    case .or: ints2(instruction) { $0 | $1 }
    case .xor: ints2(instruction) { $0 ^ $1 }
    case .not: ints2(instruction) { a, _ in ~a }
    case .shiftLeft: ints2(instruction) { $0 &<< $1 }
    case .shiftRightSigned: ints2(instruction) { $0 &>> $1 }
    case .shiftRightUnsigned: unsigned2(instruction) { $0 &>> $1 }
    case .floatEqual: compare(instruction) { $0 .== $1 }
    case .floatNotEqual: compare(instruction) { $0 .!= $1 }
    case .floatLess: compare(instruction) { $0 .< $1 }
    case .floatLessEqual: compare(instruction) { $0 .<= $1 }
    case .floatNotLess: compare(instruction) { .!($0 .< $1) }
    case .floatNotLessEqual: compare(instruction) { .!($0 .<= $1) }
    case .intEqual: ints2(instruction) { bits($0 .== $1) }
    case .signedLess: ints2(instruction) { bits($0 .< $1) }
    case .signedLessEqual: ints2(instruction) { bits($0 .<= $1) }
    case .unsignedLess: each2(instruction) { UInt32(bitPattern: $0) < UInt32(bitPattern: $1) ? -1 : 0 }
    case .unsignedLessEqual: each2(instruction) { UInt32(bitPattern: $0) <= UInt32(bitPattern: $1) ? -1 : 0 }
    case .isNaN: compare(instruction) { a, _ in a .!= a }
    case .isInfinite: compare(instruction) { a, _ in (a .== .infinity) .| (a .== -.infinity) }
    case .select: select(instruction, isWhole: false)
    case .selectWhole: select(instruction, isWhole: true)
    case .any: reduce(instruction) { $0 | $1 }
    case .all: reduce(instruction) { $0 & $1 }
    case .signedFromFloat: convert(instruction) { Self.signed($0) }
    case .unsignedFromFloat: convert(instruction) { Int32(bitPattern: Self.unsigned($0)) }
    case .floatFromSigned:
      convert(instruction) { Int32(bitPattern: Float(Int32(bitPattern: $0.bitPattern)).bitPattern) }
    case .floatFromUnsigned: convert(instruction) { Int32(bitPattern: Float($0.bitPattern).bitPattern) }
    case .function: function(instruction)
    case .index: index(instruction)
    case .loadAt: loadAt(instruction)
    case .storeAt: storeAt(instruction)
    case .choose, .loop, .leave, .wait, .rejoin, .enter, .match, .run, .call, .returnLanes, .read: break
    }
  }

  // MARK: Loops over registers

  @inline(__always)
  func floats2(_ i: LaneInstruction, _ body: (Floats, Floats) -> Floats) {
    for part in 0..<Int(i.count) {
      let (result, a, b) = (floats(i.result, part), floats(i.a, part), floats(i.b, part))
      for vector in 0..<vectors { result[vector] = body(a[vector], b[vector]) }
    }
  }

  @inline(__always)
  func ints2(_ i: LaneInstruction, _ body: (Ints, Ints) -> Ints) {
    for part in 0..<Int(i.count) {
      let (result, a, b) = (ints(i.result, part), ints(i.a, part), ints(i.b, part))
      for vector in 0..<vectors { result[vector] = body(a[vector], b[vector]) }
    }
  }

  @inline(__always)
  private func unsigned2(_ i: LaneInstruction, _ body: (UInt32, UInt32) -> UInt32) {
    each2(i) { Int32(bitPattern: body(UInt32(bitPattern: $0), UInt32(bitPattern: $1))) }
  }

  @inline(__always)
  private func compare(_ i: LaneInstruction, _ body: (Floats, Floats) -> SIMDMask<Ints>) {
    for part in 0..<Int(i.count) {
      let (result, a, b) = (ints(i.result, part), floats(i.a, part), floats(i.b, part))
      for vector in 0..<vectors { result[vector] = bits(body(a[vector], b[vector])) }
    }
  }

  /// Executes an operation lane by lane, if it has no vector form.
  @inline(__always)
  private func each2(_ i: LaneInstruction, _ body: (Int32, Int32) -> Int32) {
    for part in 0..<Int(i.count) {
      let (result, a, b) = (numbers(i.result, part), numbers(i.a, part), numbers(i.b, part))
      for lane in 0..<lanesInUse { result[lane] = body(a[lane], b[lane]) }
    }
  }

  @inline(__always)
  private func convert(_ i: LaneInstruction, _ body: (Float) -> Int32) {
    for part in 0..<Int(i.count) {
      let (result, a) = (numbers(i.result, part), lanes(Int(i.a) + part))
      for lane in 0..<lanesInUse { result[lane] = body(a[lane]) }
    }
  }

  private func numbers(_ register: Int32, _ part: Int = 0) -> UnsafeMutablePointer<Int32> {
    addresses[Int(register) + part].assumingMemoryBound(to: Int32.self)
  }

  /// Returns an integer. Floats out of range become the nearest integer, NaN becomes 0.
  private static func signed(_ value: Float) -> Int32 {
    value.isNaN ? 0 : value >= 2_147_483_648 ? .max : value < -2_147_483_648 ? .min : Int32(value)
  }

  private static func unsigned(_ value: Float) -> UInt32 {
    !(value > 0) ? 0 : value >= 4_294_967_296 ? .max : UInt32(value)
  }

  // MARK: Values

  private func scale(_ i: LaneInstruction) {
    let b = floats(i.b)
    for part in 0..<Int(i.count) {
      let (result, a) = (floats(i.result, part), floats(i.a, part))
      for vector in 0..<vectors { result[vector] = a[vector] * b[vector] }
    }
  }

  private func dot(_ i: LaneInstruction) {
    let result = floats(i.result)
    for vector in 0..<vectors {
      var sum = floats(i.a)[vector] * floats(i.b)[vector]
      for part in 1..<max(Int(i.count), 1) { sum += floats(i.a, part)[vector] * floats(i.b, part)[vector] }
      result[vector] = sum
    }
  }

  private func select(_ i: LaneInstruction, isWhole: Bool) {
    for part in 0..<Int(i.count) {
      let (result, a, b) = (ints(i.result, part), ints(i.a, part), ints(i.b, part))
      let choice = ints(i.c, isWhole ? 0 : part)
      for vector in 0..<vectors { result[vector] = a[vector] & choice[vector] | b[vector] & ~choice[vector] }
    }
  }

  private func reduce(_ i: LaneInstruction, _ body: (Ints, Ints) -> Ints) {
    let result = ints(i.result)
    for vector in 0..<vectors {
      result[vector] = (1..<max(Int(i.count), 1)).reduce(ints(i.a)[vector]) { body($0, ints(i.a, $1)[vector]) }
    }
  }

  // MARK: Memory

  private func moveLive(_ i: LaneInstruction) {
    if allLive { return ints2(i) { a, _ in a } }
    for part in 0..<Int(i.count) {
      let (result, a) = (ints(i.result, part), ints(i.a, part))
      for vector in 0..<vectors { result[vector] = a[vector] & live[vector] | result[vector] & ~live[vector] }
    }
  }

  /// Computes an offset from an index, which is clamped to its range.
  private func index(_ i: LaneInstruction) {
    let (result, a) = (ints(i.result), ints(i.a))
    let most = Ints(repeating: i.count - 1)
    for vector in 0..<vectors {
      let inside = a[vector].clamped(lowerBound: .zero, upperBound: most) &* Ints(repeating: i.number)
      result[vector] = i.b < 0 ? inside : inside &+ ints(i.b)[vector]
    }
  }

  private func loadAt(_ i: LaneInstruction) {
    let offsets = numbers(i.b)
    for lane in 0..<lanesInUse {
      for part in 0..<Int(i.count) {
        numbers(i.result, part)[lane] = numbers(i.a, Int(offsets[lane]) + part)[lane]
      }
    }
  }

  private func storeAt(_ i: LaneInstruction) {
    let offsets = numbers(i.b)
    for lane in 0..<lanesInUse where live[lane / 16][lane % 16] != 0 {
      for part in 0..<Int(i.count) {
        numbers(i.result, Int(offsets[lane]) + part)[lane] = numbers(i.a, part)[lane]
      }
    }
  }
}
