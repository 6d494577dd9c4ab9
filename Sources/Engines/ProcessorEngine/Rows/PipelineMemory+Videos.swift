import CStages
import ImageGraph
import ImagePrograms

/// In-place reads of video planes: a step that joins planes loads and upsamples luma and chroma itself, instead of
/// reading rows of floats for each plane.
extension PipelineMemory {
  /// Switches steps that join planes to in-place reads where possible.
  ///
  /// - Parameter storesVideo: whether the sink is stored as planes, which have no alpha.
  func useStoredPlanes(storesVideo: Bool) {
    if storesVideo, let last = (0..<Int(block(of: nodes[0]).step_count)).last {
      let (step, result) = (block(of: nodes[0]).steps[last], block(of: nodes[0]).result)
      if step.kind == Int32(STEP_FILL), step.outPlanes == [result.3] {
        nodes[0].steps[last].access = Int32(ACCESS_UNUSED)
      }
    }
    for index in nodes.indices {
      let node = nodes[index]
      let formulas = formulas(of: node)
      for position in formulas.indices
      where formulas[position]?.role == .joinPlanes && node.steps[position].stage == nil {
        guard let video = video(node, joinedBy: position) else { continue }
        for producer in video.producers {
          node.steps[producer].access = Int32(ACCESS_UNUSED)
          node.steps[producer].stage = nil
        }
        let far = PixelArea.far
        var samples = video.samples
        samples.clamp = samples.clamp ?? (-far...far, -far...far)
        node.steps[position] = samples.step
        for source in 0..<Int(BLOCK_READER_LIMIT) { node.steps[position][source] = .none }
        node.steps[position].access = Int32(ACCESS_VIDEO)
        node.steps[position].video = allocate(video.video)
      }
    }
  }

  /// Returns the planes that a step joins, and the steps that an in-place read replaces.
  ///
  /// - Returns: nil if it joins anything other than planes of a video frame.
  private func video(_ node: RowNode, joinedBy position: Int) -> (
    video: RowVideo, samples: SampleCoordinates, producers: Set<Int>
  )? {
    let (own, block) = (coordinates[members[Int(node.dispatch)]], block(of: node))
    guard let join = join(node, at: position),
      join.fillSteps.union(join.producers).allSatisfy({ block.readers(of: $0) == [position] })
    else { return nil }
    let (luma, blue, red) = (join.producers[0], join.producers[1], join.producers[2])
    guard let lumaChannel = join.channels[0], let blueChannel = join.channels[1], let redChannel = join.channels[2]
    else { return nil }
    let (step, row) = (block.steps[luma], node.steps[luma])
    guard step.kind == Int32(STEP_FETCH), row[0].node < 0, let plane = plane(node, step, lumaChannel) else {
      return nil
    }
    var samples = SampleCoordinates(dx: Int(row.dx), dy: Int(row.dy))
    if row.access == Int32(ACCESS_CLAMPED) {
      samples.clamp = (Int(row.min_x)...Int(row.max_x), Int(row.min_y)...Int(row.max_y))
    } else if row.access != Int32(ACCESS_ROW) {
      return nil
    }
    // Luma must cover all samples.
    let imageArea = own.area(of: step, at: SampleCoordinates())
    let readArea =
      samples.clamp.map { PixelArea(columns: Range($0.columns), rows: Range($0.rows)) }
      ?? node.extent.moved(by: samples.dx, samples.dy)
    guard imageArea.columns.contains(readArea.columns), imageArea.rows.contains(readArea.rows),
      let blueChroma = chroma(node, blue, blueChannel, at: row),
      let redChroma = chroma(node, red, redChannel, at: row)
    else { return nil }
    let video = RowVideo(luma: plane.plane, left: -plane.left, top: plane.top - 1, chroma: (blueChroma, redChroma))
    return (video, samples, join.fillSteps.union(join.producers))
  }

