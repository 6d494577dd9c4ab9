import CStages

/// The row-wise execution of a block: the access patterns of its steps, for the uniforms of one dispatch.
struct BlockCoordinates {
  /// By step, without sources.
  private(set) var steps: [RowStep]
  /// Whether a step reads the planes of the block's points.
  private(set) var usesPoints = false
  /// The coordinates of fetches; nil for arbitrary points.
  private(set) var fetches: [(step: Int, coordinates: SampleCoordinates?)] = []

  /// - Parameters:
  ///   - readsRows: returns whether a step can use its row form.
  ///   - isFetchOnly: returns whether a block only fetches at its own points.
  init(
    _ block: Block, _ forms: [RowForm?], _ uniforms: [StageUniform], readsRows: (_ step: BlockStep, RowForm) -> Bool,
    isFetchOnly: (_ block: Int) -> Bool
  ) {
    let blockSteps = Array(UnsafeBufferPointer(start: block.steps, count: Int(block.step_count)))
    var uses: [[Int]] = []
    /// By plane: the step that wrote it last; -1 for the block's points.
    var producers: [UInt16: Int] = [0: -1, 1: -1]
    /// The coordinates of points, by their plane of x, with their plane of y.
    var coordinatesByPlane: [UInt16: (coordinates: SampleCoordinates, y: UInt16)] = [0: (SampleCoordinates(), 1)]
    /// The coordinates of mapped points before the map, by their plane of x, with the index of the map's first uniform.
    var lines: [UInt16: (coordinates: SampleCoordinates, y: UInt16, map: Int32)] = [:]
    steps = []
    for (index, step) in blockSteps.enumerated() {
      let (planes, out) = (step.inPlanes, step.outPlanes)
      func coordinates(_ first: Int) -> SampleCoordinates? {
        guard planes.count > first + 1, let found = coordinatesByPlane[planes[first]], found.y == planes[first + 1]
        else {
          return nil
        }
        return found.coordinates
      }
      func floats(_ count: Int) -> [Float] { (0..<count).map { uniforms[Int(step.first_uniform) + $0].f } }
      var (row, used, result, line) = (RowStep(), planes, SampleCoordinates?.none, SampleCoordinates?.none)
      row.access = Int32(ACCESS_ANY)
      switch Int(step.kind) {
      case Int(STEP_TRANSFORM):
        result = coordinates(0)?.transformed(floats(6))
        if result == nil, let coordinates = coordinates(0), coordinates.clamp == nil { line = coordinates }
      case Int(STEP_BILINEAR):
        if let found = lines[planes[0]], found.y == planes[1], isFetchOnly(step.readerBlocks[0]) {
          (row, used) = (found.coordinates.step, [])
          (row.access, row.first_uniform) = (Int32(ACCESS_LINE), found.map)
        }
      case Int(STEP_NEAREST): result = coordinates(0)?.nearest(inside: floats(4))
      case Int(STEP_FETCH):
        let coordinates = coordinates(0)
        fetches.append((index, coordinates))
        if let coordinates { (row, used) = (coordinates.step, []) }
      case Int(STEP_MASK):
        if let coordinates = coordinates(4), coordinates.clamp == nil {
          (row, used) = (coordinates.step, Array(planes.prefix(4)))
        }
      case Int(STEP_STAGE):
        if let form = forms[index], let coordinates = coordinates(0), readsRows(step, form) {
          (row, used) = (coordinates.step, [])
          (row.stage, row.reach, row.loose_readers) = (form.function, form.reach, Int32(form.looseReaders))
          row.is_monotonic = form.isMonotonic ? 1 : 0
          (row.hoisted_vectors, row.hoisted_loop_vectors) = form.hoistedVectors
          row.first_uniform = step.first_uniform + Int32(form.omittedUniforms)
        }
      default: break
      }
      for source in 0..<Int(BLOCK_READER_LIMIT) { row[source] = .none }
      steps.append(row)
      uses.append(used.map { producers[$0] ?? -1 })
      for plane in out {
        producers[plane] = index
        coordinatesByPlane = coordinatesByPlane.filter { $0.key != plane && $0.value.y != plane }
        lines = lines.filter { $0.key != plane && $0.value.y != plane }
      }
      if let result { coordinatesByPlane[out[0]] = (result, out[1]) }
      if let line { lines[out[0]] = (line, out[1], step.first_uniform) }
    }
    skipUnusedSteps(blockSteps, uses)
  }

  /// Marks steps as unused if they only compute points for steps that need no planes of points.
  private mutating func skipUnusedSteps(_ blockSteps: [BlockStep], _ uses: [[Int]]) {
    var isNeeded = blockSteps.map { $0.kind != Int32(STEP_TRANSFORM) && $0.kind != Int32(STEP_NEAREST) }
    for index in steps.indices.reversed() {
      guard isNeeded[index] else {
        steps[index].access = Int32(ACCESS_UNUSED)
        continue
      }
      for producer in uses[index] { if producer < 0 { usesPoints = true } else { isNeeded[producer] = true } }
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
  /// The source of a reader.
  subscript(_ index: Int) -> RowSource {
    get { withUnsafeBytes(of: sources) { $0.assumingMemoryBound(to: RowSource.self)[index] } }
    set { withUnsafeMutableBytes(of: &sources) { $0.assumingMemoryBound(to: RowSource.self)[index] = newValue } }
  }
}
