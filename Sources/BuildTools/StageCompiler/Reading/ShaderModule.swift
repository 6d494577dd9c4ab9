import SPIRVInstructions

/// An identifier of a module.
package typealias ShaderID = UInt32

/// The kind of a scalar.
package enum Kind: Hashable, Sendable {
  case float, int, uint, bool
  /// A whole colour, as the bits of a stored pixel.
  case pixel
}

/// A SPIR-V module as a tree: types, constants, and functions as basic blocks.
///
/// Only for modules that the build has just compiled. Malformed modules are defects, not untrusted input.
package struct ShaderModule: Sendable {
  package enum TypeShape: Sendable {
    case void
    case scalar(Kind)
    /// Vectors, matrices and arrays.
    case repeated(ShaderID, count: Int)
    case structure([ShaderID])
    case pointer(to: ShaderID)
    case function
  }

  package enum Constant: Sendable {
    case bits(UInt32)
    case composite([ShaderID])
    /// Zero, or undefined.
    case zero
  }

  package private(set) var names: [ShaderID: String] = [:]
  package private(set) var types: [ShaderID: TypeShape] = [:]
  package private(set) var constants: [ShaderID: Constant] = [:]
  package private(set) var functions: [ShaderID: ShaderFunction] = [:]
  /// The functions in module order.
  package private(set) var functionOrder: [ShaderID] = []
  /// The types of all values, including parameters and constants.
  package private(set) var typeOf: [ShaderID: ShaderID] = [:]
  private var flattened: [ShaderID: [Kind]] = [:]

  package init(_ words: [UInt32]) throws(StageError) {
    guard words.count > 5, words[0] == 0x0723_0203 else { throw StageError("the words are not a SPIR-V module") }
    var open: ShaderFunction?
    var position = 5
    while position < words.count {
      let count = Int(words[position] >> 16)
      guard count > 0, position + count <= words.count else { throw StageError("an instruction of invalid length") }
      defer { position += count }
      guard let opcode = Opcode(rawValue: words[position] & 0xffff) else { continue }
      let instruction = ShaderInstruction(opcode, words[(position + 1)..<(position + count)])
      if let result = instruction.result, let type = instruction.type { typeOf[result] = type }
      switch opcode {
      case .function:
        open = ShaderFunction(id: instruction.result!, resultType: instruction.type!)
      case .functionEnd:
        guard let function = open else { throw StageError("the end of a function without its start") }
        functions[function.id] = function
        functionOrder.append(function.id)
        open = nil
      default:
        if open != nil { try open!.append(instruction) } else { try declare(instruction) }
      }
    }
  }

  private mutating func declare(_ instruction: ShaderInstruction) throws(StageError) {
    let (result, operands) = (instruction.result ?? 0, instruction.operands)
    switch instruction.opcode {
    case .name: names[operands[0]] = text(operands.dropFirst())
    case .typeVoid: types[result] = .void
    case .typeBool: types[result] = .scalar(.bool)
    case .typeFloat: types[result] = .scalar(.float)
    case .typeInt: types[result] = .scalar(operands[1] == 0 ? .uint : .int)
    case .typeVector, .typeMatrix: types[result] = .repeated(operands[0], count: Int(operands[1]))
    case .typeArray:
      guard case .bits(let count)? = constants[operands[1]] else { throw StageError("an array has no length") }
      types[result] = .repeated(operands[0], count: Int(count))
    case .typeStruct: types[result] = .structure(operands)
    case .typePointer: types[result] = .pointer(to: operands[1])
    case .typeFunction: types[result] = .function
    case .constant: constants[result] = .bits(operands[0])
    case .constantTrue: constants[result] = .bits(1)
    case .constantComposite: constants[result] = .composite(operands)
    case .constantFalse, .constantNull, .undef: constants[result] = .zero
    default: return
    }
    if types[result] != nil { flattened[result] = kinds(ofNew: result) }
  }

  /// Makes some types a single component, a pixel, also as members of other types.
  mutating func countColorsAsOne(_ isColor: (ShaderID) -> Bool) {
    var cached: [ShaderID: [Kind]] = [:]
    func kinds(_ type: ShaderID) -> [Kind] {
      if let kinds = cached[type] { return kinds }
      let result: [Kind] =
        if isColor(type) {
          [.pixel]
        } else {
          switch types[type]! {
          case .scalar(let kind): [kind]
          case .repeated(let element, let count): Array(repeatElement(kinds(element), count: count).joined())
          case .structure(let members): members.flatMap(kinds)
          case .void, .pointer, .function: []
          }
        }
      cached[type] = result
      return result
    }
    for type in types.keys { _ = kinds(type) }
    flattened = cached
  }

  private func kinds(ofNew type: ShaderID) -> [Kind] {
    switch types[type]! {
    case .scalar(let kind): [kind]
    case .repeated(let element, let count): Array(repeatElement(kinds(of: element), count: count).joined())
    case .structure(let members): members.flatMap { kinds(of: $0) }
    case .void, .pointer, .function: []
    }
  }

  /// Returns the kinds of the components of a type, in order.
  package func kinds(of type: ShaderID) -> [Kind] { flattened[type] ?? [] }

  /// Returns the type of part `index` of a composite, and the number of components before it.
  package func part(_ index: Int, of type: ShaderID) -> (type: ShaderID, offset: Int) {
    switch types[type]! {
    case .repeated(let element, _): (element, index * kinds(of: element).count)
    case .structure(let members):
      (members[index], members[..<index].reduce(0) { $0 + kinds(of: $1).count })
    default: preconditionFailure("a part of a type without parts")
    }
  }

  /// Returns the number of rows of a matrix; nil for other types.
  package func rowCount(of type: ShaderID) -> Int? {
    guard case .repeated(let column, _)? = types[type], case .repeated? = types[column] else { return nil }
    return kinds(of: column).count
  }

  /// Returns whether a function indexes its pointer parameter dynamically, directly or in a function that it calls.
  func indexes(_ parameter: Int, of function: ShaderID) -> Bool {
    guard let function = functions[function], parameter < function.parameters.count else { return false }
    var pointers: Set<ShaderID> = [function.parameters[parameter]]
    for instruction in function.instructions {
      switch instruction.opcode {
      case .accessChain, .inBoundsAccessChain:
        guard pointers.contains(instruction.operands[0]) else { continue }
        if instruction.operands.dropFirst().contains(where: { integer($0) == nil }) { return true }
        pointers.insert(instruction.result!)
      case .functionCall:
        for (index, operand) in instruction.operands.dropFirst().enumerated()
        where pointers.contains(operand) && indexes(index, of: instruction.operands[0]) {
          return true
        }
      default: break
      }
    }
    return false
  }

  /// Returns the pointee of a pointer type.
  package func pointee(of type: ShaderID) -> ShaderID {
    guard case .pointer(let pointee)? = types[type] else { preconditionFailure("not a pointer") }
    return pointee
  }

  /// Returns the value of an integer constant; nil for other identifiers.
  package func integer(_ id: ShaderID) -> Int? {
    guard let constant = constants[id] else { return nil }
    if case .bits(let bits) = constant { return Int(Int32(bitPattern: bits)) }
    return 0
  }

  /// Returns the bits of each component of a constant.
  package func bits(of constant: ShaderID) -> [UInt32] {
    switch constants[constant]! {
    case .bits(let bits): [bits]
    case .composite(let parts): parts.flatMap { bits(of: $0) }
    case .zero: Array(repeating: 0, count: kinds(of: typeOf[constant]!).count)
    }
  }

  private func text(_ words: ArraySlice<UInt32>) -> String {
    let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// The reason for which a formula has no stage, or the stage compiler fails.
package struct StageError: Error, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = description }
}
