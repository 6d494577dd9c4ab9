import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import RandomNumbers
import ReferenceEngine
import TestSupport
import Testing

/// Formulas that select or add, on stored pixels, compared with the reference, which computes in floats.
@Suite struct PackedPixelRowsTests {
  /// A recipe of formulas that select pixels.
  struct Recipe: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Node) -> Node
  }

  static let recipes: [Recipe] = [
    Recipe(testDescription: "rectangle") {
      $0.gathered(by: MorphologyRectangleMaximum.pass, Axis.horizontal, Float(5))
        .gathered(by: MorphologyRectangleMaximum.pass, Axis.vertical, Float(2))
    },
    Recipe(testDescription: "rectangle larger than the image") {
      $0.gathered(by: MorphologyRectangleMinimum.pass, Axis.vertical, Float(150))
        .gathered(by: MorphologyRectangleMaximum.pass, Axis.horizontal, Float(190))
    },
    Recipe(testDescription: "disc") { $0.gathered(by: MorphologyMaximum.formula, Float(4)) },
    Recipe(testDescription: "disc of repeated edges") {
      $0.clampedToExtent.gathered(by: MorphologyMinimum.formula, Float(3))
    },
    Recipe(testDescription: "long windows") {
      $0.gathered(by: MorphologyRectangleMaximum.run, Axis.horizontal, Float(0), Float(6), Float(1))
        .gathered(by: MorphologyRectangleMaximum.run, Axis.horizontal, Float(-21), Float(15), Float(7))
        .gathered(by: MorphologyRectangleMinimum.run, Axis.vertical, Float(-21), Float(15), Float(7))
    },
    Recipe(testDescription: "disc of runs") { image in
      let run = MorphologyRectangleMinimum.run
      let fours = image.gathered(by: run, Axis.horizontal, Float(0), Float(3), Float(1))
      let sixteens = fours.gathered(by: run, Axis.horizontal, Float(0), Float(12), Float(4))
      return Node.gathered([image, fours, sixteens, sixteens], by: MorphologyMinimum.ofRuns, Float(9))
    },
    Recipe(testDescription: "median") { $0.gathered(by: MedianFilter.formula) },
    Recipe(testDescription: "median of medians with repeated edges") {
      $0.gathered(by: MedianFilter.formula).clamped(to: UserRect(x: 0, y: 0, width: 9, height: 5))
        .gathered(by: MedianFilter.formula)
    },
    Recipe(testDescription: "strips") {
      $0.clampedToExtent.gathered(by: AreaMaximum.strips, Axis.vertical, Int32(7))
        .gathered(by: AreaMaximum.strips, Axis.horizontal, Int32(5))
    },
    Recipe(testDescription: "exposure of a median") {
      $0.gathered(by: MedianFilter.formula).mapped(by: ExposureAdjust.formula, Float(0.5))
    },
    Recipe(testDescription: "mean of a maximum") {
      $0.gathered(by: MorphologyRectangleMaximum.pass, Axis.vertical, Float(1))
        // Thirds: no mean of three samples is halfway between two sample values.
        .gathered(by: AreaAverage.strips, Axis.vertical, Int32(3), Float(1) / 3)
    },
  ]

  /// Sizes from one pixel to more than the widest vectors.
  static let sizes = [(1, 1), (1, 40), (40, 1), (3, 2), (16, 5), (67, 33), (200, 20), (1100, 3)]

  @Test(arguments: recipes, ProcessorLevel.supported)
  func pixelsAreThoseOfTheReference(_ recipe: Recipe, _ level: ProcessorLevel) throws {
    let context = try ProcessorContext(Stages.tested(level))
    for (index, (width, height)) in Self.sizes.enumerated() {
      let format = [PixelFormat.rgba8, .bgra8, .argb8, .rgbx8][index % 4]
      let pixels = try Self.image(format, width, height)
      let node = recipe.make(.source(Source(pixels, colorSpace: nil, alpha: .premultiplied)))
      let region = UserRect(x: -3, y: -4, width: Double(width) + 8, height: Double(height) + 6)
      let expected = try renderReference(node, region)
      for output in [PixelFormat.rgba8, .bgra8, .rgbx8, .rgbaf] {
        let actual = try Self.pixels(node, region, as: output, on: context)
        let stored = try PixelBuffer(width: actual.width, height: actual.height, format: output)
        var differing = 0
        for y in 0..<expected.height {
          for x in 0..<expected.width {
            stored.store(expected.pixels[y * expected.width + x], x: x, y: y)
            let difference = stored.color(x: x, y: y) - actual.color(x: x, y: y)
            // Values that are computed further may be rounded differently.
            if max(difference.max(), -difference.min()) > (output == .rgbaf ? 1e-6 : 0) { differing += 1 }
          }
        }
        #expect(differing == 0, "\(width)x\(height) \(format) as \(output)")
      }
    }
  }

  @Test(arguments: recipes)
  func resultsDoNotDependOnThePartition(_ recipe: Recipe) throws {
    let (width, height) = (151, 37)
    let pixels = try Self.image(.rgba8, width, height)
    let node = recipe.make(.source(Source(pixels, colorSpace: nil, alpha: .premultiplied)))
    let region = UserRect(x: -2, y: -2, width: Double(width) + 4, height: Double(height) + 4)
    try Self.expectIndependenceOfPartition(node, region, as: .rgba8)
  }

  static func expectIndependenceOfPartition(_ node: Node, _ region: UserRect, as format: PixelFormat) throws {
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    let whole = try pixels(node, region, as: format, on: ProcessorContext(stages))
    for threads in [1, 2, 5] {
      var options = ProcessorContext.Options()
      options.threads = threads
      (options.partitioning.cacheBytes, options.partitioning.minimumColumns, options.partitioning.chunkPixels) = (
        1, 16, 4
      )
      options.partitioning.maximumOverhead = .infinity
      let parts = try pixels(node, region, as: format, on: ProcessorContext(stages, options))
      let isSame = (0..<whole.height).allSatisfy { y in
        (0..<whole.width).allSatisfy { whole.color(x: $0, y: y) == parts.color(x: $0, y: y) }
      }
      #expect(isSame, "\(threads) threads")
    }
  }

  /// Windows with a halo larger than a stage's vector, on rows of several blocks, with and without tiles.
  @Test(arguments: [512, 64])
  func wideWindowsOnWideImagesAreThoseOfTheReference(minimumColumns: Int) throws {
    let (width, height) = (2100, 70)
    let pixels = try Self.image(.rgba8, width, height)
    let node = Node.source(Source(pixels, colorSpace: nil, alpha: .premultiplied))
      .gathered(by: MorphologyRectangleMaximum.pass, Axis.horizontal, Float(30))
      .gathered(by: MorphologyRectangleMaximum.pass, Axis.vertical, Float(30))
    let region = UserRect(x: -35, y: -35, width: Double(width) + 70, height: Double(height) + 70)
    let expected = try renderReference(node, region)
    var options = ProcessorContext.Options()
    if minimumColumns < options.partitioning.minimumColumns {
      (options.partitioning.cacheBytes, options.partitioning.minimumColumns) = (1, minimumColumns)
      options.partitioning.maximumOverhead = .infinity
    }
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!), options)
    let actual = try Self.pixels(node, region, as: .rgba8, on: context)
    let stored = try PixelBuffer(width: actual.width, height: actual.height, format: .rgba8)
    var differing = 0
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        stored.store(expected.pixels[y * expected.width + x], x: x, y: y)
        if stored.color(x: x, y: y) != actual.color(x: x, y: y) { differing += 1 }
      }
    }
    #expect(differing == 0)
  }

  /// Inside of an opaque image the alpha is 1, so packed rows are possible.
  @Test(arguments: [PixelFormat.rgba8, .rgbx8]) func opaqueImagesUsePackedRows(format: PixelFormat) throws {
    let node = Node.source(Source(try Self.image(format, 640, 640), colorSpace: nil, alpha: .premultiplied))
      .gathered(by: AreaAverage.strips, Axis.vertical, Int32(64), Float(1) / 64)
    let schedule = try makeSchedule(
      optimized(node, options: PassOptions()),
      ScheduleTarget(UserRect(x: 0, y: 0, width: 640, height: 10), as: .rgbaFloat))
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!))
    let rows = try #require(context.rowPlanning?.rows(of: schedule))
    // 64 rows of words for each thread, and some planes of a block. Rows of floats would be four times as large.
    #expect(rows.byteCount / ProcessorContext.Options().threads < 64 * 800 * 4 + 100_000)
  }

  /// Formulas that compute with colours have no form for stored pixels.
  @Test func formulasThatSelectOrAddHaveStoredForms() throws {
    let stages = try Stages.shared()
    #expect(stages.names.filter { stages[$0]?.isSum == true }.map { $0.prefix { $0 != "(" } } == ["areaAverageStrips"])
    let selecting = stages.names.filter { name in
      guard let code = stages[name] else { return false }
      return code.storedHorizontal != nil || code.storedVertical != nil || code.storedRow != nil
    }
    let names = Set(selecting.map { String($0.prefix { $0 != "(" }) })
    #expect(
      names.isSuperset(of: [
        "areaMaximumStrips", "areaMinimumStrips", "medianFilter", "morphologyMaximum", "morphologyMaximumOfRuns",
        "morphologyMinimum", "morphologyMinimumOfRuns", "morphologyRectangleMaximum", "morphologyRectangleMaximumRun",
        "morphologyRectangleMinimum", "morphologyRectangleMinimumRun",
      ]))
    #expect(names.isDisjoint(with: ["boxBlurPass", "gaussianBlurPass", "noiseReduction", "edges"]))
  }

  static func image(_ format: PixelFormat, _ width: Int, _ height: Int) throws -> PixelBuffer {
    let image = try PixelBuffer(width: width, height: height, format: format)
    var random = SplitMix(seed: UInt64(width * 7 + height))
    for index in 0..<image.byteCount {
      image.bytes.storeBytes(of: UInt8.random(in: 0...255, using: &random), toByteOffset: index, as: UInt8.self)
    }
    return image
  }

  static func pixels(
    _ node: Node, _ region: UserRect, as format: PixelFormat, on context: ProcessorContext
  ) throws -> PixelBuffer {
    let recipe = try optimized(node, options: PassOptions())
    return try context.pixels(of: makeSchedule(recipe, ScheduleTarget(region, as: .pixels(format)))).pixels
  }
}
