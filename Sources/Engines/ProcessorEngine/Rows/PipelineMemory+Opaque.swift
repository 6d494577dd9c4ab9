import CStages

/// The analysis of opaque pixels: pixels of images without alpha, the results of steps that preserve them, and the
/// results of formulas that read only opaque pixels and have a form for them.
extension PipelineMemory {
  /// Finds the opaque pixels of all nodes. Steps use the forms for opaque pixels where possible.
  func markOpaqueRows() {
    guard members.contains(where: { coordinates[$0].rowForms.joined().contains { $0?.opaque != nil } }) else { return }
    // Nodes come before the nodes that they read.
    var opaqueAreas = Array(repeating: PixelArea.none, count: nodes.count)
    for index in nodes.indices.reversed() { opaqueAreas[index] = markOpaqueRows(index, opaqueAreas) }
  }

  /// Finds the opaque pixels of a node.
  ///
  /// - Parameter opaqueAreas: the opaque pixels of the nodes after this one.
  /// - Returns: the opaque pixels of this node.
  private func markOpaqueRows(_ index: Int, _ opaqueAreas: [PixelArea]) -> PixelArea {
    let node = nodes[index]
    guard node.is_stored == 0 else { return .none }
    let forms = coordinates(of: node).rowForms[Int(node.block)]
    let readingSteps = forms.indices.filter { node.steps[$0].stage != nil && forms[$0]?.opaque != nil }
    var specialisedArea = readingSteps.isEmpty ? PixelArea.none : node.extent
    for position in readingSteps {
      specialisedArea = specialisedArea.intersection(opaqueReads(node, position, forms[position]!, opaqueAreas))
    }
    // Aligned, so that no vector has pixels of both kinds.
    let size = Int(STAGE_PIXELS)
    let (left, right) = (
      (specialisedArea.columns.lowerBound + size - 1) & ~(size - 1), specialisedArea.columns.upperBound & ~(size - 1)
    )
    specialisedArea.columns = left..<max(left, right)
    if specialisedArea.isEmpty { specialisedArea = .none }
    nodes[index].opaque = specialisedArea
    for position in readingSteps where !specialisedArea.isEmpty {
      node.steps[position].opaque = forms[position]!.opaque
    }
    return opaqueArea(of: node, opaqueAreas, readingSteps, specialisedArea).intersection(node.extent)
  }

  /// Returns the area in which the result's alpha is 1.
  ///
  /// - Parameters:
  ///   - readingSteps: the steps with a form for opaque pixels.
  ///   - specialisedArea: the area in which these use it.
  private func opaqueArea(
    of node: RowNode, _ opaqueAreas: [PixelArea], _ readingSteps: [Int], _ specialisedArea: PixelArea
  ) -> PixelArea {
    let (own, block) = (coordinates(of: node), block(of: node))
    /// By plane: the area in which it is 1.
    var alphaAreas: [UInt16: PixelArea] = [:]
    for position in 0..<Int(block.step_count) where node.steps[position].access != Int32(ACCESS_UNUSED) {
      let step = block.steps[position]
      var alpha: PixelArea?
      switch step.kind {
      case Int32(STEP_FILL):
        for (index, plane) in step.outPlanes.enumerated() {
          alphaAreas[plane] = own.uniforms[Int(step.first_uniform) + index].f == 1 ? .all : nil
        }
        continue
      case Int32(STEP_FETCH): alpha = opaqueFetches(node, position, step, opaqueAreas)
      case Int32(STEP_MASK):
        let rect = (0..<4).map { own.uniforms[Int(step.first_uniform) + $0].f }
        alpha = node.steps[position].masked(alphaAreas[step.inPlanes[3]] ?? .none, by: rect)
      case Int32(STEP_STAGE):
        let function = own.code.functions[Int(node.block)][position]
        let preserves = step.out_count == 4 ? function?.preserves ?? [] : []
        let colors = preserves.contains(.alpha) ? 1 : preserves.contains(.opacity) ? function!.colorCount : 0
        if readingSteps.contains(position) {
          alpha = specialisedArea
        } else if colors > 0, node.steps[position].stage == nil {
          let area = (0..<colors).reduce(PixelArea.all) {
            $0.intersection(alphaAreas[step.inPlanes[4 * $1 + 3]] ?? .none)
          }
          if preserves.contains(.opaqueColors), step.inPlanes == step.outPlanes,
            area.intersection(specialisedArea) == specialisedArea
          {
            node.steps[position].skips_opaque = 1
          }
          alpha = area
        }
      default: break
      }
      for plane in step.outPlanes { alphaAreas[plane] = nil }
      if let alpha, step.out_count == 4 { alphaAreas[step.outPlanes[3]] = alpha }
    }
    return alphaAreas[block.result.3] ?? .none
  }

