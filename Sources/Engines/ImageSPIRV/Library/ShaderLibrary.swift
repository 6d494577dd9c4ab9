import ImageGraph

/// The functions of all compiled shaders, by mangled name.
package struct ShaderLibrary: Sendable {
  private(set) var pool = GlobalPool()
  private(set) var functions = SharedPrefixList<LibraryFunction>()
  /// Function indices by name. Helpers of two shaders may have the same name; the names of formulas must be unique.
  private var named = SharedPrefixTable<String, [Int]>()
  private var indexed = SharedPrefixTable<LibraryFunction, Int>()

  package init() {}

  /// Creates a library of these modules.
  ///
  /// - Throws: `invalidArgument` or `unsupported` if a module is malformed or has constructs that formulas do not
  ///   support; the message contains the name of the module.
  package init(_ modules: [(name: String, words: [UInt32])]) throws(RenderError) {
    for module in modules { try add(module.words, named: module.name) }
    share()
  }

  /// Shares the present content with copies, so that adding to a copy does not copy it.
  private mutating func share() {
    pool.share()
    functions.share()
    named.share()
    indexed.share()
  }

  /// Adds the functions of a module. Identical functions are shared. If this throws, the library must be discarded.
  ///
  /// - Parameter exposing: the only function that can be looked up by name; nil: all. An app's helper may have the name
  ///   of a formula of the package.
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

  /// Returns the component count of the result of the only function of this name; nil if there is none, or its result
  /// is not composed of scalars.
  package func resultCount(of name: String) -> Int? {
    guard let index = try? index(of: name) else { return nil }
    return pool.scalars(of: functions[index].result)?.count
  }

  /// Returns the index of the only function of this name.
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
    // Callees first, because the words of a caller contain their indices in the library.
    while !pending.isEmpty {
      var waiting: [ModuleReader.Function] = []
      for function in pending {
        guard function.callees.allSatisfy({ references[$0] != nil }) else {
          waiting.append(function)
          continue
        }
        let index = insert(
          try reader.extracted(function, references, &locals, pool, functions),
          isNamed: exposing == nil || exposing == function.name)
        references[function.id] = LibraryFunction.Reference.function(index).word
      }
      guard waiting.count < pending.count else {
        throw .invalidArgument("SPIR-V: \(waiting[0].name) is recursive, or calls a function that does not exist")
      }
      pending = waiting
    }
  }

  private mutating func insert(_ function: LibraryFunction, isNamed: Bool) -> Int {
    let index = indexed[function] ?? functions.count
    if index == functions.count {
      functions.append(function)
      indexed[function] = index
    }
    if isNamed {
      let indices = named[function.name] ?? []
      if !indices.contains(index) { named[function.name] = indices + [index] }
    }
    return index
  }
}
