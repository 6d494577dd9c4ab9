import ImageGraph
import ImagePrograms

/// A writer of the kernel of one program.
struct KernelWriter: WidenedKernel {
  let program: Program
  let library: ShaderLibrary
  let options: Stitcher.Options
  var emitter = LaneEmitter()

  var slots: ID = 0
  var output: ID = 0
  var pushed: ID = 0
  var inputs: [ID] = []
  /// The words to which open loops are reported, see `Program.reportsOpenLoops`.
  var openLoops: ID = 0
  /// The current function, as an index of `Program.functions`.
  var function = 0
  /// The function that evaluates each block; unused for block 0.
  var readers: [ID] = []
  var insertedFunctions: [BoundFunction: ID] = [:]
  var globals: [ID]
  /// The x coordinate of the first of the four pixels, in `main`.
  var firstX: LaneKind?
  /// The x coordinates of the four pixels, in `main`.
  var columns: LaneKind?
  /// The column of the first pixel in the output, in `main`.
  var column: LaneKind?
  /// The first column and row of the output, and the number of columns and rows, in `main`.
  var region: Lanes = []
  /// Which of the four pixels are in the output, in `main` of a program with loops that may not end.
  var isInOutput: LaneKind?

  /// A function with its readers bound.
  struct BoundFunction: Hashable {
    var function: Int
    var readers: [ID]
    /// The index of the function whose open loops it reports; -1 if it reports none.
    var openLoopIndex: Int
  }

  var isWide: Bool { program.pixelsPerInvocation == 4 }

  init(_ program: Program, _ library: ShaderLibrary, _ options: Stitcher.Options) throws(RenderError) {
    guard program.pixelsPerInvocation == 1 || program.pixelsPerInvocation == 4 else {
      throw .invalidArgument("an invocation must compute 1 or 4 pixels (got \(program.pixelsPerInvocation))")
    }
    guard !program.blocks.isEmpty else { throw .invalidArgument("the program has no block") }
    guard (1...4096).contains(program.slotCount) else {
      throw .limit("argument slots of a program", requested: UInt64(max(0, program.slotCount)), allowed: 4096)
    }
    (self.program, self.library, self.options) = (program, library, options)
    globals = Array(repeating: 0, count: library.pool.entries.count)
  }

  mutating func write() throws(RenderError) -> [UInt32] {
    emitter.module.require(Capability.shader)
    emitter.module.require(Capability.sampledBuffer)
    if options.preservesNaN { emitter.module.require(Capability.signedZeroInfNanPreserve) }
    declareInterface()
    readers = program.blocks.map { _ in emitter.module.newID() }
    for index in program.blocks.indices.dropFirst() { try writeReader(index) }
    let main = try writeMain()
    if !options.contracts { emitter.module.decorateArithmetic() }
    return emitter.module.words(
      main: main, localSize: [UInt32(options.groupWidth), 1, 1], preservesNaN: options.preservesNaN)
  }

  enum Capability {
    static let shader: UInt32 = 1
    static let int64: UInt32 = 11
    static let sampledBuffer: UInt32 = 46
    static let groupNonUniform: UInt32 = 61
    static let groupNonUniformVote: UInt32 = 62
    static let groupNonUniformBallot: UInt32 = 64
    static let signedZeroInfNanPreserve: UInt32 = 4466
  }

  // MARK: Functions

  private mutating func startFunction(_ id: ID, result: ID, parameters: [ID], name: String) -> [ID] {
    emitter.forgetAll()
    emitter.module.name(id, name)
    return emitter.module.beginFunction(id, result: result, parameters: parameters)
  }

  private mutating func writeReader(_ index: Int) throws(RenderError) {
    let (float2, float4) = (emitter.module.type(.float, 2), emitter.module.type(.float, 4))
    let parameters = startFunction(readers[index], result: float4, parameters: [float2], name: "reader\(index)")
    let at = emitter.lanes(parameters[0], .float, count: 2)
    let color = try lower(index, at: at)
    emitter.module.emit(.returnValue, [emitter.vector(color)])
    emitter.module.endFunction()
  }