  /// Returns the inputs of a step that joins planes: the producers of its three colours, the component that it uses of
  /// each, which is nil for none or for a mix, and the steps that fill its constant operands.
  ///
  /// - Returns: nil for other steps.
  private func join(_ node: RowNode, at position: Int) -> (producers: [Int], channels: [Int?], fillSteps: Set<Int>)? {
    let (own, block) = (coordinates[members[Int(node.dispatch)]], block(of: node))
    let planes = block.steps[position].inPlanes
    guard formulas(of: node)[position]?.role == .joinPlanes, planes.count == 24 else { return nil }
    func constants(of producer: Int) -> [Float] {
      let step = block.steps[producer]
      guard step.kind == Int32(STEP_FILL) else { return [] }
      return (0..<Int(step.out_count)).map { own.uniforms[Int(step.first_uniform) + $0].f }
    }
    var producers: [Int] = []
    var fillSteps: Set<Int> = []
    for operand in 0..<6 {
      let color = planes[(4 * operand)..<(4 * operand + 4)]
      guard let producer = block.producer(ofPlane: color.first!, before: position),
        let last = block.producer(ofPlane: color.last!, before: position),
        color.prefix(3) == block.steps[producer].outPlanes.prefix(3),
        last == producer ? color.last == block.steps[producer].outPlanes.last : constants(of: last) == [1]
      else { return nil }
      producers.append(producer)
      if last != producer { fillSteps.insert(last) }
    }
    let channels = producers.suffix(3).map { producer in
      let weights = constants(of: producer)
      return weights.filter { $0 != 0 } == [1] ? weights.firstIndex(of: 1) : nil
    }
    return (Array(producers.prefix(3)), channels, fillSteps.union(producers.suffix(3)))
  }

  /// Returns a component of a stored image as a plane, with the position of its upper left corner.
  private func plane(
    _ node: RowNode, _ fetch: BlockStep, _ channel: Int
  ) -> (plane: RowPlane, left: Int32, top: Int32)? {
    let own = coordinates[members[Int(node.dispatch)]]
    let format = inputs[Int(node.dispatch)][Int(fetch.input)].format
    let channels = [format.channels.0, format.channels.1].prefix(Int(format.component_count))
    let geometry = (0..<4).map { own.uniforms[Int(fetch.first_uniform) + $0].f }
    guard format.is_float == 0, format.bits == 8 || format.bits == 16, (1...2).contains(format.component_count),
      let component = channels.firstIndex(of: UInt8(channel)),
      geometry.allSatisfy({ SampleCoordinates.whole($0) != nil }),
      geometry[2] >= 1, geometry[3] >= 1
    else { return nil }
    let plane = RowPlane(
      dispatch: node.dispatch, input: fetch.input, component: Int32(component), first_column: 0,
      last_column: Int32(geometry[2]) - 1, first_row: 0, last_row: Int32(geometry[3]) - 1)
    return (plane, Int32(geometry[0]), Int32(geometry[1]))
  }

  /// Returns chroma that a step upsamples along rows, optionally after a step that upsamples it along columns.
  ///
  /// - Parameter luma: the step that reads luma at the same points.
  private func chroma(_ node: RowNode, _ position: Int, _ channel: Int, at luma: RowStep) -> RowChroma? {
    let row = node.steps[position]
    guard let across = expansion(node, position, along: .horizontal), row.hasSameAccess(as: luma) else { return nil }
    var chroma = RowChroma()
    chroma.across = across
    var (dx, dy, below) = (row[0].dx, row[0].dy, nodes[Int(row[0].node)])
    if let upper = onlyStep(of: below), let up = expansion(below, upper, along: .vertical) {
      let step = below.steps[upper]
      guard step.access == Int32(ACCESS_ROW) else { return nil }
      (chroma.up, chroma.halves_rows, chroma.dy) = (up, 1, dy + step.dy)
      (dx, dy, below) = (dx + step.dx + step[0].dx, step[0].dy, nodes[Int(step[0].node)])
    }
    guard let (last, channel) = fetch(of: below, channel) else { return nil }
    let (fetch, fetchRow) = (block(of: below).steps[last], below.steps[last])
    guard fetchRow.access == Int32(ACCESS_CLAMPED), fetchRow[0].node < 0, let plane = plane(below, fetch, channel)
    else {
      return nil
    }
    chroma.plane = plane.plane
    (chroma.left, chroma.top) = (dx + fetchRow.dx - plane.left, plane.top - 1 - dy - fetchRow.dy)
    chroma.plane.first_column = max(0, fetchRow.min_x - plane.left)
    chroma.plane.last_column = min(plane.plane.last_column, fetchRow.max_x - plane.left)
    chroma.plane.first_row = max(0, plane.top - 1 - fetchRow.max_y)
    chroma.plane.last_row = min(plane.plane.last_row, plane.top - 1 - fetchRow.min_y)
    guard chroma.plane.first_column <= chroma.plane.last_column, chroma.plane.first_row <= chroma.plane.last_row else {
      return nil
    }
    return chroma
  }

