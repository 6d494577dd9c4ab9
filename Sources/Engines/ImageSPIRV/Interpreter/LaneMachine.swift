import ImageGraph

/// A machine that runs interpreted code on batches of pixels. Used by one thread at a time.
package final class LaneMachine {
  package typealias Read = (FormulaReads) throws(RenderError) -> Void

  /// The number of lanes. It amortises the overhead of an instruction, and the registers of most kernels still fit into
  /// the nearest caches.
  let laneCount: Int
  typealias Floats = SIMD16<Float>
  typealias Ints = SIMD16<Int32>
  /// The number of vectors of a register.
  let width: Int

  let code: LaneCode
  let name: String
  package var native: NativeLanes?
  /// The parameters and results of the function that is run.
  let parameters: [(register: Int, count: Int)]
  let results: [Int]
  private let instructions: [LaneInstruction]
  private let memory: UnsafeMutableRawPointer
  /// The address of each register: in the machine's memory, or in a caller-owned plane.
  let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The use of each register, and the uniform value in the machine's memory, if it is known.
  private let registers: UnsafeMutablePointer<(use: RegisterUse, word: UInt32?)>
  /// The parameters that may be bound to planes.
  private let plainParameters: [Int]
  /// The results that are bound to planes until the end of the next run, as bits.
  var borrowedResults: UInt32 = 0
  /// The mask of active pixels: all bits of a lane are set, or none.
  let live: UnsafeMutablePointer<Ints>
  /// The number of vectors with pixels of the run; `lanesInUse` is the number of their lanes.
  private(set) var vectors: Int
  var lanesInUse: Int { vectors * Floats.scalarCount }
  private(set) var anyLive = false
  private(set) var allLive = false
  private var steps = 0
  /// The number of pixels of the last run.
  private var begun = -1

  init(_ code: LaneCode, name: String) {
    (self.code, self.name) = (code, name)
    laneCount = code.laneCount
    (width, registerBytes) = (laneCount / Floats.scalarCount, laneCount * 4)
    vectors = width
    let byteCount = (code.registerCount + 1) * registerBytes
    memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    addresses = .allocate(capacity: code.registerCount)
    for register in 0..<code.registerCount { addresses[register] = memory + register * registerBytes }
    live = (memory + code.registerCount * registerBytes).assumingMemoryBound(to: Ints.self)
    let function = code.functions[code.functions.count - 1]
    (parameters, results, instructions) = (function.parameters, function.results, code.ranges[0])
    let uses = RegisterUse.uses(in: code)
    registers = .allocate(capacity: code.registerCount)
    for (register, use) in uses.enumerated() { (registers + register).initialize(to: (use, nil)) }
    plainParameters = uses.indices.filter { uses[$0].isPlainParameter }
    for (register, bits) in code.constants {
      let numbers = ints(Int32(register))
      for vector in 0..<width { numbers[vector] = Ints(repeating: Int32(bitPattern: bits)) }
    }
  }

  deinit {
    registers.deallocate()
    addresses.deallocate()
    memory.deallocate()
  }

  private let registerBytes: Int

  /// The lanes of a register.
  func lanes(_ register: Int) -> UnsafeMutablePointer<Float> { addresses[register].assumingMemoryBound(to: Float.self) }

  /// Registers store floats, integers and bools as bits.
  @inline(__always)
  func floats(_ register: Int32, _ part: Int = 0) -> LaneRegister<Floats> {
    LaneRegister(memory: addresses[Int(register) + part])
  }

  @inline(__always)
  func ints(_ register: Int32, _ part: Int = 0) -> LaneRegister<Ints> {
    LaneRegister(memory: addresses[Int(register) + part])
  }

  /// Binds a parameter to a plane, which is only read. Returns false if the register cannot be bound.
  func bind(parameter register: Int, to plane: UnsafePointer<Float>) -> Bool {
    guard registers[register].use.isPlainParameter else { return false }
    addresses[register] = UnsafeMutableRawPointer(mutating: plane)
    registers[register].word = nil
    return true
  }

  /// Binds a result to a plane, to which it is written. Returns false if the register cannot be bound.
  func bind(result register: Int, to plane: UnsafeMutablePointer<Float>) -> Bool {
    unbind(register)
    let use = registers[register].use
    guard use.isPlainResult else { return false }
    for parameter in plainParameters where addresses[parameter] == UnsafeMutableRawPointer(plane) {
      guard use.mayWrite(over: registers[parameter].use) else { return false }
    }
    addresses[register] = UnsafeMutableRawPointer(plane)
    return true
  }

  /// Binds a register to the machine's memory, where it can be written.
  func unbind(_ register: Int) {
    addresses[register] = memory + register * registerBytes
    registers[register].word = nil
  }

  /// Writes the same value to all lanes.
  func fill(_ register: Int, with word: UInt32) {
    if registers[register].word == word { return }
    unbind(register)
    lanes(register).update(repeating: Float(bitPattern: word), count: laneCount)
    if registers[register].use.isConstant { registers[register].word = word }
  }

  /// Runs the last function of the code for the first `count` lanes.
  func run(count: Int, _ read: Read) throws(RenderError) {
    guard code.isStraight else {
      begin(count)
      return try call(code.functions.count - 1, read)
    }
    // Straight-line code does not change which pixels are active.
    if count != begun { begin(count) }
    var index = computeNatively(0, from: 0)
    while index < instructions.count {
      let instruction = instructions[index]
      if instruction.operation == .read { try fetch(instruction, read) } else { compute(instruction) }
      index = computeNatively(0, from: index + 1)
    }
  }

  /// Runs native code for a range from an instruction on; returns the index of the first instruction that it did not
  /// run.
  @inline(__always)
  private func computeNatively(_ range: Int, from index: Int) -> Int {
    guard let native else { return index }
    return code.steps[range].withUnsafeBufferPointer { steps in
      guard index < steps.count, let first = steps.baseAddress else { return index }
      let done = native.run(
        first + index, Int32(steps.count - index),
        UnsafeRawPointer(addresses).assumingMemoryBound(to: UnsafeMutableRawPointer?.self),
        UnsafeRawPointer(live).assumingMemoryBound(to: Int32.self), Int32(lanesInUse))
      return index + Int(done)
    }
  }

  private func begin(_ count: Int) {
    let lives = UnsafeMutableRawPointer(live).assumingMemoryBound(to: Int32.self)
    for lane in 0..<laneCount { lives[lane] = lane < count ? -1 : 0 }
    (anyLive, allLive) = (count > 0, count == laneCount)
    (begun, steps) = (count, 0)
    vectors = (count + Floats.scalarCount - 1) / Floats.scalarCount
  }

  // MARK: Control

  private func updateLiveness() {
    var (all, any) = (Ints(repeating: -1), Ints.zero)
    for vector in 0..<width {
      all &= live[vector]
      any |= live[vector]
    }
    (anyLive, allLive) = (any != .zero, all == Ints(repeating: -1))
  }

  private func kill() {
    for vector in 0..<width { live[vector] = .zero }
    (anyLive, allLive) = (false, false)
  }

  private func mask(_ register: Int32) -> UnsafeMutablePointer<Ints> { mask(Int(register)) }
  private func mask(_ register: Int) -> UnsafeMutablePointer<Ints> {
    (memory + register * registerBytes).assumingMemoryBound(to: Ints.self)
  }

  private func count() throws(RenderError) {
    steps += 1
    guard steps <= InterpreterLimits.steps else {
      throw .limit(
        "iterations and calls of kernel \(name)", requested: UInt64(steps), allowed: UInt64(InterpreterLimits.steps))
    }
  }

  private func call(_ number: Int, _ read: Read) throws(RenderError) {
    try count()
    let function = code.functions[number]
    let (entered, returned) = (mask(function.entered), mask(function.returned))
    for vector in 0..<width { (entered[vector], returned[vector]) = (live[vector], .zero) }
    try run(function.body, function, read)
    for vector in 0..<width { live[vector] = entered[vector] }
    updateLiveness()
  }

  private func run(_ range: Int, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let instructions = code.ranges[range]
    var index = computeNatively(range, from: 0)
    while index < instructions.count {
      let instruction = instructions[index]
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
        for vector in 0..<width { waiting[vector] |= live[vector] }
        kill()
      case .rejoin:
        let waiting = mask(instruction.a)
        for vector in 0..<width { live[vector] |= waiting[vector] }
        updateLiveness()
      case .enter:
        let masks = mask(instruction.result)
        for vector in 0..<Int(instruction.count) * width { masks[vector] = .zero }
        for vector in 0..<width { masks[width + vector] = live[vector] }
      case .match:
        let (chosen, unmatched, value) = (mask(instruction.result), mask(instruction.b), mask(instruction.a))
        for vector in 0..<width {
          let hit = unmatched[vector] & bits(value[vector] .== Ints(repeating: instruction.number))
          chosen[vector] |= hit
          unmatched[vector] &= ~hit
        }
      case .run: if anyLive { try run(Int(instruction.b), function, read) }
      case .call:
        try call(Int(instruction.number), read)
      case .returnLanes:
        let returned = mask(function.returned)
        for vector in 0..<width { returned[vector] |= live[vector] }
        kill()
      case .read: try fetch(instruction, read)
      default: compute(instruction)
      }
      index = computeNatively(range, from: index + 1)
    }
  }

  private func choose(
    _ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read
  ) throws(RenderError) {
    let (condition, saved) = (mask(instruction.a), mask(instruction.result))
    let joined = saved + width
    for vector in 0..<width {
      saved[vector] = live[vector] & ~condition[vector]
      live[vector] &= condition[vector]
    }
    updateLiveness()
    if anyLive { try run(Int(instruction.b), function, read) }
    for vector in 0..<width { (joined[vector], live[vector]) = (live[vector], saved[vector]) }
    updateLiveness()
    if anyLive { try run(Int(instruction.c), function, read) }
    for vector in 0..<width { live[vector] |= joined[vector] }
    updateLiveness()
  }

  private func loop(_ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let saved = mask(instruction.result)
    let waiting = saved + width
    for vector in 0..<width { saved[vector] = live[vector] }
    var iterations = 0
    while true {
      try count()
      iterations += 1
      guard iterations <= InterpreterLimits.iterations else {
        throw .limit(
          "iterations of a loop of kernel \(name)", requested: UInt64(iterations),
          allowed: UInt64(InterpreterLimits.iterations))
      }
      for vector in 0..<width { waiting[vector] = .zero }
      try run(Int(instruction.b), function, read)
      for vector in 0..<width { live[vector] |= waiting[vector] }
      updateLiveness()
      guard anyLive else { break }
      try run(Int(instruction.c), function, read)
      guard anyLive else { break }
    }
    let returned = mask(function.returned)
    for vector in 0..<width { live[vector] = saved[vector] & ~returned[vector] }
    updateLiveness()
  }

  private func fetch(_ instruction: LaneInstruction, _ read: Read) throws(RenderError) {
    try read(
      FormulaReads(
        input: Int(instruction.number), x: lanes(Int(instruction.a)), y: lanes(Int(instruction.a) + 1),
        mask: UnsafeRawPointer(live).assumingMemoryBound(to: Int32.self), colors: lanes(Int(instruction.result)),
        capacity: laneCount))
  }
}

/// A register's lanes as vectors, at any address.
struct LaneRegister<Vector: BitwiseCopyable> {
  let memory: UnsafeMutableRawPointer

  @inline(__always)
  subscript(index: Int) -> Vector {
    get { memory.loadUnaligned(fromByteOffset: index &* MemoryLayout<Vector>.size, as: Vector.self) }
    nonmutating set {
      memory.storeBytes(of: newValue, toByteOffset: index &* MemoryLayout<Vector>.size, as: Vector.self)
    }
  }
}

/// Returns a comparison's result with all bits of a lane set, or none.
@inline(__always)
func bits(_ mask: SIMDMask<SIMD16<Int32>>) -> SIMD16<Int32> {
  SIMD16<Int32>.zero.replacing(with: -1, where: mask)
}
