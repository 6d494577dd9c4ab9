import Foundation

/// What the source text says of a filter in its comments: once, where the formula stands.
///
/// A line `Formula: …` is mathematics (see `Mathematics`), a paragraph `Source: …` says where it comes from; the rest
/// is prose.
struct FilterComments: Sendable {
  let file: String
  let filter: String
  let formulas: [String]

  /// Lines of mathematics.
  var mathematics: [String] { lines(["Formula:"], in: [filter] + formulas) }

  /// Where the formulas come from.
  var sources: [String] {
    var found: [String] = []
    for text in [filter] + formulas {
      for line in Self.sentences(text) where line.hasPrefix("Source:") {
        let source = line.dropFirst(7).trimmingCharacters(in: .whitespaces)
        if !found.contains(source) { found.append(source) }
      }
    }
    return found
  }

  /// What is neither: first of the filter, without its name, then of each formula.
  var prose: [String] {
    var own = Self.paragraphs(filter)
    if let colon = own.first?.range(of: ": "), own[0].hasPrefix("CI") {
      let text = own[0][colon.upperBound...]
      own[0] = text.prefix(1).uppercased() + text.dropFirst()
    }
    return (own + formulas.flatMap(Self.paragraphs)).compactMap { paragraph in
      let kept = paragraph.split(separator: "\n").filter { !$0.hasPrefix("Formula:") && !$0.hasPrefix("- ") }
      var text = kept.joined(separator: " ")
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

  /// Paragraphs cut where a source or the shader's place begins.
  private static func sentences(_ text: String) -> [String] {
    paragraphs(text).flatMap { paragraph in
      paragraph.replacingOccurrences(of: "\n", with: " ").replacing(#/\s*Shader: \S+\.glsl\.?/#, with: "")
        .replacing(" Source:", with: "\nSource:").split(separator: "\n").map(String.init)
    }
  }
}
