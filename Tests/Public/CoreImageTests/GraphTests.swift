import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Tests of graphs of recipes and renders: their content, and that it is reproducible.
@Suite struct GraphTests {
  /// The schedule of the reference is that of a device with enough memory: the same on every machine.
  static let context = CIContext(options: [.backend: "reference"])

  /// An 8-bit image, as if it came from a file.
  static func photo(_ label: String, _ width: Int = 640, _ height: Int = 480) throws -> CIImage {
    let pixels = try PixelBuffer(width: width, height: height, format: .rgba8)
    return CIImage(node: .source(Source(pixels, colorSpace: .sRGB, alpha: .opaque, label: label)))
  }

  static let recipes: [String: @Sendable () throws -> CIImage] = [
    "color-chain": {
      try photo("photo.jpg").applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
        .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.5]).applyingFilter("CIColorInvert")
    },
    // The figure of the guide: the crop, applied last, is executed first.
    "sepia-bloom-crop": {
      try photo("photo.jpg").applyingFilter("CISepiaTone")
        .applyingFilter("CIBloom", parameters: ["inputRadius": 10, "inputIntensity": 0.5])
        .cropped(to: CGRect(x: 200, y: 150, width: 150, height: 100))
    },
    "shared-part": {
      let exposed = try photo("photo.jpg").applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
      let blurred = exposed.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 5])
      return exposed.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
        .applyingFilter("CIScreenBlendMode", parameters: ["inputBackgroundImage": blurred])
        .applyingFilter(
          "CISourceOverCompositing", parameters: ["inputBackgroundImage": try photo("wall.png", 800, 600)])
    },
    "turned": {
      try photo("photo.jpg").transformed(by: CGAffineTransform(a: 0.5, b: 0.25, c: -0.25, d: 0.5, tx: 10.5, ty: 20))
    },
    "histogram": {
      let inverted = try photo("photo.jpg").applyingFilter("CIColorInvert")
      return inverted.applyingFilter(
        "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: inverted.extent), "inputCount": 16])
    },
  ]

  static func image(_ name: String) throws -> CIImage {
    let recipe = try #require(recipes[name])
    return try recipe()
  }

  /// The three stages of each recipe, as `CI_PRINT_TREE=7` prints them.
  @Test(arguments: recipes.keys.sorted())
  func everyStageMatchesItsGolden(_ name: String) throws {
    let image = try Self.image(name)
    let graphs = try CIRenderGraph.Stage.allCases.map { try Self.context.graph($0, of: image) }
    try expectGolden(graphs.map(\.description).joined(separator: "\n\n") + "\n", named: "Graphs/\(name)")
  }

  @Test func aCropThatIsWrittenLastIsNeededFirst() throws {
    let image = try Self.image("sepia-bloom-crop")
    let graph = try Self.context.graph(.optimized, of: image)
    #expect(graph.nodes.last?.name != "crop")
    let sepia = try #require(graph.nodes.first { $0.name == "sepiaTone" })
    #expect(try #require(sepia.regionOfInterest?.width) < 300)
    let whole = try Self.context.graph(.concatenated, of: try Self.photo("photo.jpg").applyingFilter("CISepiaTone"))
    let pixels = try Self.context.graph(.concatenated, of: image).passes.reduce(0) { $0 + ($1.pixelCount ?? 0) }
    #expect(pixels < (whole.passes[0].pixelCount ?? 0))
  }

  @Test func kernelsNameTheirPassAndArrowsLeadForwards() throws {
    for (name, recipe) in Self.recipes {
      let graph = try Self.context.graph(.concatenated, of: try recipe())
      #expect(graph.nodes.last?.kind == .output, "\(name)")
      for (index, node) in graph.nodes.enumerated() {
        #expect(node.id == index)
        if let pass = node.pass { #expect(graph.nodes[pass].kind == .pass) }
      }
      for edge in graph.edges { #expect(edge.from < edge.to, "\(name)") }
      let written = Set(graph.edges.map(\.to))
      for node in graph.nodes where node.kind == .intermediate || node.kind == .output {
        #expect(written.contains(node.id), "\(name)")
      }
    }
  }

  @Test func anImageGivesItsRecipeWithoutAContext() throws {
    let image = try Self.photo("photo.jpg").applyingFilter("CIColorInvert")
    #expect(image.graph.stage == .initial)
    #expect(image.graph.nodes.map(\.name) == ["source photo.jpg", "colorInvert"])
    #expect(image.graph.nodes.map(\.kind) == [.input, .color])
    #expect(image.graph.region == image.extent)
    let endless = CIFilter(name: "CIConstantColorGenerator")?.outputImage?.graph
    #expect(endless?.region == nil)
    #expect(endless?.nodes.last?.extent == .infinite)
    #expect(CIImage.empty().graph.nodes.map(\.name) == ["empty"])
  }

  @Test func aSceneWithoutAPixelHasNoSchedule() throws {
    #expect(throws: RenderError.self) {
      try Self.context.graph(
        .concatenated, of: try Self.photo("photo.jpg"), from: CGRect(x: -9, y: 0, width: 3, height: 3))
    }
  }

  @Test func everyFormatIsWritten() throws {
    let graph = try Self.photo("a \"photo\" <1>.jpg").applyingFilter("CIColorInvert").graph
    let json = try JSONSerialization.jsonObject(with: Data(graph.json.utf8)) as? [String: Any]
    #expect((json?["nodes"] as? [[String: Any]])?.first?["extent"] as? [Double] == [0, 0, 640, 480])
    #expect(graph.dot.contains("source a \\\"photo\\\" <1>.jpg"))
    #expect(graph.svg.contains("source a \"photo\" &lt;1&gt;.jpg"))
    let url = FileManager.default.temporaryDirectory.appending(path: "graph-\(UUID().uuidString).svg")
    try graph.write(to: url)
    #expect(try Data(contentsOf: url) == Data(graph.svg.utf8))
    try FileManager.default.removeItem(at: url)
    #expect(throws: RenderError.self) { try graph.write(to: url.appendingPathExtension("gif")) }
    #expect(throws: RenderError.self) {
      try graph.write(to: url.appending(path: "no folder").appendingPathExtension("svg"))
    }
  }

  @Test func namesOfFilesCannotBreakALine() throws {
    let long = String(repeating: "long", count: 60)
    let graph = try Self.photo("a\nb\u{1}.jpg").applyingFilter(
      "CISourceOverCompositing", parameters: ["inputBackgroundImage": try Self.photo(long)]
    ).graph
    #expect(graph.description.split(separator: "\n").count == graph.nodes.count + 1)
    #expect(graph.description.contains("a\u{FFFD}b\u{FFFD}.jpg"))
    #expect(graph.svg.contains("…") && !graph.svg.contains(long))
    #expect(graph.json.contains(long))
  }

  @Test func veryDeepRecipesArePrintedWholeAndDrawnInPart() throws {
    var node = try Self.photo("photo.jpg").node
    for step in 0..<20_000 {
      node = Node(.crop(UserRect(x: 0, y: 0, width: 600, height: Double(400 - step % 2))), [node])
    }
    let graph = CIImage(node: node).graph
    #expect(graph.nodes.count == 20_001)
    #expect(graph.description.split(separator: "\n").count == 20_002)
    #expect(graph.svg.contains("19,501 steps more"))
  }

  @Test(arguments: Backend.engineNames)
  func tasksGiveTheOptimisedGraphAndInfosWhatRanWithTimes(_ backend: String) throws {
    let context = CIContext(options: [.backend: backend, .timesPasses: true])
    let image = try Self.image("shared-part").insertingIntermediate()
    let destination = try CIRenderDestination(width: 40, height: 30, format: .RGBA8)
    let task = try context.startTask(toRender: image, to: destination)
    #expect(task.graph.stage == .optimized)
    #expect(task.graph.region == CGRect(x: 0, y: 0, width: 40, height: 30))
    let ran = try task.waitUntilCompleted()
    #expect(ran.graph.stage == .concatenated)
    #expect(ran.graph.passes.count == ran.passCount)
    #expect(ran.graph.passes.reduce(0) { $0 + ($1.pixelCount ?? 0) } == ran.pixelsProcessed)
    #expect(Set(ran.graph.passes.map { $0.milliseconds == nil }).count == 1)
    #expect(ran.graph.nodes.filter(\.isCached).isEmpty)
    let again = try context.startTask(toRender: image.applyingFilter("CIColorInvert"), to: destination)
      .waitUntilCompleted()
    #expect(again.graph.nodes.filter(\.isCached).map(\.kind) == [.intermediate])
    #expect(again.graph.description.contains("from the cache"))
    let estimate = try context.estimateRender(image, from: image.extent, to: destination, at: .zero)
    #expect(estimate.graph.nodes.first?.name == "source photo.jpg")
    #expect(estimate.graph.stage == .optimized)
  }

  @Test func onTheReferenceNothingIsScheduled() throws {
    let destination = try CIRenderDestination(width: 40, height: 30, format: .RGBA8)
    let task = try Self.context.startTask(toRender: try Self.image("color-chain"), to: destination)
    #expect(task.graph.nodes.contains { $0.name == "sepiaTone" })
    let ran = try task.waitUntilCompleted()
    #expect(ran.graph.nodes.isEmpty)
  }

  @Test(arguments: Backend.engineNames)
  func aRenderInPartsIsOneGraphWithTheSumsOfAll(_ backend: String) throws {
    let image = try Self.image("shared-part")
    let whole = try CIContext(options: [.backend: backend]).graph(.concatenated, of: image)
    let parts = try CIContext(options: [.backend: backend, .memoryTarget: 2]).graph(.concatenated, of: image)
    #expect(whole.partCount == 1)
    #expect(parts.partCount > 1)
    #expect(parts.description.contains("in \(parts.partCount) parts"))
    #expect(parts.region == whole.region)
    #expect(parts.passes.last?.extent == whole.passes.last?.extent)
    #expect(parts.passes.last?.pixelCount == whole.passes.last?.pixelCount)
  }

  @Test(arguments: Backend.engineNames)
  func whatIsMadeFirstIsReadByTheRest(_ backend: String) throws {
    let photo = try Self.photo("photo.jpg", 2000, 1500)
    let average = photo.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: photo.extent)])
    let image = photo.applyingFilter(
      "CIScreenBlendMode", parameters: ["inputBackgroundImage": average.clampedToExtent()]
    ).cropped(to: photo.extent)
    let graph = try CIContext(options: [.backend: backend, .memoryTarget: 3]).graph(.concatenated, of: image)
    let first = try #require(graph.nodes.first { $0.name == "made first" })
    #expect(graph.edges.contains { $0.from == first.id })
    #expect(graph.edges.contains { $0.to == first.id })
    #expect(graph.nodes.last?.name == "output")
    #expect(graph.nodes.filter { $0.kind == .input }.allSatisfy { $0.name == "source photo.jpg" })
  }

  @Test(arguments: Backend.engineNames)
  func passesHaveTheirTimes(_ backend: String) throws {
    var settings = ContextSettings([.backend: backend], environment: [:])
    settings.vulkan.timesDispatches = true
    settings.vulkan.cachesIntermediates = false
    let graph = try CIContext(settings).timedGraph(of: try Self.image("shared-part"))
    #expect(graph.passes.count > 1)
    // A device without timestamps reports no times.
    #expect(Set(graph.passes.map { $0.milliseconds == nil }).count == 1)
  }
}
