import CoreImage
import Foundation

let graph = Subcommand(
  name: "graph", summary: "what a recipe is, or becomes, as a picture or as text",
  usage: "RECIPE.json|INPUT [-f FILTER [key=value]…]… [--stage STAGE] [-o OUT] [OPTIONS]",
  details: """
    What is drawn is a recipe file, or a picture through filters as `citool apply` takes them.

    --stage recipe       as it was written (the default); CI_PRINT_TREE calls it 1
            optimized    the same picture by fewer steps, with colour conversions as steps; 2
            schedule     what runs: passes of fused kernels, and the pictures between them; 4
            all          the three side by side
    --format text|json|dot|svg|png|pdf
                         by itself as the extension of OUT says; text where there is none
    -o OUT               a file, or - for standard output, which is the default
    --rect X,Y,W,H       the part that is rendered; by itself the recipe's, or else the extent
    --time               renders, and gives each pass of the schedule its milliseconds
    --pictures           draws small pictures, too: of every step of the recipe; of inputs and result in later stages
    --backend, --device, --memory
                         as for render: the schedule is the one of that device and of so many bytes

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
    """
) { words in
  let arguments = try Arguments(
    words, valued: ["--stage", "--format", "--rect", "-o", "--backend", "--device", "--memory"],
    flags: ["--time", "--pictures"], kept: ["-f"])
  let drawing = try GraphFile(arguments)
  let (image, rect) = try subject(arguments)
  try drawing.write(image, rect: try arguments.rect() ?? rect)
}

/// The image that a recipe file or a chain of filters describes.
private func subject(_ arguments: Arguments) throws -> (CIImage, CGRect?) {
  if arguments.words.count == 1, arguments.words[0].lowercased().hasSuffix(".json") {
    let recipe = try RecipeFile(URL(fileURLWithPath: arguments.words[0]))
    return (recipe.image, recipe.rect)
  }
  guard !arguments.words.isEmpty else { throw Failure.usage("RECIPE.json or INPUT is missing") }
  let chain = try FilterChain(arguments.words)
  return (try chain.image(from: try chain.singleInput()), nil)
}

/// What the options of `citool graph` say.
private struct GraphFile {
  private let stages: [CIRenderGraph.Stage]
  private let format: CIRenderGraph.FileFormat
  /// Nil for standard output.
  private let url: URL?
  private let isTimed: Bool
  private let hasPictures: Bool
  private let context: CIContext

  init(_ arguments: Arguments) throws {
    let known: [(String, [CIRenderGraph.Stage])] = [
      ("recipe", [.initial]), ("optimized", [.optimized]), ("schedule", [.concatenated]),
      ("all", CIRenderGraph.Stage.allCases),
    ]
    isTimed = arguments.has("--time")
    hasPictures = arguments.has("--pictures")
    let stage = arguments["--stage"] ?? (isTimed ? "schedule" : "recipe")
    guard let stages = known.first(where: { $0.0 == stage })?.1 else {
      throw Failure.usage("--stage is recipe, optimized, schedule or all, not \(stage)")
    }
    self.stages = stages
    url = arguments["-o"].flatMap { $0 == "-" ? nil : URL(fileURLWithPath: $0) }
    if let name = arguments["--format"] {
      guard let format = CIRenderGraph.FileFormat(rawValue: name) else {
        throw Failure.usage("--format is text, json, dot, svg, png or pdf, not \(name)")
      }
      self.format = format
    } else if let url {
      guard let format = CIRenderGraph.FileFormat(pathExtension: url.pathExtension) else {
        throw Failure.usage(
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
    if hasPictures { graphs = graphs.map { context.addingThumbnails(to: $0, of: image) } }
    let data = try CIRenderGraph.data(graphs, as: format)
    if let url {
      try data.write(to: url, options: .atomic)
    } else {
      FileHandle.standardOutput.write(data)
    }
  }
}
