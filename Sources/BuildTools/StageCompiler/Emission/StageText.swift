/// The C of a stage, and its properties for callers.
struct StageText {
  let signature: StageSignature
  let form: StageForm
  let planeCount: Int
  let uniformCount: Int
  let resultCount: Int
  let readerCount: Int
  /// A bit for each input of which the row form may read any column of a row.
  let looseReaders: Int
  /// The column-dependent values that the horizontal form stores.
  let hoistedColumns: HoistedColumns?
  /// Whether the row form has a function that reports the rows that it reads.
  let hasReach: Bool
  /// Whether a stored form adds pixels: its results are colours in four planes of floats.
  let isSum: Bool
  /// Whether the result's alpha is always 1.
  let isOpaque: Bool
  /// Whether the result's colour is that of its only input.
  let isSame: Bool
  let text: String

  var name: String { signature.text + form.suffix }

  init(_ module: ShaderModule, _ signature: StageSignature, _ form: StageForm) throws(StageError) {
    let emitter = StageEmitter(module, signature, form)
    let result = try emitter.emit()
    (self.signature, self.form) = (signature, form)
    (planeCount, uniformCount) = (emitter.planes.count, emitter.uniforms.count)
    (resultCount, readerCount) = (result.count, emitter.readerCount)
    isSum = emitter.sumScale != nil
    looseReaders = emitter.looseReaders.reduce(0) { $0 | 1 << $1 }
    // The number of loop iterations must not depend on sampled values.
    let hasUniformLoops = !emitter.lines.contains { $0.contains("!ANY(") }
    if form.isStored, !hasUniformLoops || emitter.lines.contains(where: { $0.contains("SELECT_p") }) {
      throw StageError("\(signature.name): the selected pixels differ between pixels")
    }
    // The rows that are read do not depend on the alpha of their pixels.
    hasReach = form.isRow && !form.isStored && !form.readsOpaque && hasUniformLoops

    isOpaque = result.count == 4 && result[3].constant == 1
    if form.readsOpaque, !isOpaque { throw StageError("\(signature.name): the result may not be opaque") }
    isSame = signature.colorCount == 1 && result.count == 4 && (0..<3).allSatisfy { result[$0].text == "in\($0)" }

    let name = signature.text + form.suffix
    hoistedColumns = HoistedColumns(emitter)
    var lines = form.isRow ? Self.rowLines(name, emitter, result, hoistedColumns) : Self.lines(name, emitter, result)
    let head = Self.head(emitter, "for (int i = 0; i < call->count; i += W) {", leaving: nil)
    if hasReach {
      // The stage without results, and with both sides of every branch: the remaining code reports the reads.
      lines += ["static void \(name)_reach(const StageCall *call, StageReach *reach) {"] + head
      lines += emitter.lines.map {
        $0.replacing("READ_", with: "NOTE_").replacing("if (ANY(", with: "if (1 || ANY(")
          .replacing("return limit;", with: "return;")
      }
      lines += ["}", "}", ""]
    }
    text = lines.joined(separator: "\n")
  }

  private static func lines(_ name: String, _ emitter: StageEmitter, _ result: [StageValue]) -> [String] {
    ["static void \(name)(const StageCall *call) {"]
      + head(emitter, "for (int i = 0; i < call->count; i += W) {", leaving: "return;")
      + emitter.lines + stores(emitter, result) + ["}", "}", ""]
  }

  private static func stores(_ emitter: StageEmitter, _ result: [StageValue]) -> [String] {
    if let scale = emitter.sumScale { return ["STORE_SUM(\(result[0].vector), \(scale))"] }
    return result.enumerated().map { "*(\($1.kind.vectorType) *)(call->out[\($0)] + i) = \($1.vector);" }
  }

