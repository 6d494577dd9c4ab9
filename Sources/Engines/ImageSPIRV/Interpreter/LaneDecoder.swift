import ImageGraph

/// A decoder of library functions to interpreted code. Each function is decoded once, after its callees.
///
/// There is no recursion, so each function has its own registers; a call moves its arguments to them.
struct LaneDecoder {
  let library: ShaderLibrary
  let pool: GlobalPool
  var code = LaneCode()
  private var decoded: [Int: Int] = [:]
  private var constantRegisters: [GlobalPool.Index: Int] = [:]
  private var sizes: [GlobalPool.Index: Int] = [:]

  init(_ library: ShaderLibrary) { (self.library, pool) = (library, library.pool) }

  /// Returns the index of a function in the code.
  mutating func function(_ index: Int) throws(RenderError) -> Int {
    if let index = decoded[index] { return index }
    let source = library.functions[index]
    for callee in source.callees { _ = try function(callee) }
    // Moved to the function's decoder and back, not copied.
    var moved = LaneDecoder(library)
    swap(&moved, &self)
    var body = try LaneFunctionDecoder(consume moved, source)
    try body.decode()
    let function = body.function
    self = (consume body).decoder
    code.functions.append(function)
    decoded[index] = code.functions.count - 1
    return code.functions.count - 1
  }

  func number(of function: Int) -> Int? { decoded[function] }

  /// Allocates consecutive registers.
  mutating func registers(_ count: Int) throws(RenderError) -> Int {
    defer { code.registerCount += count }
    guard count >= 0, code.registerCount + count <= InterpreterLimits.registers else {
      throw .limit(
        "registers of interpreted code", requested: UInt64(code.registerCount + count),
        allowed: UInt64(InterpreterLimits.registers))
    }
    return code.registerCount
  }

  // MARK: Types

  /// Returns the number of components of a type.
  mutating func size(of type: GlobalPool.Index) throws(RenderError) -> Int {
    if let size = sizes[type] { return size }
    let entry = pool.entries[type]
    var size = 0
    switch entry.opcode {
    case .typeVoid: size = 0
    case .typeBool, .typeInt, .typeFloat: size = 1
    case .typeVector, .typeMatrix: size = try self.size(of: Int(entry.operands[0])) * Int(entry.operands[1])
    case .typeArray:
      guard let count = pool.integer(Int(entry.operands[1])) else {
        throw .unsupported("SPIR-V: an array without a size")
      }
      size = try self.size(of: Int(entry.operands[0])) * count
    case .typeStruct: for member in entry.operands { size += try self.size(of: Int(member)) }
    case .typePointer: size = try self.size(of: Int(entry.operands[1]))
    default: throw .unsupported("SPIR-V: \(entry.opcode.text) is not supported in interpreted code")
    }
    guard size <= InterpreterLimits.registers else {
      throw .limit("components of one value", requested: UInt64(size), allowed: UInt64(InterpreterLimits.registers))
    }
    sizes[type] = size
    return size
  }

  /// Returns the number of elements of a composite; nil for scalars.
  func elementCount(of type: GlobalPool.Index) -> Int? {
    let entry = pool.entries[type]
    switch entry.opcode {
    case .typeVector, .typeMatrix: return Int(entry.operands[1])
    case .typeArray: return pool.integer(Int(entry.operands[1]))
    case .typeStruct: return entry.operands.count
    default: return nil
    }
  }

  /// Returns the type of an element, and the number of components before it.
  mutating func element(_ index: Int, of type: GlobalPool.Index) throws(RenderError) -> (
    type: GlobalPool.Index, offset: Int
  ) {
    guard let count = elementCount(of: type), (0..<count).contains(index) else {
      throw .invalidArgument("SPIR-V: element \(index) does not exist")
    }
    let entry = pool.entries[type]
    guard entry.opcode == .typeStruct else {
      let element = Int(entry.operands[0])
      return (element, try index * size(of: element))
    }
    var offset = 0
    for member in entry.operands[..<index] { offset += try size(of: Int(member)) }
    return (Int(entry.operands[index]), offset)
  }

  // MARK: Constants

  /// Returns the first register of a constant.
  mutating func constant(_ index: GlobalPool.Index) throws(RenderError) -> Int {
    if let register = constantRegisters[index] { return register }
    guard let type = pool.entries[index].type else { throw .invalidArgument("SPIR-V: a type is used as a value") }
    let first = try registers(size(of: type))
    constantRegisters[index] = first
    var register = first
    try fill(index, &register)
    return first
  }

  /// Fills the registers of a constant. Constants are nested at most 32 deep, which `ModuleReader` checks.
  private mutating func fill(_ index: GlobalPool.Index, _ register: inout Int) throws(RenderError) {
    let entry = pool.entries[index]
    guard let type = entry.type else { throw .invalidArgument("SPIR-V: a type is used as a value") }
    switch entry.opcode {
    case .constantComposite: for part in entry.operands { try fill(Int(part), &register) }
    case .constant, .constantTrue:
      let bits = entry.opcode == .constantTrue ? UInt32.max : entry.operands[0]
      code.constants.append((register, bits))
      register += 1
    case .constantFalse, .constantNull, .undef:
      let count = try size(of: type)
      for offset in 0..<count { code.constants.append((register + offset, 0)) }
      register += count
    default: throw .unsupported("SPIR-V: \(entry.opcode.text) is not a constant")
    }
    guard register <= code.registerCount else {
      throw .invalidArgument("SPIR-V: a constant has more parts than its type")
    }
  }
}

/// The resource limits of interpreted code.
package enum InterpreterLimits {
  /// Registers of all functions that a call may run: 16 MiB for a batch of 256 pixels.
  package static let registers = 16384
  /// The nesting of branches.
  package static let nesting = 192
  /// Iterations of one loop.
  package static let iterations = 65536
  /// Iterations and calls of a batch.
  package static let steps = 1 << 22
}