  /// Returns the step that fetches a component of a node's colours, and the component of its image. Returns nil if the
  /// component is changed otherwise than by joining it with another plane.
  private func fetch(of node: RowNode, _ channel: Int) -> (step: Int, channel: Int)? {
    let block = block(of: node)
    if let only = onlyStep(of: node) { return block.steps[only].kind == Int32(STEP_FETCH) ? (only, channel) : nil }
    guard channel < 3,
      let last = (0..<Int(block.step_count)).last(where: {
        block.steps[$0].outPlanes.prefix(3) == [block.result.0, block.result.1, block.result.2]
      }), let join = join(node, at: last), join.producers.allSatisfy({ block.steps[$0].kind == Int32(STEP_FETCH) })
    else { return nil }
    return join.channels[channel].map { (join.producers[channel], $0) }
  }

  /// Returns the interpolation of a step that upsamples chroma along an axis; nil for other steps.
  ///
  /// Source: `PlaneFormulas.expand`, whose weights are the same for every second pixel.
  private func expansion(_ node: RowNode, _ position: Int, along axis: Axis) -> RowAxis? {
    let (own, row) = (coordinates[members[Int(node.dispatch)]], node.steps[position])
    let step = block(of: node).steps[position]
    guard formulas(of: node)[position]?.role == .expandChroma, row.stage != nil, row[0].node >= 0 else {
      return nil
    }
    let parameters = (0..<4).map { own.uniforms[Int(step.first_uniform) + $0].f }
    guard SIMD2(parameters[0], parameters[1]) == axis.vector, parameters[2].magnitude <= 2,
      (0...1).contains(parameters[3])
    else { return nil }
    func interpolation(of pixel: Double) -> (first: Int32, next: Float) {
      let low = (pixel + 0.5 + Double(parameters[2])) / 2 - Double(parameters[3]) / 2
      let whole = low.rounded(.down)
      return (Int32(whole), Float((low - whole) * Double(parameters[3])))
    }
    let (even, odd) = (interpolation(of: 0), interpolation(of: 1))
    guard (-1...1).contains(even.first), (-1...1).contains(odd.first) else { return nil }
    return RowAxis(first: (even.first, odd.first), next_weight: (even.next, odd.next))
  }

  /// Returns the only step of a node that computes colours. A second step may set alpha to 1.
  private func onlyStep(of node: RowNode) -> Int? {
    let block = block(of: node)
    let used = (0..<Int(block.step_count)).filter {
      let isAlpha = block.steps[$0].kind == Int32(STEP_FILL) && block.steps[$0].outPlanes == [block.result.3]
      return node.steps[$0].access != Int32(ACCESS_UNUSED) && !isAlpha
    }
    return used.count == 1 ? used[0] : nil
  }

  private func block(of node: RowNode) -> Block {
    coordinates[members[Int(node.dispatch)]].code.blocks[Int(node.block)]
  }

  private func formulas(of node: RowNode) -> [Program.Function?] {
    coordinates[members[Int(node.dispatch)]].code.functions[Int(node.block)]
  }
}

extension RowStep {
  fileprivate func hasSameAccess(as other: RowStep) -> Bool {
    (access, dx, dy) == (other.access, other.dx, other.dy)
      && (access != Int32(ACCESS_CLAMPED)
        || (min_x, max_x, min_y, max_y) == (other.min_x, other.max_x, other.min_y, other.max_y))
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool { other.clamped(to: self) == other }
}

extension Block {
  /// Returns the last step before another one that writes a plane.
  fileprivate func producer(ofPlane plane: UInt16, before position: Int) -> Int? {
    (0..<position).last { steps[$0].outPlanes.contains(plane) }
  }

  /// Returns the steps that read the result of a step. The step count represents the block's result.
  fileprivate func readers(of position: Int) -> [Int] {
    var (planes, readers) = (Set(steps[position].outPlanes), [Int]())
    for later in (position + 1)..<Int(step_count) {
      if !planes.isDisjoint(with: steps[later].inPlanes) { readers.append(later) }
      planes.subtract(steps[later].outPlanes)
    }
    if !planes.isDisjoint(with: [result.0, result.1, result.2, result.3]) { readers.append(Int(step_count)) }
    return readers
  }
}
