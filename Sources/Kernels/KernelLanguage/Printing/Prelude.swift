/// The functions that printed kernels call instead of GLSL functions whose results are undefined or vary.
struct Prelude {
  /// A function of the prelude.
  struct Entry: Sendable {
    /// The template of the function. `T` is the type of the first parameter, `S` its scalar type.
    var text: String
    /// Whether the template accepts only scalars; vectors are then computed by component.
    var isScalar: Bool
    /// Other prelude functions that the template calls, with the same type.
    var uses: [String]

    init(_ text: String, isScalar: Bool = false, uses: [String] = []) {
      (self.text, self.isScalar, self.uses) = (text, isScalar, uses)
    }
  }

  /// The GLSL of `Kernel.unfinished`.
  static let unfinishedText = "void \(Kernel.unfinished)(const bool open) {\n}\n"

  private var printed: [String] = []
  private var known: Set<String> = []

  var text: String { printed.joined() }

  /// Adds a function for the types of its parameters, and the functions that it calls, unless they are printed already.
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
      "T": first.glsl([]), "S": "\(scalar)", "B": Type.components(.bool, width).glsl([]),
    ])
    printed.append(text + "\n")
  }

  /// Returns a function on vectors that applies the scalar function to each component.
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
  /// The scalar type of a vector.
  fileprivate var component: Type { scalar.map { .scalar($0) } ?? self }
}

extension String {
  /// Returns the text with the words that are keys replaced.
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
