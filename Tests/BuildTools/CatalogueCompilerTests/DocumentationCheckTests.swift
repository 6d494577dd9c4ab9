import Foundation
import TestFiles
import Testing

/// The scripts that check the documentation in symbol graphs report errors.
@Suite struct DocumentationCheckTests {
  private let home: TestFolder
  private var folder: URL { home.url }
  private let scripts = repository.appending(path: "scripts/lib")

  init() throws {
    home = try TestFolder()
  }

  private struct Symbol {
    let path: [String]
    var declaration = ""
    var sentence: String?
    var renamed: String?

    var object: [String: Any] {
      var object: [String: Any] = [
        "identifier": ["precise": path.joined(separator: ".")], "kind": ["identifier": "swift.method"],
        "pathComponents": path, "declarationFragments": [["spelling": declaration]],
        "location": ["uri": "file:///Some.swift", "position": ["line": 6]],
      ]
      if let sentence { object["docComment"] = ["lines": [["text": sentence]]] }
      if let renamed { object["availability"] = [["isUnconditionallyDeprecated": true, "renamed": renamed]] }
      return object
    }
  }

  private func run(_ script: String, _ symbols: [Symbol]) throws -> (status: Int32, output: String) {
    let graph = try JSONSerialization.data(withJSONObject: ["symbols": symbols.map(\.object)])
    try graph.write(to: folder.appending(path: "CoreImage.symbols.json"))
    let result = try FinishedProgram("python3", [scripts.appending(path: script).path, folder.path])
    return (result.status, result.text)
  }

  @Test func aSymbolWithoutASentenceIsNamed() throws {
    let documented = Symbol(path: ["CIImage", "extent"], sentence: "Where pixels can be.")
    #expect(try run("undocumented.py", [documented]).status == 0)
    let result = try run(
      "undocumented.py", [documented, Symbol(path: ["CIImage", "url"], declaration: "var url: URL?")])
    #expect(result.status == 1)
    #expect(result.output.contains("Some.swift:7: CIImage.url has no documentation: var url: URL?"))
  }

  @Test func aDeprecatedSpellingSaysItsNewNameInstead() throws {
    let old = Symbol(path: ["CIImage", "cropping(to:)"], renamed: "cropped(to:)")
    #expect(try run("undocumented.py", [old]).status == 0)
  }

  @Test func aPageThatClaimsWhatIsNotThereIsFoundOut() throws {
    // None of the symbols that the page names are in this graph.
    let result = try run("ported.py", [Symbol(path: ["CIRAWFilter"])])
    #expect(result.status == 1)
    #expect(result.output.contains("`init(contentsOf:options:)` is no public symbol"))
    #expect(result.output.contains("`CIRAWFilter` is a public symbol, but the row has no"))
  }
}
