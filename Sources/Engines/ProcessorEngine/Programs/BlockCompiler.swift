import CStages
import ImageGraph
import ImagePrograms

/// A compiler that translates a block's instructions to a list of steps, whose operands are planes.
struct BlockCompiler {
  /// A value: planes, planes of a colour with an implicit alpha of 1, or uniforms.
  private enum Value {
    case planes([UInt16])
    case opaque([UInt16])
    case uniforms([UniformSource])

    var planes: [UInt16] {
      switch self {
      case .planes(let planes), .opaque(let planes): planes
      case .uniforms: []
      }
    }
  }

  private let program: Program
  private let index: Int
  private let stages: Stages
  private let fastPaths: FastPaths
  private var block: Program.Block { program.blocks[index] }

  private(set) var steps: [BlockStep] = []
  /// By step: its row form; nil if it has none.
  private(set) var rowForms: [RowForm?] = []
  /// By step: a stage whose axis is an argument of the dispatch, so that its row form depends on the dispatch.
  private(set) var dynamicAxisStages: [StageCode?] = []
  /// The fast paths of the steps so far, including those of the blocks before this one.
  private(set) var usedFastPaths: FastPaths
  /// By step: the function that it computes. Nil for steps without a function, and for those that compute no alpha.
  private(set) var functions: [Program.Function?] = []
  private(set) var planeCount = 2
  private(set) var result: [UInt16] = []
  /// The uniforms of the steps so far, including those of the blocks before this one.
  private(set) var uniforms: [UniformSource]
  /// The kernels of an app in the steps so far, including those of the blocks before this one.
  private(set) var kernels: [KernelStep]
  private var values: [Value] = []
  private var freePlanes: [UInt16] = []
  /// Planes with uniform values, for the next step.
  private var filledPlanes: [UInt16] = []
  /// By value: the last instruction that uses it.
  private var lastUse: [Int]
  /// By value: the value that owns its planes, usually itself.
  private var owners: [Int]

  /// - Parameter before: the block before this one.
  init(
    _ program: Program, _ index: Int, _ stages: Stages, _ fastPaths: FastPaths, after before: BlockCompiler?
  ) throws(RenderError) {
    (self.program, self.index, self.stages, uniforms) = (program, index, stages, before?.uniforms ?? [])
    self.fastPaths = fastPaths
    (kernels, usedFastPaths) = (before?.kernels ?? [], before?.usedFastPaths ?? .none)
    lastUse = Array(repeating: -1, count: program.blocks[index].instructions.count)
    owners = Array(lastUse.indices)
    for (user, instruction) in program.blocks[index].instructions.enumerated() {
      for operand in instruction.operands {
        guard (0..<user).contains(operand) else {
          throw .invalidArgument("block \(index): instruction \(user) uses %\(operand), which is not defined before it")
        }
        lastUse[operand] = user
      }
    }
    for instruction in block.instructions { values.append(opaque(try value(of: instruction))) }
    guard let last = values.indices.last else { throw .invalidArgument("block \(index) has no instruction") }
    result = try planes(last, 4)
  }

