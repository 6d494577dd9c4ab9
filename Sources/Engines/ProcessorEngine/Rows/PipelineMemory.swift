import CStages
import ImageGraph
import ImagePrograms

/// A pipeline in the form that the shared object runs, with its memory.
final class PipelineMemory: @unchecked Sendable {
  private(set) var pipeline = RowPipeline()
  let nodes: UnsafeMutableBufferPointer<RowNode>
  /// By node: the image whose rows it computes; nil for blocks that are read within a dispatch.
  private(set) var images: [Schedule.ImageID?] = []
  let members: [Int]
  let dispatches: UnsafeMutableBufferPointer<BlockDispatch>
  /// The stored images that dispatches read, by index in the pipeline.
  private(set) var inputs: [UnsafeMutableBufferPointer<BlockImage>] = []
  /// By dispatch and input: the planes from which it is read; nil for pixels.
  private var planes: [[(load: PlaneLoad, memory: UnsafeMutablePointer<BlockPlanes>)?]] = []
  private var deallocations: [() -> Void] = []
  /// By dispatch of the schedule. Retains the programs, to which the memory points.
  let coordinates: [DispatchCoordinates]

  /// - Parameters:
  ///   - group: the dispatches that run together.
  ///   - producers: by image that is not stored: its dispatch.
  init(
    _ schedule: Schedule, _ group: Pipelines.Group, _ coordinates: [DispatchCoordinates],
    producers: [Schedule.ImageID: Int],
    _ fastPaths: FastPaths
  ) {
    let members = group.members
    (self.members, self.coordinates) = (members, coordinates)
    var nodeIndices: [Int: Int] = [:]
    var nodeBlocks: [(dispatch: Int, block: Int)] = []
    for sink in group.sinks {
      nodeIndices[sink << 16] = nodeBlocks.count
      nodeBlocks.append((sink, 0))
    }
    for dispatch in members.reversed() {
      for block in coordinates[dispatch].blocks.keys.sorted() where nodeIndices[dispatch << 16 | block] == nil {
        let isAlias = block > 0 && Self.alias(schedule, coordinates[dispatch], dispatch, block, producers) != nil
        guard !isAlias else { continue }
        nodeIndices[dispatch << 16 | block] = nodeBlocks.count
        nodeBlocks.append((dispatch, block))
      }
    }
    nodes = .allocate(capacity: nodeBlocks.count)
    dispatches = .allocate(capacity: members.count)
    var edges = 0
    for (index, node) in nodeBlocks.enumerated() {
      let (own, dispatch) = (coordinates[node.dispatch], schedule.dispatches[node.dispatch])
      let blockCoordinates = own.blocks[node.block]!
      let steps = UnsafeMutableBufferPointer<RowStep>.allocate(capacity: max(1, blockCoordinates.steps.count))
      deallocations.append { steps.deallocate() }
      for (position, base) in blockCoordinates.steps.enumerated() {
        var step = base
        let block = own.code.blocks[node.block].steps[position]
        func add(_ reader: Int, _ producer: Int, _ block: Int, _ shift: (dx: Int, dy: Int)) {
          step[reader] = RowSource(
            node: Int32(nodeIndices[producer << 16 | block]!), dx: Int32(shift.dx), dy: Int32(shift.dy),
            edge: Int32(edges),
            span: 0)
          edges += 1
        }
        if step.stage != nil {
          for (reader, readBlock) in block.readerBlocks.enumerated() {
            if let alias = Self.alias(schedule, own, node.dispatch, readBlock, producers) {
              add(reader, alias.producer, 0, alias.shift)
            } else {
              add(reader, node.dispatch, readBlock, (0, 0))
            }
          }
        } else if block.kind == Int32(STEP_FETCH), step.access != Int32(ACCESS_ANY),
          let producer = producers[dispatch.inputs[Int(block.input)]]
        {
          add(0, producer, 0, own.shift(of: block, to: schedule.images[dispatch.inputs[Int(block.input)]].region))
        }
        steps.initializeElement(at: position, to: step)
      }
      var new = RowNode()
      (new.dispatch, new.block) = (Int32(members.firstIndex(of: node.dispatch)!), Int32(node.block))
      (new.steps, new.uses_points) = (steps.baseAddress, blockCoordinates.usesPoints ? 1 : 0)
      (new.left, new.right) = (Int32(-PixelArea.far), Int32(PixelArea.far))
      (new.bottom, new.top) = (Int32(-PixelArea.far), Int32(PixelArea.far))
      let area =
        node.block == 0
        ? dispatch.region.spans
        : own.onlyFetch(of: node.block).flatMap {
          $0.coordinates.clamp == nil ? own.area(of: $0.step, at: $0.coordinates) : nil
        }
      if let area {
        (new.left, new.right) = (Int32(area.columns.lowerBound), Int32(area.columns.upperBound))
        (new.bottom, new.top) = (Int32(area.rows.lowerBound), Int32(area.rows.upperBound))
      }
      images.append(node.block == 0 ? dispatch.output : nil)
      nodes.initializeElement(at: index, to: new)
    }
    for (index, member) in members.enumerated() {
      let dispatch = schedule.dispatches[member]
      planes.append(dispatch.program.inputs.map(planeMemory))
      add(
        coordinates[member], index,
        dispatch.inputs.enumerated().map { input, id in
          var image = BlockImage()
          if producers[id] == nil, let format = schedule.format(of: id) { image.format = BlockFormat(format) }
          image.planes = planes[index][input].map { UnsafePointer($0.memory) }
          return image
        })
    }
    let video = schedule.dispatches[group.sinks[0]].program.store.planes
    if video != nil { omitAlpha() }
    if video == nil, fastPaths.contains(.packedRows) { usePackedRows() }
    if fastPaths.contains(.opaqueRows) { markOpaqueRows() }
    if !fastPaths.contains(.columnCache) { omitColumnCaches() }
    pipeline.dispatches = UnsafePointer(dispatches.baseAddress)
    pipeline.dispatch_count = Int32(members.count)
    (pipeline.nodes, pipeline.node_count, pipeline.edge_count) = (
      nodes.baseAddress, Int32(nodeBlocks.count), Int32(edges)
    )
    pipeline.sink_count = Int32(group.sinks.count)
    if let video { pipeline.outputs.0.store = RowStore(video) }
  }

