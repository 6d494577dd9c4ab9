import CoreImage
import Foundation
import ImageGraph
import ImagePasses

let graph = Subcommand(
  name: "graph", summary: "what a recipe is, or becomes, as a picture or as text",
  usage: "RECIPE.json [--stage recipe|optimized|schedule] -o OUT.{txt,json,dot,svg,png} [--rect X,Y,W,H]",
  details: """
    Stages: the recipe as it was written; optimized, with colour conversions as steps; the schedule, dispatches and the
    pictures between them. OUT may be - for text on standard output. png needs Graphviz (`dot`).

    example
      citool graph recipe.json --stage schedule -o schedule.svg
    """
) { words in
  let arguments = try Arguments(words, valued: ["--stage", "--rect", "-o"])
  let recipe = try RecipeFile(URL(fileURLWithPath: try arguments.single("RECIPE.json")))
  let target = try arguments.required("-o", "OUT")
  let stage = try Stage(arguments["--stage"] ?? "recipe", recipe, rect: try arguments.rect() ?? recipe.rect)
  if target == "-" {
    print(stage.text)
    return
  }
  let url = URL(fileURLWithPath: target)
  let data: Data
  switch url.pathExtension.lowercased() {
  case "txt": data = Data((stage.text + "\n").utf8)
  case "json": data = Data((try jsonText(stage.diagram.json) + "\n").utf8)
  case "dot": data = Data(stage.diagram.dot.utf8)
  case "svg": data = Data(stage.diagram.svg.utf8)
  case "png": data = try graphvizPNG(stage.diagram.dot)
  default: throw Failure.usage("\(url.lastPathComponent): graphs are written as .txt, .json, .dot, .svg or .png")
  }
  try data.write(to: url, options: .atomic)
}

/// A level that a recipe passes through on its way to pixels.
private struct Stage {
  let text: String
  let diagram: Diagram

  init(_ name: String, _ recipe: RecipeFile, rect: CGRect?) throws {
    let output = PassOptions(outputSpace: .sRGB, outputAlpha: .straight)
    let node = recipe.image.node
    switch name {
    case "recipe": self.init(node)
    case "optimized": self.init(try optimized(node, options: output))
    case "schedule":
      guard let region = rect.map({ UserRect($0).pixels }) ?? node.extent.rect?.pixels else {
        throw Failure.failed("a schedule is for a rectangle; this extent is \(node.extent), so give --rect")
      }
      self.init(try makeSchedule(try optimized(node, options: output), region: region, store: .rgba8))
    default: throw Failure.usage("--stage is recipe, optimized or schedule, not \(name)")
    }
  }

  private init(_ root: Node) {
    text = root.description
    var diagram = Diagram()
    var numbers: [ObjectIdentifier: Int] = [:]
    for node in root.topological {
      let words = "\(node.op)".split(separator: " ", maxSplits: 1).map(String.init)
      let number = diagram.add(
        Diagram.Box(kind: words[0], lines: [words.joined(separator: " "), "extent \(node.extent)"]))
      numbers[ObjectIdentifier(node)] = number
      for input in node.inputs { diagram.connect(numbers[ObjectIdentifier(input)]!, number) }
    }
    self.diagram = diagram
  }

  private init(_ schedule: Schedule) {
    text = schedule.description
    var diagram = Diagram()
    let pictures = schedule.pictures.map { picture in
      diagram.add(
        Diagram.Box(kind: picture.name, lines: ["\(picture.name)", "\(picture.region)"]))
    }
    for dispatch in schedule.dispatches {
      let calls = dispatch.program.blocks.flatMap(\.instructions).compactMap { instruction -> String? in
        switch instruction {
        case .call(let function, _), .gather(let function, _, _): String(function.prefix { $0 != "(" })
        default: nil
        }
      }
      let number = diagram.add(
        Diagram.Box(kind: "dispatch", lines: ["dispatch \(dispatch.region)"] + (calls.isEmpty ? ["copy"] : calls)))
      for input in dispatch.inputs { diagram.connect(pictures[input], number) }
      diagram.connect(number, pictures[dispatch.output])
    }
    self.diagram = diagram
  }
}

extension Schedule.Picture {
  fileprivate var name: String {
    switch kind {
    case .source(let source): "source \(source.label)"
    case .intermediate: "picture"
    case .output: "output"
    case .counters(let bins): "\(bins) counters"
    }
  }
}

/// The same graph as PNG by Graphviz, which sets its text better than we would.
private func graphvizPNG(_ dot: String) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["dot", "-Tpng"]
  let (input, output) = (Pipe(), Pipe())
  (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
  try process.run()
  // The text of a graph may be longer than a pipe holds, so it is written while the result is read.
  let writing = Thread {
    try? input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
    try? input.fileHandleForWriting.close()
  }
  signal(SIGPIPE, SIG_IGN)
  writing.start()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0, !data.isEmpty else {
    throw Failure.failed("png needs Graphviz's `dot`, which is missing or failed; choose .svg or install graphviz")
  }
  return data
}
