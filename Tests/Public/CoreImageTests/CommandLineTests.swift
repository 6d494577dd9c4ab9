import CoreImage
import Foundation
import ImageCodecs
import TestFiles
import TestSupport
import Testing

/// Tests of the tool as scripts use it: exit status, output, files.
@Suite struct CommandLineTests {
  private let home: TestFolder
  var folder: URL { home.url }
  let corner: String

  init() throws {
    home = try TestFolder()
    corner = testFile("Public/CoreImageTests/Resources/corner.png").path
  }

  /// Runs citool on the reference, which is available on every machine.
  func citool(_ arguments: String...) throws -> FinishedProgram { try citool(arguments) }

  /// The tool that was built together with the tests.
  static var tool: URL? { Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "citool") }

  /// - Parameters:
  ///   - libraries: a folder that is searched for libraries first.
  ///   - environment: additional variables.
  ///   - input: the standard input.
  func citool(
    _ arguments: [String], libraries: URL? = nil, environment: [String: String] = [:], input: Data? = nil
  ) throws -> FinishedProgram {
    var variables = ["CI_BACKEND": "reference", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    if let libraries { variables["LD_LIBRARY_PATH"] = libraries.path }
    return try FinishedProgram(
      #require(Self.tool).path, arguments, input: input ?? Data(), environment: variables, in: folder)
  }

  func write(_ text: String, as name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  @Test func helpIsOnStandardOutputAndHasExamples() throws {
    for arguments in [["--help"], ["apply", "--help"], ["render", "-h"], ["help", "graph"]] {
      let result = try arguments.count == 1 ? citool(arguments[0]) : citool(arguments[0], arguments[1])
      #expect(result.status == 0)
      #expect(result.text.contains("example"))
      #expect(result.errors.isEmpty)
    }
  }

  @Test func aChainWithoutFiltersKeepsThePixels() throws {
    #expect(try citool("apply", corner, "-o", "same.png").status == 0)
    let compared = try citool("compare", corner, "same.png")
    #expect(compared.text == "identical: 3x2\n")
  }

  @Test func theExtensionSelectsWebPAndQualityOneIsLossless() throws {
    #expect(try citool("apply", corner, "-o", "same.webp", "--quality", "1").status == 0)
    #expect(try citool("compare", corner, "same.webp").text == "identical: 3x2\n")
  }

  @Test func theExtensionSelectsTIFF() throws {
    #expect(try citool("apply", corner, "-o", "deep.tiff", "--format", "rgbah").status == 0)
    #expect(try citool("apply", "deep.tiff", "-o", "same.png").status == 0)
    #expect(try citool("compare", corner, "same.png").text == "identical: 3x2\n")
    #expect(try Data(contentsOf: folder.appending(path: "deep.tiff")).prefix(2) == Data("II".utf8))
  }

  @Test func filtersAreAppliedInOrderAndKeysMayBeShort() throws {
    let done = try citool(
      "apply", corner, "-f", "CIColorInvert", "-f", "CIExposureAdjust", "ev=0", "-f", "CIColorInvert", "-o", "out.png")
    #expect(done.status == 0)
    #expect(done.errors == "")
    let compared = try citool("compare", corner, "out.png", "--json")
    #expect(compared.text.contains("\"identical\" : true"))
  }

  @Test func anInvalidCommandLineIsTwoAndAnUnknownFilterIsThree() throws {
    for arguments in [["none"], ["apply", "--none"], ["apply", "a.png"], ["list", "--category", "None"]] {
      let result =
        try arguments.count == 1
        ? citool(arguments[0])
        : arguments.count == 2 ? citool(arguments[0], arguments[1]) : citool(arguments[0], arguments[1], arguments[2])
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(arguments)")
    }
    let unknown = try citool("apply", corner, "-f", "CIColorInvertt", "-o", "x.png")
    #expect(unknown.status == 3)
    #expect(unknown.errors.contains("CIColorInvert"))
    #expect(try citool("describe", "CINone").status == 3)
    let key = try citool("apply", corner, "-f", "CIExposureAdjust", "stops=1", "-o", "x.png")
    #expect(key.status == 1)
    #expect(key.errors.contains("inputEV"))
  }

  @Test func aFailureLeavesNoFile() throws {
    #expect(try citool("apply", "missing.png", "-o", "x.png").status == 1)
    #expect(try citool("apply", corner, "-f", "CIAffineClamp", "-o", "x.png").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func severalImagesAreWrittenToADirectoryAndAFailureDoesNotStopTheOthers() throws {
    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "a.png").path)
    try write("no image", as: "b.png")
    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "c.png").path)
    let done = try citool("apply", "a.png", "b.png", "c.png", "-f", "CIColorInvert", "-o", "out")
    #expect(done.status == 1)
    #expect(done.errors.contains("b.png"))
    #expect(done.errors.contains("1 of 3"))
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path)
    #expect(written.sorted() == ["a.png", "c.png"])
    #expect(try citool("apply", "a.png", "out/a.png", "-o", "new").status == 2)
  }

  @Test func imagesMadeAtOnceAreThoseMadeAlone() throws {
    let names = (0..<12).map { "p\($0).png" }
    for (number, name) in names.enumerated() {
      let result = try citool(
        "apply", "-f", "CICheckerboardGenerator", "width=\(3 + number)", "--rect", "0,0,40,30", "-o", name)
      #expect(result.status == 0)
    }
    let chain = ["-f", "CIGaussianBlur", "radius=2", "-f", "CISepiaTone"]
    let all = try citool(["apply"] + names + chain + ["-o", "out/", "--stats", "stats.json"])
    #expect(all.status == 0 && all.errors.isEmpty)
    for name in names {
      #expect(try citool(["apply", name] + chain + ["-o", "alone.png"]).status == 0)
      let together = try Data(contentsOf: folder.appending(path: "out/\(name)"))
      #expect(try together == Data(contentsOf: folder.appending(path: "alone.png")))
    }
    let stats = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "stats.json")))
    #expect((stats as? [String: Any])?["images"] as? Int == 12)
  }

  @Test func compressionAndSubsamplingHaveLimits() throws {
    #expect(try citool("apply", corner, "-o", "x.png", "--compression", "9").status == 0)
    #expect(try citool("compare", corner, "x.png").text == "identical: 3x2\n")
    #expect(try citool("apply", corner, "-o", "x.jpg").status == 0)
    #expect(try citool("apply", "x.jpg", "--subsample", "2", "-o", "y.png").status == 0)
    #expect(try readHeader(of: folder.appending(path: "y.png")).width == 2)
    for wrong in [["--compression", "10"], ["--compression", "best"], ["--subsample", "3"]] {
      #expect(try citool(["apply", corner, "-o", "z.png"] + wrong).status == 2)
    }
  }

  @Test func recipesAreRenderedWithTheirRectAndStatistics() throws {
    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "corner.png").path)
    try write(
      """
      {"recipe": 1, "rect": [-1, -1, 5, 4],
       "image": {"filter": "CIExposureAdjust", "inputs": {"inputImage": {"file": "corner.png"}, "inputEV": 0.5}}}
      """, as: "recipe.json")
    #expect(try citool("render", "recipe.json", "-o", "out.png", "--stats", "stats.json").status == 0)
    #expect(try citool("compare", "out.png", "out.png").text == "identical: 5x4\n")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "stats.json")))
    let stats = try #require(json as? [String: Any])
    for key in [
      "backend", "device", "runs", "overlap_pixels", "dispatches", "passes", "programs_compiled", "pixels_processed",
      "peak_bytes", "decode_ms",
      "compile_ms", "device_ms", "encode_ms", "wall_ms",
    ] {
      #expect(stats[key] != nil, "\(key)")
    }
    #expect(stats["backend"] as? String == "reference")
  }

  @Test(arguments: [
    ("{\"recipe\": 1,\n \"image\": ", "line 2, column 11"),
    ("{\"recipe\": 2, \"image\": {}}", "recipe must be 1"),
    ("{\"recipe\": 1, \"image\": {}, \"rekt\": 1}", "\"rekt\""),
    ("{\"recipe\": 1, \"image\": {\"file\": \"none.png\"}}", "image.file"),
    ("{\"recipe\": 1, \"image\": {\"filter\": \"CIColorInvert\"}}", "CIColorInvert.inputImage is not set"),
    (
      "{\"recipe\": 1, \"image\": {\"filter\": \"CIColorInvert\", \"inputs\": {\"inputImage\": 1}}}",
      "image.inputs.inputImage"
    ),
    (
      "{\"recipe\": 1, \"image\": {\"filter\": \"CIExposureAdjust\", \"inputs\": {\"inputEV\": \"1\"}}}",
      "image.inputs.inputEV"
    ),
    ("{\"recipe\": 1, \"image\": {\"filter\": \"CIConstantColorGenerator\"}}", "infinite"),
    ("{\"recipe\": 1, \"recipe\": 1}", "duplicate key"),
  ])
  func errorsOfRecipesNameTheLocation(_ recipe: String, _ location: String) throws {
    try write(recipe, as: "recipe.json")
    let result = try citool("render", "recipe.json", "-o", "out.png")
    #expect(result.status == 1)
    #expect(result.errors.contains(location), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func deepRecipesAreReadAndDeeperRecipesAreRejected() throws {
    func recipe(_ depth: Int) -> String {
      let start = String(repeating: "{\"filter\":\"CIColorInvert\",\"inputs\":{\"inputImage\":", count: depth)
      return "{\"recipe\":1,\"image\":\(start){\"file\":\"\(corner)\"}\(String(repeating: "}}", count: depth))}"
    }
    try write(recipe(900), as: "deep.json")
    #expect(try citool("render", "deep.json", "-o", "out.png").status == 0)
    try write(recipe(100_000), as: "deeper.json")
    let refused = try citool("render", "deeper.json", "-o", "out.png")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("2000"))
  }

  /// The figure in Apple's guide to Core Image: a colour effect, a bloom, a crop.
  @Test func theOptimizedGraphHasTheCropOfTheGuideFirst() throws {
    func filter(_ name: String, _ image: String, _ values: String) -> String {
      "{\"filter\": \"\(name)\", \"inputs\": {\"inputImage\": \(image), \(values)}}"
    }
    let sepia = filter("CISepiaTone", "{\"file\": \"\(corner)\"}", "\"inputIntensity\": 0.8")
    let bloom = filter("CIBloom", sepia, "\"inputRadius\": 0.2, \"inputIntensity\": 1")
    try write(
      "{\"recipe\": 1, \"image\": \(filter("CICrop", bloom, "\"inputRectangle\": [0, 0, 1, 2]"))}", as: "guide.json")
    func lines(_ stage: String) throws -> [Substring] {
      try citool("graph", "guide.json", "--stage", stage, "-o", "-").text.split(separator: "\n")
    }
    // The numbers of each step's inputs.
    func readers(_ lines: [Substring]) throws -> [Substring] {
      let source = try #require(lines.first { $0.contains("= source") }?.split(separator: " ").first)
      return lines.filter { $0.split(separator: " ").dropFirst().contains(source) }
    }
    #expect(try lines("recipe").contains { $0.contains("= crop") && $0.contains("extent 1x2 at 0,0") })
    #expect(try readers(lines("recipe")).contains { $0.contains("= crop") } == false)
    #expect(try readers(lines("optimized")).allSatisfy { $0.contains("= crop") && $0.contains("extent 2x2 at 0,0") })
  }

  @Test func graphsAreTextJSONDotAndSVG() throws {
    try write(
      "{\"recipe\": 1, \"image\": {\"filter\": \"CIColorInvert\", \"inputs\": {\"inputImage\": {\"file\": "
        + "\"\(corner)\"}}}}",
      as: "recipe.json")
    let text = try citool("graph", "recipe.json", "-o", "-")
    #expect(text.text.hasPrefix("initial graph, 3x2 at 0,0, 2 steps\n%1 = color colorInvert %0"))
    for (stage, word) in [("recipe", "colorInvert"), ("optimized", "sRGBFromLinear"), ("schedule", "pass 1")] {
      for kind in ["txt", "json", "dot", "svg"] {
        #expect(try citool("graph", "recipe.json", "--stage", stage, "-o", "graph.\(kind)").status == 0)
        let graph = try String(contentsOf: folder.appending(path: "graph.\(kind)"), encoding: .utf8)
        #expect(graph.contains(word), "\(stage) \(kind)")
      }
    }
    #expect(try citool("graph", "recipe.json", "-o", "graph.gif").status == 2)
    #expect(try citool("graph", "recipe.json", "--format", "gif").status == 2)
    #expect(try citool("graph", "recipe.json", "--stage", "plan").status == 2)
  }

  @Test func graphsOfFilteredImagesMayHaveAllStages() throws {
    let words = ["graph", corner, "-f", "CIColorInvert", "--stage", "all"]
    let text = try citool(words).text
    for stage in ["initial graph", "optimized graph", "concatenated graph"] { #expect(text.contains(stage)) }
    let json = try citool(words + ["--format", "json"]).text
    let graphs = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(graphs.compactMap { $0["stage"] as? String } == ["initial", "optimized", "concatenated"])
  }

  @Test func graphsHaveThumbnailsIfRequested() throws {
    let photo = TestImage.scene(56, 44)
    let url = folder.appending(path: "photo.png")
    try CIContext(options: [.backend: "reference"]).writePNGRepresentation(
      of: CIImage(node: photo), to: url, format: .RGBA8,
      colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
    // The recipe also rotates the image to upright.
    for (stage, count) in [("recipe", 3), ("optimized", 2), ("schedule", 2)] {
      let words = ["graph", "photo.png", "-f", "CIColorInvert", "--images", "--stage", stage, "--format", "svg"]
      let svg = try citool(words).text
      #expect(svg.components(separatedBy: "data:image/png;base64,").count == count + 1, "\(stage)")
    }
  }

  /// The former names of options work, with a warning that names the present ones. The help omits them.
  @Test func deprecatedOptionsAreAcceptedWithAWarning() throws {
    let words = ["graph", corner, "-f", "CIColorInvert", "--format", "svg"]
    let present = try citool(words + ["--images"])
    #expect(present.status == 0 && present.errors.isEmpty)
    let deprecated = try citool(words + ["--pictures"])
    #expect(deprecated.status == 0 && deprecated.text == present.text)
    #expect(deprecated.errors == "citool: --pictures is deprecated; use --images\n")
    for option in [["--picture", corner], ["--picture=\(corner)"]] {
      let pages = try citool(["gallery", "pages", "--only", "CIColorInvert"] + option)
      #expect(pages.status == 0)
      #expect(pages.errors == "citool: --picture is deprecated; use --image\n")
    }
    let wrong = try citool(words + ["--picture"])
    #expect(wrong.status == 2 && wrong.errors.contains("unknown option --picture"))
    #expect(try !citool("graph", "--help").text.contains("--pictures"))
    #expect(try !citool("gallery", "--help").text.contains("--picture"))
    #expect(try !citool("completions", "bash").text.contains("--picture"))
    #expect(try !citool("manual").text.contains("picture"))
  }

  @Test func graphsArePNGAndPDFIfTheLibraryIsInstalled() throws {
    for (kind, magic) in [("png", Data([0x89, 0x50, 0x4E, 0x47])), ("pdf", Data("%PDF".utf8))] {
      let result = try citool("graph", corner, "-f", "CIColorInvert", "-o", "graph.\(kind)")
      if result.errors.contains("librsvg") { continue }
      #expect(result.status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "graph.\(kind)")).prefix(4) == magic)
    }
  }

  @Test func filtersAreListedAndDescribed() throws {
    #expect(try citool("list").text.contains("CIExposureAdjust"))
    #expect(try !citool("list", "--category", "Blur").text.contains("CIExposureAdjust"))
    let page = try citool("describe", "CIExposureAdjust").text
    #expect(page.contains("inputEV"))
    #expect(page.contains("usually -10...10"))
    let json = try JSONSerialization.jsonObject(
      with: Data(citool("describe", "CIExposureAdjust", "--json").text.utf8))
    #expect((json as? [String: Any])?["CIAttributeFilterName"] as? String == "CIExposureAdjust")
    #expect(try citool("devices").text.contains("CPU reference"))
  }
}