  private mutating func writeMain() throws(RenderError) -> ID {
    let invocation = emitter.module.variable(emitter.module.type(.uint, 3), in: .input)
    emitter.module.decorate(invocation, Decoration.builtIn, 28)
    let (main, void) = (readers[0], emitter.module.global(.typeVoid, []))
    _ = startFunction(main, result: void, parameters: [], name: "main")

    let gid = emitter.lanes(
      emitter.module.emit(.load, emitter.module.type(.uint, 3), [invocation]), .uint, count: 3)
    region = load(pushed, 0, .int, 4)
    let step = emitter.constant(Int32(program.block.columns))
    let x = emitter.multiply(emitter.operate(.bitcast, .int, gid[0]), step)
    var y = emitter.operate(.bitcast, .int, gid[1])
    if program.block.rows > 1 { y = emitter.multiply(y, emitter.constant(Int32(program.block.rows))) }
    if case .histogram(let bins, let rows) = program.store, rows > 1 {
      let geometry = try slot(Program.outputGeometrySlot, .float4)
      try countRows(rows, bins: try slot(bins, .int)[0], x: x, y: y, geometry)
      emitter.module.emit(.return, [])
      emitter.module.endFunction()
      return main
    }
    let isInside = emitter.and(
      emitter.operate(.sLessThan, .bool, x, region[2]), emitter.operate(.sLessThan, .bool, y, region[3]))
    let (inside, end) = (emitter.module.newID(), emitter.module.newID())
    emitter.module.emit(.selectionMerge, [end, 0])
    emitter.module.emit(.branchConditional, [isInside.id, inside, end])
    emitter.module.emit(.label, [inside])

    let (column, row) = (emitter.add(x, region[0]), emitter.add(y, region[1]))
    let geometry = try slot(Program.outputGeometrySlot, .float4)
    if case .planes(let planes) = program.store {
      try storeBlock(planes, column: column, row: row, pitch: load(pushed, 1, .int, 4)[0], geometry)
    } else if case .image(let format, let origin) = program.store {
      let color = try color(column: column, row: row, geometry)
      writeImage(color, as: format, column: column, row: row, at: try slot(origin, .float2))
    } else {
      let color = try color(column: column, row: row, geometry)
      let pitch = load(pushed, 1, .int, 4)[0]
      try store(color, at: emitter.add(emitter.multiply(row, pitch), column))
    }
    emitter.module.emit(.branch, [end])
    emitter.module.emit(.label, [end])
    emitter.module.emit(.return, [])
    emitter.module.endFunction()
    return main
  }

  /// Evaluates the colour of a pixel of the output, or of four adjacent pixels of which this is the first.
  mutating func color(column: LaneKind, row: LaneKind, _ geometry: Lanes) throws(RenderError) -> Lanes {
    noteOutputPixels(from: column)
    let half = emitter.constant(Float(0.5))
    let first = emitter.add(emitter.add(geometry[0], emitter.operate(.convertSToF, .float, column)), half)
    let atY = emitter.subtract(emitter.subtract(geometry[1], emitter.operate(.convertSToF, .float, row)), half)
    firstX = first
    let atX = isWide ? emitter.add(first, emitter.wideConstant([0, 1, 2, 3])) : first
    if isWide { (columns, self.column) = (atX, column) }
    return try lower(0, at: [atX, atY])
  }

  /// Loads a member of a block, a vector.
  private mutating func load(_ block: ID, _ member: Int32, _ scalar: ScalarLane, _ count: Int) -> Lanes {
    let type = emitter.module.type(scalar, count)
    let pointer = emitter.module.emit(
      .accessChain, emitter.module.pointer(to: type, in: .pushConstant), [block, emitter.module.constant(member)])
    return emitter.lanes(emitter.module.emit(.load, type, [pointer]), scalar, count: count)
  }

  // MARK: Blocks

