import ImageGraph

/// Runs interpreted code on batches of pixels. One thread at a time.
package final class LaneMachine {
  package typealias Read = (FormulaReads) throws(RenderError) -> Void

  /// So many that what an instruction costs beside its numbers is shared, and that registers of most kernels stay in
  /// the nearest caches.
  let laneCount: Int
  typealias Floats = SIMD16<Float>
  typealias Ints = SIMD16<Int32>
  /// Vectors of a register.
  let width: Int

  let code: LaneCode
  let name: String
  package var native: NativeLanes?
  /// Of the function that is run.
  let parameters: [(register: Int, count: Int)]
  let results: [Int]
  private let instructions: [LaneInstruction]
  private let memory: UnsafeMutableRawPointer
  /// Where each register lies: in the machine's memory, or in a plane that it was lent.
  let places: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// By register: how it is used, and what it holds in all lanes of the machine's memory, where that is known.
  private let registers: UnsafeMutablePointer<(use: RegisterUse, word: UInt32?)>
  /// Those that may lie elsewhere.
  private let plainParameters: [Int]
  /// Bits of results that lie in planes until the end of the next run.
  var lentResults: UInt32 = 0
  /// The pixels that run: all bits of a lane, or none.
  let live: UnsafeMutablePointer<Ints>
  /// Vectors, and lanes of whole vectors, with pixels of the run.
  private(set) var vectors: Int
  var lanesInUse: Int { vectors * Floats.scalarCount }
  private(set) var anyLive = false
  private(set) var allLive = false
  private var steps = 0
  /// Pixels of the last run.
  private var begun = -1

  init(_ code: LaneCode, name: String) {
    (self.code, self.name) = (code, name)
    laneCount = code.laneCount
    (width, registerBytes) = (laneCount / Floats.scalarCount, laneCount * 4)
    vectors = width
    let byteCount = (code.registerCount + 1) * registerBytes
    memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    places = .allocate(capacity: code.registerCount)
    for register in 0..<code.registerCount { places[register] = memory + register * registerBytes }
    live = (memory + code.registerCount * registerBytes).assumingMemoryBound(to: Ints.self)
    let function = code.functions[code.functions.count - 1]
    (parameters, results, instructions) = (function.parameters, function.results, code.ranges[0])
    let uses = RegisterUse.uses(in: code)
    registers = .allocate(capacity: code.registerCount)
    for (register, use) in uses.enumerated() { (registers + register).initialize(to: (use, nil)) }
    plainParameters = uses.indices.filter { uses[$0].isPlainParameter }
    for (register, bits) in code.constants {
      let numbers = ints(Int32(register))
      for place in 0..<width { numbers[place] = Ints(repeating: Int32(bitPattern: bits)) }
    }
  }

  deinit {
    registers.deallocate()
    places.deallocate()
    memory.deallocate()
  }

  private let registerBytes: Int

  /// The lanes of a register.
  func lanes(_ register: Int) -> UnsafeMutablePointer<Float> { places[register].assumingMemoryBound(to: Float.self) }

  /// Registers hold floats, integers and truth alike, by their bits.
  @inline(__always)
  func floats(_ register: Int32, _ part: Int = 0) -> LaneRegister<Floats> {
    LaneRegister(memory: places[Int(register) + part])
  }

  @inline(__always)
  func ints(_ register: Int32, _ part: Int = 0) -> LaneRegister<Ints> {
    LaneRegister(memory: places[Int(register) + part])
  }

  /// Lets a register lie in a plane, which nobody writes; false where it may not.
  func lay(parameter register: Int, in plane: UnsafePointer<Float>) -> Bool {
    guard registers[register].use.isPlainParameter else { return false }
    places[register] = UnsafeMutableRawPointer(mutating: plane)
    registers[register].word = nil
    return true
  }

  /// Lets a register lie in a plane that it is to be written to; false, and it does not, where it may not.
  func lay(result register: Int, in plane: UnsafeMutablePointer<Float>) -> Bool {
    takeBack(register)
    let use = registers[register].use
    guard use.isPlainResult else { return false }
    for parameter in plainParameters where places[parameter] == UnsafeMutableRawPointer(plane) {
      guard use.mayWrite(over: registers[parameter].use) else { return false }
    }
    places[register] = UnsafeMutableRawPointer(plane)
    return true
  }

  /// Lets a register lie in the machine's memory again, for anything to be written.
  func takeBack(_ register: Int) {
    places[register] = memory + register * registerBytes
    registers[register].word = nil
  }

  /// Writes the same to all lanes.
  func fill(_ register: Int, with word: UInt32) {
    if registers[register].word == word { return }
    takeBack(register)
    lanes(register).update(repeating: Float(bitPattern: word), count: laneCount)
    if registers[register].use.isConstant { registers[register].word = word }
  }

  /// Runs the last function of the code for the first `count` lanes.
  func run(count: Int, _ read: Read) throws(RenderError) {
    guard code.isStraight else {
      begin(count)
      return try call(code.functions.count - 1, read)
    }
    // Nothing there changes which pixels run.
    if count != begun { begin(count) }
    var place = computeNatively(0, from: 0)
    while place < instructions.count {
      let instruction = instructions[place]
      if instruction.operation == .read { try fetch(instruction, read) } else { compute(instruction) }
      place = computeNatively(0, from: place + 1)
    }
  }

  /// Leaves to native code what it can do of a range from an instruction on; gives the first one that it did not.
  @inline(__always)
  private func computeNatively(_ range: Int, from place: Int) -> Int {
    guard let native else { return place }
    return code.steps[range].withUnsafeBufferPointer { steps in
      guard place < steps.count, let first = steps.baseAddress else { return place }
      let done = native.run(
        first + place, Int32(steps.count - place),
        UnsafeRawPointer(places).assumingMemoryBound(to: UnsafeMutableRawPointer?.self),
        UnsafeRawPointer(live).assumingMemoryBound(to: Int32.self), Int32(lanesInUse))
      return place + Int(done)
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

  private func look() {
    var (all, any) = (Ints(repeating: -1), Ints.zero)
    for place in 0..<width {
      all &= live[place]
      any |= live[place]
    }
    (anyLive, allLive) = (any != .zero, all == Ints(repeating: -1))
  }

  private func kill() {
    for place in 0..<width { live[place] = .zero }
    (anyLive, allLive) = (false, false)
  }

  private func mask(_ register: Int32) -> UnsafeMutablePointer<Ints> { mask(Int(register)) }
  private func mask(_ register: Int) -> UnsafeMutablePointer<Ints> {
    (memory + register * registerBytes).assumingMemoryBound(to: Ints.self)
  }

  private func count() throws(RenderError) {
    steps += 1
    guard steps <= InterpreterLimits.steps else {
      throw .limit("rounds and calls of kernel \(name)", requested: UInt64(steps), allowed: UInt64(InterpreterLimits.steps))
    }
  }

  private func call(_ number: Int, _ read: Read) throws(RenderError) {
    try count()
    let function = code.functions[number]
    let (entered, returned) = (mask(function.entered), mask(function.returned))
    for place in 0..<width { (entered[place], returned[place]) = (live[place], .zero) }
    try run(function.body, function, read)
    for place in 0..<width { live[place] = entered[place] }
    look()
  }

  private func run(_ range: Int, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let instructions = code.ranges[range]
    var place = computeNatively(range, from: 0)
    while place < instructions.count {
      let instruction = instructions[place]
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
        for place in 0..<width { waiting[place] |= live[place] }
        kill()
      case .rejoin:
        let waiting = mask(instruction.a)
        for place in 0..<width { live[place] |= waiting[place] }
        look()
      case .enter:
        let masks = mask(instruction.result)
        for place in 0..<Int(instruction.count) * width { masks[place] = .zero }
        for place in 0..<width { masks[width + place] = live[place] }
      case .match:
        let (chosen, left, value) = (mask(instruction.result), mask(instruction.b), mask(instruction.a))
        for place in 0..<width {
          let hit = left[place] & bits(value[place] .== Ints(repeating: instruction.number))
          chosen[place] |= hit
          left[place] &= ~hit
        }
      case .run: if anyLive { try run(Int(instruction.b), function, read) }
      case .call:
        try call(Int(instruction.number), read)
      case .giveBack:
        let returned = mask(function.returned)
        for place in 0..<width { returned[place] |= live[place] }
        kill()
      case .read: try fetch(instruction, read)
      default: compute(instruction)
      }
      place = computeNatively(range, from: place + 1)
    }
  }

  private func choose(
    _ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read
  ) throws(RenderError) {
    let (condition, saved) = (mask(instruction.a), mask(instruction.result))
    let joined = saved + width
    for place in 0..<width {
      saved[place] = live[place] & ~condition[place]
      live[place] &= condition[place]
    }
    look()
    if anyLive { try run(Int(instruction.b), function, read) }
    for place in 0..<width { (joined[place], live[place]) = (live[place], saved[place]) }
    look()
    if anyLive { try run(Int(instruction.c), function, read) }
    for place in 0..<width { live[place] |= joined[place] }
    look()
  }

  private func loop(_ instruction: LaneInstruction, _ function: LaneFunction, _ read: Read) throws(RenderError) {
    let saved = mask(instruction.result)
    let waiting = saved + width
    for place in 0..<width { saved[place] = live[place] }
    var rounds = 0
    while true {
      try count()
      rounds += 1
      guard rounds <= InterpreterLimits.rounds else {
        throw .limit(
          "rounds of a loop of kernel \(name)", requested: UInt64(rounds), allowed: UInt64(InterpreterLimits.rounds))
      }
      for place in 0..<width { waiting[place] = .zero }
      try run(Int(instruction.b), function, read)
      for place in 0..<width { live[place] |= waiting[place] }
      look()
      guard anyLive else { break }
      try run(Int(instruction.c), function, read)
      guard anyLive else { break }
    }
    let returned = mask(function.returned)
    for place in 0..<width { live[place] = saved[place] & ~returned[place] }
    look()
  }

  private func fetch(_ instruction: LaneInstruction, _ read: Read) throws(RenderError) {
    try read(
      FormulaReads(
        input: Int(instruction.number), x: lanes(Int(instruction.a)), y: lanes(Int(instruction.a) + 1),
        mask: UnsafeRawPointer(live).assumingMemoryBound(to: Int32.self), colors: lanes(Int(instruction.result)),
        capacity: laneCount))
  }
}

/// A register's lanes as vectors, wherever they lie.
struct LaneRegister<Vector: BitwiseCopyable> {
  let memory: UnsafeMutableRawPointer

  @inline(__always)
  subscript(place: Int) -> Vector {
    get { memory.loadUnaligned(fromByteOffset: place &* MemoryLayout<Vector>.size, as: Vector.self) }
    nonmutating set {
      memory.storeBytes(of: newValue, toByteOffset: place &* MemoryLayout<Vector>.size, as: Vector.self)
    }
  }
}

/// Truth as all bits of a lane, or none.
@inline(__always)
func bits(_ mask: SIMDMask<SIMD16<Int32>>) -> SIMD16<Int32> {
  SIMD16<Int32>.zero.replacing(with: -1, where: mask)
}
