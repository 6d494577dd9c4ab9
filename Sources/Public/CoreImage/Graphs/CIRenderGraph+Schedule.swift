import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

extension CIRenderGraph {
  /// Creates the graph of the passes of a render.
  ///
  /// - Parameters:
  ///   - schedules: all runs, in order.
  ///   - groups: the runs that render tiles of one image. Nil: all runs. The first of each group is shown, with the
  ///     sums of all.
  ///   - milliseconds: the time of each pass of each schedule on the device; ignored if the count differs from that of
  ///     the passes.
  init(_ schedules: [Schedule], groups: [RenderWork.RunGroup]? = nil, milliseconds: [Double] = []) {
    var numbers: [ImageOfRun: Node.ID] = [:]
    self.init(schedules, groups: groups, milliseconds: milliseconds, numbers: &numbers)
  }

  /// An image of one of several runs.
  struct ImageOfRun: Hashable {
    let run: Int
    let image: Schedule.ImageID
  }

  /// Returns the graph with the fast paths that an engine takes for its runs.
  func withFastPaths(_ fastPaths: FastPaths) -> CIRenderGraph {
    var graph = self
    graph.fastPaths = fastPaths.names
    return graph
  }

  /// - Parameter numbers: receives the node of each image that is shown.
  init(
    _ schedules: [Schedule], groups: [RenderWork.RunGroup]?, milliseconds: [Double],
    numbers: inout [ImageOfRun: Node.ID]
  ) {
    let groups = groups ?? [RenderWork.RunGroup(runs: Array(schedules.indices))]
    guard let last = groups.last, !last.runs.isEmpty else {
      self.init(.concatenated, region: nil)
      return
    }
    let whole = last.runs.reduce(UserRect.nothing) { $0.union(schedules[$1].images[schedules[$1].output].region) }
    self.init(.concatenated, region: CGRect(whole))
    partCount = last.runs.count
    var firstTimes: [Int] = []
    var count = 0
    for schedule in schedules {
      firstTimes.append(count)
      count += schedule.dispatches.count
    }
    let isTimed = milliseconds.count == count && count > 0
    /// Images that earlier runs rendered for later ones.
    var rendered: [Source.Identity: Node.ID] = [:]
    for group in groups {
      // Tiles at an edge may need fewer passes.
      let run = group.runs.max { schedules[$0].dispatches.count < schedules[$1].dispatches.count } ?? group.runs[0]
      let schedule = schedules[run]
      func number(_ id: Schedule.ImageID, _ graph: inout CIRenderGraph) -> Node.ID {
        let image = ImageOfRun(run: run, image: id)
        if let node = numbers[image] { return node }
        let number: Node.ID =
          if case .source(let source) = schedule.images[id].kind, let node = rendered[source.identity] {
            node
          } else {
            graph.add(schedule.images[id], isLast: group.result == nil)
          }
        numbers[image] = number
        return number
      }
      for (index, dispatch) in schedule.dispatches.enumerated() {
        let inputs = dispatch.inputs.map { number($0, &self) }
        let parts = group.runs.compactMap { run in
          schedules[run].correspondingIndex(of: index, in: schedule).map { (run: run, index: $0) }
        }
        let pass = add(.pass, "pass \(passes.count + 1)") { node in
          let region = parts.reduce(UserRect.nothing) { $0.union(schedules[$1.run].dispatches[$1.index].region) }
          node.extent = CGRect(Extent(region))
          node.regionOfInterest = node.extent
          node.pixelCount = parts.reduce(0) { $0 + schedules[$1.run].dispatches[$1.index].pixelCount }
          if isTimed { node.milliseconds = parts.reduce(0) { $0 + milliseconds[firstTimes[$1.run] + $1.index] } }
        }
        let result = addKernels(of: dispatch, in: pass, reading: inputs)
        connect(result, to: number(dispatch.output, &self))
      }
      if let source = group.result { rendered[source.identity] = number(schedule.output, &self) }
    }
  }

