import CStages
import ImageGraph
import ImagePrograms

/// A pipeline as the shared object runs it, in memory that lives as long as this.
final class PipelineMemory: @unchecked Sendable {
  private(set) var pipeline = RowPipeline()
  let nodes: UnsafeMutableBufferPointer<RowNode>
  /// The images whose rows nodes make, by node.
  private(set) var images: [Schedule.ImageID?] = []
  let members: [Int]
  let dispatches: UnsafeMutableBufferPointer<BlockDispatch>
  /// What dispatches read of stored images, by their place in the pipeline.
  private(set) var inputs: [UnsafeMutableBufferPointer<BlockImage>] = []
  private var freed: [() -> Void] = []
  /// Programs that the memory points into.
  let places: [DispatchCoordinates]

  /// - Parameters:
  ///   - group: what runs together.
  ///   - makers: of images that are not stored, their dispatches.
  init(
    _ schedule: Schedule, _ group: Pipelines.Group, _ places: [DispatchCoordinates], makers: [Schedule.ImageID: Int],
    _ fastPaths: FastPaths
  ) {
    let members = group.members
    (self.members, self.places) = (members, places)
    var numbers: [Int: Int] = [:]
    var made: [(dispatch: Int, block: Int)] = []
    for sink in group.sinks {
      numbers[sink << 16] = made.count
      made.append((sink, 0))
    }
    for dispatch in members.reversed() {
      for block in places[dispatch].blocks.keys.sorted() where numbers[dispatch << 16 | block] == nil {
        let isAlias = block > 0 && Self.alias(schedule, places[dispatch], dispatch, block, makers) != nil
        guard !isAlias else { continue }
        numbers[dispatch << 16 | block] = made.count
        made.append((dispatch, block))
      }
    }
    nodes = .allocate(capacity: made.count)
    dispatches = .allocate(capacity: members.count)
    var edges = 0
    for (index, node) in made.enumerated() {
      let (own, dispatch) = (places[node.dispatch], schedule.dispatches[node.dispatch])
      let blockPlaces = own.blocks[node.block]!
      let steps = UnsafeMutableBufferPointer<RowStep>.allocate(capacity: max(1, blockPlaces.steps.count))
      freed.append { steps.deallocate() }
      for (position, known) in blockPlaces.steps.enumerated() {
        var step = known
        let block = own.code.blocks[node.block].steps[position]
        func add(_ reader: Int, _ maker: Int, _ block: Int, _ shift: (dx: Int, dy: Int)) {
          step[reader] = RowSource(
            node: Int32(numbers[maker << 16 | block]!), dx: Int32(shift.dx), dy: Int32(shift.dy), edge: Int32(edges),
            span: 0)
          edges += 1
        }
        if step.stage != nil {
          for (reader, number) in block.readerBlocks.enumerated() {
            if let alias = Self.alias(schedule, own, node.dispatch, number, makers) {
              add(reader, alias.maker, 0, alias.shift)
            } else {
              add(reader, node.dispatch, number, (0, 0))
            }
          }
        } else if block.kind == Int32(STEP_FETCH), step.place != Int32(PLACE_ANY),
          let maker = makers[dispatch.inputs[Int(block.input)]]
        {
          add(0, maker, 0, own.shift(of: block, to: schedule.images[dispatch.inputs[Int(block.input)]].region))
        }
        steps.initializeElement(at: position, to: step)
      }
      var new = RowNode()
      (new.dispatch, new.block) = (Int32(members.firstIndex(of: node.dispatch)!), Int32(node.block))
      (new.steps, new.uses_points) = (steps.baseAddress, blockPlaces.usesPoints ? 1 : 0)
      (new.left, new.right) = (Int32(-PixelArea.far), Int32(PixelArea.far))
      (new.bottom, new.top) = (Int32(-PixelArea.far), Int32(PixelArea.far))
      let area =
        node.block == 0
        ? dispatch.region.spans
        : own.soleFetch(of: node.block).flatMap {
          $0.place.clamp == nil ? own.area(of: $0.step, at: $0.place) : nil
        }
      if let area {
        (new.left, new.right) = (Int32(area.columns.lowerBound), Int32(area.columns.upperBound))
        (new.bottom, new.top) = (Int32(area.rows.lowerBound), Int32(area.rows.upperBound))
      }
      images.append(node.block == 0 ? dispatch.output : nil)
      nodes.initializeElement(at: index, to: new)
    }
    for (index, member) in members.enumerated() {
      add(
        places[member], index,
        schedule.dispatches[member].inputs.map { id in
          var image = BlockImage()
          if makers[id] == nil, let format = schedule.format(of: id) { image.format = BlockFormat(format) }
          return image
        })
    }
    let video = schedule.dispatches[group.sinks[0]].program.store.planes
    if fastPaths.contains(.planeLoads) { findVideos(storesVideo: video != nil) }
    if video == nil, fastPaths.contains(.packedRows) { store() }
    findOpaque()
    pipeline.dispatches = UnsafePointer(dispatches.baseAddress)
    pipeline.dispatch_count = Int32(members.count)
    (pipeline.nodes, pipeline.node_count, pipeline.edge_count) = (nodes.baseAddress, Int32(made.count), Int32(edges))
    pipeline.sink_count = Int32(group.sinks.count)
    if let video { pipeline.outputs.0.store = RowStore(video) }
  }