  deinit {
    for free in deallocations { free() }
    nodes.deallocate()
    dispatches.deallocate()
  }

  /// Sets the stored images that dispatches read.
  ///
  /// - Parameter images: returns the images of a dispatch, in order. Images that are not stored are nil.
  func set(_ images: (_ dispatch: Int) -> [PixelBuffer?]) {
    for (member, (inputs, planes)) in zip(members, zip(inputs, planes)) {
      for (index, pixels) in images(member).enumerated() {
        guard let pixels else { continue }
        inputs[index] = BlockImage(pixels)
        guard let (load, memory) = planes[index] else { continue }
        memory.pointee = BlockPlanes(pixels, load)
        inputs[index].planes = UnsafePointer(memory)
      }
    }
  }

  /// Sets the output of a sink.
  func set(_ image: BlockImage, at region: UserRect, ofSink sink: Int) {
    withUnsafeMutableBytes(of: &pipeline.outputs) { outputs in
      let outputs = outputs.assumingMemoryBound(to: RowOutput.self)
      (outputs[sink].image, outputs[sink].left, outputs[sink].top) = (
        image, Int32(region.min.x), Int32(region.max.y)
      )
    }
  }

  /// Sets the chroma planes of the only sink. The planes are empty if pixels are stored as an image.
  func set(chroma: [PixelBuffer.Plane]) {
    func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
      chroma.indices.contains(index) ? chroma[index].bytes.assumingMemoryBound(to: UInt8.self) : nil
    }
    func rowBytes(_ index: Int) -> Int64 { chroma.indices.contains(index) ? Int64(chroma[index].rowBytes) : 0 }
    pipeline.outputs.0.store.chroma = (bytes(0), bytes(1))
    pipeline.outputs.0.store.chroma_row_bytes = (rowBytes(0), rowBytes(1))
  }

  /// Counts the pixels of the only sink instead of storing them.
  func count(bins: Int) { pipeline.bins = Int32(bins) }

  /// Determines the number of rows in each ring.
  func sizeRings(_ blocks: BlockLibrary, rows: Range<Int>) {
    blocks.size_rings(&pipeline, Int32(rows.lowerBound), Int32(rows.upperBound))
  }

  /// Returns memory of this object for the planes of an input; nil for inputs of pixels.
  private func planeMemory(_ form: Program.LoadForm) -> (load: PlaneLoad, memory: UnsafeMutablePointer<BlockPlanes>)? {
    guard case .planes(let load) = form else { return nil }
    let memory = UnsafeMutablePointer<BlockPlanes>.allocate(capacity: 1)
    memory.initialize(to: BlockPlanes())
    deallocations.append { memory.deallocate() }
    return (load, memory)
  }

  func coordinates(of node: RowNode) -> DispatchCoordinates { coordinates[members[Int(node.dispatch)]] }
  func block(of node: RowNode) -> Block { coordinates(of: node).code.blocks[Int(node.block)] }

  /// Skips the last step of the sink if it only sets alpha, which planes do not have.
  private func omitAlpha() {
    let block = block(of: nodes[0])
    guard let last = (0..<Int(block.step_count)).last, block.steps[last].kind == Int32(STEP_FILL),
      block.steps[last].outPlanes == [block.result.3]
    else { return }
    nodes[0].steps[last].access = Int32(ACCESS_UNUSED)
  }

  /// Switches nodes to rows of stored pixels where possible.
  private func usePackedRows() {
    let stored = PackedPixelRows(
      nodes.map { node in
        let (own, block) = (coordinates(of: node), block(of: node))
        let forms = own.rowForms[Int(node.block)]
        return (0..<Int(block.step_count)).map { position in
          let step = block.steps[position]
          let image = step.kind == Int32(STEP_FETCH) ? inputs[Int(node.dispatch)][Int(step.input)] : nil
          return PackedPixelRows.Step(
            kind: step.kind, readerCount: Int(step.reader_count), row: node.steps[position],
            form: forms[position], image: image?.format, makesOpaque: block.makesOpaque(position, own.uniforms))
        }
      })
    guard let format = stored.format else { return }
    pipeline.stored = format
    for index in nodes.indices {
      nodes[index].is_stored = stored.nodes.contains(index) ? 1 : 0
      let forms = coordinates[members[Int(nodes[index].dispatch)]].rowForms[Int(nodes[index].block)]
      for (position, form) in forms.enumerated() where stored.takesStored(index, position) {
        nodes[index].steps[position].stage = form?.stored
        (nodes[index].steps[position].hoisted_vectors, nodes[index].steps[position].hoisted_loop_vectors) = (0, 0)
        nodes[index].steps[position].is_sum = form?.isSum == true ? 1 : 0
      }
    }
  }

  /// Has all rows compute the values that depend on columns alone.
  private func omitColumnCaches() {
    for node in nodes {
      for position in 0..<Int(block(of: node).step_count) {
        (node.steps[position].hoisted_vectors, node.steps[position].hoisted_loop_vectors) = (0, 0)
      }
    }
  }

  /// The fast paths of its nodes.
  var fastPaths: FastPaths {
    var paths = FastPaths.none
    for (index, node) in nodes.enumerated() {
      if node.is_stored != 0 { paths.insert(.packedRows) }
      if index >= Int(pipeline.sink_count), images[index] != nil { paths.insert(.rowRings) }
      if node.opaque_left < node.opaque_right { paths.insert(.opaqueRows) }
      for position in 0..<block(of: node).step_count {
        let step = node.steps[Int(position)]
        if step.stage != nil { paths.insert(.rowReads) }
        if step.hoisted_vectors > 0 { paths.insert(.columnCache) }
      }
    }
    return paths
  }

  private func add(_ coordinates: DispatchCoordinates, _ index: Int, _ inputs: [BlockImage]) {
    let uniforms = UnsafeMutableBufferPointer<StageUniform>.allocate(capacity: max(1, coordinates.uniforms.count))
    _ = uniforms.initialize(from: coordinates.uniforms)
    let images = UnsafeMutableBufferPointer<BlockImage>.allocate(capacity: max(1, inputs.count))
    _ = images.initialize(from: inputs)
    self.inputs.append(images)
    deallocations += [{ uniforms.deallocate() }, { images.deallocate() }]
    dispatches.initializeElement(
      at: index,
      to: BlockDispatch(
        blocks: UnsafePointer(coordinates.code.blocks.baseAddress), block_count: Int32(coordinates.code.blocks.count),
        uniforms: UnsafePointer(uniforms.baseAddress), inputs: UnsafePointer(images.baseAddress)))
  }

  /// Returns the dispatch whose rows a block reads unchanged, with the offset. Readers of the block read these rows
  /// directly. Returns nil for other blocks.
  private static func alias(
    _ schedule: Schedule, _ coordinates: DispatchCoordinates, _ dispatch: Int, _ block: Int,
    _ producers: [Schedule.ImageID: Int]
  ) -> (producer: Int, shift: (dx: Int, dy: Int))? {
    guard let fetch = coordinates.onlyFetch(of: block), fetch.coordinates.clamp == nil else { return nil }
    let id = schedule.dispatches[dispatch].inputs[Int(fetch.step.input)]
    guard let producer = producers[id] else { return nil }
    let shift = coordinates.shift(of: fetch.step, to: schedule.images[id].region)
    return (producer, (shift.dx + fetch.coordinates.dx, shift.dy + fetch.coordinates.dy))
  }
}

