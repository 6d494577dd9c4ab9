import ImageGraph
import ImagePasses

/// Writes the kernel of one program.
struct KernelWriter {
  let program: Program
  let library: ShaderLibrary
  let options: Stitcher.Options
  var emitter = LaneEmitter()
  /// Variables of the functions that are being widened.
  var memory: [Lanes] = []

  private var slots: ID = 0
  private var output: ID = 0
  private var pushed: ID = 0
  private var inputs: [ID] = []
  /// The function that evaluates each block; none for block 0.
  private var readers: [ID] = []
  private var placed: [Placement: ID] = [:]
  private var globals: [ID]
  /// Slots that the function being written has loaded.
  private var loaded: [Int: Lanes] = [:]
  /// Horizontal position of the first of the four pixels, in block 0.
  private var firstX: Lane?

  /// A function with its readers bound.
  private struct Placement: Hashable {
    var function: Int
    var readers: [ID]
  }

  private var isWide: Bool { program.pixelsPerInvocation == 4 }

  init(_ program: Program, _ library: ShaderLibrary, _ options: Stitcher.Options) throws(RenderError) {
    guard program.pixelsPerInvocation == 1 || program.pixelsPerInvocation == 4 else {
      throw .invalidArgument("a kernel makes 1 or 4 pixels an invocation, not \(program.pixelsPerInvocation)")
    }
    guard !program.blocks.isEmpty else { throw .invalidArgument("the program has no block") }
    guard (1...4096).contains(program.slotCount) else {
      throw .limit("argument slots of a program", asked: UInt64(max(0, program.slotCount)), allowed: 4096)
    }
    (self.program, self.library, self.options) = (program, library, options)
    globals = Array(repeating: 0, count: library.pool.entries.count)
  }

  mutating func write() throws(RenderError) -> [UInt32] {
    emitter.module.require(Capability.shader)
    emitter.module.require(Capability.sampledBuffer)
    declareInterface()
    readers = program.blocks.map { _ in emitter.module.newID() }
    for index in program.blocks.indices.dropFirst() { try writeReader(index) }
    let main = try writeMain()
    return emitter.module.words(main: main, localSize: [64, 1, 1])
  }

  private enum Capability {
    static let shader: UInt32 = 1
    static let int64: UInt32 = 11
    static let sampledBuffer: UInt32 = 46
  }

  // MARK: The interface

  private enum Decoration {
    static let block: UInt32 = 2
    static let arrayStride: UInt32 = 6
    static let builtIn: UInt32 = 11
    static let nonWritable: UInt32 = 24
    static let binding: UInt32 = 33
    static let descriptorSet: UInt32 = 34
    static let offset: UInt32 = 35
  }

  private mutating func declareInterface() {
    let (float4, int4) = (emitter.module.type(.float, 4), emitter.module.type(.int, 4))
    let length = emitter.module.constant(UInt32(program.slotCount))
    let array = emitter.module.newType(.typeArray, [float4, length])
    emitter.module.decorate(array, Decoration.arrayStride, 16)
    slots = block([array], in: .uniform)
    bind(slots, 0)

    let (element, stride) = storedElement
    let pixels = emitter.module.newType(.typeRuntimeArray, [element])
    emitter.module.decorate(pixels, Decoration.arrayStride, stride)
    output = block([pixels], in: .storageBuffer)
    bind(output, 1)

    inputs = program.inputs.enumerated().map { index, form in
      let variable = emitter.module.variable(imageType(form), in: .uniformConstant)
      bind(variable, UInt32(2 + index))
      return variable
    }
    pushed = block([int4, int4], in: .pushConstant)
  }

  /// A structure of these members, 16 bytes apart, as a variable.
  private mutating func block(_ members: [ID], in storage: ModuleBuilder.StorageClass) -> ID {
    let type = emitter.module.newType(.typeStruct, members)
    emitter.module.decorate(type, Decoration.block)
    for index in members.indices {
      emitter.module.decorateMember(type, UInt32(index), Decoration.offset, UInt32(index * 16))
    }
    return emitter.module.variable(type, in: storage)
  }

  private mutating func bind(_ variable: ID, _ binding: UInt32) {
    emitter.module.decorate(variable, Decoration.descriptorSet, 0)
    emitter.module.decorate(variable, Decoration.binding, binding)
  }

