import CStages
import ImageGraph
import ImagePrograms

/// A program as lists of steps, and the sources of their uniforms. No machine code is generated, so it takes
/// microseconds.
final class ProgramCode: @unchecked Sendable {
  /// The blocks. They point to memory of this object.
  let blocks: UnsafeMutableBufferPointer<Block>
  let uniforms: [UniformSource]
  /// The kernels of an app in the steps.
  let kernels: [KernelStep]
  /// The fast paths of its steps.
  let fastPaths: FastPaths
  /// By block and step: the function that it computes. Nil for steps without a function, and for those without alpha.
  let functions: [[Program.Function?]]
  /// The inputs that are read from planes.
  let planeInputs: Set<Int32>
  /// By block and step: the row form.
  private let rowForms: [[RowForm?]]
  private let dynamicAxisStages: [[StageCode?]]
  private let steps: [UnsafeMutableBufferPointer<BlockStep>]
  private let transferTables: TransferTableCache

  /// - Throws: `unsupported` if a function has no stage; `invalidArgument` for an invalid program.
  init(
    _ program: Program, _ stages: Stages, _ transferTables: TransferTableCache, _ fastPaths: FastPaths
  ) throws(RenderError) {
    self.transferTables = transferTables
    guard !program.blocks.isEmpty else { throw .invalidArgument("the program has no block") }
    guard program.blocks.count <= Int(BLOCK_LIMIT) else {
      throw .limit("blocks of a program", requested: UInt64(program.blocks.count), allowed: UInt64(BLOCK_LIMIT))
    }
    var compiled: [BlockCompiler] = []
    for index in program.blocks.indices {
      compiled.append(try BlockCompiler(program, index, stages, fastPaths, after: compiled.last))
    }
    planeInputs = Set(program.inputs.indices.filter { program.inputs[$0].isPlanes }.map { Int32($0) })
    (uniforms, kernels) = (compiled.last!.uniforms, compiled.last!.kernels)
    (rowForms, dynamicAxisStages) = (compiled.map(\.rowForms), compiled.map(\.dynamicAxisStages))
    (functions, self.fastPaths) = (compiled.map(\.functions), compiled.last!.usedFastPaths)
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

  /// Returns the row forms, by block and step, with the uniforms of a dispatch.
  func rowForms(_ uniforms: [StageUniform]) -> [[RowForm?]] {
    rowForms.enumerated().map { block, forms in
      forms.enumerated().map { step, form in
        guard let stage = dynamicAxisStages[block][step] else { return form }
        let first = Int(blocks[block].steps[step].first_uniform)
        let direction = SIMD2(uniforms[first].f, uniforms[first + 1].f)
        return Axis.allCases.first { $0.vector == direction }.flatMap { stage.rowForm(along: $0) }
      }
    }
  }

  /// Returns the uniforms for a dispatch's arguments.
  ///
  /// - Parameter stages: the dispatch's stages of `kernels`, which must outlive its execution.
  func uniforms(_ arguments: [Argument], _ stages: [any KernelStage]) throws(RenderError) -> [StageUniform] {
    let words = arguments.map(\.words)
    var result: [StageUniform] = []
    result.reserveCapacity(uniforms.count + 1)
    var table: [Float] = []
    for source in uniforms {
      switch source {
      case .stage(let index, let half): result.append(stages[index].uniforms[half])
      case .address(let half): result.append(StageUniform(i: Int32(bitPattern: half)))
      case .transferTable(let direction, let index):
        // The first index of the table. The two halves of an address precede it.
        if index == 2 {
          let parameters = result.dropLast(2).suffix(Int(TRANSFER_FORMULA_UNIFORMS)).map(\.f)
          table = transferTables.table(direction, parameters).uniforms
        }
        result.append(StageUniform(f: table[index]))
      case .constant(let value): result.append(StageUniform(f: value))
      case .slot(let slot, let word):
        guard words.indices.contains(slot) else {
          throw .invalidArgument("slot \(slot) has no argument: there are \(words.count)")
        }
        result.append(StageUniform(i: Int32(bitPattern: words[slot][word])))
      }
    }
    return result
  }
}