  private mutating func value(of instruction: Program.Instruction) throws(RenderError) -> Value {
    switch instruction {
    case .at: return .planes([0, 1])
    case .axis(let axis): return .uniforms([.constant(axis.vector.x), .constant(axis.vector.y)])
    case .live(let slot, let kind):
      guard (0..<program.slotCount).contains(slot) else {
        throw .invalidArgument("slot \(slot) of \(program.slotCount) does not exist")
      }
      return .uniforms((0..<kind.wordCount).map { .slot(slot, word: $0) })
    case .fetch(let input, let at, let geometry), .fetchRow(let input, let at, let geometry, _):
      guard program.inputs.indices.contains(input) else {
        throw .invalidArgument("block \(index) fetches from input \(input) of \(program.inputs.count)")
      }
      var step = BlockStep(STEP_FETCH)
      step.input = Int32(input)
      return try add(step, planes(at, 2), uniforms(geometry, 4), results: 4)
    case .mask(let color, let at, let rect):
      return try add(BlockStep(STEP_MASK), planes(color, 4) + planes(at, 2), uniforms(rect, 4), results: 4)
    case .transform(let at, let row0, let row1):
      return try add(BlockStep(STEP_TRANSFORM), planes(at, 2), uniforms(row0, 3) + uniforms(row1, 3), results: 2)
    case .nearestInside(let at, let rect):
      return try add(BlockStep(STEP_NEAREST), planes(at, 2), uniforms(rect, 4), results: 2)
    case .bilinear(let reader, let at):
      return try add(BlockStep(STEP_BILINEAR).reading([try self.reader(reader)]), planes(at, 2), [], results: 4)
    case .read(let reader, let at):
      return try add(BlockStep(STEP_READ).reading([try self.reader(reader)]), planes(at, 2), [], results: 4)
    case .call(let function, let arguments): return try call(function, arguments, readers: [])
    case .gather(let function, let arguments, let readers): return try call(function, arguments, readers: readers)
    }
  }

  /// Returns the value of the next instruction, without its alpha plane if the alpha is known to be 1.
  private mutating func opaque(_ value: Value) -> Value {
    guard case .planes(let planes) = value, planes.count == 4, block.facts[values.count].contains(.opaque) else {
      return value
    }
    // Shared planes belong to another value.
    if owners[values.count] == values.count { freePlanes.append(planes[3]) }
    return .opaque(Array(planes.prefix(3)))
  }

  private mutating func call(
    _ function: Program.Function, _ arguments: [Program.Value], readers: [Int]
  ) throws(RenderError) -> Value {
    let kernel = function.code
    let native = kernel.map { fastPaths.contains(.nativeKernels) ? stages.stage(of: $0) : nil } ?? stages[function.name]
    if let kernel, native == nil { return try interpret(kernel, arguments, readers: readers) }
    guard let code = native else { throw .unsupported("the function \(function.name) has no stage") }
    guard code.readerCount <= readers.count, readers.count <= Int(BLOCK_READER_LIMIT) else {
      throw .invalidArgument("\(function.name) calls read\(code.readerCount - 1), but has \(readers.count) inputs")
    }
    let planeArguments = code.colorCount + (code.takesPoint ? 1 : 0)
    guard arguments.count >= planeArguments else {
      throw .invalidArgument("\(function.name) is called with \(arguments.count) arguments")
    }
    let isOpaque =
      fastPaths.contains(.opaqueColors) && code.opaque != nil && code.colorCount > 0
      && arguments.prefix(code.colorCount).allSatisfy { block.facts[$0].contains(.opaque) }
    // A function that returns opaque colours unchanged needs no step for them, nor does one that sets alpha to 1.
    if function.preserves.contains(.opaqueColors), isOpaque || function.role == .opaque {
      if let color = sharedColor(arguments[0]) { return color }
    }
    var (planes, uniforms): ([UInt16], [UniformSource]) = ([], [])
    for (position, argument) in arguments.enumerated() {
      if isOpaque, position < code.colorCount {
        planes += values[argument].planes
      } else if position < planeArguments {
        planes += try self.planes(argument, position < code.colorCount ? 4 : 2)
      } else {
        uniforms += try self.uniforms(argument, nil)
      }
    }
    guard uniforms.count == code.uniformCount else {
      throw .invalidArgument(
        "\(function.name) is called with \(uniforms.count) uniforms, but has \(code.uniformCount)")
    }
    if let kernel {
      uniforms = address + uniforms
      kernels.append(.native(kernel))
      usedFastPaths.insert(.nativeKernels)
    }
    if isOpaque { usedFastPaths.insert(.opaqueColors) }
    var blocks: [UInt8] = []
    for reader in readers { blocks.append(try self.reader(reader)) }
    var step = BlockStep(STEP_STAGE).reading(blocks)
    step.stage = isOpaque ? code.opaque : code.general
    if fastPaths.contains(.transferTables), let (direction, any, opaque) = stages.transferTable(function.role) {
      uniforms += UniformSource.table(of: direction, formula: step.stage)
      usedFastPaths.insert(.transferTables)
      step.stage = isOpaque ? opaque : any
    }
    if fastPaths.contains(.eightBitSRGB), isForEightBits(function) {
      step.stage = isOpaque ? stages.blocks.encode_srgb8_opaque : stages.blocks.encode_srgb8
      usedFastPaths.insert(.eightBitSRGB)
    }
    let value = try add(step, planes, uniforms, results: code.resultCount)
    if !isOpaque { functions[functions.count - 1] = function }
    if !blocks.isEmpty, code.colorCount == 0, code.takesPoint, !readers.contains(where: readsBetweenPixels) {
      let axis = axis(of: arguments)
      rowForms[rowForms.count - 1] = code.rowForm(along: axis)
      if axis == nil, code.horizontal != nil { dynamicAxisStages[dynamicAxisStages.count - 1] = code }
    }
    return value
  }

