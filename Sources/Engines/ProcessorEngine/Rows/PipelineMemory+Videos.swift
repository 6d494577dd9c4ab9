import CStages
import ImageGraph
import ImagePrograms

/// Frames of videos that are read where they are stored: luma and chroma, which stands for pixels in pairs, come to a
/// step that joins them in one go, in place of rows of each plane in floats.
extension PipelineMemory {
  /// Has steps take planes so where they can.
  ///
  /// - Parameter storesVideo: the sink is stored as planes, which have no alpha.
  func findVideos(storesVideo: Bool) {
    if storesVideo, let last = (0..<Int(block(of: nodes[0]).step_count)).last {
      let (step, result) = (block(of: nodes[0]).steps[last], block(of: nodes[0]).result)
      if step.kind == Int32(STEP_FILL), step.outPlanes == [result.3] {
        nodes[0].steps[last].place = Int32(PLACE_UNUSED)
      }
    }
    for index in nodes.indices {
      let node = nodes[index]
      let formulas = formulas(of: node)
      for position in formulas.indices
      where formulas[position]?.role == .joinPlanes && node.steps[position].stage == nil {
        guard let video = video(node, joinedBy: position) else { continue }
        for maker in video.makers {
          node.steps[maker].place = Int32(PLACE_UNUSED)
          node.steps[maker].stage = nil
        }
        let far = PixelArea.far
        var place = video.place
        place.clamp = place.clamp ?? (-far...far, -far...far)
        node.steps[position] = place.step
        for source in 0..<Int(BLOCK_READER_LIMIT) { node.steps[position][source] = .none }
        node.steps[position].place = Int32(PLACE_VIDEO)
        node.steps[position].video = keep(video.video)
      }
    }
  }

  /// The planes that a step joins, and the steps whose place it takes.
  ///
  /// - Returns: nil where it joins anything else.
  private func video(_ node: RowNode, joinedBy position: Int) -> (
    video: RowVideo, place: SampleCoordinates, makers: Set<Int>
  )? {
    let (own, block) = (places[members[Int(node.dispatch)]], block(of: node))
    guard let join = join(node, at: position),
      join.filled.union(join.makers).allSatisfy({ block.readers(of: $0) == [position] })
    else { return nil }
    let (luma, blue, red) = (join.makers[0], join.makers[1], join.makers[2])
    guard let lumaChannel = join.channels[0], let blueChannel = join.channels[1], let redChannel = join.channels[2]
    else { return nil }
    let (step, row) = (block.steps[luma], node.steps[luma])
    guard step.kind == Int32(STEP_FETCH), row[0].node < 0, let plane = plane(node, step, lumaChannel) else {
      return nil
    }
    var place = SampleCoordinates(dx: Int(row.dx), dy: Int(row.dy))
    if row.place == Int32(PLACE_CLAMPED) {
      place.clamp = (Int(row.min_x)...Int(row.max_x), Int(row.min_y)...Int(row.max_y))
    } else if row.place != Int32(PLACE_ROW) {
      return nil
    }
    // Where luma lies.
    let there = own.area(of: step, at: SampleCoordinates())
    let read =
      place.clamp.map { PixelArea(columns: Range($0.columns), rows: Range($0.rows)) }
      ?? node.extent.moved(by: place.dx, place.dy)
    guard there.columns.contains(read.columns), there.rows.contains(read.rows),
      let blueChroma = chroma(node, blue, blueChannel, at: row),
      let redChroma = chroma(node, red, redChannel, at: row)
    else { return nil }
    let video = RowVideo(luma: plane.plane, left: -plane.left, top: plane.top - 1, chroma: (blueChroma, redChroma))
    return (video, place, join.filled.union(join.makers))
  }

  /// What a step joins: the steps that make each of its three colours, the component that it takes of each, nil where
  /// it takes none or mixes them, and the steps that fill in what it is told.
  ///
  /// - Returns: nil for other steps.
  private func join(_ node: RowNode, at position: Int) -> (makers: [Int], channels: [Int?], filled: Set<Int>)? {
    let (own, block) = (places[members[Int(node.dispatch)]], block(of: node))
    let planes = block.steps[position].inPlanes
    guard formulas(of: node)[position]?.role == .joinPlanes, planes.count == 24 else { return nil }
    func numbers(of maker: Int) -> [Float] {
      let step = block.steps[maker]
      guard step.kind == Int32(STEP_FILL) else { return [] }
      return (0..<Int(step.out_count)).map { own.numbers[Int(step.first_number) + $0].f }
    }
    var makers: [Int] = []
    var filled: Set<Int> = []
    for operand in 0..<6 {
      let color = planes[(4 * operand)..<(4 * operand + 4)]
      guard let maker = block.maker(ofPlane: color.first!, before: position),
        let last = block.maker(ofPlane: color.last!, before: position),
        color.prefix(3) == block.steps[maker].outPlanes.prefix(3),
        last == maker ? color.last == block.steps[maker].outPlanes.last : numbers(of: last) == [1]
      else { return nil }
      makers.append(maker)
      if last != maker { filled.insert(last) }
    }
    let channels = makers.suffix(3).map { maker in
      let weights = numbers(of: maker)
      return weights.filter { $0 != 0 } == [1] ? weights.firstIndex(of: 1) : nil
    }
    return (Array(makers.prefix(3)), channels, filled.union(makers.suffix(3)))
  }

