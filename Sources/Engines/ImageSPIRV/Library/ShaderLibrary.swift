import ImageGraph

/// The functions of all compiled shaders, by their mangled names.
package struct ShaderLibrary: Sendable {
  private(set) var pool = GlobalPool()
  private(set) var functions = SharedPrefixList<LibraryFunction>()
  /// Functions by name. Two shaders may each have a helper of one name; only formulas must be alone.
  private var named = SharedPrefixTable<String, [Int]>()
  private var known = SharedPrefixTable<LibraryFunction, Int>()

  package init() {}

  /// A library of these modules.
  ///
  /// - Throws: `invalidArgument` or `unsupported` when a module is malformed or holds what a formula may not; the text
  ///   names the module.
  package init(_ modules: [(name: String, words: [UInt32])]) throws(RenderError) {
    for module in modules { try add(module.words, named: module.name) }
    keep()
  }

  /// To add to a copy costs no copy of what is there now.
  private mutating func keep() {
    pool.keep()
    functions.keep()
    named.keep()
    known.keep()
  }

  /// Adds the functions of a module. A function that is there already, with the same instructions, is shared. Where
  /// this throws, the library is of no use any more.
  ///
  /// - Parameter exposing: the only one that is found by its name; nil: all are. An app's helper may be called like a
  ///   formula of the package.
  package mutating func add(
    _ words: [UInt32], named name: String, exposing: String? = nil
  ) throws(RenderError) {
    do throws(RenderError) {
      let reader = try ModuleReader(words)
      var globals = try reader.globals(into: &pool)
      try addFunctions(of: reader, &globals, exposing)
    } catch {
      switch error {
      case .invalidArgument(let text): throw .invalidArgument("shader \(name): \(text)")
      case .unsupported(let text): throw .unsupported("shader \(name): \(text)")
      default: throw error
      }
    }
  }

  /// The names of all functions, sorted.
  package var functionNames: [String] { named.keys.sorted() }

  package func contains(_ name: String) -> Bool { named[name] != nil }

  /// How many numbers the only function of this name returns; nil when there is none, or it returns something else.
  package func resultCount(of name: String) -> Int? {
    guard let index = try? index(of: name) else { return nil }
    return pool.scalars(of: functions[index].result)?.count
  }

  /// The index of the only function of this name.
  func index(of name: String) throws(RenderError) -> Int {
    guard let indices = named[name] else { throw .invalidArgument("there is no shader function \(name)") }
    guard indices.count == 1 else {
      throw .invalidArgument("there are \(indices.count) different shader functions \(name)")
    }
    return indices[0]
  }

  private mutating func addFunctions(
    of reader: ModuleReader, _ references: inout References, _ exposing: String?
  ) throws(RenderError) {
    var pending = reader.functions.filter { $0.name != "main" && $0.name != "main(" }
    pending.removeAll { function in
      guard let number = function.readerNumber else { return false }
      references[function.id] = LibraryFunction.Reference.reader(number).word
      return true
    }
    var locals = LocalNumbering(bound: reader.bound)
    // Callees first, so that a caller's words name them by their place in the library.
    while !pending.isEmpty {
      var waiting: [ModuleReader.Function] = []
      for function in pending {
        guard function.callees.allSatisfy({ references[$0] != nil }) else {
          waiting.append(function)
          continue
        }
        let index = insert(
          try reader.lifted(function, references, &locals, pool, functions),
          isNamed: exposing == nil || exposing == function.name)
        references[function.id] = LibraryFunction.Reference.function(index).word
      }
      guard waiting.count < pending.count else {
        throw .invalidArgument("SPIR-V: \(waiting[0].name) calls itself, or a function that is not there")
      }
      pending = waiting
    }
  }

  private mutating func insert(_ function: LibraryFunction, isNamed: Bool) -> Int {
    let index = known[function] ?? functions.count
    if index == functions.count {
      functions.append(function)
      known[function] = index
    }
    if isNamed {
      let indices = named[function.name] ?? []
      if !indices.contains(index) { named[function.name] = indices + [index] }
    }
    return index
  }
}
