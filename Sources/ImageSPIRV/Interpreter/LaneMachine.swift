import ImageGraph

/// Runs interpreted code on batches of pixels. One thread at a time.
package final class LaneMachine {
  package typealias Read = (FormulaReads) throws(RenderError) -> Void

  /// So many that what an instruction costs beside its numbers is shared, and that registers of most kernels stay in
  /// the nearest caches.
  package static let laneCount = 256
  typealias Floats = SIMD16<Float>
  typealias Ints = SIMD16<Int32>
  /// Vectors of a register.
  static let width = laneCount / Floats.scalarCount

  let code: LaneCode
  let name: String
  private let memory: UnsafeMutableRawPointer
  let floats: UnsafeMutablePointer<Floats>
  let ints: UnsafeMutablePointer<Ints>
  /// The pixels that run: all bits of a lane, or none.
  let live: UnsafeMutablePointer<Ints>
  private(set) var anyLive = false
  private(set) var allLive = false
  private var steps = 0
  /// Pixels of the last run.
  private var begun = -1

  init(_ code: LaneCode, name: String) {
    (self.code, self.name) = (code, name)
    let vectors = (code.registerCount + 1) * Self.width
    memory = UnsafeMutableRawPointer.allocate(byteCount: vectors * 64, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: vectors * 64)
    floats = memory.bindMemory(to: Floats.self, capacity: vectors)
    // Registers hold floats, integers and truth alike, by their bits.
    ints = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Ints.self)
    live = ints + code.registerCount * Self.width
    for (register, bits) in code.constants {
      for place in 0..<Self.width { ints[register * Self.width + place] = Ints(repeating: Int32(bitPattern: bits)) }
    }
  }

  deinit { memory.deallocate() }

  /// The lanes of a register.
  func lanes(_ register: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(floats + register * Self.width).assumingMemoryBound(to: Float.self)
  }

  /// Runs the last function of the code for the first `count` lanes.
  func run(count: Int, _ read: Read) throws(RenderError) {
    guard code.isStraight else {
      begin(count)
      return try call(code.functions.count - 1, read)
    }
    // Nothing there changes which pixels run.
    if count != begun { begin(count) }
    for instruction in code.ranges[0] {
      if instruction.operation == .read { try fetch(instruction, read) } else { compute(instruction) }
    }
  }

  private func begin(_ count: Int) {
    let lives = UnsafeMutableRawPointer(live).assumingMemoryBound(to: Int32.self)
    for lane in 0..<Self.laneCount { lives[lane] = lane < count ? -1 : 0 }
    (anyLive, allLive) = (count > 0, count == Self.laneCount)
    (begun, steps) = (count, 0)
  }

  // MARK: Control

  private func look() {
    var (all, any) = (Ints(repeating: -1), Ints.zero)
    for place in 0..<Self.width {
      all &= live[place]
      any |= live[place]
    }
    (anyLive, allLive) = (any != .zero, all == Ints(repeating: -1))
  }

  private func kill() {
    for place in 0..<Self.width { live[place] = .zero }
    (anyLive, allLive) = (false, false)
  }

  private func mask(_ register: Int32) -> UnsafeMutablePointer<Ints> { ints + Int(register) * Self.width }
  private func mask(_ register: Int) -> UnsafeMutablePointer<Ints> { ints + register * Self.width }

  private func count() throws(RenderError) {
    steps += 1
    guard steps <= InterpreterLimits.steps else {
      throw .limit("rounds and calls of kernel \(name)", asked: UInt64(steps), allowed: UInt64(InterpreterLimits.steps))
    }
  }

  private func call(_ number: Int, _ read: Read) throws(RenderError) {
    try count()
    let function = code.functions[number]
    let (entered, returned) = (mask(function.entered), mask(function.returned))
    for place in 0..<Self.width { (entered[place], returned[place]) = (live[place], .zero) }
    try run(function.body, function, read)
    for place in 0..<Self.width { live[place] = entered[place] }
    look()
  }

  private func run(_ range: Int, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let instructions = code.ranges[range]
    for instruction in instructions {
      switch instruction.operation {
      case .choose:
        try choose(instruction, function, read)
        if !anyLive { return }
      case .loop:
        try loop(instruction, function, read)
        if !anyLive { return }
      case .leave: kill()
      case .wait:
        let waiting = mask(instruction.a)
        for place in 0..<Self.width { waiting[place] |= live[place] }
        kill()
      case .rejoin:
        let waiting = mask(instruction.a)
        for place in 0..<Self.width { live[place] |= waiting[place] }
        look()
      case .enter:
        let masks = mask(instruction.result)
        for place in 0..<Int(instruction.count) * Self.width { masks[place] = .zero }
        for place in 0..<Self.width { masks[Self.width + place] = live[place] }
      case .match:
        let (chosen, left, value) = (mask(instruction.result), mask(instruction.b), mask(instruction.a))
        for place in 0..<Self.width {
          let hit = left[place] & bits(value[place] .== Ints(repeating: instruction.number))
          chosen[place] |= hit
          left[place] &= ~hit
        }
      case .run: if anyLive { try run(Int(instruction.b), function, read) }
      case .call:
        try call(Int(instruction.number), read)
      case .giveBack:
        let returned = mask(function.returned)
        for place in 0..<Self.width { returned[place] |= live[place] }
        kill()
      case .read: try fetch(instruction, read)
      default: compute(instruction)
      }
    }
  }

  private func choose(
    _ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read
  ) throws(RenderError) {
    let (condition, saved) = (mask(instruction.a), mask(instruction.result))
    let joined = saved + Self.width
    for place in 0..<Self.width {
      saved[place] = live[place] & ~condition[place]
      live[place] &= condition[place]
    }
    look()
    if anyLive { try run(Int(instruction.b), function, read) }
    for place in 0..<Self.width { (joined[place], live[place]) = (live[place], saved[place]) }
    look()
    if anyLive { try run(Int(instruction.c), function, read) }
    for place in 0..<Self.width { live[place] |= joined[place] }
    look()
  }

  private func loop(_ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let saved = mask(instruction.result)
    let waiting = saved + Self.width
    for place in 0..<Self.width { saved[place] = live[place] }
    var rounds = 0
    while true {
      try count()
      rounds += 1
      guard rounds <= InterpreterLimits.rounds else {
        throw .limit(
          "rounds of a loop of kernel \(name)", asked: UInt64(rounds), allowed: UInt64(InterpreterLimits.rounds))
      }
      for place in 0..<Self.width { waiting[place] = .zero }
      try run(Int(instruction.b), function, read)
      for place in 0..<Self.width { live[place] |= waiting[place] }
      look()
      guard anyLive else { break }
      try run(Int(instruction.c), function, read)
      guard anyLive else { break }
    }
    let returned = mask(function.returned)
    for place in 0..<Self.width { live[place] = saved[place] & ~returned[place] }
    look()
  }

  private func fetch(_ instruction: LaneInstruction, _ read: Read) throws(RenderError) {
    try read(
      FormulaReads(
        input: Int(instruction.number), x: lanes(Int(instruction.a)), y: lanes(Int(instruction.a) + 1),
        mask: UnsafeRawPointer(live).assumingMemoryBound(to: Int32.self), colors: lanes(Int(instruction.result)),
        capacity: Self.laneCount))
  }
}

/// Truth as all bits of a lane, or none.
@inline(__always)
func bits(_ mask: SIMDMask<SIMD16<Int32>>) -> SIMD16<Int32> {
  SIMD16<Int32>.zero.replacing(with: -1, where: mask)
}
