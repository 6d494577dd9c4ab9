import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs

let graph = Subcommand(
  name: "graph", summary: "draws or prints the graph of a recipe",
  usage: "RECIPE.json|INPUT [-f FILTER [key=value]…]… [--kernel FILE[:NAME] [key=value]…]… [OPTIONS]",
  details: """
    The recipe is a file (- is standard input), or an image with filters and kernels as for `citool apply`.

    Stages: recipe, the recipe of the file; optimized, the optimised recipe, with colour conversions as steps; schedule,
    the passes of fused kernels that run, and the intermediates between them; all, these three side by side. In
    CI_PRINT_TREE the stages are 1, 2 and 4.

    Each step shows its extent and its region of interest. Inputs are purple, at the bottom. Kernels that compute a
    pixel from the pixels at the same position are red, kernels that move pixels are green, and kernels that read
    around a pixel are blue.

    JSON: {stage, region, nodes: [{id, kind, name, values, extent, region_of_interest, format, bytes, pixels,
    milliseconds, cached, pass}], edges: [{from, to}]}; for all stages an array of these. Rectangles are
    [x, y, width, height] in pixels, y upwards, or "empty" or "infinite"; pass is the id of the pass that a kernel is
    part of. Unknown values are omitted.

    examples
      citool graph recipe.json
      citool graph recipe.json --stage schedule --time -o schedule.svg
      citool graph photo.jpg -f CISepiaTone -f CIBloom radius=10 --stage all -o bloom.png

    CI_PRINT_TREE="GRAPHS OUTPUT OPTIONS" prints or draws the graphs of any program while it renders; see
    docs/debugging.md.
    """,
  options: Option.chain + [
    Option(
      "--stage", oneOf: ["recipe", "optimized", "schedule", "all"],
      "stage of the recipe; default recipe, with --time schedule"),
    Option(
      "--format", oneOf: ["text", "json", "dot", "svg", "png", "pdf"],
      "format of the graph; default: by the extension of OUT, else text"),
    Option("-o", "OUT", "output file; default -, standard output", .files),
    Option("--rect", "X,Y,W,H", "region that is rendered; default: the recipe's rect, else the extent"),
    Option("--time", "renders, and shows the milliseconds of each pass of the schedule"),
    Option(
      "--images", "adds thumbnails: of every step of the recipe; in later stages of the inputs and the result",
      formerly: "--pictures"),
  ] + Option.computing + Option.limits,
  words: .files
) { arguments in
  let drawing = try GraphFile(arguments)
  let (image, rect) = try subject(arguments)
  try drawing.write(image, rect: try arguments.rect() ?? rect)
}

/// Returns the image of a recipe file or of a chain of filters.
private func subject(_ arguments: Arguments) throws -> (CIImage, CGRect?) {
  let images = try ImageInput(arguments)
  if arguments.words.count == 1, arguments.words[0] == "-" || arguments.words[0].lowercased().hasSuffix(".json") {
    let recipe = try RecipeFile(arguments.words[0], images)
    return (recipe.image, recipe.rect)
  }
  guard !arguments.words.isEmpty else { throw CommandFailure.usage("RECIPE.json or INPUT is missing") }
  let chain = try FilterChain(arguments.words, images, rect: arguments.rect(), halo: arguments.halo())
  return (try chain.image(from: try chain.singleInput()), nil)
}

/// The output of `citool graph`, with its options.
private struct GraphFile {
  private let stages: [CIRenderGraph.Stage]
  private let format: CIRenderGraph.FileFormat
  /// The file, nil for standard output.
  private let url: URL?
  private let isTimed: Bool
  private let hasImages: Bool
  private let context: CIContext

  init(_ arguments: Arguments) throws {
    let stagesByName: [(String, [CIRenderGraph.Stage])] = [
      ("recipe", [.initial]), ("optimized", [.optimized]), ("schedule", [.concatenated]),
      ("all", CIRenderGraph.Stage.allCases),
    ]
    isTimed = arguments.has("--time")
    hasImages = arguments.has("--images")
    let stage = arguments["--stage"] ?? (isTimed ? "schedule" : "recipe")
    guard let stages = stagesByName.first(where: { $0.0 == stage })?.1 else {
      throw CommandFailure.usage("--stage must be recipe, optimized, schedule or all (got \(stage))")
    }
    self.stages = stages
    url = arguments["-o"] == "-" ? nil : try arguments.file("-o")
    if let name = arguments["--format"] {
      guard let format = CIRenderGraph.FileFormat(rawValue: name) else {
        throw CommandFailure.usage("--format must be text, json, dot, svg, png or pdf (got \(name))")
      }
      self.format = format
    } else if let url {
      guard let format = CIRenderGraph.FileFormat(pathExtension: url.pathExtension) else {
        throw CommandFailure.usage(
          "\(url.lastPathComponent): unknown extension; graphs are written as .txt, .json, .dot, .svg, .png or .pdf, "
            + "or as another name with --format")
      }
      self.format = format
    } else {
      format = .text
    }
    var settings = ContextSettings(
      try arguments.contextOptions(), environment: ProcessInfo.processInfo.environment)
    settings.vulkan.timesDispatches = isTimed
    // With cached intermediates, some passes would not run and have no time.
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
      try createFolder(url.deletingLastPathComponent())
      try writeFile(data, to: url)
    } else {
      FileHandle.standardOutput.write(data)
    }
  }
}