  /// - Parameter isLast: false for runs whose output later runs read.
  private mutating func add(_ image: Schedule.Image, isLast: Bool) -> Node.ID {
    let (kind, name): (Node.Kind, String) =
      switch image.kind {
      case .source(let source): (.input, "source \(source.label)")
      case .intermediate, .cached: (.intermediate, "intermediate")
      case .counters(let bins): (.intermediate, "counters of \(bins) bins")
      case .output: isLast ? (.output, "output") : (.intermediate, "made first")
      }
    return add(kind, name) { node in
      node.extent = CGRect(Extent(image.region))
      node.regionOfInterest = node.extent
      node.byteCount = image.byteCount
      if case .cached = image.kind { node.isCached = true }
      if case .source(let source) = image.kind { node.describe(source) }
      if case .pixels(let format)? = image.store { node.format = CIFormat(format) }
    }
  }

  /// Adds the kernels of one pass and connects them to its input images. Returns the last one.
  private mutating func addKernels(
    of dispatch: Schedule.Dispatch, in pass: Node.ID, reading images: [Node.ID]
  ) -> Node.ID {
    var reader = ProgramReader(dispatch, pass: pass, images: images, graph: self)
    let result = reader.read()
    self = reader.graph
    return result
  }
}

extension Schedule {
  /// Returns the index of the dispatch of this tile that corresponds to the one at `index` for another tile; nil if
  /// there is none.
  fileprivate func correspondingIndex(of index: Int, in other: Schedule) -> Int? {
    if index == other.dispatches.count - 1 { return dispatches.isEmpty ? nil : dispatches.count - 1 }
    if dispatches.count == other.dispatches.count { return index }
    return dispatches.dropLast().firstIndex { $0.program == other.dispatches[index].program }
  }
}

/// A reader of a program that finds its kernels and their inputs.
private struct ProgramReader {
  private let dispatch: Schedule.Dispatch
  private let pass: CIRenderGraph.Node.ID
  private let images: [CIRenderGraph.Node.ID]
  private(set) var graph: CIRenderGraph

  /// The result of an instruction.
  private enum Value {
    /// The colour that a node of the graph computes.
    case color(CIRenderGraph.Node.ID)
    /// A point, with the kernels that moved it; the one nearest to the image is first.
    case point([Kernel])
    /// A value that no kernel reads.
    case other
  }

  private struct Kernel {
    var name: String
    var kind = CIRenderGraph.Node.Kind.warp
    var values: [String] = []
  }

  init(_ dispatch: Schedule.Dispatch, pass: Int, images: [Int], graph: CIRenderGraph) {
    (self.dispatch, self.pass, self.images, self.graph) = (dispatch, pass, images, graph)
  }

  mutating func read() -> CIRenderGraph.Node.ID {
    let blocks = dispatch.program.blocks
    // Blocks call blocks of higher index only; instructions use earlier ones only.
    var results: [Int: Value] = [:]
    for index in blocks.indices.reversed() {
      var values: [Value] = []
      for instruction in blocks[index].instructions {
        values.append(value(of: instruction, in: blocks[index], values, results))
      }
      results[index] = values.last
    }
    let last: CIRenderGraph.Node.ID
    if case .color(let node)? = results[0] { last = node } else { last = add(Kernel(name: "clear", kind: .color), []) }
    let name: String? =
      switch dispatch.program.store {
      case .histogram: "histogram"
      // A pass that only moves an image has no other kernel.
      default: graph.nodes[last].pass == pass ? nil : "copy"
      }
    guard let name else { return last }
    return add(Kernel(name: name, kind: name == "copy" ? .color : .general), [last])
  }

