import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Tests of `CI_PRINT_TREE`, as a context reads it from its environment.
@Suite struct PrintTreeTests {
  let log = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID().uuidString).txt")

  /// Returns the output of a context with this name that renders an image so many times.
  private func printed(
    _ request: String, name: String = "preview", renders: Int = 1, backend: String = "reference"
  ) throws -> String {
    let context = try CIContext(
      ContextSettings(
        [.name: name, .backend: backend], environment: ["CI_PRINT_TREE": request, "CI_LOG_FILE": log.path]))
    let image = try GraphTests.image("shared-part").cropped(to: CGRect(x: 3, y: 4, width: 20, height: 10))
    for _ in 0..<renders { _ = context.createCGImage(image, from: image.extent) }
    defer { try? FileManager.default.removeItem(at: log) }
    return (try? String(contentsOf: log, encoding: .utf8)) ?? ""
  }

  /// Returns the stages of the printed graphs.
  private func stages(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains(" graph, ") }.map { String($0.prefix { $0 != " " }) }
  }

  /// Returns the files that lines name, and removes them.
  private func files(_ text: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.range(of: ": /", options: .backwards) else { continue }
      let url = URL(fileURLWithPath: "/" + line[colon.upperBound...])
      files[url.lastPathComponent] = try Data(contentsOf: url)
      try FileManager.default.removeItem(at: url)
    }
    return files
  }

  @Test func theNumberChoosesTheGraphs() throws {
    #expect(stages(try printed("1")) == ["initial"])
    #expect(stages(try printed("2 text")) == ["optimized"])
    #expect(stages(try printed("3")) == ["initial", "optimized"])
    #expect(try printed("0").isEmpty)
  }

  @Test(arguments: Backend.engineNames)
  func theConcatenatedGraphIsPrintedWithTimesAfterTheRender(_ backend: String) throws {
    let text = try printed("7", backend: backend)
    #expect(stages(text) == ["initial", "optimized", "concatenated"])
    #expect(text.contains("pass 1"))
    #expect(try printed("4 programs", backend: backend).contains("dispatch 0"))
  }

  @Test func contextsAreChosenByName() throws {
    #expect(stages(try printed("1 context==preview")) == ["initial"])
    #expect(try printed("1 context==export").isEmpty)
  }

  @Test func framesAreCountedFromOne() throws {
    #expect(stages(try printed("1", renders: 3)).count == 3)
    #expect(stages(try printed("1 frame-2", renders: 3)).count == 1)
    #expect(try printed("1 frame-4", renders: 3).isEmpty)
  }

  @Test func eachPassOfTheOptimiserIsPrintedIfRequested() throws {
    let text = try printed("2 passes")
    #expect(text.contains("after manageColor\n"))
  }

  @Test func graphsBecomeFiles() throws {
    let drawn = try files(try printed("3 svg"))
    #expect(drawn.keys.sorted().map { $0.split(separator: "-").last } == ["initial.svg", "optimized.svg"])
    for data in drawn.values { #expect(data.starts(with: Data("<svg".utf8))) }
    let dot = try files(try printed("1 graphviz", name: "a/b c"))
    #expect(dot.values.first?.starts(with: Data("digraph".utf8)) == true)
    // PNG if librsvg is installed, else SVG.
    #expect(try files(try printed("1 png")).count == 1)
  }

  @Test func inputsAndOutputsBecomeFiles() throws {
    let images = try files(try printed("1 dump-inputs dump-outputs"))
    #expect(images.count == 3)
    for data in images.values { #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47])) }
  }

  @Test(arguments: Backend.engineNames)
  func intermediatesBecomeTIFFFiles(_ backend: String) throws {
    let images = try files(try printed("4 dump-intermediates dump-outputs", backend: backend))
    #expect(images.keys.contains { $0.contains("intermediate") && $0.hasSuffix(".tiff") })
    #expect(images.keys.contains { $0.hasSuffix("output.png") })
  }

  @Test func requestsAreRead() throws {
    var all = try #require(
      try TreeRequest("5 pdf context==preview frame-3 dump-inputs dump-intermediates dump-outputs"))
    #expect(all.graphs == 5)
    #expect(all.output == .pdf)
    #expect(all.context == "preview")
    #expect(all.frame == 3)
    #expect(all.dumpsInputs && all.dumpsIntermediates && all.dumpsOutputs)
    all = try #require(try TreeRequest("graphviz 1  4"))
    #expect(all.graphs == 5)
    #expect(all.output == .dot)
    #expect(try TreeRequest("") == nil)
    #expect(try TreeRequest("0") == nil)
  }

  @Test(arguments: ["8", "-1", "gif", "7 frame-0", "7 frame-x", "7 context==", "7 dump", "pdf"])
  func whatIsNotKnownSaysWhatIs(_ text: String) {
    let failure = #expect(throws: TreeRequest.Failure.self) { try TreeRequest(text) }
    #expect(failure.map { "\($0)".contains("CI_PRINT_TREE") } == true)
    #expect(failure.map { !"\($0)".contains("\n") } == true)
  }
}
