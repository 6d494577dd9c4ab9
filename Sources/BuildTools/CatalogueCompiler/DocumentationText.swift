import Foundation

/// Returns the Swift source of `filterComments`: the documentation comments of each filter.
func documentationText(_ filters: [ParsedFilter], _ comments: Comments) -> String {
  let entries = filters.map { filter in
    let scope = filter.path.prefix { $0 != "." }
    var own = comments[filter.path] ?? comments[String(scope)] ?? ""
    // The formulas of a family precede those of its filters, unless the filter's comment states the same formula.
    let shared = (filter.family.flatMap { comments[$0] } ?? "").split(separator: "\n").filter { line in
      line.hasPrefix("Formula: ") && !own.contains("\(line.prefix { $0 != "=" })=")
    }
    if let first = own.range(of: "Formula: "), !shared.isEmpty {
      own.insert(contentsOf: shared.joined(separator: "\n") + "\n", at: first.lowerBound)
    } else if !shared.isEmpty {
      own += "\n\n" + shared.joined(separator: "\n")
    }
    // A formula that is used twice is listed once.
    var formulaComments: [String] = []
    for formula in filter.formulas {
      if let text = comments[formula], !formulaComments.contains(text) { formulaComments.append(text) }
    }
    let texts = formulaComments.map { "      \(literal($0))," }.joined(separator: "\n")
    return """
        "\(filter.name)": FilterComments(
          file: \(literal(filter.file)), filter: \(literal(own)),
          formulas: [
      \(texts)
          ]),
      """
  }
  return """
    // Written by CatalogueCompiler when the package is built.

    /// The documentation comments of each filter, by its name.
    let filterComments: [String: FilterComments] = [
    \(entries.joined(separator: "\n"))
    ]

    """
}

private func literal(_ text: String) -> String {
  let escaped = text.reduce(into: "") { result, letter in
    switch letter {
    case "\\": result += "\\\\"
    case "\"": result += "\\\""
    case "\n": result += "\\n"
    default: result.append(letter)
    }
  }
  return "\"\(escaped)\""
}