  /// A buffer of texels that is read without a sampler.
  private mutating func imageType(_ form: Program.LoadForm) -> ID {
    let sampled = emitter.module.type(form == .texel ? .float : .uint)
    return emitter.module.global(.typeImage, [sampled, 5, 0, 0, 0, 1, 0])
  }

  // MARK: Functions

  private mutating func startFunction(_ id: ID, result: ID, parameters: [ID], name: String) -> [ID] {
    emitter.forgetSpread()
    loaded = [:]
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
    let region = load(pushed, 0, .int, 4)
    let step = emitter.constant(Int32(program.pixelsPerInvocation))
    let x = emitter.multiply(emitter.operate(.bitcast, .int, gid[0]), step)
    let y = emitter.operate(.bitcast, .int, gid[1])
    let isInside = emitter.and(
      emitter.operate(.sLessThan, .bool, x, region[2]), emitter.operate(.sLessThan, .bool, y, region[3]))
    let (inside, end) = (emitter.module.newID(), emitter.module.newID())
    emitter.module.emit(.selectionMerge, [end, 0])
    emitter.module.emit(.branchConditional, [isInside.id, inside, end])
    emitter.module.emit(.label, [inside])

    let (column, row) = (emitter.add(x, region[0]), emitter.add(y, region[1]))
    let geometry = try slot(Program.outputGeometrySlot, .float4)
    let half = emitter.constant(Float(0.5))
    let first = emitter.add(emitter.add(geometry[0], emitter.operate(.convertSToF, .float, column)), half)
    let atY = emitter.subtract(emitter.subtract(geometry[1], emitter.operate(.convertSToF, .float, row)), half)
    firstX = first
    let atX = isWide ? emitter.add(first, emitter.wideConstant([0, 1, 2, 3])) : first
    let color = try lower(0, at: [atX, atY])

    let pitch = load(pushed, 1, .int, 4)[0]
    try store(color, at: emitter.add(emitter.multiply(row, pitch), column))
    emitter.module.emit(.branch, [end])
    emitter.module.emit(.label, [end])
    emitter.module.emit(.return, [])
    emitter.module.endFunction()
    return main
  }

  /// Member `member` of a block, a vector.
  private mutating func load(_ block: ID, _ member: Int32, _ scalar: Scalar, _ count: Int) -> Lanes {
    let type = emitter.module.type(scalar, count)
    let pointer = emitter.module.emit(
      .accessChain, emitter.module.pointer(to: type, in: .pushConstant), [block, emitter.module.constant(member)])
    return emitter.lanes(emitter.module.emit(.load, type, [pointer]), scalar, count: count)
  }

  // MARK: Blocks

