/// A result of a SPIR-V instruction.
typealias ID = UInt32

/// What a scalar is.
enum ScalarLane: Int, Hashable, Sendable {
  case bool, int, uint, float
}

/// Collects a module: types, constants and imports once each, functions in the order in which they are finished.
struct ModuleBuilder {
  private struct Global: Hashable {
    var opcode: Opcode
    var type: ID?
    var operands: [UInt32]
  }

  static let magic: UInt32 = 0x0723_0203
  private static let version15: UInt32 = 0x0001_0500

  private(set) var bound: UInt32 = 1
  private var capabilities: [UInt32] = []
  private var required: Set<UInt32> = []
  private var imports: [UInt32] = []
  private var names: [UInt32] = []
  private var decorations: [UInt32] = []
  private var globals: [UInt32] = []
  private var interface: [ID] = []
  private var interned: [Global: ID] = [:]
  /// Scalars and vectors of 2 to 4, by `ScalarLane.rawValue * 4 + count - 1`; 0 where there is none yet.
  private var types = [ID](repeating: 0, count: 16)
  /// By bit pattern.
  private var floats: [UInt32: ID] = [:]
  /// The constants 0 and 1, if the module has them already; else 0, which is no identifier.
  private(set) var (zero, one): (ID, ID) = (0, 0)
  private var extended: ID?
  private var functions: [UInt32] = []
  /// The instructions of the function that is being written.
  private var body: [UInt32] = []

  init() {
    // What most kernels have at least, so that it is not moved while they are written.
    interned.reserveCapacity(100)
    globals.reserveCapacity(500)
    body.reserveCapacity(4000)
  }

  mutating func newID() -> ID {
    defer { bound += 1 }
    return bound
  }

  // MARK: Types, constants, variables

  /// A type, constant or import: an equal one is found, not made again. `type` is nil for types and imports.
  mutating func global(_ opcode: Opcode, type: ID? = nil, _ operands: [UInt32]) -> ID {
    let key = Global(opcode: opcode, type: type, operands: operands)
    if let id = interned[key] { return id }
    let id = newID()
    interned[key] = id
    note(opcode, type, operands, id)
    let head = type.map { [$0, id] } ?? [id]
    if opcode == .extInstImport {
      Self.append(opcode, head + operands, to: &imports)
    } else {
      Self.append(opcode, head + operands, to: &globals)
    }
    return id
  }

  /// Keeps what is asked for most where it is found without a search, whichever way it came into the module.
  private mutating func note(_ opcode: Opcode, _ type: ID?, _ operands: [UInt32], _ id: ID) {
    let float = ScalarLane.float.rawValue * 4
    if opcode == .typeFloat, operands == [32] { types[float] = id }
    guard opcode == .constant, type == types[float], operands.count == 1 else { return }
    floats[operands[0]] = id
    if operands[0] == Float(0).bitPattern { zero = id }
    if operands[0] == Float(1).bitPattern { one = id }
  }

  /// A scalar type, or a vector of `count` of them.
  mutating func type(_ scalar: ScalarLane, _ count: Int = 1) -> ID {
    let place = scalar.rawValue * 4 + count - 1
    if types[place] == 0 { types[place] = declared(scalar, count) }
    return types[place]
  }

  private mutating func declared(_ scalar: ScalarLane, _ count: Int) -> ID {
    if count > 1 { return global(.typeVector, [type(scalar), UInt32(count)]) }
    return switch scalar {
    case .bool: global(.typeBool, [])
    case .int: global(.typeInt, [32, 1])
    case .uint: global(.typeInt, [32, 0])
    case .float: global(.typeFloat, [32])
    }
  }

  mutating func pointer(to type: ID, in storage: StorageClass) -> ID {
    global(.typePointer, [storage.rawValue, type])
  }

  mutating func constant(_ value: Float) -> ID {
    floats[value.bitPattern] ?? global(.constant, type: type(.float), [value.bitPattern])
  }
  mutating func constant(_ value: Int32) -> ID {
    global(.constant, type: type(.int), [UInt32(bitPattern: value)])
  }
  mutating func constant(_ value: UInt32) -> ID { global(.constant, type: type(.uint), [value]) }

  enum StorageClass: UInt32 {
    case uniformConstant = 0
    case input = 1
    case uniform = 2
    case workgroup = 4
    case pushConstant = 9
    case storageBuffer = 12
  }

  /// A variable of the module.
  mutating func variable(_ type: ID, in storage: StorageClass) -> ID {
    let (pointer, id) = (pointer(to: type, in: storage), newID())
    Self.append(.variable, [pointer, id, storage.rawValue], to: &globals)
    interface.append(id)
    return id
  }

  /// A structure or array of its own, so that its layout is nobody else's.
  mutating func newType(_ opcode: Opcode, _ operands: [UInt32]) -> ID {
    let id = newID()
    Self.append(opcode, [id] + operands, to: &globals)
    return id
  }