  deinit {
    for free in freed { free() }
    nodes.deallocate()
    dispatches.deallocate()
  }

  /// What is read of stored images.
  ///
  /// - Parameter images: of a dispatch, in order; what is not stored may be anything.
  func set(_ images: (_ dispatch: Int) -> [BlockImage]) {
    for (member, inputs) in zip(members, inputs) {
      for (index, image) in images(member).enumerated() { inputs[index] = image }
    }
  }

  /// Where pixels of a sink go.
  func set(_ image: BlockImage, at region: UserRect, ofSink sink: Int) {
    withUnsafeMutableBytes(of: &pipeline.outputs) { outputs in
      let outputs = outputs.assumingMemoryBound(to: RowOutput.self)
      (outputs[sink].image, outputs[sink].left, outputs[sink].top) = (
        image, Int32(region.min.x), Int32(region.max.y)
      )
    }
  }

  /// Where chroma of the only sink goes, whose luma are its pixels; none where pixels are stored as they are.
  func set(chroma: [PixelBuffer.Plane]) {
    func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
      chroma.indices.contains(index) ? chroma[index].bytes.assumingMemoryBound(to: UInt8.self) : nil
    }
    func rowBytes(_ index: Int) -> Int64 { chroma.indices.contains(index) ? Int64(chroma[index].rowBytes) : 0 }
    pipeline.outputs.0.store.chroma = (bytes(0), bytes(1))
    pipeline.outputs.0.store.chroma_row_bytes = (rowBytes(0), rowBytes(1))
  }

  /// Has the only sink's pixels counted instead of stored.
  func count(bins: Int) { pipeline.bins = Int32(bins) }

  /// Finds how many rows are kept.
  func reach(_ blocks: BlockLibrary, rows: Range<Int>) {
    blocks.reach(&pipeline, Int32(rows.lowerBound), Int32(rows.upperBound))
  }

  /// Memory for a video that a step reads, which lives as long as this.
  func keep(_ video: RowVideo) -> UnsafePointer<RowVideo> {
    let memory = UnsafeMutablePointer<RowVideo>.allocate(capacity: 1)
    memory.initialize(to: video)
    freed.append { memory.deallocate() }
    return UnsafePointer(memory)
  }

  /// Keeps rows as pixels are stored where that does.
  private func store() {
    let stored = PackedPixelRows(
      nodes.map { node in
        let own = places[members[Int(node.dispatch)]]
        let (block, forms) = (own.code.blocks[Int(node.block)], own.rowForms[Int(node.block)])
        return (0..<Int(block.step_count)).map { position in
          let step = block.steps[position]
          let image = step.kind == Int32(STEP_FETCH) ? inputs[Int(node.dispatch)][Int(step.input)] : nil
          return PackedPixelRows.Step(
            kind: step.kind, readerCount: Int(step.reader_count), row: node.steps[position],
            form: forms[position], image: image?.format, makesOpaque: block.makesOpaque(position, own.numbers))
        }
      })
    guard let format = stored.format else { return }
    pipeline.stored = format
    for index in nodes.indices {
      nodes[index].is_stored = stored.nodes.contains(index) ? 1 : 0
      let forms = places[members[Int(nodes[index].dispatch)]].rowForms[Int(nodes[index].block)]
      for (position, form) in forms.enumerated() where stored.takesStored(index, position) {
        nodes[index].steps[position].stage = form?.stored
        (nodes[index].steps[position].kept, nodes[index].steps[position].kept_in_loops) = (0, 0)
        nodes[index].steps[position].sums = form?.sums == true ? 1 : 0
      }
    }
  }

  /// The fast paths that its nodes take.
  var fastPaths: Set<FastPath> {
    var paths: Set<FastPath> = []
    for (index, node) in nodes.enumerated() {
      if node.is_stored != 0 { paths.insert(.packedRows) }
      if index >= Int(pipeline.sink_count), images[index] != nil { paths.insert(.rowRings) }
      if node.opaque_left < node.opaque_right { paths.insert(.opaqueRows) }
      for position in 0..<places[members[Int(node.dispatch)]].code.blocks[Int(node.block)].step_count {
        let step = node.steps[Int(position)]
        if step.place == Int32(PLACE_VIDEO) { paths.insert(.planeLoads) }
        if step.stage != nil { paths.insert(.rowReads) }
        if step.kept > 0 { paths.insert(.columnCache) }
      }
    }
    return paths
  }

  private func add(_ places: DispatchCoordinates, _ index: Int, _ inputs: [BlockImage]) {
    let numbers = UnsafeMutableBufferPointer<StageNumber>.allocate(capacity: max(1, places.numbers.count))
    _ = numbers.initialize(from: places.numbers)
    let images = UnsafeMutableBufferPointer<BlockImage>.allocate(capacity: max(1, inputs.count))
    _ = images.initialize(from: inputs)
    self.inputs.append(images)
    freed += [{ numbers.deallocate() }, { images.deallocate() }]
    dispatches.initializeElement(
      at: index,
      to: BlockDispatch(
        blocks: UnsafePointer(places.code.blocks.baseAddress), block_count: Int32(places.code.blocks.count),
        numbers: UnsafePointer(numbers.baseAddress), inputs: UnsafePointer(images.baseAddress)))
  }

  /// A reader that does nothing but read rows that another dispatch makes: those are read instead.
  private static func alias(
    _ schedule: Schedule, _ places: DispatchCoordinates, _ dispatch: Int, _ block: Int,
    _ makers: [Schedule.ImageID: Int]
  ) -> (maker: Int, shift: (dx: Int, dy: Int))? {
    guard let fetch = places.soleFetch(of: block), fetch.place.clamp == nil else { return nil }
    let id = schedule.dispatches[dispatch].inputs[Int(fetch.step.input)]
    guard let maker = makers[id] else { return nil }
    let shift = places.shift(of: fetch.step, to: schedule.images[id].region)
    return (maker, (shift.dx + fetch.place.dx, shift.dy + fetch.place.dy))
  }
}

extension Block {
  /// True where a step gives the colour that the step before it made an alpha of 1, and the block ends with that.
  fileprivate func makesOpaque(_ position: Int, _ numbers: [StageNumber]) -> Bool {
    guard position > 0, position == step_count - 1 else { return false }
    let (color, step) = (steps[position - 1], steps[position])
    return step.kind == Int32(STEP_FILL) && step.outPlanes == [result.3] && numbers[Int(step.first_number)].f == 1
      && color.out_count == 4 && Array(color.outPlanes.prefix(3)) == [result.0, result.1, result.2]
  }
}

extension RowStore {
  /// Without memory.
  fileprivate init(_ planes: PlaneStore) {
    self.init()
    chroma_count = Int32(planes.chromaCount)
    (columns, rows) = (Int32(planes.columns), Int32(planes.rows))
    (depth, shift) = (Int32(planes.depth), Int32(planes.shift))
    weights = (planes.across.x, planes.across.y, planes.across.z, planes.across.w)
  }
}

extension UserRect {
  /// As whole columns and rows.
  var spans: PixelArea { PixelArea(columns: Int(min.x)..<Int(max.x), rows: Int(min.y)..<Int(max.y)) }
}
