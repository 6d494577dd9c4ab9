import CStages

/// A block as it is made row by row: where the points of its steps lie, for the numbers of one dispatch.
struct BlockCoordinates {
  /// By step, without what they read.
  private(set) var steps: [RowStep]
  /// True when a step looks at planes of the block's points.
  private(set) var usesPoints = false
  /// Places of fetches.
  private(set) var fetches: [(step: Int, place: SampleCoordinates?)] = []

  /// - Parameters:
  ///   - readsRows: whether a step that has a form for rows can take it.
  ///   - isSoleFetch: whether a fetch at its points is all that a block does.
  init(
    _ block: Block, _ forms: [RowForm?], _ numbers: [StageNumber], readsRows: (_ step: BlockStep, RowForm) -> Bool,
    isSoleFetch: (_ block: Int) -> Bool
  ) {
    let blockSteps = Array(UnsafeBufferPointer(start: block.steps, count: Int(block.step_count)))
    var uses: [[Int]] = []
    /// What made a plane; the block's points are -1.
    var makers: [UInt16: Int] = [0: -1, 1: -1]
    /// Places by the planes of x, with those of y.
    var places: [UInt16: (place: SampleCoordinates, y: UInt16)] = [0: (SampleCoordinates(), 1)]
    /// The same of points on a line, with where the numbers of its map are.
    var lines: [UInt16: (place: SampleCoordinates, y: UInt16, map: Int32)] = [:]
    steps = []
    for (index, step) in blockSteps.enumerated() {
      let (planes, out) = (step.inPlanes, step.outPlanes)
      func place(_ first: Int) -> SampleCoordinates? {
        guard planes.count > first + 1, let known = places[planes[first]], known.y == planes[first + 1] else {
          return nil
        }
        return known.place
      }
      func floats(_ count: Int) -> [Float] { (0..<count).map { numbers[Int(step.first_number) + $0].f } }
      var (row, used, made, line) = (RowStep(), planes, SampleCoordinates?.none, SampleCoordinates?.none)
      row.place = Int32(PLACE_ANY)
      switch Int(step.kind) {
      case Int(STEP_TRANSFORM):
        made = place(0)?.transformed(floats(6))
        if made == nil, let place = place(0), place.clamp == nil { line = place }
      case Int(STEP_BILINEAR):
        if let known = lines[planes[0]], known.y == planes[1], isSoleFetch(step.readerBlocks[0]) {
          (row, used) = (known.place.step, [])
          (row.place, row.first_number) = (Int32(PLACE_LINE), known.map)
        }
      case Int(STEP_NEAREST): made = place(0)?.nearest(inside: floats(4))
      case Int(STEP_FETCH):
        let place = place(0)
        fetches.append((index, place))
        if let place { (row, used) = (place.step, []) }
      case Int(STEP_MASK):
        if let place = place(4), place.clamp == nil { (row, used) = (place.step, Array(planes.prefix(4))) }
      case Int(STEP_STAGE):
        if let form = forms[index], let place = place(0), readsRows(step, form) {
          (row, used) = (place.step, [])
          (row.stage, row.reach, row.loose) = (form.function, form.reach, Int32(form.loose))
          row.is_along = form.isAlong ? 1 : 0
          (row.kept, row.kept_in_loops) = form.kept
          row.first_number = step.first_number + Int32(form.numbersLeftOut)
        }
      default: break
      }
      for source in 0..<Int(BLOCK_READER_LIMIT) { row[source] = .none }
      steps.append(row)
      uses.append(used.map { makers[$0] ?? -1 })
      for plane in out {
        makers[plane] = index
        places = places.filter { $0.key != plane && $0.value.y != plane }
        lines = lines.filter { $0.key != plane && $0.value.y != plane }
      }
      if let made { places[out[0]] = (made, out[1]) }
      if let line { lines[out[0]] = (line, out[1], step.first_number) }
    }
    skipUnused(blockSteps, uses)
  }

  /// Points that only steps with places look at need no planes.
  private mutating func skipUnused(_ blockSteps: [BlockStep], _ uses: [[Int]]) {
    var isNeeded = blockSteps.map { $0.kind != Int32(STEP_TRANSFORM) && $0.kind != Int32(STEP_NEAREST) }
    for index in steps.indices.reversed() {
      guard isNeeded[index] else {
        steps[index].place = Int32(PLACE_UNUSED)
        continue
      }
      for maker in uses[index] { if maker < 0 { usesPoints = true } else { isNeeded[maker] = true } }
    }
  }
}

extension BlockStep {
  var inPlanes: [UInt16] {
    withUnsafeBytes(of: `in`) { Array($0.assumingMemoryBound(to: UInt16.self).prefix(Int(in_count))) }
  }
  var outPlanes: [UInt16] {
    withUnsafeBytes(of: out) { Array($0.assumingMemoryBound(to: UInt16.self).prefix(Int(out_count))) }
  }
  var readerBlocks: [Int] {
    withUnsafeBytes(of: readers) { $0.prefix(Int(reader_count)).map { Int($0) } }
  }
}

extension RowSource {
  static var none: RowSource { RowSource(node: -1, dx: 0, dy: 0, edge: 0, span: 0) }
}

extension RowStep {
  /// What it reads for a reader.
  subscript(_ index: Int) -> RowSource {
    get { withUnsafeBytes(of: sources) { $0.assumingMemoryBound(to: RowSource.self)[index] } }
    set { withUnsafeMutableBytes(of: &sources) { $0.assumingMemoryBound(to: RowSource.self)[index] = newValue } }
  }
}
