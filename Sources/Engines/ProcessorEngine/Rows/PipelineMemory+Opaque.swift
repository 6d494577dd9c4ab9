import CStages

/// Where pixels of a pipeline's nodes are known to be opaque: those of images without alpha, what steps keep of them,
/// and what is made of nothing else by a formula that then has a form without alpha.
extension PipelineMemory {
  /// Has steps take such forms where they can.
  func findOpaque() {
    guard members.contains(where: { places[$0].rowForms.joined().contains { $0?.opaque != nil } }) else { return }
    // What reads comes before what is read.
    var known = Array(repeating: PixelArea.none, count: nodes.count)
    for index in nodes.indices.reversed() { known[index] = findOpaque(index, known) }
  }

  /// - Parameter known: the opaque pixels of the nodes behind this one.
  /// - Returns: those of this one.
  private func findOpaque(_ index: Int, _ known: [PixelArea]) -> PixelArea {
    let node = nodes[index]
    let own = places[members[Int(node.dispatch)]]
    let block = own.code.blocks[Int(node.block)]
    guard node.is_stored == 0 else { return .none }
    let forms = own.rowForms[Int(node.block)]
    let reading = (0..<Int(block.step_count)).filter { node.steps[$0].stage != nil && forms[$0]?.opaque != nil }
    var split = reading.isEmpty ? PixelArea.none : node.extent
    for position in reading { split = split.intersection(opaqueReads(node, position, forms[position]!, known)) }
    // So that no vector begins between two.
    let size = Int(STAGE_PIXELS)
    let (left, right) = ((split.columns.lowerBound + size - 1) & ~(size - 1), split.columns.upperBound & ~(size - 1))
    split.columns = left..<max(left, right)
    if split.isEmpty { split = .none }
    nodes[index].opaque = split
    for position in reading where !split.isEmpty { node.steps[position].opaque = forms[position]!.opaque }

    return ones(of: node, known, reading, split).intersection(node.extent)
  }

  /// Where the result's alpha is known to be 1.
  private func ones(
    of node: RowNode, _ known: [PixelArea], _ reading: [Int], _ split: PixelArea
  ) -> PixelArea {
    let own = places[members[Int(node.dispatch)]]
    let block = own.code.blocks[Int(node.block)]

    /// Where planes are 1.
    var ones: [UInt16: PixelArea] = [:]
    for position in 0..<Int(block.step_count) where node.steps[position].place != Int32(PLACE_UNUSED) {
      let step = block.steps[position]
      var alpha: PixelArea?
      switch step.kind {
      case Int32(STEP_FILL):
        for (place, plane) in step.outPlanes.enumerated() {
          ones[plane] = own.numbers[Int(step.first_number) + place].f == 1 ? .all : nil
        }
        continue
      case Int32(STEP_FETCH): alpha = fetched(node, position, step, known)
      case Int32(STEP_MASK):
        let rect = (0..<4).map { own.numbers[Int(step.first_number) + $0].f }
        alpha = node.steps[position].masked(ones[step.inPlanes[3]] ?? .none, by: rect)
      case Int32(STEP_STAGE):
        let function = own.code.functions[Int(node.block)][position]
        let preserves = step.out_count == 4 ? function?.preserves ?? [] : []
        let colors = preserves.contains(.alpha) ? 1 : preserves.contains(.opacity) ? function!.colorCount : 0
        if node.steps[position].place == Int32(PLACE_VIDEO) {
          alpha = node.extent
        } else if reading.contains(position) {
          alpha = split
        } else if colors > 0, node.steps[position].stage == nil {
          let area = (0..<colors).reduce(PixelArea.all) { $0.intersection(ones[step.inPlanes[4 * $1 + 3]] ?? .none) }
          if preserves.contains(.opaqueColors), step.inPlanes == step.outPlanes, area.intersection(split) == split {
            node.steps[position].is_idle = 1
          }
          alpha = area
        }
      default: break
      }
      for plane in step.outPlanes { ones[plane] = nil }
      if let alpha, step.out_count == 4 { ones[step.outPlanes[3]] = alpha }
    }
    return ones[block.result.3] ?? .none
  }

  /// The points of a node where a fetch gives opaque pixels.
  private func fetched(_ node: RowNode, _ position: Int, _ step: BlockStep, _ known: [PixelArea]) -> PixelArea {
    let row = node.steps[position]
    guard row.place == Int32(PLACE_ROW) || row.place == Int32(PLACE_CLAMPED) else { return .none }
    let source = row[0]
    if source.node >= 0 { return row.points(of: known[Int(source.node)].moved(by: -Int(source.dx), -Int(source.dy))) }
    let format = inputs[Int(node.dispatch)][Int(step.input)].format
    let channels = [format.channels.0, format.channels.1, format.channels.2, format.channels.3]
    // 3 is alpha; where there is none it is read as 1.
    guard format.component_count > 0, !channels.prefix(Int(format.component_count)).contains(3) else { return .none }
    return row.points(of: places[members[Int(node.dispatch)]].area(of: step, at: SampleCoordinates()))
  }