  /// Evaluates a block at a point; the result is its colour.
  private mutating func lower(_ index: Int, at: Lanes) throws(RenderError) -> Lanes {
    let block = program.blocks[index]
    var values: [Lanes] = []

    func operand(_ value: Program.Value, _ count: Int) throws(RenderError) -> Lanes {
      guard values.indices.contains(value) else {
        throw .invalidArgument("block \(index): instruction \(values.count) uses %\(value), which is not yet there")
      }
      guard values[value].count == count, values[value].allSatisfy({ $0.scalar == .float }) else {
        throw .invalidArgument("block \(index): instruction \(values.count) wants %\(value) as float\(count)")
      }
      return values[value]
    }
    func any(_ value: Program.Value) throws(RenderError) -> Lanes {
      guard values.indices.contains(value) else {
        throw .invalidArgument("block \(index): instruction \(values.count) uses %\(value), which is not yet there")
      }
      return values[value]
    }
    func reader(_ number: Int) throws(RenderError) -> ID {
      guard number > index, readers.indices.contains(number) else {
        throw .invalidArgument("block \(index) cannot read block \(number): readers come later")
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
        guard !geometry.contains(where: \.isWide) else { throw .invalidArgument("a picture's geometry is an argument") }
        switch program.inputs[input] {
        case .texel: values.append(perPixel(point) { writer, point in writer.fetch(input, point, geometry) })
        case .packed8, .packedHalf:
          guard index == 0, isWide, point == at else {
            throw .invalidArgument("a packed input is fetched at the pixel itself, four pixels an invocation")
          }
          values.append(fetchPacked(input, y: at[1], geometry))
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
        values.append(perPixel(try operand(point, 2)) { writer, point in writer.bilinear(reader, point) })
      case .read(let number, let point):
        let reader = try reader(number)
        values.append(perPixel(try operand(point, 2)) { writer, point in writer.read(reader, point) })
      case .call(let name, let arguments):
        var lanes: [Lanes] = []
        for argument in arguments { lanes.append(try any(argument)) }
        values.append(try call(name, lanes, readers: []))
      case .gather(let name, let arguments, let numbers):
        var lanes: [Lanes] = []
        for argument in arguments { lanes.append(try any(argument)) }
        var ids: [ID] = []
        for number in numbers { ids.append(try reader(number)) }
        values.append(try call(name, lanes, readers: ids))
      }
    }
    guard let color = values.last, color.count == 4, color.allSatisfy({ $0.scalar == .float }) else {
      throw .invalidArgument("the last instruction of block \(index) is not a colour")
    }
    return color
  }

  /// The argument in a slot.
  private mutating func slot(_ number: Int, _ kind: Argument.Kind) throws(RenderError) -> Lanes {
    guard (0..<program.slotCount).contains(number) else {
      throw .invalidArgument("slot \(number) of \(program.slotCount) does not exist")
    }
    if loaded[number] == nil {
      let type = emitter.module.type(.float, 4)
      let pointer = emitter.module.emit(
        .accessChain, emitter.module.pointer(to: type, in: .uniform),
        [slots, emitter.module.constant(Int32(0)), emitter.module.constant(Int32(number))])
      loaded[number] = emitter.lanes(emitter.module.emit(.load, type, [pointer]), .float, count: 4)
    }
    let words = loaded[number]!
    return switch kind {
    case .float: [words[0]]
    case .float2: Array(words[..<2])
    case .float3: Array(words[..<3])
    case .float4: words
    case .int: [emitter.operate(.bitcast, .int, words[0])]
    }
  }

  /// Runs `body` once for a narrow value, and for each of four pixels of a wide one.
  private mutating func perPixel(_ value: Lanes, _ body: (inout KernelWriter, Lanes) -> Lanes) -> Lanes {
    guard value.contains(where: \.isWide) else { return body(&self, value) }
    let pixels = (0..<4).map { pixel in body(&self, value.map { emitter.pixel(pixel, of: $0) }) }
    return emitter.planes(pixels)
  }

  /// True where the point is in the half-open rectangle (min x, min y, max x, max y).
  private mutating func contains(_ rect: Lanes, _ point: Lanes) -> Lane {
    let sides = (0..<2).map { axis in
      emitter.and(
        emitter.operate(.fOrdGreaterThanEqual, .bool, point[axis], rect[axis]),
        emitter.operate(.fOrdLessThan, .bool, point[axis], rect[axis + 2]))
    }
    return emitter.and(sides[0], sides[1])
  }

  private mutating func nearest(_ point: Lanes, inside rect: Lanes) -> Lanes {
    let half = emitter.constant(Float(0.5))
    return (0..<2).map { axis in
      let center = emitter.add(emitter.floor(point[axis]), half)
      let low = emitter.max(center, emitter.add(rect[axis], half))
      return emitter.min(low, emitter.subtract(rect[axis + 2], half))
    }
  }

  private mutating func read(_ reader: ID, _ point: Lanes) -> Lanes {
    let color = emitter.module.emit(.functionCall, emitter.module.type(.float, 4), [reader, emitter.vector(point)])
    return emitter.lanes(color, .float, count: 4)
  }

  private mutating func bilinear(_ reader: ID, _ point: Lanes) -> Lanes {
    let (half, one) = (emitter.constant(Float(0.5)), emitter.constant(Float(1)))
    let moved = point.map { emitter.subtract($0, half) }
    let corner = moved.map { emitter.floor($0) }
    let weight = zip(moved, corner).map { emitter.subtract($0, $1) }
    let low = corner.map { emitter.add($0, half) }
    let high = low.map { emitter.add($0, one) }
    let rows = [low[1], high[1]].map { y in
      let (left, right) = (read(reader, [low[0], y]), read(reader, [high[0], y]))
      return zip(left, right).map { emitter.mix($0, $1, weight[0]) }
    }
    return zip(rows[0], rows[1]).map { emitter.mix($0, $1, weight[1]) }
  }

  // MARK: Pictures

  private mutating func texel(_ input: Int, _ index: Lane) -> Lanes {
    let scalar: Scalar = program.inputs[input] == .texel ? .float : .uint
    let image = emitter.module.emit(.load, imageType(program.inputs[input]), [inputs[input]])
    let color = emitter.module.emit(.imageFetch, emitter.module.type(scalar, 4), [image, index.id])
    return emitter.lanes(color, scalar, count: 4)
  }

  /// Pixels from one row of a picture to the next: its width, padded to a multiple of four.
  private mutating func pitch(_ geometry: Lanes) -> Lane {
    let width = emitter.operate(.convertFToS, .int, geometry[2])
    return emitter.operate(
      .bitwiseAnd, .int, emitter.add(width, emitter.constant(Int32(3))), emitter.constant(Int32(-4)))
  }

  /// The texel that holds a point, clear outside. Compared as floats: NaN and far points never become an index.
  private mutating func fetch(_ input: Int, _ point: Lanes, _ geometry: Lanes) -> Lanes {
    let zero = emitter.constant(Float(0))
    let column = emitter.floor(emitter.subtract(point[0], geometry[0]))
    let row = emitter.floor(emitter.subtract(geometry[1], point[1]))
    let isInside = contains([zero, zero, geometry[2], geometry[3]], [column, row])
    let index = emitter.add(
      emitter.multiply(emitter.operate(.convertFToS, .int, emitter.select(isInside, row, zero)), pitch(geometry)),
      emitter.operate(.convertFToS, .int, emitter.select(isInside, column, zero)))
    return texel(input, index).map { emitter.select(isInside, $0, zero) }
  }

  /// Four pixels of a row, from one texel or two.
  private mutating func fetchPacked(_ input: Int, y: Lane, _ geometry: Lanes) -> Lanes {
    let column = emitter.operate(
      .convertFToS, .int, emitter.floor(emitter.subtract(firstX!, geometry[0])))
    let row = emitter.operate(.convertFToS, .int, emitter.floor(emitter.subtract(geometry[1], y)))
    let pixel = emitter.add(emitter.multiply(row, pitch(geometry)), column)

    if program.inputs[input] == .packed8 {
      let index = emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(2)))
      return unpacked8(texel(input, index))
    }
    let index = emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(1)))
    let words = texel(input, index) + texel(input, emitter.add(index, emitter.constant(Int32(1))))
    let pixels = (0..<4).map { pixel in unpackedHalf(words[2 * pixel]) + unpackedHalf(words[2 * pixel + 1]) }
    return emitter.planes(pixels)
  }

  private mutating func unpackedHalf(_ word: Lane) -> Lanes {
    let pair = emitter.module.emit(
      .extInst, emitter.module.type(.float, 2),
      [emitter.module.extendedInstructions(), LaneEmitter.Extended.unpackHalf2x16.rawValue, word.id])
    return emitter.lanes(pair, .float, count: 2)
  }

  /// Signed conversions: lavapipe has no fast unsigned ones.
  private mutating func unpacked8(_ pixels: Lanes) -> Lanes {
    let words = emitter.planes(pixels.map { [$0] })[0]
    let (low, scale) = (emitter.constant(UInt32(255)), emitter.constant(Float(1) / 255))
    return (0..<4).map { component in
      var byte = words
      if component > 0 {
        byte = emitter.operate(.shiftRightLogical, .uint, byte, emitter.constant(UInt32(8 * component)))
      }
      if component < 3 { byte = emitter.operate(.bitwiseAnd, .uint, byte, low) }
      let number = emitter.operate(.convertSToF, .float, emitter.operate(.bitcast, .int, byte))
      return emitter.multiply(number, scale)
    }
  }

  // MARK: Storing

  /// What an element of the output buffer is, and its size in bytes.
  private var storedElement: (type: ID, stride: UInt32) {
    mutating get {
      switch (program.store, isWide) {
      case (.histogram, _), (.rgba8, false), (.bgra8, false): (emitter.module.type(.uint), 4)
      case (.rgba16, false), (.rgbaHalf, false): (emitter.module.type(.uint, 2), 8)
      case (.rgbaFloat, false): (emitter.module.type(.uint, 4), 16)
      default: (wideElement, 16)
      }
    }
  }

  /// 16 bytes that are stored at once.
  private var wideElement: ID {
    mutating get {
      guard options.stores64 else { return emitter.module.type(.uint, 4) }
      emitter.module.require(Capability.int64)
      return emitter.module.global(.typeVector, [emitter.module.global(.typeInt, [64, 0]), 2])
    }
  }

  private mutating func store(_ color: Lanes, at pixel: Lane) throws(RenderError) {
    switch program.store {
    case .rgba8: writeWords([packed(color, bits: 8)], at: pixel)
    case .bgra8: writeWords([packed([color[2], color[1], color[0], color[3]], bits: 8)], at: pixel)
    case .rgba16:
      writeWords([packed(Array(color[..<2]), bits: 16), packed(Array(color[2...]), bits: 16)], at: pixel)
    case .rgbaHalf: writeWords([half(color[0], color[1]), half(color[2], color[3])], at: pixel)
    case .rgbaFloat: writeWords(color.map { emitter.operate(.bitcast, .uint, $0) }, at: pixel)
    case .histogram(let bins):
      guard !isWide else { throw .invalidArgument("a histogram counts one pixel an invocation") }
      count(color, bins: try slot(bins, .int)[0])
    }
  }

  /// Components as unsigned numbers of `bits` bits, the first one lowest. NaN becomes 0.
  private mutating func packed(_ components: Lanes, bits: Int) -> Lane {
    let scale = emitter.constant(Float((1 << bits) - 1))
    let (zero, one, half) = (emitter.constant(Float(0)), emitter.constant(Float(1)), emitter.constant(Float(0.5)))
    var word: Lane?
    for (index, component) in components.enumerated() {
      let limited = emitter.min(emitter.max(component, zero), one)
      let scaled = emitter.add(emitter.multiply(limited, scale), half)
      var number = emitter.operate(.bitcast, .uint, emitter.operate(.convertFToS, .int, scaled))
      if index > 0 {
        number = emitter.operate(.shiftLeftLogical, .uint, number, emitter.constant(UInt32(bits * index)))
      }
      word = word.map { emitter.operate(.bitwiseOr, .uint, $0, number) } ?? number
    }
    return word!
  }

  private mutating func half(_ low: Lane, _ high: Lane) -> Lane {
    perPixel([low, high]) { writer, pair in
      let vector = writer.emitter.vector(pair)
      let word = writer.emitter.module.emit(
        .extInst, writer.emitter.module.type(.uint),
        [writer.emitter.module.extendedInstructions(), LaneEmitter.Extended.packHalf2x16.rawValue, vector])
      return [Lane(id: word, scalar: .uint, isWide: false)]
    }[0]
  }

  /// Stores the words of a pixel, or of four: then they lie pixel after pixel, 16 bytes a store.
  private mutating func writeWords(_ words: Lanes, at pixel: Lane) {
    guard isWide else {
      write(emitter.vector(words), emitter.module.type(.uint, words.count), at: pixel)
      return
    }
    let planes = words.map { emitter.wide($0) }
    let type = emitter.module.type(.uint, 4)
    let vectors: [ID] =
      switch planes.count {
      case 1: planes
      case 2:
        [[0, 4, 1, 5], [2, 6, 3, 7]].map { emitter.module.emit(.vectorShuffle, type, [planes[0], planes[1]] + $0) }
      default:
        (0..<4).map { index in
          emitter.vector(words.map { emitter.pixel(index, of: Lane(id: emitter.wide($0), scalar: .uint, isWide: true)) })
        }
      }
    // Pixels are counted in units of 16 bytes.
    let index =
      switch planes.count {
      case 1: emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(2)))
      case 2: emitter.operate(.shiftRightArithmetic, .int, pixel, emitter.constant(Int32(1)))
      default: pixel
      }
    for (offset, vector) in vectors.enumerated() {
      let place = offset == 0 ? index : emitter.add(index, emitter.constant(Int32(offset)))
      let element = wideElement
      write(options.stores64 ? emitter.module.emit(.bitcast, element, [vector]) : vector, element, at: place)
    }
  }

  private mutating func write(_ value: ID, _ type: ID, at index: Lane) {
    emitter.module.emit(.store, [pointer(type, index), value])
  }

  private mutating func pointer(_ type: ID, _ index: Lane) -> ID {
    emitter.module.emit(
      .accessChain, emitter.module.pointer(to: type, in: .storageBuffer),
      [output, emitter.module.constant(Int32(0)), index.id])
  }

  /// Counts each component of a pixel in its bin.
  private mutating func count(_ color: Lanes, bins: Lane) {
    let (zero, uint) = (emitter.constant(Float(0)), emitter.module.type(.uint))
    let number = emitter.operate(.convertSToF, .float, bins)
    let last = emitter.subtract(number, emitter.constant(Float(1)))
    for (component, value) in color.enumerated() {
      let bin = emitter.min(emitter.max(emitter.floor(emitter.multiply(value, number)), zero), last)
      let index = emitter.add(
        emitter.multiply(emitter.operate(.convertFToS, .int, bin), emitter.constant(Int32(4))),
        emitter.constant(Int32(component)))
      let operands = [pointer(uint, index)] + [1, 0, 1].map { emitter.module.constant(UInt32($0)) }
      _ = emitter.module.emit(.atomicIAdd, uint, operands)
    }
  }

  // MARK: Calls

  /// Calls a formula; its parameters must be of the arguments' types.
  private mutating func call(_ name: String, _ arguments: [Lanes], readers: [ID]) throws(RenderError) -> Lanes {
    let index = try library.index(of: name)
    let function = library.functions[index]
    let expected = function.parameters.map { library.pool.scalars(of: $0) }
    guard !expected.contains(nil) else {
      throw .invalidArgument("\(name): write const on every parameter, and no array among them")
    }
    guard expected == arguments.map({ $0.map(\.scalar) }) else {
      throw .invalidArgument("\(name) is called with arguments of other types")
    }
    guard let result = library.pool.scalars(of: function.result), (2...4).contains(result.count) else {
      throw .invalidArgument("\(name) must return vec2, vec3 or vec4")
    }
    if let highest = try highestReader(index), highest >= readers.count {
      throw .invalidArgument("\(name) calls read\(highest), but has \(readers.count) inputs")
    }
    if arguments.joined().contains(where: \.isWide), options.widens, !function.reads {
      let mark = emitter.mark()
      if let lanes = try? widened(index, arguments) { return lanes }
      emitter.rewind(to: mark)
    }

    let target = try place(index, readers: readers)
    let type = globalID(function.result)
    let all = Array(arguments.joined())
    return perPixel(all) { writer, pixel in
      var rest = pixel[...]
      let operands = arguments.map { argument in
        defer { rest = rest.dropFirst(argument.count) }
        return writer.emitter.vector(Array(rest.prefix(argument.count)))
      }
      let color = writer.emitter.module.emit(.functionCall, type, [target] + operands)
      return writer.emitter.lanes(color, result[0], count: result.count)
    }
  }

  /// The highest n of the `readN` that a function calls, itself or by others; nil when it reads nothing.
  private func highestReader(_ index: Int) throws(RenderError) -> Int? {
    let function = library.functions[index]
    guard function.reads else { return nil }
    var highest: Int?
    var reader = InstructionReader(function.words)
    while let instruction = try reader.next() {
      guard instruction.opcode == .functionCall, case .reader(let number) = ShaderFunction.Reference(instruction[2])
      else { continue }
      highest = max(highest ?? 0, number)
    }
    for callee in function.callees {
      if let number = try highestReader(callee) { highest = max(highest ?? 0, number) }
    }
    return highest
  }

  /// The identifier of a type, constant or import of the library.
  mutating func globalID(_ index: GlobalPool.Index) -> ID {
    if globals[index] != 0 { return globals[index] }
    let entry = library.pool.entries[index]
    let (type, operands) = entry.mapped { globalID($0) }
    globals[index] = emitter.module.global(entry.opcode, type: type, operands)
    return globals[index]
  }

  /// Copies a function and those that it calls into the module, once for each set of readers.
  private mutating func place(_ index: Int, readers: [ID]) throws(RenderError) -> ID {
    let function = library.functions[index]
    let key = Placement(function: index, readers: function.reads ? readers : [])
    if let id = placed[key] { return id }

    var callees: [Int: ID] = [:]
    for callee in function.callees { callees[callee] = try place(callee, readers: readers) }
    let locals = (0..<function.localCount).map { _ in emitter.module.newID() }
    var words = function.words
    var reader = InstructionReader(function.words)
    var id: ID = 0
    while let instruction = try reader.next() {
      for (offset, word) in instruction.words.enumerated() {
        let kind = instruction.layout.word(at: offset)
        guard kind == .id || kind == .type || kind == .result else { continue }
        let position = instruction.words.startIndex + offset
        switch ShaderFunction.Reference(word) {
        case .local(let number): words[position] = locals[number]
        case .global(let number): words[position] = globalID(number)
        case .function(let number): words[position] = callees[number] ?? 0
        case .reader(let number): words[position] = readers[number]
        }
      }
      if instruction.opcode == .function { id = words[instruction.words.startIndex + 1] }
    }
    for decoration in function.decorations {
      emitter.module.decorate(locals[Int(decoration[0])], words: Array(decoration.dropFirst()))
    }
    emitter.module.name(id, function.name)
    emitter.module.append(function: words)
    placed[key] = id
    return id
  }
}
