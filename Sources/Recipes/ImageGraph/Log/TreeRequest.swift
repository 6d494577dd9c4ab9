/// The request of `CI_PRINT_TREE`: `"GRAPHS OUTPUT OPTIONS"`, words in any order, all but the first of them optional.
///
/// | word | meaning |
/// | --- | --- |
/// | `1`, `2`, `4` or a sum | the initial, the optimised, the concatenated graph |
/// | `text` | on standard output, or the destination of `CI_LOG_FILE`; the default |
/// | `pdf`, `png`, `svg`, `dot` | a file for each graph in the temporary directory, whose path is printed; `graphviz` is `dot` |
/// | `context==NAME` | only contexts with this name |
/// | `frame-N` | only the Nth render of each context, counted from 1 |
/// | `dump-inputs`, `dump-intermediates`, `dump-outputs` | the images themselves as PNG or TIFF files |
/// | `passes` | the recipe after each pass of the optimiser, as text |
/// | `programs` | the program of each pass of the concatenated graph, call by call, as text |
package struct TreeRequest: Hashable, Sendable {
  package enum Output: String, Hashable, Sendable, CaseIterable {
    case text, pdf, png, svg, dot
  }

  /// 1, 2, 4 or a sum of them.
  package var graphs = 0
  package var output = Output.text
  /// The name of the requested contexts. Nil: all contexts.
  package var context: String?
  /// The number of the requested render, from 1. Nil: all renders.
  package var frame: Int?
  package var dumpsInputs = false
  package var dumpsIntermediates = false
  package var dumpsOutputs = false
  package var printsPasses = false
  package var printsPrograms = false

  /// The reason for which the words are invalid.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Parses the variable's value. Returns nil if it is empty or 0.
  package init?(_ text: String) throws(Failure) {
    let words = text.split(separator: " ").map(String.init)
    if words.isEmpty || words == ["0"] { return nil }
    for word in words { try read(word) }
    guard graphs != 0 else {
      throw Failure(
        description:
          "CI_PRINT_TREE=\"\(text)\" specifies no graph: "
          + "1 is the initial, 2 the optimised, 4 the concatenated one, 7 all"
      )
    }
  }

  private mutating func read(_ word: String) throws(Failure) {
    if let number = Int(word) {
      guard (1...7).contains(number) else { throw Failure(word, "a number is 1...7, a sum of 1, 2 and 4") }
      graphs |= number
    } else if let output = Output(rawValue: word == "graphviz" ? "dot" : word) {
      self.output = output
    } else if word.hasPrefix("context=="), word.count > 9 {
      context = String(word.dropFirst(9))
    } else if word.hasPrefix("frame-") {
      guard let number = Int(word.dropFirst(6)), number > 0 else {
        throw Failure(word, "frame-N counts renders from 1")
      }
      frame = number
    } else {
      switch word {
      case "dump-inputs": dumpsInputs = true
      case "dump-intermediates": dumpsIntermediates = true
      case "dump-outputs": dumpsOutputs = true
      case "passes": printsPasses = true
      case "programs": printsPrograms = true
      default: throw Failure(word, "unknown word")
      }
    }
  }
}

extension TreeRequest.Failure {
  fileprivate init(_ word: String, _ reason: String) {
    self.init(
      description:
        "CI_PRINT_TREE: \(word): \(reason); allowed are 1...7, text, pdf, png, svg, dot, context==NAME, frame-N, "
        + "dump-inputs, dump-intermediates, dump-outputs, passes and programs")
  }
}
