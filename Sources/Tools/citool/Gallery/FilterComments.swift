import Foundation

/// The documentation comments of a filter and of its formulas in the source code.
///
/// A line `Formula: …` is mathematics (see `Mathematics`), a paragraph `Source: …` is the source of the formula. The
/// remaining text is prose.
struct FilterComments: Sendable {
  /// The source file.
  let file: String
  /// The comment of the filter.
  let filter: String
  /// The comments of its formulas.
  let formulas: [String]

  /// The lines of mathematics.
  var mathematics: [String] { lines(["Formula:"], in: [filter] + formulas) }

  /// The sources of the formulas, without duplicates.
  var sources: [String] {
    var sources: [String] = []
    for text in [filter] + formulas {
      for line in Self.sentences(text) where line.hasPrefix("Source:") {
        let source = line.dropFirst(7).trimmingCharacters(in: .whitespaces)
        if !sources.contains(source) { sources.append(source) }
      }
    }
    return sources
  }

  /// The paragraphs of prose: of the filter, without its name, then of each formula.
  var prose: [String] {
    var own = Self.paragraphs(filter)
    if let colon = own.first?.range(of: ": "), own[0].hasPrefix("CI") {
      let text = own[0][colon.upperBound...]
      own[0] = text.prefix(1).uppercased() + text.dropFirst()
    }
    return (own + formulas.flatMap(Self.paragraphs)).compactMap { paragraph in
      let lines = paragraph.split(separator: "\n").filter { !$0.hasPrefix("Formula:") && !$0.hasPrefix("- ") }
      var text = lines.joined(separator: " ")
      if let source = text.range(of: "Source:") { text = String(text[..<source.lowerBound]) }
      text = text.replacing(#/\s*Shader: \S+\.glsl\.?/#, with: "").trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : text
    }
  }

  private func lines(_ prefixes: [String], in texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: "\n") }.compactMap { line in
      prefixes.first { line.hasPrefix($0) }.map { line.dropFirst($0.count).trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.components(separatedBy: "\n\n")
  }

  /// Splits paragraphs where a source begins, and removes the name of the shader.
  private static func sentences(_ text: String) -> [String] {
    paragraphs(text).flatMap { paragraph in
      paragraph.replacingOccurrences(of: "\n", with: " ").replacing(#/\s*Shader: \S+\.glsl\.?/#, with: "")
        .replacing(" Source:", with: "\nSource:").split(separator: "\n").map(String.init)
    }
  }
}
