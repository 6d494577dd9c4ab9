/// The stages of one C file: the unit of recompilation and of parallel work.
package struct StageGroup: Sendable {
  let name: String
  /// The words from which the C is written.
  let key: String
  /// The stages, by function and form.
  let stages: @Sendable () throws(StageError) -> [[StageText]]

  /// Returns a group for each folder of shaders.
  static func all(_ modules: [CompiledStageModule]) -> [StageGroup] {
    Dictionary(grouping: modules, by: \.folder).map { StageGroup(name: $0, modules: $1) }.sorted { $0.name < $1.name }
  }

  private init(name: String, modules: [CompiledStageModule]) {
    self.name = name
    key = modules.map { "\($0.name) \($0.base64)\n" }.joined()
    stages = { () throws(StageError) in
      var all: [[StageText]] = []
      for compiled in modules { all += try Self.stages(of: ShaderModule(compiled.words())) }
      return all
    }
  }

  /// Returns the C file.
  func text() throws(StageError) -> String {
    var text = "#include \"StageRuntime.h\"\n\n"
    var rows: [String] = []
    var names: Set<String> = []
    for stages in try stages() where names.insert(stages[0].signature.name).inserted {
      text += stages.map(\.text).joined()
      rows.append(Self.row(stages))
    }
    return text + """
      static const Stage stages[] = {
      \(rows.joined())};
      const StageGroup group_\(name) = {stages, sizeof stages / sizeof *stages};

      """
  }

  /// Returns all forms of the functions of a module that programs can call.
  static func stages(of module: ShaderModule) throws(StageError) -> [[StageText]] {
    var all: [[StageText]] = []
    for signature in signatures(of: module) { all.append(try stages(of: signature, in: module)) }
    return all
  }

  /// Returns all forms of a function.
  static func stages(of signature: StageSignature, in module: ShaderModule) throws(StageError) -> [StageText] {
    var stages = [try StageText(module, signature, .general)]
    for form in signature.forms(reads: stages[0].readerCount > 0).dropFirst() {
      // A formula with scattered reads has no row form.
      if let stage = try? StageText(module, signature, form) { stages.append(stage) }
    }
    return stages
  }

  /// Returns the functions that no other function of the module calls: formulas, and other functions that programs
  /// call.
  package static func signatures(of module: ShaderModule) -> [StageSignature] {
    let called = Set(module.functions.values.flatMap(\.callees))
    return module.functionOrder.compactMap { id in
      called.contains(id) || module.reader(id) != nil ? nil : StageSignature(id, of: module)
    }
  }

  /// Returns a formula's entry in the table.
  private static func row(_ stages: [StageText]) -> String {
    let (general, signature) = (stages[0], stages[0].signature)
    let texts = StageForm.allCases.map { form in stages.first { $0.form == form } }
    func list(_ part: (StageText) -> String?) -> String {
      "{" + texts.map { $0.flatMap(part) ?? "0" }.joined(separator: ", ") + "}"
    }
    let opaque = stages.first { $0.form == .opaque }
    let sums = stages.contains(where: \.isSum)
    let columns = stages.first { $0.form == .horizontal }?.hoistedColumns
    let reaches = list { $0.hasReach ? "\($0.name)_reach" : nil }
    return """
        {"\(signature.name)", \(list(\.name)), \(reaches), \(list { "\($0.looseReaders)" }), \(signature.colorCount), \
      \(signature.takesPoint ? 1 : 0), \(general.uniformCount), \(general.readerCount), \(general.resultCount), \
      \(opaque?.isOpaque == true ? 1 : 0), \(opaque?.isSame == true ? 1 : 0), \(sums ? 1 : 0), \
      \(columns?.count ?? 0), \(columns?.countInLoops ?? 0)},

      """
  }

  /// The runtime that executes programs, written by hand.
  static let blocks = "#include <Blocks.c>\n"
  /// The functions that compilers call implicitly, for objects without the C library.
  package static let memory = "#include <Memory.h>\n"

  /// Returns the C file that lists all groups.
  package static func table(_ groups: [StageGroup]) -> String {
    """
    #include "StageRuntime.h"

    \(groups.map { "extern const StageGroup group_\($0.name);\n" }.joined())
    extern const StageLibrary coreimage_stages;
    __attribute__((visibility("default"))) const StageLibrary coreimage_stages = {
      STAGE_VERSION, W, \(groups.count), (const StageGroup \
    *const[]){\(groups.map { "&group_\($0.name)" }.joined(separator: ", "))}};

    """
  }
}
