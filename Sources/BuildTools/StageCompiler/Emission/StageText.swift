/// A stage as C text, and what callers must know of it.
struct StageText {
  let signature: StageSignature
  let form: StageForm
  let planeCount: Int
  let numberCount: Int
  let resultCount: Int
  let readerCount: Int
  /// Bits of inputs of which the row form may read any column of a row.
  let looseReaders: Int
  /// What the horizontal form keeps of columns.
  let keptColumns: HoistedColumns?
  /// True where the row form has a function that says which rows it reads.
  let hasReach: Bool
  /// True for a stored form that adds up: its result are colours, four planes of floats.
  let isSum: Bool
  /// True when the result's alpha is 1 whatever the call is.
  let isOpaque: Bool
  /// True when the result's colour is that of the only one that comes in.
  let isSame: Bool
  let text: String

  var name: String { signature.text + form.suffix }

  init(_ module: ShaderModule, _ signature: StageSignature, _ form: StageForm) throws(StageError) {
    let emitter = StageEmitter(module, signature, form)
    let result = try emitter.emit()
    (self.signature, self.form) = (signature, form)
    (planeCount, numberCount) = (emitter.planes.count, emitter.numbers.count)
    (resultCount, readerCount) = (result.count, emitter.readerCount)
    isSum = emitter.sumScale != nil
    looseReaders = emitter.looseReaders.reduce(0) { $0 | 1 << $1 }
    // How often a loop turns must be known without what is read.
    let isKnown = !emitter.lines.contains { $0.contains("!ANY(") }
    if form.isStored, !isKnown || emitter.lines.contains(where: { $0.contains("SELECT_p") }) {
      throw StageError("\(signature.name): what is chosen among differs between pixels")
    }
    // What is read does not depend on the alpha of it.
    hasReach = form.isRow && !form.isStored && !form.readsOpaque && isKnown

    isOpaque = result.count == 4 && result[3].constant == 1
    if form.readsOpaque, !isOpaque { throw StageError("\(signature.name): what it gives may not be opaque") }
    isSame = signature.colorCount == 1 && result.count == 4 && (0..<3).allSatisfy { result[$0].text == "in\($0)" }

    let name = signature.text + form.suffix
    keptColumns = HoistedColumns(emitter)
    var lines = form.isRow ? Self.rowLines(name, emitter, result, keptColumns) : Self.lines(name, emitter, result)
    let head = Self.head(emitter, "for (int i = 0; i < call->count; i += W) {", leaving: nil)
    if hasReach {
      // The same without results, and with both sides of every branch: what is left of it says what is read.
      lines += ["static void \(name)_reach(const StageCall *call, StageReach *reach) {"] + head
      lines += emitter.lines.map {
        $0.replacing("READ_", with: "NOTE_").replacing("if (ANY(", with: "if (1 || ANY(")
          .replacing("return room;", with: "return;")
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

  /// Two loops where that can be: over several vectors at a time, so that what all pixels share is computed less often,
  /// and over single ones for the rest.
  private static func rowLines(
    _ name: String, _ emitter: StageEmitter, _ result: [StageValue], _ kept: HoistedColumns?
  ) -> [String] {
    let kind = emitter.sumScale == nil ? "" : "_SUMMED"
    let turns = "for (; i + PIXELS(F) <= room; i += PIXELS(F)) {"
    func loop(_ ending: String, _ types: String) -> [String] {
      ["static int \(name)\(ending)(const StageCall *call, int i, int room) {", types + kind]
        + head(emitter, turns, leaving: "return room;") + emitter.lines + stores(emitter, result)
        + ["}", "return i;", "}"]
    }
    if let kept {
      // One loop for the first row, and one for those below it.
      let body = head(emitter, "for (; i < call->count; i += W) {", leaving: nil) + kept.lines + stores(emitter, result)
      return loop("_one", "ONE_VECTOR")
        + ["INLINE void \(name)_columns(const StageCall *call, int i, const int isFirst) {", "KEEPS_COLUMNS"] + body
        + ["}", "COLUMNS_KEPT", "}", "static void \(name)(const StageCall *call) {"]
        + ["if (!call->columns) \(name)_one(call, 0, call->count + W - 1);"]
        + [
          "else if (call->columns->is_first) \(name)_columns(call, 0, 1);", "else \(name)_columns(call, 0, 0);", "}",
          "",
        ]
    }
    if let shared = HoistedUniforms(emitter) {
      // Twice each: for the pixels that find out, and for those that know.
      func loops(_ ending: String, _ types: String) -> [String] {
        let own = "HoistedUniforms *numbers"
        let head = ["INLINE int \(name)\(ending)(const StageCall *call, int i, int room, \(own), const int isFirst) {"]
        let body = Self.head(emitter, turns, leaving: nil) + ["BEGIN_SHARED"] + shared.lines
        let both = [("_first", 1), ("_rest", 0)].map { part, isFirst in
          "static NOINLINE int \(name)\(ending)\(part)(const StageCall *call, int i, int room, \(own)) "
            + "{ return \(name)\(ending)(call, i, room, numbers, \(isFirst)); }"
        }
        return head + [types + kind] + body + stores(emitter, result) + ["END_SHARED", "}", "return i;", "}"] + both
      }
      let isWidenable = isWidenable(emitter)
      let some = isWidenable ? "\(name)_some" : "\(name)_one"
      return loops("_one", "ONE_VECTOR") + (isWidenable ? loops("_some", "SOME_VECTORS") : []) + [
        "static void \(name)(const StageCall *call) "
          + "{ run_shared(call, \(some)_first, \(some)_rest, \(isWidenable ? "VECTORS * W" : "W"), "
          + "\(name)_one_first, \(name)_one_rest); }",
        "",
      ]
    }
    return loop("_one", "ONE_VECTOR") + [
      "static void \(name)(const StageCall *call) { \(name)_one(call, 0, call->count + W - 1); }", "",
    ]
  }

  /// True where pixels side by side are read, and C's own operators do all that is done to vectors.
  private static func isWidenable(_ emitter: StageEmitter) -> Bool {
    let others = ["w_", "SELECT_", "ANY(", "MASK(", "__builtin_convertvector"]
    return !emitter.readsColumns && !emitter.signature.countsRounds
      && !emitter.lines.contains { line in
        // Of stored pixels the lesser and the greater are operators as well.
        let text = line.replacing("w_pf", with: "")
        return text.hasPrefix("I ") || text.hasPrefix("U ") || others.contains { text.contains($0) }
      }
  }

  /// Numbers first: the loop over vectors has them in registers.
  ///
  /// - Parameter leaving: ends the function where another call has found that a kernel does not end; nil: nothing does.
  private static func head(_ emitter: StageEmitter, _ loop: String, leaving: String?) -> [String] {
    var lines: [String] = []
    // Before a kernel's own numbers stands where it says that it does not end.
    let first = emitter.signature.isKernel ? 2 : 0
    if emitter.signature.countsRounds {
      lines.append("WATCHED")
      if let leaving { lines.append("if (*watch) \(leaving)") }
    }
    for (index, kind) in emitter.numbers.enumerated() {
      let field = kind == .float ? "f" : "i"
      lines.append(
        "const \(kind.scalarType) u\(index) = (\(kind.scalarType))call->numbers[\(first + index)].\(field);")
    }
    lines += emitter.exponents.indices.map { "NEW_POWER(power\($0))" }
    lines.append(loop)
    if emitter.signature.countsRounds {
      lines += ["int32_t rounds = 0;", "const I \(StageEmitter.madePixels) = made_pixels(call->count - i);"]
    }
    if emitter.form.isRow { lines.append("const F x = COLUMNS(call->x, i);") }
    for (index, kind) in emitter.planes.enumerated() {
      lines.append("const \(kind.vectorType) in\(index) = *(const \(kind.vectorType) *)(call->in[\(index)] + i);")
    }
    return lines
  }
}
