/// Finds what names mean and which types values have: the written tree becomes the checked one.
///
/// One checker serves one text, and is used by one thread.
final class Checker {
  let language: Language
  let reporter: Reporter
  let syntax: TranslationUnit
  let builtins: BuiltinTable
  var unit = CheckedUnit()

  /// What a name of the file stands for, where it is no function.
  enum FileName {
    case literal(Literal)
    case constant(Int)
  }
  var fileNames: [String: FileName] = [:]
  var functionNumbers: [String: [Int]] = [:]

  /// The function that is being checked.
  var variables: [Variable] = []
  var scopes: [[String: Int]] = []
  /// The values of constants among the variables.
  var knownNumbers: [Int: Literal] = [:]
  var result = Type.void
  var loopDepth = 0
  var switchDepth = 0
  /// Rounds that were gone through to count those of loops.
  var countedRounds = 0
  /// Zeros that were written for what lists leave out.
  var writtenZeros = 0

  init(_ syntax: TranslationUnit, _ language: Language, reporter: Reporter) {
    (self.syntax, self.language, self.reporter) = (syntax, language, reporter)
    builtins = BuiltinTable(language)
  }

  func check() -> CheckedUnit {
    checkEnumerators()
    for structure in syntax.structures { attempt { () throws(CompileFailure) in try declare(structure) } }
    // A constant may be made of those before it.
    for constant in syntax.constants { attempt { () throws(CompileFailure) in try declare(constant) } }
    let bodies = declareFunctions()
    for (number, function) in bodies where !reporter.isFull {
      attempt { () throws(CompileFailure) in try checkBody(of: number, function) }
    }
    return unit
  }

  /// Goes on with the next after an error.
  func attempt(_ body: () throws(CompileFailure) -> Void) {
    do throws(CompileFailure) { try body() } catch {}
  }

  func fail(
    _ message: String, at location: SourceLocation, allowed: String? = nil, notes: [Diagnostic] = []
  ) -> CompileFailure {
    reporter.error(message, at: location, allowed: allowed, notes: notes)
    return CompileFailure()
  }

  // MARK: Names of the file

  private func checkEnumerators() {
    var next = 0
    for enumerator in syntax.enumerators {
      if enumerator.isFirst { next = 0 }
      attempt { () throws(CompileFailure) in
        if let value = enumerator.value { next = try wholeNumber(value, "the value of '\(enumerator.name)'") }
      }
      fileNames[enumerator.name] = .literal(
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
    guard fileNames[constant.name] == nil else {
      throw fail("'\(constant.name)' is declared twice", at: constant.location, allowed: "another name")
    }
    let (_, value) = try initialised(constant)
    guard let value else { return }
    guard !value.hasEffects, isFree(value) else {
      throw fail("'\(constant.name)' is not constant", at: constant.location, allowed: "numbers and other constants")
    }
    if let literal = value.literal {
      fileNames[constant.name] = .literal(literal)
    } else {
      fileNames[constant.name] = .constant(unit.constants.count)
      unit.constants.append(Constant(name: constant.name, value: value))
    }
  }

  /// True for what depends on no pixel.
  private func isFree(_ value: Value) -> Bool {
    switch value.kind {
    case .variable, .position, .image, .data: false
    default: value.parts.allSatisfy(isFree)
    }
  }

  // MARK: Types

  /// A type with the sizes behind its name; `count` is the size of what an array starts with.
  func sized(
    _ type: Type, _ dimensions: [ExpressionSyntax?], _ location: SourceLocation, count: Int?
  ) throws(CompileFailure) -> Type {
    var type = type
    for (place, dimension) in dimensions.enumerated().reversed() {
      var size = count ?? 0
      if let dimension {
        size = try wholeNumber(dimension, "the size of an array")
      } else if place > 0 || count == nil {
        throw fail("this array has no size", at: location, allowed: "[number]")
      }
      guard size > 0 else { throw fail("an array of \(size) elements", at: location, allowed: "at least 1") }
      type = .array(type, size)
      guard size <= Limits.arrayElements, numberCount(of: type) <= Limits.arrayElements else {
        reporter.limit("elements of an array", requested: size, allowed: Limits.arrayElements, at: location)
        throw CompileFailure()
      }
    }
    return type
  }

  /// How many numbers a value has; stops to count above the limit.
  func numberCount(of type: Type) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): min(numberCount(of: element) * count, 1 << 20)
    case .structure(let number):
      unit.structures[number].fields.reduce(0) { min($0 + numberCount(of: $1.type), 1 << 20) }
    case .void, .sampler, .destination, .groupDestination, .data: 0
    }
  }

  /// A constant whole number.
  func wholeNumber(_ expression: ExpressionSyntax, _ what: String) throws(CompileFailure) -> Int {
    let value = try self.value(expression)
    guard let number = value.integer else {
      throw fail("\(what) is not a constant whole number", at: expression.location, allowed: "for example 4")
    }
    return number
  }

  /// A type as the language spells it.
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