  /// A component of a stored image, all of it, and where its upper left corner lies.
  private func plane(
    _ node: RowNode, _ fetch: BlockStep, _ channel: Int
  ) -> (plane: RowPlane, left: Int32, top: Int32)? {
    let own = places[members[Int(node.dispatch)]]
    let format = inputs[Int(node.dispatch)][Int(fetch.input)].format
    let channels = [format.channels.0, format.channels.1].prefix(Int(format.component_count))
    let geometry = (0..<4).map { own.numbers[Int(fetch.first_number) + $0].f }
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

  /// Chroma that a step brings to pixels along rows, and another one before it along columns.
  ///
  /// - Parameter luma: the step that reads luma at the same points.
  private func chroma(_ node: RowNode, _ position: Int, _ channel: Int, at luma: RowStep) -> RowChroma? {
    let row = node.steps[position]
    guard let across = expansion(node, position, along: .horizontal), row.hasSamePlace(as: luma) else { return nil }
    var chroma = RowChroma()
    chroma.across = across
    var (dx, dy, below) = (row[0].dx, row[0].dy, nodes[Int(row[0].node)])
    if let upper = soleStep(of: below), let up = expansion(below, upper, along: .vertical) {
      let step = below.steps[upper]
      guard step.place == Int32(PLACE_ROW) else { return nil }
      (chroma.up, chroma.pairs_rows, chroma.dy) = (up, 1, dy + step.dy)
      (dx, dy, below) = (dx + step.dx + step[0].dx, step[0].dy, nodes[Int(step[0].node)])
    }
    guard let (last, channel) = fetch(of: below, channel) else { return nil }
    let (fetch, place) = (block(of: below).steps[last], below.steps[last])
    guard place.place == Int32(PLACE_CLAMPED), place[0].node < 0, let plane = plane(below, fetch, channel) else {
      return nil
    }
    chroma.plane = plane.plane
    (chroma.left, chroma.top) = (dx + place.dx - plane.left, plane.top - 1 - dy - place.dy)
    chroma.plane.first_column = max(0, place.min_x - plane.left)
    chroma.plane.last_column = min(plane.plane.last_column, place.max_x - plane.left)
    chroma.plane.first_row = max(0, plane.top - 1 - place.max_y)
    chroma.plane.last_row = min(plane.plane.last_row, plane.top - 1 - place.min_y)
    guard chroma.plane.first_column <= chroma.plane.last_column, chroma.plane.first_row <= chroma.plane.last_row else {
      return nil
    }
    return chroma
  }

  /// The step that fetches a component of a node's colours, and the component there, where nothing is done to it but to
  /// join it with that of another plane.
  private func fetch(of node: RowNode, _ channel: Int) -> (step: Int, channel: Int)? {
    let block = block(of: node)
    if let sole = soleStep(of: node) { return block.steps[sole].kind == Int32(STEP_FETCH) ? (sole, channel) : nil }
    guard channel < 3,
      let last = (0..<Int(block.step_count)).last(where: {
        block.steps[$0].outPlanes.prefix(3) == [block.result.0, block.result.1, block.result.2]
      }), let join = join(node, at: last), join.makers.allSatisfy({ block.steps[$0].kind == Int32(STEP_FETCH) })
    else { return nil }
    return join.channels[channel].map { (join.makers[channel], $0) }
  }

  /// How a step brings chroma to pixels along an axis; nil for other steps.
  ///
  /// Source: `PlaneFormulas.expand`, whose weights are the same for every second pixel.
  private func expansion(_ node: RowNode, _ position: Int, along axis: Axis) -> RowAxis? {
    let (own, row) = (places[members[Int(node.dispatch)]], node.steps[position])
    let step = block(of: node).steps[position]
    guard formulas(of: node)[position]?.role == .expandChroma, row.stage != nil, row[0].node >= 0 else {
      return nil
    }
    let told = (0..<4).map { own.numbers[Int(step.first_number) + $0].f }
    guard SIMD2(told[0], told[1]) == axis.vector, told[2].magnitude <= 2, (0...1).contains(told[3]) else { return nil }
    func numbers(of pixel: Double) -> (first: Int32, next: Float) {
      let low = (pixel + 0.5 + Double(told[2])) / 2 - Double(told[3]) / 2
      let whole = low.rounded(.down)
      return (Int32(whole), Float((low - whole) * Double(told[3])))
    }
    let (even, odd) = (numbers(of: 0), numbers(of: 1))
    guard (-1...1).contains(even.first), (-1...1).contains(odd.first) else { return nil }
    return RowAxis(first: (even.first, odd.first), next: (even.next, odd.next))
  }

  /// The only step of a node that anybody looks at for colours: one more may say that they are opaque.
  private func soleStep(of node: RowNode) -> Int? {
    let block = block(of: node)
    let used = (0..<Int(block.step_count)).filter {
      let isAlpha = block.steps[$0].kind == Int32(STEP_FILL) && block.steps[$0].outPlanes == [block.result.3]
      return node.steps[$0].place != Int32(PLACE_UNUSED) && !isAlpha
    }
    return used.count == 1 ? used[0] : nil
  }

  private func block(of node: RowNode) -> Block {
    places[members[Int(node.dispatch)]].code.blocks[Int(node.block)]
  }

  private func formulas(of node: RowNode) -> [Program.Function?] {
    places[members[Int(node.dispatch)]].code.functions[Int(node.block)]
  }
}

extension RowStep {
  fileprivate func hasSamePlace(as other: RowStep) -> Bool {
    (place, dx, dy) == (other.place, other.dx, other.dy)
      && (place != Int32(PLACE_CLAMPED)
        || (min_x, max_x, min_y, max_y) == (other.min_x, other.max_x, other.min_y, other.max_y))
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool { other.clamped(to: self) == other }
}

extension Block {
  /// The last step before another one that writes a plane.
  fileprivate func maker(ofPlane plane: UInt16, before position: Int) -> Int? {
    (0..<position).last { steps[$0].outPlanes.contains(plane) }
  }

  /// The steps that read what a step makes; the number of steps stands for the block's result.
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