  private mutating func value(
    of instruction: Program.Instruction, in block: Program.Block, _ values: [Value], _ results: [Int: Value]
  ) -> Value {
    func path(_ point: Program.Value) -> [Kernel] {
      if case .point(let kernels) = values[point] { kernels } else { [] }
    }
    func colors(_ operands: [Program.Value]) -> [Int] {
      operands.compactMap { if case .color(let node) = values[$0] { node } else { nil } }
    }
    func result(_ reader: Int) -> [Int] { if case .color(let node)? = results[reader] { [node] } else { [] } }
    func texts(_ operands: [Program.Value]) -> [String] { operands.compactMap { text($0, in: block) } }

    switch instruction {
    case .at: return .point([])
    case .live, .axis: return .other
    case .fetch(let input, let at, _), .fetchRow(let input, let at, _, _):
      return .color(moved(images[input], by: path(at)))
    case .read(let reader, let at): return result(reader).first.map { .color(moved($0, by: path(at))) } ?? .other
    case .bilinear(let reader, let at):
      var kernels = path(at)
      if kernels.isEmpty { kernels = [Kernel(name: "bilinear")] } else { kernels[0].values.append("linear") }
      return result(reader).first.map { .color(moved($0, by: kernels)) } ?? .other
    case .transform(let at, let row0, let row1):
      guard case .float3(let x)? = argument(row0, in: block), case .float3(let y)? = argument(row1, in: block)
      else { return .point(path(at)) }
      let inverse = AffineMap(
        a: Double(x.x), b: Double(y.x), c: Double(x.y), d: Double(y.y), tx: Double(x.z), ty: Double(y.z))
      // A translation by whole pixels is free, and not shown as a kernel.
      if inverse.integerTranslation != nil { return .point(path(at)) }
      let map = Op.affine(inverse.inverse ?? inverse, .linear)
      return .point([Kernel(name: map.name, values: map.values.dropLast())] + path(at))
    case .nearestInside(let at, let rect):
      guard case .float4(let corners)? = argument(rect, in: block), corners.z < Float(1 << 30) else {
        return .point(path(at))  // Moves the point to the centre of its pixel.
      }
      let (width, height) = (corners.z - corners.x, corners.w - corners.y)
      let bounds = UserRect(
        x: Double(corners.x), y: Double(corners.y), width: Double(width), height: Double(height))
      return .point([Kernel(name: "clamp", kind: .geometry, values: ["\(bounds)"])] + path(at))
    case .mask(let color, _, let rect):
      guard let node = colors([color]).first else { return .other }
      var kernel = Kernel(name: "crop", kind: .geometry)
      if case .float4(let corners)? = argument(rect, in: block) {
        let bounds = UserRect(
          [Double(corners.x), Double(corners.y)], [Double(corners.z), Double(corners.w)])
        kernel.values = ["\(bounds)"]
      }
      return .color(add(kernel, [node]))
    case .call(let function, let operands):
      let name = String(function.shortName)
      let inputs = colors(operands)
      // Not a kernel of the recipe.
      if function.role == .opaque, let node = inputs.first { return .color(node) }
      if inputs.isEmpty, dispatch.program.blocks.usesAsPoint(instruction) {
        let at = operands.first.map(path) ?? []
        return .point([Kernel(name: name, values: texts(operands))] + at)
      }
      return .color(add(Kernel(name: name, kind: .color, values: texts(operands)), inputs))
    case .gather(let function, let operands, let readers):
      let name = String(function.shortName)
      let inputs = readers.flatMap(result)
      return .color(add(Kernel(name: name, kind: .general, values: texts(operands)), inputs))
    }
  }

  /// Returns the node of an image or kernel that is read through kernels that move the point.
  private mutating func moved(_ node: CIRenderGraph.Node.ID, by kernels: [Kernel]) -> CIRenderGraph.Node.ID {
    kernels.reduce(node) { add($1, [$0]) }
  }

  private mutating func add(_ kernel: Kernel, _ inputs: [CIRenderGraph.Node.ID]) -> CIRenderGraph.Node.ID {
    let node = graph.add(kernel.kind, kernel.name) { [pass] node in
      node.values = kernel.values
      node.pass = pass
    }
    for input in inputs { graph.connect(input, to: node) }
    return node
  }

  private func argument(_ value: Program.Value, in block: Program.Block) -> Argument? {
    switch block.instructions[value] {
    case .live(let slot, _) where slot < dispatch.arguments.count: dispatch.arguments[slot]
    case .axis(let axis): .axis(axis)
    default: nil
    }
  }

  private func text(_ value: Program.Value, in block: Program.Block) -> String? {
    argument(value, in: block)?.description
  }
}

extension [Program.Block] {
  /// Whether the result of a call is used as a point rather than a colour: an instruction reads or transforms at it.
  fileprivate func usesAsPoint(_ call: Program.Instruction) -> Bool {
    contains { block in
      guard let index = block.instructions.firstIndex(of: call) else { return false }
      return block.instructions.contains { instruction in
        switch instruction {
        case .fetch(_, let at, _), .fetchRow(_, let at, _, _), .read(_, let at), .bilinear(_, let at): at == index
        case .transform(let at, _, _), .nearestInside(let at, _): at == index
        default: false
        }
      }
    }
  }
}
