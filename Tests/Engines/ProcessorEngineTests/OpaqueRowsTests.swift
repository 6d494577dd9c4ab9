import ImageColor
import ImageFilters
import ImageGraph
import ProcessorEngine
import ReferenceEngine
import TestSupport
import Testing

/// Means of opaque pixels, which are computed without alpha.
@Suite struct OpaqueRowsTests {
  /// A filter that computes means, with the distance from the edges from which on its result is opaque.
  struct Recipe: CustomTestStringConvertible, Sendable {
    let name: String
    var values: [String: InputValue] = [:]
    var isClamped = false
    var inset = Double.infinity
    var testDescription: String { "\(name) \(values)\(isClamped ? " of repeated edges" : "")" }

    /// Returns whether only opaque pixels are read at a position.
    func isOpaque(_ position: SIMD2<Double>, _ width: Int, _ height: Int) -> Bool {
      isClamped || position.min() >= inset && position.x < Double(width) - inset && position.y < Double(height) - inset
    }

    func node(_ source: Node) throws -> Node {
      let filter = try #require(Catalogue.filter(named: name))
      let image = isClamped ? source.clampedToExtent : source
      return try #require(try filter.image(from: ["inputImage": .image(image)].merging(values) { $1 }))
    }
  }

  static let recipes = [
    Recipe(name: "CIGaussianBlur", values: ["inputRadius": .number(3)], inset: 34),
    Recipe(name: "CIGaussianBlur", values: ["inputRadius": .number(1.5)], isClamped: true),
    Recipe(name: "CIGaussianBlur", values: ["inputRadius": .number(14)], isClamped: true),
    Recipe(name: "CIBoxBlur", values: ["inputRadius": .number(10)], inset: 32),
    Recipe(name: "CIBoxBlur", values: ["inputRadius": .number(40)], isClamped: true),
    Recipe(name: "CIMotionBlur", values: ["inputRadius": .number(4), "inputAngle": .number(0.5)], inset: 40),
    Recipe(name: "CILanczosScaleTransform", values: ["inputScale": .number(0.4)], isClamped: true),
    Recipe(name: "CILanczosScaleTransform", values: ["inputScale": .number(1.7)], inset: 24),
    Recipe(name: "CIBicubicScaleTransform", values: ["inputScale": .number(1.5)], inset: 22),
    Recipe(name: "CIUnsharpMask"),
  ]

  /// Sizes below the support, slightly above two vectors, and of several blocks.
  static let sizes = [(3, 5), (67, 41), (131, 97), (2100, 90)]

  /// Images without alpha and with an alpha of 1 have bit-identical colours.
  @Test(arguments: recipes, ProcessorLevel.supported)
  func coloursAreThoseOfImagesWithAlpha(_ recipe: Recipe, _ level: ProcessorLevel) throws {
    let context = ProcessorContext(try Stages.tested(level))
    var (isOpaque, isNearlyOpaque) = (0, 0)
    for (width, height) in Self.sizes {
      let bytes = try PackedPixelRowsTests.image(.rgbx8, width, height)
      let withAlpha = try PixelBuffer(width: width, height: height, format: .rgba8)
      for y in 0..<height { for x in 0..<width { withAlpha.store(bytes.color(x: x, y: y), x: x, y: y) } }
      let nodes = try [bytes, withAlpha].map {
        try recipe.node(.source(Source($0, colorSpace: nil, alpha: .premultiplied)))
      }
      let region = UserRect(x: -3, y: -4, width: Double(width) + 8, height: Double(height) + 6)
      let (plain, expected) = (
        try PackedPixelRowsTests.pixels(nodes[0], region, as: .rgbaf, on: context),
        try PackedPixelRowsTests.pixels(nodes[1], region, as: .rgbaf, on: context)
      )
      var (strays, clear) = (0, 0)
      for y in 0..<plain.height {
        for x in 0..<plain.width {
          let (a, b) = (plain.color(x: x, y: y), expected.color(x: x, y: y))
          if a.x != b.x || a.y != b.y || a.z != b.z || (a.w - b.w).magnitude > 1e-6 { strays += 1 }
          if a.w == 1, b.w != 1 { isNearlyOpaque += 1 }
          // The user plane has y up; rows go down.
          let position = SIMD2(Double(x) - 3, Double(plain.height - 1 - y) - 4)
          guard recipe.isOpaque(position, width, height) else { continue }
          if a.w == 1 { isOpaque += 1 } else { clear += 1 }
        }
      }
      #expect(strays == 0, "\(width)x\(height)")
      #expect(clear == 0, "\(width)x\(height)")
    }
    if recipe.name != "CIUnsharpMask" { #expect(isOpaque > 500) }
    // A sum times its computed reciprocal is not exactly 1.
    if recipe.name == "CIBicubicScaleTransform" { #expect(isNearlyOpaque > 500) }
  }

  @Test(arguments: recipes) func resultsDoNotDependOnThePartition(_ recipe: Recipe) throws {
    let (width, height) = (1300, 61)
    let bytes = try PackedPixelRowsTests.image(.rgbx8, width, height)
    let node = try recipe.node(.source(Source(bytes, colorSpace: nil, alpha: .premultiplied)))
    let region = UserRect(x: -5, y: -2, width: Double(width) + 13, height: Double(height) + 4)
    try PackedPixelRowsTests.expectIndependenceOfPartition(node, region, as: .rgbaf)
  }

  /// In linear light, a conversion step precedes the filter.
  @Test(arguments: recipes) func linearLightIsThatOfTheReference(_ recipe: Recipe) throws {
    let bytes = try PackedPixelRowsTests.image(.rgbx8, 150, 77)
    let node = try recipe.node(.source(Source(bytes, colorSpace: .sRGB, alpha: .premultiplied)))
    let region = UserRect(x: -5, y: -2, width: 163, height: 81)
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!))
    let pixels = try PackedPixelRowsTests.pixels(node, region, as: .rgbaf, on: context)
    let image = try FloatImage(region)
    for y in 0..<image.height {
      for x in 0..<image.width { image.pixels[y * image.width + x] = pixels.color(x: x, y: y) }
    }
    expect(image, equals: try renderReference(node, region), within: .float)
  }

  @Test func formulasOfMeansHaveOpaqueForms() throws {
    let stages = try Stages.shared()
    let found = stages.names.filter { stages[$0]?.opaqueHorizontal != nil && stages[$0]?.opaqueVertical != nil }
    let names = Set(found.map { String($0.prefix { $0 != "(" }) })
    #expect(
      names.isSuperset(of: [
        "bicubicScaleTransformPass", "blockMean", "boxBlurOfRuns", "boxBlurPass", "boxBlurRun", "gaussianBlurExpand",
        "gaussianBlurPass", "gaussianBlurReduce", "lanczosScaleTransformPass", "motionBlurPass",
      ]))
    #expect(names.isDisjoint(with: ["areaAverageStrips", "convolution9", "morphologyRectangleMaximum"]))
  }
}
