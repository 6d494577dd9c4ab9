/// A semantic analyser: it resolves names and types, and converts the syntax tree to the checked tree.
///
/// A checker serves one source, on one thread.
final class Checker {
  let language: Language
  let reporter: Reporter
  let syntax: TranslationUnit
  let builtins: BuiltinTable
  var unit = CheckedUnit()

  /// The meaning of a global name that is not a function.
  enum GlobalName {
    case literal(Literal)
    case constant(Int)
  }
  var globalNames: [String: GlobalName] = [:]
  var functionIndices: [String: [Int]] = [:]

  /// The variables of the function that is being checked.
  var variables: [Variable] = []
  var scopes: [[String: Int]] = []
  /// The values of the variables that are constants, by variable index.
  var constantValues: [Int: Literal] = [:]
  var result = Type.void
  var loopDepth = 0
  var switchDepth = 0
  /// The number of iterations that were simulated to count those of loops.
  var countedIterations = 0
  /// The number of zeros that were written for omitted list elements.
  var writtenZeros = 0

  init(_ syntax: TranslationUnit, _ language: Language, reporter: Reporter) {
    (self.syntax, self.language, self.reporter) = (syntax, language, reporter)
    builtins = BuiltinTable(language)
  }

  func check() -> CheckedUnit {
    checkEnumerators()
    for structure in syntax.structures { attempt { () throws(CompileFailure) in try declare(structure) } }
    // A constant may depend on those before it.
    for constant in syntax.constants { attempt { () throws(CompileFailure) in try declare(constant) } }
    let bodies = declareFunctions()
    for (number, function) in bodies where !reporter.isFull {
      attempt { () throws(CompileFailure) in try checkBody(of: number, function) }
    }
    return unit
  }

  /// Runs `body` and ignores its failure, which is reported already, so that checking continues.
  func attempt(_ body: () throws(CompileFailure) -> Void) {
    do throws(CompileFailure) { try body() } catch {}
  }

  func fail(
    _ message: String, at location: SourceLocation, allowed: String? = nil, notes: [Diagnostic] = []
  ) -> CompileFailure {
    reporter.error(message, at: location, allowed: allowed, notes: notes)
    return CompileFailure()
  }

  // MARK: Global names

  private func checkEnumerators() {
    var next = 0
    for enumerator in syntax.enumerators {
      if enumerator.isFirst { next = 0 }
      attempt { () throws(CompileFailure) in
        if let value = enumerator.value { next = try integerConstant(value, "the value of '\(enumerator.name)'") }
      }
      globalNames[enumerator.name] = .literal(
        enumerator.type == .uint
          ? .uint(UInt32(truncatingIfNeeded: next)) : .int(Int32(truncatingIfNeeded: next)))
      next &+= 1
    }
  }

  private func declare(_ structure: StructureSyntax) throws(CompileFailure) {
    var fields: [Structure.Field] = []
    unit.structures.append(Structure(name: structure.name, fields: []))
    let number = unit.structures.count - 1
    for field in structure.fields {
      let type = try sized(field.type.named.type, field.dimensions, field.location, count: nil)
      guard !type.isOpaque, type != .void, field.type.qualifiers.isDisjoint(with: [.pointer, .reference]) else {
        throw fail("'\(field.type.spelling)' cannot be a member", at: field.location, allowed: "numbers and structs")
      }
      let named = field.type.named
      fields.append(
        Structure.Field(name: field.name, type: type, storage: named.storage, isPacked: named.isPacked))
    }
    unit.structures[number].fields = fields
  }

  private func declare(_ constant: VariableSyntax) throws(CompileFailure) {
    guard globalNames[constant.name] == nil else {
      throw fail("'\(constant.name)' is declared twice", at: constant.location, allowed: "another name")
    }
    let (_, value) = try initialised(constant)
    guard let value else { return }
    guard !value.hasEffects, isPixelIndependent(value) else {
      throw fail("'\(constant.name)' is not constant", at: constant.location, allowed: "numbers and other constants")
    }
    if let literal = value.literal {
      globalNames[constant.name] = .literal(literal)
    } else {
      globalNames[constant.name] = .constant(unit.constants.count)
      unit.constants.append(Constant(name: constant.name, value: value))
    }
  }

  /// Returns whether a value is the same for all pixels.
  private func isPixelIndependent(_ value: Value) -> Bool {
    switch value.kind {
    case .variable, .position, .image, .data: false
    default: value.parts.allSatisfy(isPixelIndependent)
    }
  }

  // MARK: Types

  /// Returns an array type with these dimensions. `count` is the number of elements of the initial list.
  func sized(
    _ type: Type, _ dimensions: [ExpressionSyntax?], _ location: SourceLocation, count: Int?
  ) throws(CompileFailure) -> Type {
    var type = type
    for (index, dimension) in dimensions.enumerated().reversed() {
      var size = count ?? 0
      if let dimension {
        size = try integerConstant(dimension, "the size of an array")
      } else if index > 0 || count == nil {
        throw fail("this array has no size", at: location, allowed: "[number]")
      }
      guard size > 0 else { throw fail("an array of \(size) elements", at: location, allowed: "at least 1") }
      type = .array(type, size)
      guard size <= Limits.arrayElements, scalarCount(of: type) <= Limits.arrayElements else {
        reporter.limit("elements of an array", requested: size, allowed: Limits.arrayElements, at: location)
        throw CompileFailure()
      }
    }
    return type
  }

  /// Returns the number of scalars of a type, limited to 2^20.
  func scalarCount(of type: Type) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): min(scalarCount(of: element) * count, 1 << 20)
    case .structure(let number):
      unit.structures[number].fields.reduce(0) { min($0 + scalarCount(of: $1.type), 1 << 20) }
    case .void, .sampler, .destination, .groupDestination, .data: 0
    }
  }

  /// Returns the value of a constant integer expression.
  func integerConstant(_ expression: ExpressionSyntax, _ what: String) throws(CompileFailure) -> Int {
    let value = try self.value(expression)
    guard let number = value.integer else {
      throw fail("\(what) is not a constant integer", at: expression.location, allowed: "for example 4")
    }
    return number
  }

  /// Returns a type as the language spells it.
  func spelled(_ type: Type) -> String {
    let isMetal = language == .metal
    switch type {
    case .void: return "void"
    case .scalar(let scalar): return "\(scalar)"
    case .vector(let scalar, let count):
      if isMetal { return "\(scalar)\(count)" }
      return (scalar == .float ? "vec" : scalar == .bool ? "bvec" : "ivec") + "\(count)"
    case .matrix(let columns, let rows): return isMetal ? "float\(columns)x\(rows)" : "mat\(columns)"
    case .array(let element, let count): return "\(spelled(element))[\(count)]"
    case .structure(let number): return syntax.structures[number].name
    case .sampler: return isMetal ? "coreimage::sampler" : "sampler"
    case .destination: return "coreimage::destination"
    case .groupDestination: return "coreimage::group::destination"
    case .data(let type): return "constant \(spelled(type)) *"
    }
  }
}
