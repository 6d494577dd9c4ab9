import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import Synchronization
import TestSupport
import Testing
import VulkanEngine

/// Each fast path turned off: the pixels stay the same.
@Suite struct FastPathTests {
  private static let seeds = Array(UInt64(0)..<60)

  /// An engine for each set of paths, opened once.
  private static let engines = Mutex<[String: any ScheduleEngine]>([:])

  private static func engine(_ backend: Backend, _ fastPaths: FastPaths, named name: String) throws
    -> any ScheduleEngine
  {
    try engines.withLock { engines in
      if let known = engines["\(backend) \(name)"] { return known }
      let engine: any ScheduleEngine
      if backend == .vulkan {
        var options = VulkanContext.Options()
        options.fastPaths = fastPaths
        engine = try VulkanContext(options)
      } else {
        var options = ProcessorContext.Options()
        options.fastPaths = fastPaths
        engine = try ProcessorContext(options)
      }
      engines["\(backend) \(name)"] = engine
      return engine
    }
  }

  /// The paths that an engine or its planner may take.
  private static func paths(of engine: Backend) -> [FastPath] {
    FastPath.allCases.filter { $0.owner == .planner || ($0.owner == .vulkan) == (engine == .vulkan) }
  }

  @Test(arguments: seeds, Backend.engines)
  func randomRecipesAreTheSameWithEachPathOff(_ seed: UInt64, _ backend: Backend) throws {
    let recipe = try RandomRecipe(seed: seed)
    let expected = try renderReference(recipe.node, recipe.frame)
    let tolerance = recipe.tolerance(rounding: backend == .processor ? 1e-5 : 0x1p-15)
    var variants = Self.paths(of: backend).map { ($0.name, FastPaths.all.without($0)) } + [("none", .none)]
    // A driver takes long for a kernel that it has not seen: each recipe turns off some of the paths.
    if backend == .vulkan { variants = variants.enumerated().filter { $0.offset % 6 == Int(seed % 6) }.map(\.element) }
    for (name, paths) in variants {
      let engine = try Self.engine(backend, paths, named: name)
      // Twice, as some paths are taken the second time.
      for _ in 0..<2 {
        let image = try engine.render(recipe.node, recipe.frame, working: .rgbaFloat)
        expect(image, equals: expected, within: tolerance, "\(backend) without \(name), \(recipe)")
      }
    }
  }

  /// 8-bit sources, filters that choose and average pixels, and an 8-bit result: within one step of the result with all
  /// paths.
  @Test(arguments: FastPath.allCases.filter { $0.owner != .vulkan }.map(\.name) + ["none"])
  func eightBitImagesAreTheSameWithEachPathOff(_ name: String) throws {
    let paths = FastPath(named: name).map(FastPaths.all.without) ?? .none
    let (all, engine) = (
      try Self.engine(.processor, .all, named: "all"), try Self.engine(.processor, paths, named: name)
    )
    let buffer = try PixelBuffer(width: 150, height: 90, format: .rgbx8)
    for y in 0..<90 {
      for x in 0..<150 {
        let hash = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
        buffer.row(y).storeBytes(of: hash &* 2_654_435_761, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
    let source = Node.source(Source(buffer, colorSpace: .sRGB, alpha: .opaque))
    let region = UserRect(x: -5, y: -3, width: 160, height: 96)
    for filter in [
      "CIGaussianBlur", "CIBoxBlur", "CIMedianFilter", "CIMorphologyMaximum", "CIUnsharpMask", "CISepiaTone",
      "CILanczosScaleTransform", "CIColorInvert",
    ] {
      let definition = try #require(Catalogue.filter(named: filter))
      let node = try #require(try definition.image(from: ["inputImage": .image(source)]))
      var options = PassOptions()
      (options.outputSpace, options.outputAlpha) = (.sRGB, .premultiplied)
      let request = RenderRequest(node, region: region, format: .rgba8, options: options, working: .rgbaFloat)
      let (expected, actual) = (try bytes(of: all.pixels(of: request)), try bytes(of: engine.pixels(of: request)))
      let worst = zip(expected, actual).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "\(filter) without \(name)")
      #expect(Set(actual).count > 8, "\(filter)")
    }
  }

  private func bytes(of pixels: PixelBuffer) -> [UInt8] {
    (0..<pixels.height).flatMap { Array(UnsafeRawBufferPointer(start: pixels.row($0), count: 4 * pixels.width)) }
  }

  @Test func namesAndConditionsAreComplete() throws {
    for path in FastPath.allCases {
      #expect(path.condition.hasSuffix("."))
      #expect(!(try FastPaths("-\(path.name)")).contains(path))
      #expect(try FastPaths("none,\(path.name)").contains(path))
    }
    #expect(try FastPaths("") == .all)
    #expect(try FastPaths("none, -row-rings") == .none)
    #expect(throws: RenderError.self) { try FastPaths("-film") }
  }
}
