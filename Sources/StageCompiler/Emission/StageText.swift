/// A stage as C text, and what callers must know of it.
struct StageText {
  let signature: StageSignature
  let form: StageForm
  let planeCount: Int
  let numberCount: Int
  let resultCount: Int
  let readerCount: Int
  let text: String

  var name: String { signature.text + form.suffix }

  init(_ module: ShaderModule, _ signature: StageSignature, _ form: StageForm) throws(StageError) {
    let emitter = StageEmitter(module, signature, form)
    let result = try emitter.emit()
    (self.signature, self.form) = (signature, form)
    (planeCount, numberCount) = (emitter.planes.count, emitter.numbers.count)
    (resultCount, readerCount) = (result.count, emitter.readerCount)

    // Numbers first: the loop over vectors has them in registers.
    var lines = ["static void \(signature.text)\(form.suffix)(const StageCall *call) {"]
    for (index, kind) in emitter.numbers.enumerated() {
      let field = kind == .float ? "f" : "i"
      lines.append("const \(kind.scalarType) u\(index) = (\(kind.scalarType))call->numbers[\(index)].\(field);")
    }
    lines.append("for (int i = 0; i < call->count; i += W) {")
    if form.isRow { lines.append("const F x = COLUMNS(call->x, i);") }
    for (index, kind) in emitter.planes.enumerated() {
      lines.append("const \(kind.vectorType) in\(index) = *(const \(kind.vectorType) *)(call->in[\(index)] + i);")
    }
    lines += emitter.lines
    for (index, value) in result.enumerated() { lines.append("*(F *)(call->out[\(index)] + i) = \(value.vector);") }
    lines += ["}", "}", ""]
    text = lines.joined(separator: "\n")
  }
}