  /// Returns the points of a node at which a fetch has opaque pixels.
  private func opaqueFetches(
    _ node: RowNode, _ position: Int, _ step: BlockStep, _ opaqueAreas: [PixelArea]
  ) -> PixelArea {
    let row = node.steps[position]
    guard row.access == Int32(ACCESS_ROW) || row.access == Int32(ACCESS_CLAMPED) else { return .none }
    let source = row[0]
    if source.node >= 0 {
      return row.points(of: opaqueAreas[Int(source.node)].moved(by: -Int(source.dx), -Int(source.dy)))
    }
    let format = inputs[Int(node.dispatch)][Int(step.input)].format
    let channels = [format.channels.0, format.channels.1, format.channels.2, format.channels.3]
    // 3 is alpha. A missing alpha is read as 1.
    guard format.component_count > 0, !channels.prefix(Int(format.component_count)).contains(3) else { return .none }
    return row.points(of: coordinates(of: node).area(of: step, at: SampleCoordinates()))
  }

  /// Returns the points of a node at which a stage reads only opaque pixels. The columns that it reads depend only on
  /// the column of the point, the rows only on its row, and both are monotonic.
  private func opaqueReads(_ node: RowNode, _ position: Int, _ form: RowForm, _ opaqueAreas: [PixelArea]) -> PixelArea {
    let row = node.steps[position]
    let readers = Int(block(of: node).steps[position].reader_count)
    let areas = (0..<readers).map { reader -> PixelArea in
      let source = row[reader]
      return opaqueAreas[Int(source.node)].moved(by: -Int(source.dx), -Int(source.dy))
    }
    guard form.isMonotonic, form.looseReaders == 0, !areas.contains(where: \.isEmpty) else { return .none }
    let extent = node.extent
    func reach(_ x: Int, _ y: Int) -> [StageReach] {
      let (column, line) = row.pixel(at: x, y)
      var call = StageCall()
      (call.count, call.x, call.y) = (1, Float(column) + 0.5, Float(line) + 0.5)
      call.uniforms = dispatches[Int(node.dispatch)].uniforms + Int(row.first_uniform)
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
  /// The extent of the node. Pixels outside of it are clear.
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
  /// Returns the pixel that the step reads for a point of its node.
  fileprivate func pixel(at x: Int, _ y: Int) -> (column: Int, row: Int) {
    let (column, row) = (x + Int(dx), y + Int(dy))
    guard access == Int32(ACCESS_CLAMPED) else { return (column, row) }
    return (min(max(column, Int(min_x)), Int(max_x)), min(max(row, Int(min_y)), Int(max_y)))
  }

  /// Returns the points of an area whose pixel centres are inside a rectangle.
  fileprivate func masked(_ area: PixelArea, by rect: [Float]) -> PixelArea {
    guard access == Int32(ACCESS_ROW), rect.allSatisfy({ !$0.isNaN }) else { return .none }
    let far = Float(PixelArea.far)
    let ends = rect.map { Int(min(max(($0 - 0.5).rounded(.up), -far), far)) }
    let inside = PixelArea(columns: ends[0]..<max(ends[0], ends[2]), rows: ends[1]..<max(ends[1], ends[3]))
    return area.intersection(inside.moved(by: -Int(dx), -Int(dy)))
  }

  /// Returns the points of its node whose pixels are in an area.
  fileprivate func points(of area: PixelArea) -> PixelArea {
    let columns = (-PixelArea.far..<PixelArea.far).between {
      pixel(at: $0, 0).column >= area.columns.lowerBound
    } _: {
      pixel(at: $0, 0).column < area.columns.upperBound
    }
    let rows = (-PixelArea.far..<PixelArea.far).between {
      pixel(at: 0, $0).row >= area.rows.lowerBound
    } _: {
      pixel(at: 0, $0).row < area.rows.upperBound
    }
    return PixelArea(columns: columns, rows: rows)
  }
}

extension Range<Int> {
  /// Returns the subrange in which two conditions hold, by binary search. The first holds from some value on, the
  /// second up to some value.
  fileprivate func between(_ holdsFrom: (Int) -> Bool, _ holdsUntil: (Int) -> Bool) -> Range<Int> {
    let (first, end) = (first(holdsFrom), first { !holdsUntil($0) })
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
