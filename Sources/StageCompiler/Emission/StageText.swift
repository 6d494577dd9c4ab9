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
    hasReach = form.isRow && !emitter.lines.contains { $0.contains("!ANY(") }

    isOpaque = result.count == 4 && result[3].constant == 1
    isSame = signature.colorCount == 1 && result.count == 4 && (0..<3).allSatisfy { result[$0].text == "in\($0)" }

    let name = signature.text + form.suffix
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
