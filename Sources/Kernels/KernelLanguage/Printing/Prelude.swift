/// The functions that printed kernels call instead of those whose result GLSL leaves open.
struct Prelude {
  /// One function of the prelude.
  struct Entry: Sendable {
    /// The text for numbers, with `T` where the type of the first parameter stands, and `S` for one number of it.
    var text: String
    /// The text serves one number only; vectors are made of their components.
    var isScalar: Bool
    /// Other functions that the text calls, with the same type.
    var uses: [String]

    init(_ text: String, isScalar: Bool = false, uses: [String] = []) {
      (self.text, self.isScalar, self.uses) = (text, isScalar, uses)
    }
  }

  /// The text of `Kernel.unfinished`.
  static let unfinishedText = "void \(Kernel.unfinished)(const bool open) {\n}\n"

  private var printed: [String] = []
  private var known: Set<String> = []

  var text: String { printed.joined() }

  /// Makes sure of a function for a type of first parameter, and of what it calls.
  mutating func require(_ name: String, _ parameters: [Type], _ result: Type) {
    guard let entry = Self.entries[name], let first = parameters.first, let width = first.width,
      let scalar = first.scalar, known.insert("\(name) \(first)").inserted
    else { return }
    if entry.isScalar, width > 1 {
      require(name, parameters.map(\.component), result.component)
      printed.append(componentwise(name, parameters, result))
      return
    }
    for other in entry.uses {
      let isScalar = Self.entries[other]!.isScalar
      require(other, isScalar ? parameters.map(\.component) : parameters, isScalar ? result.component : result)
    }
    let text = entry.text.replacingTypes([
      "T": first.glsl([]), "S": "\(scalar)", "B": Type.numbers(.bool, width).glsl([]),
    ])
    printed.append(text + "\n")
  }

  /// A function on vectors that does the same with each component.
  private func componentwise(_ name: String, _ parameters: [Type], _ result: Type) -> String {
    let letters = Array("abcd")
    let list = parameters.enumerated().map { "const \($1.glsl([])) \(letters[$0])" }.joined(separator: ", ")
    let calls = "xyzw".prefix(result.width!).map { component in
      let arguments = parameters.enumerated().map { $1.width == 1 ? "\(letters[$0])" : "\(letters[$0]).\(component)" }
      return "\(name)(\(arguments.joined(separator: ", ")))"
    }
    let type = result.glsl([])
    return "\(type) \(name)(\(list)) {\n    return \(type)(\(calls.joined(separator: ", ")));\n}\n"
  }
}

extension Type {
  /// One number of a vector.
  fileprivate var component: Type { scalar.map { .scalar($0) } ?? self }
}

extension String {
  /// The text with the words that are keys replaced.
  fileprivate func replacingTypes(_ types: [String: String]) -> String {
    var (result, word) = ("", "")
    func ended() -> String { types[word] ?? word }
    for character in self {
      if character.isASCII, character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += ended()
        result.append(character)
        word = ""
      }
    }
    return result + ended()
  }
}