  /// Returns the lines of a row form. If possible it has two loops: over several vectors at a time, so that uniform
  /// values are computed less often, and over single vectors for the remaining pixels.
  private static func rowLines(
    _ name: String, _ emitter: StageEmitter, _ result: [StageValue], _ columns: HoistedColumns?
  ) -> [String] {
    let kind = emitter.sumScale == nil ? "" : "_SUMMED"
    let vectorLoop = "for (; i + PIXELS(F) <= limit; i += PIXELS(F)) {"
    func loop(_ ending: String, _ types: String) -> [String] {
      ["static int \(name)\(ending)(const StageCall *call, int i, int limit) {", types + kind]
        + head(emitter, vectorLoop, leaving: "return limit;") + emitter.lines + stores(emitter, result)
        + ["}", "return i;", "}"]
    }
    if let columns {
      // A loop for the first row, and one for the rows below it.
      let body =
        head(emitter, "for (; i < call->count; i += W) {", leaving: nil) + columns.lines + stores(emitter, result)
      return loop("_one", "ONE_VECTOR")
        + ["INLINE void \(name)_columns(const StageCall *call, int i, const int isFirst) {", "BEGIN_COLUMN_CACHE"]
        + body
        + ["}", "END_COLUMN_CACHE", "}", "static void \(name)(const StageCall *call) {"]
        + ["if (!call->column_cache) \(name)_one(call, 0, call->count + W - 1);"]
        + [
          "else if (call->column_cache->is_first) \(name)_columns(call, 0, 1);", "else \(name)_columns(call, 0, 0);",
          "}",
          "",
        ]
    }
    if let hoisted = HoistedUniforms(emitter) {
      // Two instances of each: for the first pixels, which store the hoisted values, and for the others, which load
      // them.
      func loops(_ ending: String, _ types: String) -> [String] {
        let own = "HoistedUniforms *hoisted"
        let head = ["INLINE int \(name)\(ending)(const StageCall *call, int i, int limit, \(own), const int isFirst) {"]
        let body = Self.head(emitter, vectorLoop, leaving: nil) + ["BEGIN_HOISTED"] + hoisted.lines
        let both = [("_first", 1), ("_remaining", 0)].map { part, isFirst in
          "static NOINLINE int \(name)\(ending)\(part)(const StageCall *call, int i, int limit, \(own)) "
            + "{ return \(name)\(ending)(call, i, limit, hoisted, \(isFirst)); }"
        }
        return head + [types + kind] + body + stores(emitter, result) + ["END_HOISTED", "}", "return i;", "}"] + both
      }
      let isWidenable = isWidenable(emitter)
      let some = isWidenable ? "\(name)_some" : "\(name)_one"
      return loops("_one", "ONE_VECTOR") + (isWidenable ? loops("_some", "SOME_VECTORS") : []) + [
        "static void \(name)(const StageCall *call) "
          + "{ run_hoisted(call, \(some)_first, \(some)_remaining, \(isWidenable ? "VECTORS * W" : "W"), "
          + "\(name)_one_first, \(name)_one_remaining); }",
        "",
      ]
    }
    return loop("_one", "ONE_VECTOR") + [
      "static void \(name)(const StageCall *call) { \(name)_one(call, 0, call->count + W - 1); }", "",
    ]
  }

  /// Returns whether reads are contiguous, and all vector operations are C operators.
  private static func isWidenable(_ emitter: StageEmitter) -> Bool {
    let others = ["w_", "SELECT_", "ANY(", "MASK(", "__builtin_convertvector"]
    return !emitter.readsColumns && !emitter.signature.countsIterations
      && !emitter.lines.contains { line in
        // For stored pixels, minimum and maximum are operators too.
        let text = line.replacing("w_pf", with: "")
        return text.hasPrefix("I ") || text.hasPrefix("U ") || others.contains { text.contains($0) }
      }
  }

  /// Returns the start of a function. Uniforms precede the loop over vectors, so that they are in registers.
  ///
  /// - Parameter leaving: the statement that ends the function if another call has found an endless loop; nil: none.
  private static func head(_ emitter: StageEmitter, _ loop: String, leaving: String?) -> [String] {
    var lines: [String] = []
    // The uniforms of an app's kernel are preceded by the address of the flag for endless loops.
    let first = emitter.signature.isKernel ? 2 : 0
    if emitter.signature.countsIterations {
      lines.append("STOP_FLAG")
      if let leaving { lines.append("if (*stop_flag) \(leaving)") }
    }
    for (index, kind) in emitter.uniforms.enumerated() {
      let field = kind == .float ? "f" : "i"
      lines.append(
        "const \(kind.scalarType) u\(index) = (\(kind.scalarType))call->uniforms[\(first + index)].\(field);")
    }
    lines += emitter.exponents.indices.map { "NEW_POWER(power\($0))" }
    lines.append(loop)
    if emitter.signature.countsIterations {
      lines += ["int32_t iterations = 0;", "const I \(StageEmitter.outputPixels) = active_pixels(call->count - i);"]
    }
    if emitter.form.isRow { lines.append("const F x = COLUMNS(call->x, i);") }
    for (index, kind) in emitter.planes.enumerated() {
      lines.append("const \(kind.vectorType) in\(index) = *(const \(kind.vectorType) *)(call->in[\(index)] + i);")
    }
    return lines
  }
}
