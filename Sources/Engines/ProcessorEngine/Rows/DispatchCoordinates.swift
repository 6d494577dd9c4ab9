import CStages
import ImageGraph
import ImagePasses

/// The row-wise execution of a dispatch: the blocks that run row by row, and the inputs that are read at points.
struct DispatchCoordinates {
  /// The blocks that run row by row, by index.
  private(set) var blocks: [Int: BlockCoordinates] = [:]
  /// Inputs that are read at points, so that they must be stored completely.
  private(set) var scatteredInputs: Set<Int> = []
  let code: ProgramCode
  let uniforms: [StageUniform]
  /// By block and step: the row form.
  let rowForms: [[RowForm?]]

  /// - Parameter readsRows: whether formulas may read rows; otherwise they read at points.
  init(_ code: ProgramCode, _ uniforms: [StageUniform], readsRows: Bool) {
    (self.code, self.uniforms, rowForms) = (code, uniforms, code.rowForms(uniforms))
    var (pending, scattered): ([Int], Set<Int>) = ([0], [])
    while let index = pending.popLast() {
      if blocks[index] != nil { continue }
      let block = code.blocks[index]
      let blockCoordinates = BlockCoordinates(block, rowForms[index], uniforms) { step, form in
        // If any column may be read, the row must have an end.
        let loose = step.readerBlocks.enumerated().filter { form.looseReaders >> $0.offset & 1 != 0 }.map(\.element)
        return readsRows && loose.allSatisfy { onlyFetch(of: $0).map { $0.coordinates.clamp == nil } ?? false }
      } isFetchOnly: {
        code.blocks[$0].isFetchOnly && !code.planeInputs.contains(code.blocks[$0].steps[0].input)
      }
      blocks[index] = blockCoordinates
      for (position, step) in blockCoordinates.steps.enumerated() {
        let readers = block.steps[position].readerBlocks
        if step.stage != nil { pending += readers } else { scattered.formUnion(readers) }
      }
      for fetch in blockCoordinates.fetches where fetch.coordinates == nil {
        scatteredInputs.insert(Int(block.steps[fetch.step].input))
      }
    }
    // Blocks that are read at points read their inputs at points.
    for index in code.blocks.indices where scattered.contains(index) {
      let block = code.blocks[index]
      for position in 0..<Int(block.step_count) {
        scattered.formUnion(block.steps[position].readerBlocks)
        if block.steps[position].kind == Int32(STEP_FETCH) { scatteredInputs.insert(Int(block.steps[position].input)) }
      }
    }
  }

  /// Returns the fetch of a block that only fetches, with its coordinates; nil for other blocks.
  func onlyFetch(of index: Int) -> (step: BlockStep, coordinates: SampleCoordinates)? {
    let block = code.blocks[index]
    let blockCoordinates = BlockCoordinates(block, rowForms[index], uniforms) { _, _ in
      false
    } isFetchOnly: { _ in
      false
    }
    let used = blockCoordinates.steps.indices.filter { blockCoordinates.steps[$0].access != Int32(ACCESS_UNUSED) }
    guard used.count == 1, let fetch = blockCoordinates.fetches.first, fetch.step == used[0],
      let coordinates = fetch.coordinates
    else {
      return nil
    }
    return (block.steps[fetch.step], coordinates)
  }

  /// Returns the offset from a fetch's points to the user plane of the image that it reads, in whole pixels.
  func shift(of step: BlockStep, to region: UserRect) -> (dx: Int, dy: Int) {
    let geometry = (0..<2).map { Double(uniforms[Int(step.first_uniform) + $0].f) }
    return (Int(region.min.x - geometry[0]), Int(region.max.y - geometry[1]))
  }

  /// Returns the area of a block's points at which a fetch's image has pixels.
  func area(of step: BlockStep, at coordinates: SampleCoordinates) -> PixelArea {
    let geometry = (0..<4).map { Int(uniforms[Int(step.first_uniform) + $0].f) }
    let (left, top) = (geometry[0] - coordinates.dx, geometry[1] - coordinates.dy)
    return PixelArea(columns: left..<(left + max(0, geometry[2])), rows: (top - max(0, geometry[3]))..<top)
  }
}

extension Block {
  /// Whether it only fetches at its own points.
  fileprivate var isFetchOnly: Bool {
    step_count == 1 && steps[0].kind == Int32(STEP_FETCH) && steps[0].inPlanes == [0, 1]
      && steps[0].outPlanes == [result.0, result.1, result.2, result.3]
  }
}
