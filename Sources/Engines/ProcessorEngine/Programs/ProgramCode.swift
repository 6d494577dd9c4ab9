import CStages
import ImageGraph
import ImagePrograms

/// A program as lists of steps, and where their numbers come from. Nothing is compiled: this is made in microseconds.
final class ProgramCode: @unchecked Sendable {
  /// By block; they point into memory that lives as long as this.
  let blocks: UnsafeMutableBufferPointer<Block>
  let numbers: [ArgumentSource]
  /// The steps by kernels of an app.
  let kernels: [KernelStep]
  /// The fast paths that its steps take.
  let fastPaths: Set<FastPath>
  /// By block and step: the function that it computes. Nil for steps that compute none, and for those without alpha.
  let functions: [[Program.Function?]]
  /// By block and step.
  private let rowForms: [[RowForm?]]
  private let turnedStages: [[StageCode?]]
  private let steps: [UnsafeMutableBufferPointer<BlockStep>]
  private let curves: CurveTables

  /// - Throws: `unsupported` when a function has no stage; `invalidArgument` for a program that makes no sense.
  init(
    _ program: Program, _ stages: Stages, _ curves: CurveTables, _ fastPaths: FastPaths
  ) throws(RenderError) {
    self.curves = curves
    guard !program.blocks.isEmpty else { throw .invalidArgument("the program has no block") }
    guard program.blocks.count <= Int(BLOCK_LIMIT) else {
      throw .limit("blocks of a program", requested: UInt64(program.blocks.count), allowed: UInt64(BLOCK_LIMIT))
    }
    var compiled: [BlockCompiler] = []
    for index in program.blocks.indices {
      compiled.append(try BlockCompiler(program, index, stages, fastPaths, after: compiled.last))
    }
    (numbers, kernels) = (compiled.last!.numbers, compiled.last!.kernels)
    (rowForms, turnedStages) = (compiled.map(\.rowForms), compiled.map(\.turnedStages))
    (functions, self.fastPaths) = (compiled.map(\.functions), compiled.last!.taken)
    steps = compiled.map { block in
      let memory = UnsafeMutableBufferPointer<BlockStep>.allocate(capacity: max(1, block.steps.count))
      _ = memory.initialize(from: block.steps)
      return memory
    }
    blocks = .allocate(capacity: compiled.count)
    for (index, block) in compiled.enumerated() {
      var new = Block()
      new.steps = UnsafePointer(steps[index].baseAddress)
      (new.step_count, new.plane_count) = (Int32(block.steps.count), Int32(block.planeCount))
      new.result = (block.result[0], block.result[1], block.result[2], block.result[3])
      blocks.initializeElement(at: index, to: new)
    }
  }

  deinit {
    for block in steps { block.deallocate() }
    blocks.deallocate()
  }

  /// How steps read rows, by block and step, with the numbers of a dispatch.
  func rowForms(_ numbers: [StageNumber]) -> [[RowForm?]] {
    rowForms.enumerated().map { block, forms in
      forms.enumerated().map { step, form in
        guard let stage = turnedStages[block][step] else { return form }
        let first = Int(blocks[block].steps[step].first_number)
        let way = SIMD2(numbers[first].f, numbers[first + 1].f)
        return Axis.allCases.first { $0.vector == way }.flatMap { stage.rowForm(along: $0) }
      }
    }
  }

  /// The numbers for a dispatch's arguments.
  ///
  /// - Parameter stages: the dispatch's own of `kernels`, which have to live while it runs.
  func numbers(_ arguments: [Argument], _ stages: [any KernelStage]) throws(RenderError) -> [StageNumber] {
    let words = arguments.map(\.words)
    var result: [StageNumber] = []
    result.reserveCapacity(numbers.count + 1)
    var table: [Float] = []
    for source in numbers {
      switch source {
      case .stage(let number, let half): result.append(stages[number].numbers[half])
      case .address(let half): result.append(StageNumber(i: Int32(bitPattern: half)))
      case .curve(let direction, let place):
        // Behind the two halves of an address.
        if place == 2 {
          let told = result.dropLast(2).suffix(Int(CURVE_FORMULA_NUMBERS)).map(\.f)
          table = curves.table(direction, told).numbers
        }
        result.append(StageNumber(f: table[place]))
      case .constant(let number): result.append(StageNumber(f: number))
      case .slot(let slot, let word):
        guard words.indices.contains(slot) else { throw .invalidArgument("there is no argument for slot \(slot)") }
        result.append(StageNumber(i: Int32(bitPattern: words[slot][word])))
      }
    }
    return result
  }
}
