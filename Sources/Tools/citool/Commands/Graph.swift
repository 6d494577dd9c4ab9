import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs

let graph = Subcommand(
  name: "graph", summary: "what a recipe is, or becomes, as an image or as text",
  usage: "RECIPE.json|INPUT [-f FILTER [key=value]…]… [--kernel FILE[:NAME] [key=value]…]… [OPTIONS]",
  details: """
    What is drawn is a recipe file (- is standard input), or a source through filters and kernels as `citool apply` \
    takes them.

    Stages: recipe, as it was written; optimized, the same source by fewer steps, with colour conversions as steps;
    schedule, what runs: passes of fused kernels, and the images between them; all, the three side by side. In
    CI_PRINT_TREE they are 1, 2 and 4.

    Each step shows where it has pixels and which of them are needed. Inputs are at the bottom and purple; red are \
    kernels that
    make a pixel from the pixels at the same place, green those that move pixels, blue those that read around a pixel.

    JSON: {stage, region, nodes: [{id, kind, name, values, extent, region_of_interest, format, bytes, pixels, \
    milliseconds,
    cached, pass}], edges: [{from, to}]}; for all stages an array of these. Rectangles are [x, y, width, height] in \
    pixels,
    y upwards, or "empty" or "infinite"; pass is the id of the pass that a kernel is part of. What is unknown is left \
    out.

    examples
      citool graph recipe.json
      citool graph recipe.json --stage schedule --time -o schedule.svg
      citool graph photo.jpg -f CISepiaTone -f CIBloom radius=10 --stage all -o bloom.png

    While any program renders, CI_PRINT_TREE="GRAPHS OUTPUT OPTIONS" prints or draws its graphs; docs/debugging.md \
    says how.
    """,
  options: Option.chain + [
    Option(
      "--stage", oneOf: ["recipe", "optimized", "schedule", "all"], "recipe by itself, schedule with --time"),
    Option(
      "--format", oneOf: ["text", "json", "dot", "svg", "png", "pdf"],
      "by itself as the extension of OUT says; text where there is none"),
    Option("-o", "OUT", "a file, or - for standard output, which is the default", .files),
    Option("--rect", "X,Y,W,H", "the part that is rendered; by itself the recipe's, or else the extent"),
    Option("--time", "renders, and gives each pass of the schedule its milliseconds"),
    Option(
      "--images", "draws small images, too: of every step of the recipe; of inputs and result in later stages"),
  ] + Option.computing + Option.limits,
  words: .files
) { arguments in
  let drawing = try GraphFile(arguments)
  let (image, rect) = try subject(arguments)
  try drawing.write(image, rect: try arguments.rect() ?? rect)
}

/// The image that a recipe file or a chain of filters describes.
private func subject(_ arguments: Arguments) throws -> (CIImage, CGRect?) {
  let images = try ImageInput(arguments)
  if arguments.words.count == 1, arguments.words[0] == "-" || arguments.words[0].lowercased().hasSuffix(".json") {
    let recipe = try RecipeFile(arguments.words[0], images)
    return (recipe.image, recipe.rect)
  }
  guard !arguments.words.isEmpty else { throw CommandFailure.usage("RECIPE.json or INPUT is missing") }
  let chain = try FilterChain(arguments.words, images, rect: arguments.rect(), reach: arguments.reach())
  return (try chain.image(from: try chain.singleInput()), nil)
}

/// What the options of `citool graph` say.
private struct GraphFile {
  private let stages: [CIRenderGraph.Stage]
  private let format: CIRenderGraph.FileFormat
  /// Nil for standard output.
  private let url: URL?
  private let isTimed: Bool
  private let hasImages: Bool
  private let context: CIContext

  init(_ arguments: Arguments) throws {
    let known: [(String, [CIRenderGraph.Stage])] = [
      ("recipe", [.initial]), ("optimized", [.optimized]), ("schedule", [.concatenated]),
      ("all", CIRenderGraph.Stage.allCases),
    ]
    isTimed = arguments.has("--time")
    hasImages = arguments.has("--images")
    let stage = arguments["--stage"] ?? (isTimed ? "schedule" : "recipe")
    guard let stages = known.first(where: { $0.0 == stage })?.1 else {
      throw CommandFailure.usage("--stage is recipe, optimized, schedule or all, not \(stage)")
    }
    self.stages = stages
    url = arguments["-o"] == "-" ? nil : try arguments.file("-o")
    if let name = arguments["--format"] {
      guard let format = CIRenderGraph.FileFormat(rawValue: name) else {
        throw CommandFailure.usage("--format is text, json, dot, svg, png or pdf, not \(name)")
      }
      self.format = format
    } else if let url {
      guard let format = CIRenderGraph.FileFormat(pathExtension: url.pathExtension) else {
        throw CommandFailure.usage(
          "\(url.lastPathComponent): graphs are written as .txt, .json, .dot, .svg, .png or .pdf; --format says which")
      }
      self.format = format
    } else {
      format = .text
    }
    var settings = ContextSettings(
      try arguments.contextOptions(), environment: ProcessInfo.processInfo.environment)
    settings.vulkan.timesDispatches = isTimed
    // Every pass is to run each time.
    settings.vulkan.cachesIntermediates = false
    context = try CIContext(settings)
  }

  func write(_ image: CIImage, rect: CGRect?) throws {
    var graphs = try stages.map { stage in
      if stage == .initial, !isTimed, rect == nil { return image.graph }
      return isTimed && stage == .concatenated
        ? try context.timedGraph(of: image, from: rect) : try context.graph(stage, of: image, from: rect)
    }
    if hasImages { graphs = graphs.map { context.addingThumbnails(to: $0, of: image) } }
    let data = try CIRenderGraph.data(graphs, as: format)
    if let url {
      try makeFolder(url.deletingLastPathComponent())
      try writeFile(data, to: url)
    } else {
      FileHandle.standardOutput.write(data)
    }
  }
}