  /// The points of a node where a stage reads opaque pixels only. Which columns it reads depends on the column alone,
  /// and which rows on the row, and they go with them.
  private func opaqueReads(_ node: RowNode, _ position: Int, _ form: RowForm, _ known: [PixelArea]) -> PixelArea {
    let row = node.steps[position]
    let readers = Int(places[members[Int(node.dispatch)]].code.blocks[Int(node.block)].steps[position].reader_count)
    let areas = (0..<readers).map { reader -> PixelArea in
      let source = row[reader]
      return known[Int(source.node)].moved(by: -Int(source.dx), -Int(source.dy))
    }
    guard form.isAlong, form.loose == 0, !areas.contains(where: \.isEmpty) else { return .none }
    let extent = node.extent
    func reach(_ x: Int, _ y: Int) -> [StageReach] {
      let (column, line) = row.place(of: x, y)
      var call = StageCall()
      (call.count, call.x, call.y) = (1, Float(column) + 0.5, Float(line) + 0.5)
      call.numbers = dispatches[Int(node.dispatch)].numbers + Int(row.first_number)
      var reach = Array(
        repeating: StageReach(bottom: .max, top: .min, left: .max, right: .min), count: Int(BLOCK_READER_LIMIT))
      form.reach(&call, &reach)
      return Array(reach.prefix(readers))
    }
    func all(_ x: Int, _ y: Int, _ isInside: (StageReach, PixelArea) -> Bool) -> Bool {
      zip(reach(x, y), areas).allSatisfy { $0.bottom > $0.top || isInside($0, $1) }
    }
    let (x, y) = (extent.columns.lowerBound, extent.rows.lowerBound)
    let columns = extent.columns.between {
      all($0, y) { $0.left >= $1.columns.lowerBound }
    } _: {
      all($0, y) { $0.right < $1.columns.upperBound }
    }
    let rows = extent.rows.between {
      all(x, $0) { $0.bottom >= $1.rows.lowerBound }
    } _: {
      all(x, $0) { $0.top < $1.rows.upperBound }
    }
    return PixelArea(columns: columns, rows: rows)
  }
}

extension RowNode {
  /// Outside it is clear.
  var extent: PixelArea {
    PixelArea(columns: Int(left)..<max(Int(left), Int(right)), rows: Int(bottom)..<max(Int(bottom), Int(top)))
  }

  fileprivate var opaque: PixelArea {
    get {
      PixelArea(columns: Int(opaque_left)..<Int(opaque_right), rows: Int(opaque_bottom)..<Int(opaque_top))
    }
    set {
      (opaque_left, opaque_right) = (Int32(newValue.columns.lowerBound), Int32(newValue.columns.upperBound))
      (opaque_bottom, opaque_top) = (Int32(newValue.rows.lowerBound), Int32(newValue.rows.upperBound))
    }
  }
}

extension RowStep {
  /// The pixel that the step takes for a point of its node.
  fileprivate func place(of x: Int, _ y: Int) -> (column: Int, row: Int) {
    let (column, row) = (x + Int(dx), y + Int(dy))
    guard place == Int32(PLACE_CLAMPED) else { return (column, row) }
    return (min(max(column, Int(min_x)), Int(max_x)), min(max(row, Int(min_y)), Int(max_y)))
  }

  /// The points of an area whose pixels' centres lie in a rectangle.
  fileprivate func masked(_ area: PixelArea, by rect: [Float]) -> PixelArea {
    guard place == Int32(PLACE_ROW), rect.allSatisfy({ !$0.isNaN }) else { return .none }
    let far = Float(PixelArea.far)
    let ends = rect.map { Int(min(max(($0 - 0.5).rounded(.up), -far), far)) }
    let inside = PixelArea(columns: ends[0]..<max(ends[0], ends[2]), rows: ends[1]..<max(ends[1], ends[3]))
    return area.intersection(inside.moved(by: -Int(dx), -Int(dy)))
  }

  /// The points of its node whose pixels lie in an area.
  fileprivate func points(of area: PixelArea) -> PixelArea {
    let columns = (-PixelArea.far..<PixelArea.far).between {
      place(of: $0, 0).column >= area.columns.lowerBound
    } _: {
      place(of: $0, 0).column < area.columns.upperBound
    }
    let rows = (-PixelArea.far..<PixelArea.far).between {
      place(of: 0, $0).row >= area.rows.lowerBound
    } _: {
      place(of: 0, $0).row < area.rows.upperBound
    }
    return PixelArea(columns: columns, rows: rows)
  }
}

extension Range<Int> {
  /// The numbers from the first for which one thing holds to the last for which another does: of a thing that holds
  /// from some number on, and of one that holds up to one.
  fileprivate func between(_ hasBegun: (Int) -> Bool, _ goesOn: (Int) -> Bool) -> Range<Int> {
    let (first, end) = (first(hasBegun), first { !goesOn($0) })
    return first..<Swift.max(first, end)
  }

  private func first(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
