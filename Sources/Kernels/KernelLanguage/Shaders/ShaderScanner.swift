/// A scanner for the kernels of GLSL source, which is passed to the shader compiler unchanged.
///
/// The form is that of the shaders of built-in filters: a function whose parameters are all `const`, in this order:
/// the pixels of its images (`vec4`), the position of the output pixel (`vec2 at`), the arguments. It returns `vec4`,
/// or `vec2` for a warp. With reads, `readN(point)`, it is a general kernel, whose first parameter is `at`. A comment
/// `inputs: 2` above the function states the number of pixels, if arguments are `vec4` too. Functions that other
/// functions call are helpers.
struct ShaderScanner {
  let reporter: Reporter
  let text: String
  let file: Int

  func kernels(_ tokens: [Token]) -> [Kernel] {
    let functions = ShaderFunctionReader(tokens: tokens).functions()
    let called = Set(functions.flatMap(\.words))
    var kernels: [Kernel] = []
    for function in functions {
      guard let parameters = function.parameters,
        !called.contains(function.name) || function.isCalledOnlyByOverloads(functions),
        function.result == "vec4" || function.result == "vec2"
      else { continue }
      if let kernel = kernel(function, parameters, reads(of: function, functions)) { kernels.append(kernel) }
    }
    if kernels.isEmpty, reporter.errorCount == 0 {
      reporter.error(
        "no function has the form of a kernel", at: SourceLocation(file: file, line: 1, column: 1),
        allowed: "vec4 name(const vec4 color, const vec2 at, const float argument)")
    }
    return kernels
  }

  /// Returns the indices of the inputs that a function reads, directly or through helpers.
  private func reads(of function: ShaderFunctionReader.Function, _ functions: [ShaderFunctionReader.Function]) -> Set<
    Int
  > {
    var (reads, seen, open): (Set<Int>, Set<String>, [String]) = ([], [function.name], Array(function.words))
    while let word = open.popLast() {
      guard seen.insert(word).inserted else { continue }
      if word.hasPrefix("read"), word.count == 5, let number = word.last?.wholeNumberValue { reads.insert(number) }
      for other in functions where other.name == word { open += other.words }
    }
    return reads
  }

  private func kernel(
    _ function: ShaderFunctionReader.Function, _ parameters: [ShaderFunctionReader.Parameter], _ reads: Set<Int>
  ) -> Kernel? {
    var remaining = parameters[...]
    var slots: [Kernel.Slot] = []
    var described: [Kernel.Parameter] = []
    var form = Kernel.Form.warp
    let isColor = function.result == "vec4" && reads.isEmpty
    if isColor {
      let pixels = parameters.prefix { $0.type == .vec4 }.count
      let inputs = min(statedInputs(above: function.location.line) ?? pixels, pixels)
      for number in 0..<inputs {
        slots.append(.pixel(image: number))
        described.append(Kernel.Parameter(name: remaining.removeFirst().name, type: .sample, spelling: "vec4"))
      }
      form = .color(inputs: inputs)
    } else if function.result == "vec4" {
      let inputs = statedInputs(above: function.location.line) ?? (reads.max()! + 1)
      for number in 0..<inputs {
        described.append(Kernel.Parameter(name: "input\(number)", type: .sampler, spelling: "readN"))
      }
      form = .region(inputs: inputs)
    }
    let hasPosition = remaining.first.map { $0.type == .vec2 && $0.name == "at" } ?? false
    if hasPosition {
      slots.append(.position)
      remaining.removeFirst()
    } else if !isColor || described.isEmpty {
      reporter.error(
        "'\(function.name)' has no parameter for the position of its pixel", at: function.location,
        allowed: "const vec2 at, before the arguments")
      return nil
    }
    for parameter in remaining {
      slots.append(.argument(parameter: described.count, component: nil, kind: parameter.type))
      described.append(parameter.description)
    }
    guard described.count(where: \.type.isImage) <= Limits.images else {
      reporter.limit(
        "images of a kernel", requested: described.count(where: \.type.isImage), allowed: Limits.images,
        at: function.location)
      return nil
    }
    var needs = Kernel.Needs(destination: hasPosition)
    needs.images = described.filter(\.type.isImage).map { _ in isColor ? .ownPixel : .points }
    let isBlend = form == .color(inputs: 2) && slots.count == 2
    // Unique, so that it differs from all formulas of the package and from kernels of other sources.
    let name = "kernel_\(function.name)_\(contentHash(of: text))"
    return Kernel(
      name: function.name, language: .glsl,
      kernelClass: function.result == "vec2" ? .warp : !isColor ? .general : isBlend ? .blend : .color,
      parameters: described, needs: needs, form: form, slots: slots, functionName: name,
      mangledName: name + "(" + slots.map(\.kind.mangled).joined(),
      glsl: "#define \(function.name) \(name)\n#line 1\n" + text, line: function.location.line)
  }

  /// Returns the number after `inputs:` in the comment directly above a line.
  private func statedInputs(above line: Int) -> Int? {
    // Swift treats CR LF as one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    var index = min(line - 2, lines.count - 1)
    while index >= 0 {
      let trimmed = lines[index].drop { $0 == " " }
      guard trimmed.hasPrefix("//") else { return nil }
      let words = trimmed.split { " /:".contains($0) }
      if words.count == 2, words[0] == "inputs", let count = Int(words[1]), (0...Limits.images).contains(count) {
        return count
      }
      index -= 1
    }
    return nil
  }
}
