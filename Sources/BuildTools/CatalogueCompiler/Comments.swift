/// The documentation comments of source files with the indentation of `swift format`.
struct Comments {
  private var texts: [String: String] = [:]

  /// The comment before `enum Scope`, or before `static let name` in it (`Scope.name`); nil if there is none.
  subscript(path: String) -> String? { texts[path] }

  mutating func read(_ source: String) {
    var lines: [Substring] = []
    var scope = ""
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") {
        lines.append(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
        continue
      }
      let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if line.first != " ", let index = words.firstIndex(where: { ["enum", "struct", "extension"].contains($0) }),
        index + 1 < words.count
      {
        scope = String(words[index + 1])
        add(lines, for: scope)
      } else if let index = words.firstIndex(of: "static"), index + 2 < words.count, words[index + 1] == "let" {
        add(lines, for: "\(scope).\(words[index + 2])")
      }
      lines = []
    }
  }

  private mutating func add(_ lines: [Substring], for path: String) {
    if !lines.isEmpty { texts[path] = lines.joined(separator: "\n") }
  }
}