  /// Declares, once, that the module needs a capability of the device.
  mutating func require(_ capability: UInt32) {
    guard required.insert(capability).inserted else { return }
    Self.append(.capability, [capability], to: &capabilities)
  }

  mutating func decorate(_ target: ID, _ words: UInt32...) {
    Self.append(.decorate, [target] + words, to: &decorations)
  }
  mutating func decorate(_ target: ID, words: [UInt32]) { Self.append(.decorate, [target] + words, to: &decorations) }
  mutating func decorateMember(_ target: ID, _ member: UInt32, _ words: UInt32...) {
    Self.append(.memberDecorate, [target, member] + words, to: &decorations)
  }

  /// Has every product and sum of the functions so far rounded by itself.
  ///
  /// Source: SPIR-V 1.5, 3.20, NoContraction.
  mutating func decorateArithmetic() {
    var position = 0
    while position < functions.count {
      let (opcode, count) = (Opcode(rawValue: functions[position] & 0xffff), Int(functions[position] >> 16))
      if opcode?.isContracted == true { decorate(functions[position + 2], 42) }
      position += count
    }
  }

  mutating func name(_ target: ID, _ text: String) {
    Self.append(.name, [target] + stringWords(text), to: &names)
  }

  // MARK: Functions

  /// Appends an instruction that has no result.
  mutating func emit(_ opcode: Opcode, _ operands: [UInt32]) { Self.append(opcode, operands, to: &body) }

  /// Appends an instruction and returns its result.
  mutating func emit(_ opcode: Opcode, _ type: ID, _ operands: [UInt32]) -> ID {
    let id = newID()
    body.append(UInt32(operands.count + 3) << 16 | opcode.rawValue)
    body.append(type)
    body.append(id)
    body.append(contentsOf: operands)
    return id
  }

  /// The same for one operand, and for two: most instructions, without a list.
  mutating func emit(_ opcode: Opcode, _ type: ID, _ operand: UInt32) -> ID {
    let id = newID()
    body.append(4 << 16 | opcode.rawValue)
    body.append(type)
    body.append(id)
    body.append(operand)
    return id
  }

  mutating func emit(_ opcode: Opcode, _ type: ID, _ first: UInt32, _ second: UInt32) -> ID {
    let id = newID()
    body.append(5 << 16 | opcode.rawValue)
    body.append(type)
    body.append(id)
    body.append(first)
    body.append(second)
    return id
  }

  /// Appends a whole function, written elsewhere.
  mutating func append(function words: [UInt32]) { functions += words }

  /// Starts a function; `emit` appends to it until `endFunction`. Returns its parameters.
  mutating func beginFunction(_ id: ID, result: ID, parameters: [ID]) -> [ID] {
    let type = global(.typeFunction, [result] + parameters)
    emit(.function, [result, id, 0, type])
    let ids = parameters.map { emit(.functionParameter, $0, []) }
    emit(.label, [newID()])
    return ids
  }

  mutating func endFunction() {
    emit(.functionEnd, [])
    functions += body
    body.removeAll(keepingCapacity: true)
  }

  /// How far the function that is being written has got.
  var position: Int { body.count }

  /// Changes a word of the function that is being written.
  mutating func patch(_ word: UInt32, at position: Int) { body[position] = word }

  /// Takes back what was emitted after `position`.
  mutating func rewind(to position: Int) { body.removeSubrange(position...) }

  /// The GLSL.std.450 instructions.
  mutating func extendedInstructions() -> ID {
    if let extended { return extended }
    let id = global(.extInstImport, stringWords("GLSL.std.450"))
    extended = id
    return id
  }

  /// The module, with `main` as its compute entry point.
  ///
  /// - Parameter preservesNaN: with the execution mode of that name; the capability is required apart.
  func words(main: ID, localSize: [UInt32], preservesNaN: Bool = false) -> [UInt32] {
    var words = [Self.magic, Self.version15, 0, bound, 0]
    words += capabilities + imports
    Self.append(.memoryModel, [0, 1], to: &words)
    Self.append(.entryPoint, [5, main] + stringWords("main") + interface, to: &words)
    Self.append(.executionMode, [main, 17] + localSize, to: &words)
    // SignedZeroInfNanPreserve, of floats of 32 bits.
    if preservesNaN { Self.append(.executionMode, [main, 4461, 32], to: &words) }
    words.reserveCapacity(
      words.count + names.count + decorations.count + globals.count + functions.count)
    return words + names + decorations + globals + functions
  }

  static func append(_ opcode: Opcode, _ operands: [UInt32], to words: inout [UInt32]) {
    words.append(UInt32(operands.count + 1) << 16 | opcode.rawValue)
    words.append(contentsOf: operands)
  }
}
