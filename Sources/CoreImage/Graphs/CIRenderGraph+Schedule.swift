import Foundation
import ImageGraph
import ImagePasses

extension CIRenderGraph {
  /// The graph of what runs.
  ///
  /// - Parameters:
  ///   - schedules: one, or several that make strips of one region by the same passes. The first one's regions are shown.
  ///   - milliseconds: for each pass of each schedule its time on the device; ignored when there are not as many.
  init(_ schedules: [Schedule], milliseconds: [Double] = []) {
    var numbers: [Schedule.PictureID: Node.ID] = [:]
    self.init(schedules, milliseconds: milliseconds, numbers: &numbers)
  }

  /// - Parameter pictures: becomes the number of each of the first schedule's pictures.
  init(_ schedules: [Schedule], milliseconds: [Double], numbers pictures: inout [Schedule.PictureID: Node.ID]) {
    guard let schedule = schedules.first else {
      self.init(.concatenated, region: nil)
      return
    }
    let whole = schedules.reduce(UserRect.nothing) { $0.union($1.pictures[$1.output].region) }
    self.init(.concatenated, region: CGRect(whole))
    let isTimed = milliseconds.count == schedules.reduce(0) { $0 + $1.dispatches.count } && !milliseconds.isEmpty
    for (number, dispatch) in schedule.dispatches.enumerated() {
      for input in dispatch.inputs where pictures[input] == nil { pictures[input] = add(schedule.pictures[input]) }
      let pass = add(.pass, "pass \(number + 1)") { node in
        node.extent = CGRect(Extent(dispatch.region))
        node.regionOfInterest = node.extent
        node.pixelCount = schedules.reduce(0) { sum, strip in
          sum + (number < strip.dispatches.count ? strip.dispatches[number].pixelCount : 0)
        }
        if isTimed {
          var first = 0
          var total = 0.0
          for strip in schedules {
            if number < strip.dispatches.count { total += milliseconds[first + number] }
            first += strip.dispatches.count
          }
          node.milliseconds = total
        }
      }
      let result = addKernels(of: dispatch, in: pass, reading: dispatch.inputs.map { pictures[$0]! })
      let output = add(schedule.pictures[dispatch.output])
      pictures[dispatch.output] = output
      connect(result, to: output)
    }
  }

  private mutating func add(_ picture: Schedule.Picture) -> Node.ID {
    let (kind, name): (Node.Kind, String) =
      switch picture.kind {
      case .source(let source): (.input, "source \(source.label)")
      case .intermediate: (.intermediate, picture.kept == nil ? "intermediate" : "intermediate from cache")
      case .counters(let bins): (.intermediate, "counters of \(bins) bins")
      case .output: (.output, "output")
      }
    return add(kind, name) { node in
      node.extent = CGRect(Extent(picture.region))
      node.regionOfInterest = node.extent
      node.byteCount = picture.byteCount
      if case .source(let source) = picture.kind { node.describe(source) }
      if case .pixels(let format)? = picture.store { node.format = CIFormat(format) }
    }
  }

  /// The kernels of one pass, from its pictures to its result.
  private mutating func addKernels(
    of dispatch: Schedule.Dispatch, in pass: Node.ID, reading pictures: [Node.ID]
  ) -> Node.ID {
    var reader = ProgramReader(dispatch, pass: pass, pictures: pictures, graph: self)
    let result = reader.read()
    self = reader.graph
    return result
  }
}

/// Finds the kernels in a program and which picture or kernel each one reads.
private struct ProgramReader {
  private let dispatch: Schedule.Dispatch
  private let pass: CIRenderGraph.Node.ID
  private let pictures: [CIRenderGraph.Node.ID]
  private(set) var graph: CIRenderGraph

  /// What an instruction gives.
  private enum Value {
    /// The colour that a node of the graph makes.
    case color(CIRenderGraph.Node.ID)
    /// A point: the kernels that moved it, that nearest to the picture first.
    case point([Kernel])
    /// A number that no kernel reads.
    case other
  }

  private struct Kernel {
    var name: String
    var kind = CIRenderGraph.Node.Kind.warp
    var values: [String] = []
  }

  init(_ dispatch: Schedule.Dispatch, pass: Int, pictures: [Int], graph: CIRenderGraph) {
    (self.dispatch, self.pass, self.pictures, self.graph) = (dispatch, pass, pictures, graph)
  }

  mutating func read() -> CIRenderGraph.Node.ID {
    let blocks = dispatch.program.blocks
    // Blocks call those of higher index only, instructions use earlier ones only.
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
      // A pass that only moves a picture has no other kernel.
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
      return .color(moved(pictures[input], by: path(at)))
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
      // Moving by whole pixels costs nothing and is no kernel.
      if inverse.integerTranslation != nil { return .point(path(at)) }
      let map = Op.affine(inverse.inverse ?? inverse, .linear)
      return .point([Kernel(name: map.name, values: map.values.dropLast())] + path(at))
    case .nearestInside(let at, let rect):
      guard case .float4(let corners)? = argument(rect, in: block), corners.z < Float(1 << 30) else {
        return .point(path(at))  // any point to the centre of its pixel
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
      let name = String(function.prefix { $0 != "(" })
      let inputs = colors(operands)
      // Says to the stitcher what is known already; no kernel of the recipe.
      if function == ColorConversions.opaque.mangledName, let node = inputs.first { return .color(node) }
      if inputs.isEmpty, dispatch.program.blocks.usesAsPoint(instruction) {
        let at = operands.first.map(path) ?? []
        return .point([Kernel(name: name, values: texts(operands))] + at)
      }
      return .color(add(Kernel(name: name, kind: .color, values: texts(operands)), inputs))
    case .gather(let function, let operands, let readers):
      let name = String(function.prefix { $0 != "(" })
      let inputs = readers.flatMap(result)
      return .color(add(Kernel(name: name, kind: .general, values: texts(operands)), inputs))
    }
  }

  /// The picture or kernel read through kernels that move the point.
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
  /// True when a call gives a point, not a colour: something reads or moves at it.
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
