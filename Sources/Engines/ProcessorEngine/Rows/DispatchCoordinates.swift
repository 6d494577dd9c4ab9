import CStages
import ImageGraph
import ImagePasses

/// A dispatch as it can be made row by row: which of its blocks are, and what they read of which input.
struct DispatchCoordinates {
  /// By block, for those that are made row by row.
  private(set) var blocks: [Int: BlockCoordinates] = [:]
  /// Inputs that are read at points, so that they have to be there as a whole.
  private(set) var scatteredInputs: Set<Int> = []
  let code: ProgramCode
  let numbers: [StageNumber]
  /// By block and step.
  let rowForms: [[RowForm?]]

  /// - Parameter readsRows: false: formulas read at points.
  init(_ code: ProgramCode, _ numbers: [StageNumber], readsRows: Bool, _ fastPaths: FastPaths) {
    (self.code, self.numbers) = (code, numbers)
    rowForms = code.rowForms(numbers).map { $0.map { $0?.taking(fastPaths) } }
    var (waiting, scattered): ([Int], Set<Int>) = ([0], [])
    while let index = waiting.popLast() {
      if blocks[index] != nil { continue }
      let block = code.blocks[index]
      let places = BlockCoordinates(block, rowForms[index], numbers) { step, form in
        // Any column of a row can only be had where the row has an end.
        let loose = step.readerBlocks.enumerated().filter { form.loose >> $0.offset & 1 != 0 }.map(\.element)
        return readsRows && loose.allSatisfy { soleFetch(of: $0).map { $0.place.clamp == nil } ?? false }
      } isSoleFetch: {
        code.blocks[$0].isSoleFetch
      }
      blocks[index] = places
      for (position, step) in places.steps.enumerated() {
        let readers = block.steps[position].readerBlocks
        if step.stage != nil { waiting += readers } else { scattered.formUnion(readers) }
      }
      for fetch in places.fetches where fetch.place == nil {
        scatteredInputs.insert(Int(block.steps[fetch.step].input))
      }
    }
    // What is read at points reads at points.
    for index in code.blocks.indices where scattered.contains(index) {
      let block = code.blocks[index]
      for position in 0..<Int(block.step_count) {
        scattered.formUnion(block.steps[position].readerBlocks)
        if block.steps[position].kind == Int32(STEP_FETCH) { scatteredInputs.insert(Int(block.steps[position].input)) }
      }
    }
  }

  /// The fetch that is all that a block does, and where.
  func soleFetch(of index: Int) -> (step: BlockStep, place: SampleCoordinates)? {
    let block = code.blocks[index]
    let places = BlockCoordinates(block, rowForms[index], numbers) { _, _ in
      false
    } isSoleFetch: { _ in
      false
    }
    let used = places.steps.indices.filter { places.steps[$0].place != Int32(PLACE_UNUSED) }
    guard used.count == 1, let fetch = places.fetches.first, fetch.step == used[0], let place = fetch.place else {
      return nil
    }
    return (block.steps[fetch.step], place)
  }

  /// How a fetch's points lie in the image that it reads: whole pixels from the one's plane to the other's.
  func shift(of step: BlockStep, to region: UserRect) -> (dx: Int, dy: Int) {
    let geometry = (0..<2).map { Double(numbers[Int(step.first_number) + $0].f) }
    return (Int(region.min.x - geometry[0]), Int(region.max.y - geometry[1]))
  }

  /// The columns and rows of a block's points at which an image has pixels.
  func area(of step: BlockStep, at place: SampleCoordinates) -> PixelArea {
    let geometry = (0..<4).map { Int(numbers[Int(step.first_number) + $0].f) }
    let (left, top) = (geometry[0] - place.dx, geometry[1] - place.dy)
    return PixelArea(columns: left..<(left + max(0, geometry[2])), rows: (top - max(0, geometry[3]))..<top)
  }
}

extension Block {
  /// True where a fetch at its own points is all that it does.
  fileprivate var isSoleFetch: Bool {
    step_count == 1 && steps[0].kind == Int32(STEP_FETCH) && steps[0].inPlanes == [0, 1]
      && steps[0].outPlanes == [result.0, result.1, result.2, result.3]
  }
}