  /// Returns a value that shares the colour planes of another one, with an alpha of 1. The planes live until the last
  /// use of both.
  private mutating func sharedColor(_ color: Program.Value) -> Value? {
    guard values[color].planes.count >= 3 else { return nil }
    owners[values.count] = owners[color]
    lastUse[owners[color]] = max(lastUse[owners[color]], lastUse[values.count])
    return .opaque(Array(values[color].planes.prefix(3)))
  }

  /// Returns whether the next instruction encodes sRGB directly before pixels are stored in 8 bits.
  private func isForEightBits(_ function: Program.Function) -> Bool {
    guard index == 0, function.role == .transferFunction(.sRGB, .encode), case .pixels(let format) = program.store,
      format.component == .unorm8
    else { return false }
    let after = block.instructions.dropFirst(values.count + 1)
    if case .call(let last, [values.count])? = after.first { return after.count == 1 && last.role == .premultiply }
    return after.isEmpty
  }

  private func axis(of arguments: [Program.Value]) -> Axis? {
    for argument in arguments { if case .axis(let axis) = block.instructions[argument] { return axis } }
    return nil
  }

  /// The address at which the next kernel reports errors, as two uniforms.
  private var address: [UniformSource] { [.stage(kernels.count, half: 0), .stage(kernels.count, half: 1)] }

  /// Adds a step that interprets a kernel of an app without native code.
  private mutating func interpret(
    _ code: FormulaCode, _ arguments: [Program.Value], readers: [Int]
  ) throws(RenderError) -> Value {
    guard readers.count <= Int(BLOCK_READER_LIMIT) else {
      throw .limit(
        "images of kernel \(code.name)", requested: UInt64(readers.count), allowed: UInt64(BLOCK_READER_LIMIT))
    }
    var (planes, operands): ([UInt16], [InterpretedStage.Operand]) = ([], [])
    var uniforms = address
    for argument in arguments {
      switch values[argument] {
      case .planes(let own):
        planes += own
        operands.append(.planes(own.count))
      case .opaque(let own):
        planes += own
        operands.append(.opaque)
      case .uniforms(let own):
        uniforms += own
        operands.append(.uniforms(own.count))
      }
    }
    let isOpaque = block.facts[values.count].contains(.opaque)
    let resultCount = isOpaque ? 3 : code.resultCount
    kernels.append(.interpreted(code, operands, resultCount: resultCount))
    var blocks: [UInt8] = []
    for reader in readers { blocks.append(try self.reader(reader)) }
    var step = BlockStep(STEP_STAGE).reading(blocks)
    step.stage = InterpretedStage.function
    let value = try add(step, planes, uniforms, results: resultCount)
    return isOpaque ? .opaque(value.planes) : value
  }

  /// Returns whether a block samples at its own points bilinearly, so that its rows depend on the subpixel offset.
  private func readsBetweenPixels(_ number: Int) -> Bool {
    guard program.blocks.indices.contains(number) else { return false }
    let instructions = program.blocks[number].instructions
    return instructions.contains {
      if case .bilinear(_, let point) = $0 { instructions[point] == .at } else { false }
    }
  }