  /// Evaluates a block at a point; the result is its colour.
  mutating func lower(_ index: Int, at: Lanes) throws(RenderError) -> Lanes {
    let block = program.blocks[index]
    var values: [Lanes] = []

    func operand(_ value: Program.Value, _ count: Int) throws(RenderError) -> Lanes {
      guard values.indices.contains(value) else {
        throw .invalidArgument("block \(index): instruction \(values.count) uses %\(value), which is not yet defined")
      }
      guard values[value].count == count, values[value].allSatisfy({ $0.scalar == .float }) else {
        throw .invalidArgument("block \(index): instruction \(values.count) requires %\(value) as float\(count)")
      }
      return values[value]
    }
    func any(_ value: Program.Value) throws(RenderError) -> Lanes {
      guard values.indices.contains(value) else {
        throw .invalidArgument("block \(index): instruction \(values.count) uses %\(value), which is not yet defined")
      }
      return values[value]
    }
    func reader(_ number: Int) throws(RenderError) -> ID {
      guard number > index, readers.indices.contains(number) else {
        throw .invalidArgument("block \(index) cannot read block \(number): it can read only later blocks")
      }
      return readers[number]
    }

    for instruction in block.instructions {
      switch instruction {
      case .at: values.append(at)
      case .live(let number, let kind): values.append(try slot(number, kind))
      case .fetch(let input, let point, let geometry):
        guard program.inputs.indices.contains(input) else {
          throw .invalidArgument("block \(index) fetches from input \(input) of \(program.inputs.count)")
        }
        let (point, geometry) = (try operand(point, 2), try operand(geometry, 4))
        guard !geometry.contains(where: \.isWide) else {
          throw .invalidArgument("an image's geometry must be an argument")
        }
        switch program.inputs[input] {
        case .texel: values.append(perPixel(point) { writer, point in writer.fetch(input, point, geometry) })
        case .image(let origin):
          let origin = try slot(origin, .float2)
          values.append(perPixel(point) { writer, point in writer.fetch(input, point, geometry, inImageAt: origin) })
        case .planes(let load):
          values.append(perPixel(point) { writer, point in writer.fetch(input, load, point, geometry) })
        case .packed:
          guard index == 0, isWide, point == at else {
            throw .invalidArgument("a packed input must be fetched at the pixel itself, with four pixels an invocation")
          }
          values.append(fetchPacked(input, y: at[1], geometry))
        }
      case .axis(let axis):
        values.append([axis.vector.x, axis.vector.y].map { emitter.constant($0) })
      case .fetchRow(let input, let point, let geometry, let isAligned):
        let (point, geometry) = (try operand(point, 2), try operand(geometry, 4))
        guard program.inputs.indices.contains(input), !geometry.contains(where: \.isWide) else {
          throw .invalidArgument("an image's geometry must be an argument")
        }
        let isAtColumns = point[0] == columns && !point[1].isWide
        switch program.inputs[input] {
        case .planes(let load) where isAligned && isAtColumns:
          values.append(fetchRow(input, load, y: point[1], geometry))
        case .planes(let load):
          values.append(perPixel(point) { writer, point in writer.fetch(input, load, point, geometry) })
        case .packed where isAtColumns:
          values.append(fetchRow(input, y: point[1], geometry, isAligned: isAligned))
        case .packed: values.append(perPixel(point) { writer, point in writer.fetch(input, point, geometry) })
        case .texel, .image: throw .invalidArgument("rows can be fetched only from packed inputs and planes")
        }
      case .mask(let color, let point, let rect):
        let isInside = contains(try operand(rect, 4), try operand(point, 2))
        let clear = emitter.constant(Float(0))
        values.append(try operand(color, 4).map { emitter.select(isInside, $0, clear) })
      case .transform(let point, let row0, let row1):
        let (point, rows) = (try operand(point, 2), [try operand(row0, 3), try operand(row1, 3)])
        values.append(rows.map { emitter.add(emitter.dot([$0[0], $0[1]], point), $0[2]) })
      case .nearestInside(let point, let rect):
        values.append(nearest(try operand(point, 2), inside: try operand(rect, 4)))
      case .bilinear(let number, let point):
        let reader = try reader(number)
        values.append(try bilinear(reader, try operand(point, 2)))
      case .read(let number, let point):
        let reader = try reader(number)
        values.append(try read(reader, try operand(point, 2)))
      case .call(let function, let arguments):
        var lanes: [Lanes] = []
        for argument in arguments { lanes.append(try any(argument)) }
        values.append(try call(function.name, lanes, readers: []))
      case .gather(let function, let arguments, let numbers):
        var lanes: [Lanes] = []
        for argument in arguments { lanes.append(try any(argument)) }
        var ids: [ID] = []
        for number in numbers { ids.append(try reader(number)) }
        values.append(try call(function.name, lanes, readers: ids))
      }
      // What is multiplied by it then needs no instruction.
      let last = values.count - 1
      if block.facts[last].contains(.opaque), values[last].count == 4 { values[last][3] = emitter.constant(Float(1)) }
    }
    guard let color = values.last, color.count == 4, color.allSatisfy({ $0.scalar == .float }) else {
      throw .invalidArgument("the last instruction of block \(index) is not a colour")
    }
    return color
  }

  /// Returns the argument in a slot.
  mutating func slot(_ number: Int, _ kind: Argument.Kind) throws(RenderError) -> Lanes {
    guard (0..<program.slotCount).contains(number) else {
      throw .invalidArgument("slot \(number) of \(program.slotCount) does not exist")
    }
    if emitter.loaded[number] == nil {
      let type = emitter.module.type(.float, 4)
      let pointer = emitter.module.emit(
        .accessChain, emitter.module.pointer(to: type, in: .uniform),
        [slots, emitter.module.constant(Int32(0)), emitter.module.constant(Int32(number))])
      emitter.loaded[number] = emitter.lanes(emitter.module.emit(.load, type, [pointer]), .float, count: 4)
    }
    let words = emitter.loaded[number]!
    return switch kind {
    case .float: [words[0]]
    case .float2: Array(words[..<2])
    case .float3: Array(words[..<3])
    case .float4: words
    case .int: [emitter.operate(.bitcast, .int, words[0])]
    case .axis: throw .invalidArgument("an axis is not a run-time argument")
    }
  }

  /// Calls `body` once for a narrow value, and for each of the four pixels of a wide one.
  mutating func perPixel(_ value: Lanes, _ body: (inout KernelWriter, Lanes) -> Lanes) -> Lanes {
    guard value.contains(where: \.isWide) else { return body(&self, value) }
    let pixels = (0..<4).map { pixel in body(&self, value.map { emitter.pixel(pixel, of: $0) }) }
    return emitter.planes(pixels)
  }
}
