/// The identifier of a SPIR-V result.
typealias ID = UInt32

/// A scalar type.
enum ScalarLane: Int, Hashable, Sendable {
  case bool, int, uint, float
}

/// A builder of a module: interned types, constants and imports, and functions in the order of their completion.
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
  /// Scalar and vector types of 2 to 4 components, by `ScalarLane.rawValue * 4 + count - 1`; 0 if not declared yet.
  private var types = [ID](repeating: 0, count: 16)
  /// Float constants, by bit pattern.
  private var floats: [UInt32: ID] = [:]
  /// The constants 0 and 1, if the module has them already; otherwise 0, which is not an identifier.
  private(set) var (zero, one): (ID, ID) = (0, 0)
  private var extended: ID?
  private var functions: [UInt32] = []
  /// The instructions of the current function.
  private var body: [UInt32] = []

  init() {
    // The minimum size of most kernels, to avoid reallocations.
    interned.reserveCapacity(100)
    globals.reserveCapacity(500)
    body.reserveCapacity(4000)
  }

  mutating func newID() -> ID {
    defer { bound += 1 }
    return bound
  }

  // MARK: Types, constants, variables

  /// Returns a type, constant or import, which is interned. `type` is nil for types and imports.
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

  /// Records frequently used identifiers in tables that need no search.
  private mutating func note(_ opcode: Opcode, _ type: ID?, _ operands: [UInt32], _ id: ID) {
    let float = ScalarLane.float.rawValue * 4
    if opcode == .typeFloat, operands == [32] { types[float] = id }
    guard opcode == .constant, type == types[float], operands.count == 1 else { return }
    floats[operands[0]] = id
    if operands[0] == Float(0).bitPattern { zero = id }
    if operands[0] == Float(1).bitPattern { one = id }
  }

  /// Returns a scalar type, or a vector type of `count` components.
  mutating func type(_ scalar: ScalarLane, _ count: Int = 1) -> ID {
    let index = scalar.rawValue * 4 + count - 1
    if types[index] == 0 { types[index] = declared(scalar, count) }
    return types[index]
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

  /// Declares a variable of the module.
  mutating func variable(_ type: ID, in storage: StorageClass) -> ID {
    let (pointer, id) = (pointer(to: type, in: storage), newID())
    Self.append(.variable, [pointer, id, storage.rawValue], to: &globals)
    interface.append(id)
    return id
  }

  /// Declares a structure or array that is not interned, so that its layout decorations apply to it only.
  mutating func newType(_ opcode: Opcode, _ operands: [UInt32]) -> ID {
    let id = newID()
    Self.append(opcode, [id] + operands, to: &globals)
    return id
  }

  /// Declares, once, that the module requires a capability of the device.
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

  /// Forbids contraction of the products and sums in all functions so far.
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

  /// Appends an instruction without a result.
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

  /// Appends an instruction with one operand, without an array, because these are the most frequent.
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

  /// Appends a complete function.
  mutating func append(function words: [UInt32]) { functions += words }

  /// Starts a function and returns its parameters. `emit` appends to it until `endFunction`.
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

  /// The number of words of the current function.
  var position: Int { body.count }

  /// Changes a word of the current function.
  mutating func patch(_ word: UInt32, at position: Int) { body[position] = word }

  /// Removes the words after `position`.
  mutating func rewind(to position: Int) { body.removeSubrange(position...) }

  /// Returns the import of the GLSL.std.450 instructions.
  mutating func extendedInstructions() -> ID {
    if let extended { return extended }
    let id = global(.extInstImport, stringWords("GLSL.std.450"))
    extended = id
    return id
  }

  /// Returns the module, with `main` as its compute entry point.
  ///
  /// - Parameter preservesNaN: adds the execution mode; the caller must require the capability.
  func words(main: ID, localSize: [UInt32], preservesNaN: Bool = false) -> [UInt32] {
    var words = [Self.magic, Self.version15, 0, bound, 0]
    words += capabilities + imports
    Self.append(.memoryModel, [0, 1], to: &words)
    Self.append(.entryPoint, [5, main] + stringWords("main") + interface, to: &words)
    Self.append(.executionMode, [main, 17] + localSize, to: &words)
    // SignedZeroInfNanPreserve for floats of 32 bits.
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