extension Block {
  /// Returns whether a step, the last one of the block, sets the alpha of the preceding step's colour to 1.
  fileprivate func makesOpaque(_ position: Int, _ uniforms: [StageUniform]) -> Bool {
    guard position > 0, position == step_count - 1 else { return false }
    let (color, step) = (steps[position - 1], steps[position])
    return step.kind == Int32(STEP_FILL) && step.outPlanes == [result.3] && uniforms[Int(step.first_uniform)].f == 1
      && color.out_count == 4 && Array(color.outPlanes.prefix(3)) == [result.0, result.1, result.2]
  }
}

extension RowStore {
  /// Creates a store without memory.
  fileprivate init(_ planes: PlaneStore) {
    self.init()
    chroma_count = Int32(planes.chromaCount)
    (columns, rows) = (Int32(planes.columns), Int32(planes.rows))
    (depth, shift) = (Int32(planes.depth), Int32(planes.shift))
    weights = (planes.columnWeights.x, planes.columnWeights.y, planes.columnWeights.z, planes.columnWeights.w)
  }
}

extension UserRect {
  /// The columns and rows of a rectangle with integer coordinates.
  var spans: PixelArea { PixelArea(columns: Int(min.x)..<Int(max.x), rows: Int(min.y)..<Int(max.y)) }
}
