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
  /// True where the row form has a function that says which rows it reads.
  let hasReach: Bool
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
    looseReaders = emitter.looseReaders.reduce(0) { $0 | 1 << $1 }
    // How often a loop turns must be known without what is read.
    let isKnown = !emitter.lines.contains { $0.contains("!ANY(") }
    if form.isStored, !isKnown || emitter.lines.contains(where: { $0.contains("SELECT_p") }) {
      throw StageError("\(signature.name): what is chosen among differs between pixels")
    }
    hasReach = form.isRow && !form.isStored && isKnown

    isOpaque = result.count == 4 && result[3].constant == 1
    isSame = signature.colorCount == 1 && result.count == 4 && (0..<3).allSatisfy { result[$0].text == "in\($0)" }

    let name = signature.text + form.suffix
    if form.isStored {
      text = Self.storedText(name, emitter, result[0])
      return
    }
    let head = Self.head(emitter)
    var lines = ["static void \(name)(const StageCall *call) {"] + head + emitter.lines
    for (index, value) in result.enumerated() { lines.append("*(F *)(call->out[\(index)] + i) = \(value.vector);") }
    lines += ["}", "}", ""]
    if hasReach {
      // The same without results, and with both sides of every branch: what is left of it says what is read.
      lines += ["static void \(name)_reach(const StageCall *call, StageReach *reach) {"] + head
      lines += emitter.lines.map {
        $0.replacing("READ_", with: "NOTE_").replacing("if (ANY(", with: "if (1 || ANY(")
      }
      lines += ["}", "}", ""]
    }
    text = lines.joined(separator: "\n")
  }

  /// Stored pixels are short: a loop over four vectors of them at a time, so that what all pixels share is computed
  /// less often, and one over single vectors for the rest.
  private static func storedText(_ name: String, _ emitter: StageEmitter, _ result: Value) -> String {
    func loop(_ ending: String, _ type: String) -> [String] {
      var head = Self.head(emitter)
      let start = head.firstIndex { $0.hasPrefix("for (") }!
      head[start] = "for (; i + PIXELS(P) <= room; i += PIXELS(P)) {"
      return ["static int \(name)\(ending)(const StageCall *call, int i, int room) {", "typedef \(type) P;"] + head
        + emitter.lines + ["*(P *)(call->out[0] + i) = \(result.vector);", "}", "return i;", "}"]
    }
    var lines = loop("_one", "P1")
    var call = "0"
    // Columns that are not side by side are one vector.
    if !emitter.readsColumns {
      lines += loop("_four", "P4")
      call = "\(name)_four(call, 0, call->count)"
    }
    lines += ["static void \(name)(const StageCall *call) { \(name)_one(call, \(call), call->count + W - 1); }", ""]
    return lines.joined(separator: "\n")
  }

  /// Numbers first: the loop over vectors has them in registers.
  private static func head(_ emitter: StageEmitter) -> [String] {
    var lines: [String] = []
    for (index, kind) in emitter.numbers.enumerated() {
      let field = kind == .float ? "f" : "i"
      lines.append("const \(kind.scalarType) u\(index) = (\(kind.scalarType))call->numbers[\(index)].\(field);")
    }
    lines.append("for (int i = 0; i < call->count; i += W) {")
    if emitter.form.isRow { lines.append("const F x = COLUMNS(call->x, i);") }
    for (index, kind) in emitter.planes.enumerated() {
      lines.append("const \(kind.vectorType) in\(index) = *(const \(kind.vectorType) *)(call->in[\(index)] + i);")
    }
    return lines
  }
}