  private func reader(_ number: Int) throws(RenderError) -> UInt8 {
    guard number > index, program.blocks.indices.contains(number) else {
      throw .invalidArgument("block \(index) cannot read block \(number): blocks that are read must follow")
    }
    return UInt8(number)
  }

  // MARK: Operands

  /// Returns a value as planes. Uniforms are written to new planes.
  private mutating func planes(_ operand: Program.Value, _ count: Int) throws(RenderError) -> [UInt16] {
    switch values[operand] {
    case .planes(let planes):
      guard planes.count == count else { throw wrong(operand, count) }
      return planes
    case .opaque(let planes):
      guard count == 4 else { throw wrong(operand, count) }
      let alpha = try add(BlockStep(STEP_FILL), [], [.constant(1)], results: 1).planes
      filledPlanes += alpha
      return planes + alpha
    case .uniforms(let uniforms):
      guard uniforms.count == count else { throw wrong(operand, count) }
      guard case .planes(let planes) = try add(BlockStep(STEP_FILL), [], uniforms, results: count) else { return [] }
      filledPlanes += planes
      return planes
    }
  }

  private func uniforms(_ operand: Program.Value, _ count: Int?) throws(RenderError) -> [UniformSource] {
    guard case .uniforms(let uniforms) = values[operand] else {
      throw .invalidArgument("block \(index): instruction \(values.count) requires %\(operand) to be an argument")
    }
    guard count == nil || uniforms.count == count else { throw wrong(operand, count!) }
    return uniforms
  }

  private func wrong(_ operand: Program.Value, _ count: Int) -> RenderError {
    .invalidArgument("block \(index): instruction \(values.count) requires %\(operand) to be float\(count)")
  }

  // MARK: Steps

  /// Adds a step. Its result may use planes of operands that have no later use: steps read a vector before they write
  /// it.
  private mutating func add(
    _ step: BlockStep, _ planes: [UInt16], _ uniforms: [UniformSource], results: Int
  ) throws(RenderError) -> Value {
    guard planes.count <= Int(STAGE_INPUT_LIMIT) else {
      throw .limit("planes of a step", requested: UInt64(planes.count), allowed: UInt64(STAGE_INPUT_LIMIT))
    }
    // A fill step precedes the instruction's own step, whose operands must stay valid.
    if step.kind != Int32(STEP_FILL) {
      freeOperands(of: values.count)
      freePlanes += filledPlanes
      filledPlanes = []
    }
    let out = (0..<results).map { _ in newPlane() }
    var step = step
    step.in_count = UInt8(planes.count)
    step.out_count = UInt8(results)
    withUnsafeMutableBytes(of: &step.in) { $0.copyBytes(from: planes.withUnsafeBytes { Array($0) }) }
    withUnsafeMutableBytes(of: &step.out) { $0.copyBytes(from: out.withUnsafeBytes { Array($0) }) }
    step.first_uniform = Int32(self.uniforms.count)
    self.uniforms += uniforms
    steps.append(step)
    rowForms.append(nil)
    dynamicAxisStages.append(nil)
    functions.append(nil)
    return .planes(out)
  }

  private mutating func freeOperands(of instruction: Int) {
    guard instruction < lastUse.count else { return }
    for operand in Set(block.instructions[instruction].operands.map { owners[$0] })
    where lastUse[operand] == instruction {
      // Planes are popped from the end, so a result uses the planes of its operand in the same order.
      freePlanes += values[operand].planes.filter { $0 > 1 }.reversed()
    }
  }

  private mutating func newPlane() -> UInt16 {
    if let plane = freePlanes.popLast() { return plane }
    planeCount += 1
    return UInt16(planeCount - 1)
  }
}

extension BlockStep {
  fileprivate init(_ kind: some BinaryInteger) {
    self.init()
    self.kind = Int32(kind)
  }

  fileprivate func reading(_ blocks: [UInt8]) -> BlockStep {
    var step = self
    step.reader_count = UInt8(blocks.count)
    withUnsafeMutableBytes(of: &step.readers) { $0.copyBytes(from: blocks) }
    return step
  }
}
