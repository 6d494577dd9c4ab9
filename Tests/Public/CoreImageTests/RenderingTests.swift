import CoreImage
import Foundation
import RandomNumbers
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Tests of the cost of renders, by counting, and of reproducibility over threads and repetitions.
@Suite struct RenderingTests {
  private static let context = Backend.context()
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!

  private func bitmap(_ width: Int, _ height: Int, seed: UInt64 = 1, format: CIFormat = .RGBA8) -> CIImage {
    var random = SplitMix(seed: seed)
    let bytes = random.opaquePixels(width * height)
    return CIImage(
      bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: format,
      colorSpace: space)
  }

  private func eightSteps(_ image: CIImage, _ slider: Double) -> CIImage {
    image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": slider])
      .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1 + slider])
      .applyingFilter("CIHueAdjust", parameters: ["inputAngle": slider])
      .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1 + slider / 10])
      .applyingFilter("CIColorMatrix", parameters: ["inputBiasVector": CIVector(x: slider / 10, y: 0, z: 0, w: 0)])
      .applyingFilter("CIColorClamp")
      .applyingFilter("CIColorInvert")
      .applyingFilter("CIColorPolynomial")
  }

  @Test func eightColorFiltersAreOneDispatchWithoutIntermediateImages() throws {
    let image = eightSteps(bitmap(64, 64), 0.2)
    let statistics = try Self.context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
    #expect(statistics.dispatches == 1)
    #expect(statistics.pixelsProcessed == 64 * 64)
  }

  @Test func movingASliderAndChangingTheImageCompileNothing() throws {
    let context = Backend.context()
    let first = eightSteps(bitmap(64, 64), 0.2)
    _ = try context.statistics(of: first, from: first.extent, format: .RGBA8, colorSpace: space)
    for (seed, slider) in [(1, 0.3), (2, 0.2), (3, -0.7), (4, 5)] as [(UInt64, Double)] {
      let image = eightSteps(bitmap(64, 64, seed: seed), slider)
      let statistics = try context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
      #expect(statistics.programsCompiled == 0)
      #expect(context.backendName == "reference" || (statistics.planHits == 1 && statistics.planMisses == 0))
    }
    context.clearCaches()
    let statistics = try context.statistics(of: first, from: first.extent, format: .RGBA8, colorSpace: space)
    #expect(context.backendName == "reference" || statistics.planMisses == 1)
  }

  /// Sliders that move pixels, extend the region of interest or crop elsewhere. A blur of 8 pixels has more steps than
  /// one of 4, and is another recipe.
  @Test func movingPixelsOptimisesAndCompilesNothing() throws {
    let context = Backend.context()
    func moved(_ slider: Double, _ image: CIImage) -> CIImage {
      eightSteps(image, slider)
        .applyingFilter(
          "CIBumpDistortion", parameters: ["inputCenter": CIVector(x: 30 + slider, y: 20), "inputRadius": 20 + slider]
        )
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4 + slider])
        .transformed(by: CGAffineTransform(rotationAngle: 0.3 + slider / 100))
        .cropped(to: CGRect(x: 2 + slider, y: 3, width: 40, height: 30 + slider))
    }
    let frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    _ = try context.statistics(of: moved(0.2, bitmap(64, 64)), from: frame, format: .RGBA8, colorSpace: space)
    for (seed, slider) in [(1, 0.3), (2, 0.2), (3, -0.7), (4, 0.7)] as [(UInt64, Double)] {
      let image = moved(slider, bitmap(64, 64, seed: seed))
      let statistics = try context.statistics(of: image, from: frame, format: .RGBA8, colorSpace: space)
      #expect(statistics.programsCompiled == 0, "\(slider)")
      let isKnown = statistics.planHits == 1 && statistics.planMisses == 0
      #expect(context.backendName == "reference" || isKnown, "\(slider)")
    }
  }

  @Test func aRenderInTilesOptimisesNothingAgain() throws {
    let context = Backend.context([.memoryTarget: 1.0])
    let frame = CGRect(x: 0, y: 0, width: 700, height: 500)
    func rendered(_ slider: Double) throws -> (runs: Int, hits: Int, misses: Int) {
      let image = eightSteps(bitmap(700, 500), slider).applyingFilter(
        "CIGaussianBlur", parameters: ["inputRadius": 3 + slider])
      let statistics = try context.statistics(of: image, from: frame, format: .RGBA8, colorSpace: space)
      return (statistics.runs, statistics.planHits, statistics.planMisses)
    }
    let first = try rendered(0.2)
    let second = try rendered(0.5)
    #expect(context.backendName == "reference" || (first.runs > 1 && first.misses == 1))
    #expect(context.backendName == "reference" || (second.runs > 1 && second.hits == 1 && second.misses == 0))
  }

  @Test func aCropBehindABloomTouchesLessThanTwoPercentOfThePixels() throws {
    let image = bitmap(4096, 4096)
    let result = image.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.8])
      .applyingFilter("CIBloom", parameters: ["inputRadius": 10.0, "inputIntensity": 1.0])
      .cropped(to: CGRect(x: 350, y: 350, width: 150, height: 150))
    #expect(result.extent == CGRect(x: 350, y: 350, width: 150, height: 150))
    let statistics = try Self.context.statistics(of: result, from: result.extent, format: .RGBA8, colorSpace: space)
    #expect(statistics.pixelsProcessed * 50 < 4096 * 4096)
  }

  @Test func aRecipeThatDoesNothingReturnsTheSameBytes() throws {
    let image = bitmap(37, 21)
    var result = [UInt8](repeating: 0, count: 37 * 21 * 4)
    Self.context.render(
      image, toBitmap: &result, rowBytes: 37 * 4, bounds: image.extent, format: .RGBA8, colorSpace: space)
    var random = SplitMix(seed: 1)
    let expected = random.opaquePixels(37 * 21)
    #expect(result == expected)
  }

  @Test func eightThreadsRenderWithOneContextAndGetWhatOneThreadGets() async throws {
    let recipes = (0..<8).map { index in
      eightSteps(bitmap(96, 64, seed: UInt64(index)), Double(index) / 8)
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": Double(index) + 1])
        .cropped(to: CGRect(x: 0, y: 0, width: 96, height: 64))
    }
    func render(_ image: CIImage) -> Data? {
      Self.context.createCGImage(image, from: image.extent)?.data
    }
    let expected = recipes.map(render)
    #expect(expected.allSatisfy { $0 != nil })
    await withTaskGroup(of: (Int, Data?).self) { group in
      for round in 0..<4 {
        for (index, recipe) in recipes.enumerated() { group.addTask { (index, round >= 0 ? render(recipe) : nil) } }
      }
      for await (index, data) in group { #expect(data == expected[index]) }
    }
  }

  @Test func tenThousandRendersLeaveMemoryFlat() throws {
    let text = try bench("--soak", "10000")
    let grown = try #require(text.split(separator: " ").compactMap { Int($0) }.last, "\(text)")
    // A leak of one small allocation per render would be megabytes.
    #expect(grown < 2048, "\(text)")
  }

  /// `scripts/soak` runs this with 10,000 frames of 1920x1080.
  @Test(arguments: ["processor", "vulkan"]) func framesOfTenFiltersPlanAndCompileNothing(backend: String) throws {
    let text = try bench("--soak", "100", "--size", "320x180", "--backend", backend)
    let line = try #require(text.split(separator: "\n").last)
    #expect(line.hasSuffix("after frame 3: 0 programs compiled, 0 recipes planned"), "\(line)")
    let grown = try #require(line.firstMatch(of: /grown by (-?\d+) KiB/).flatMap { Int($0.1) }, "\(line)")
    // A frame of this size is 225 KiB; retaining one of each would take 20 MiB.
    #expect(grown < 4096, "\(text)")
  }

  /// Returns the output of cibench: a process of its own, so that other tests are not measured.
  private func bench(_ arguments: String...) throws -> String {
    let program = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .deletingLastPathComponent().appending(path: "cibench")
    return String(decoding: try FinishedProgram.output(program.path, arguments), as: UTF8.self)
  }

  @Test func aSmallMemoryTargetRendersInStripsAndGivesTheSamePixels() throws {
    let image = eightSteps(bitmap(700, 500), 0.1).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 6])
    let small = Backend.context([.memoryTarget: 2])
    let (whole, strips) = (
      try #require(Self.context.createCGImage(image, from: image.extent)),
      try #require(small.createCGImage(image, from: image.extent))
    )
    #expect(whole.data == strips.data)
    let statistics = try small.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
    #expect(statistics.peakBytes <= 2 << 20)
    let unlimited = try Self.context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
    #expect(unlimited.peakBytes > 2 << 20)
    #expect(statistics.dispatches > unlimited.dispatches)
  }

  @Test func aMemoryTargetTooSmallForTheSmallestTileSaysWhatWouldBeNeeded() throws {
    var settings = ContextSettings([:], environment: [:])
    settings.vulkan.memoryTarget = 10_000
    let context = try CIContext(settings)
    let image = bitmap(2000, 300).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 9])
    let error = #expect(throws: RenderError.self) {
      try context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
    }
    guard case .limit(let what, let requested, 10_000)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(what.contains("memoryTarget") && requested > 10_000)
  }

  @Test func aChainOfTwoThousandFiltersRendersInAFewDozenPrograms() throws {
    var image = bitmap(8, 8)
    for step in 0..<2000 {
      image = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": step % 2 == 0 ? 0.5 : -0.5])
    }
    let statistics = try Self.context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: space)
    #expect(statistics.dispatches < 100)
    let (before, after) = (
      try #require(Self.context.createCGImage(bitmap(8, 8), from: image.extent)).data,
      try #require(Self.context.createCGImage(image, from: image.extent)).data
    )
    for (a, b) in zip(before, after) { #expect(abs(Int(a) - Int(b)) <= 1) }
  }

  @Test func aRecipeSaysWhichPartOfAnImageItNeeds() {
    let image = bitmap(100, 100)
    let part = image.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 10])
      .cropped(to: CGRect(x: 40, y: 40, width: 10, height: 10))
    let needed = part.regionOfInterest(for: image, in: part.extent)
    #expect(needed.contains(CGRect(x: 36, y: 36, width: 18, height: 18)))
    #expect(needed.width < 40)
    #expect(part.regionOfInterest(for: image, in: CGRect(x: 500, y: 0, width: 5, height: 5)).isNull)
    #expect(part.regionOfInterest(for: bitmap(5, 5), in: part.extent).isNull)
  }

  @Test func boundsOutsideTheExtentComeOutClear() {
    let image = bitmap(4, 4)
    var pixels = [UInt8](repeating: 77, count: 8 * 8 * 4)
    Self.context.render(
      image, toBitmap: &pixels, rowBytes: 32, bounds: CGRect(x: -2, y: -2, width: 8, height: 8), format: .RGBA8,
      colorSpace: space)
    #expect(pixels[0..<64].allSatisfy { $0 == 0 })
    #expect(pixels[(2 * 8 + 2) * 4 + 3] == 255)
  }

  @Test func onePixelAndOneLongRowRender() throws {
    for size in [CGSize(width: 1, height: 1), CGSize(width: 1, height: 16384), CGSize(width: 16384, height: 1)] {
      let image = bitmap(Int(size.width), Int(size.height))
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
      let source = try #require(Self.context.createCGImage(image, from: CGRect(origin: .zero, size: size)))
      #expect(source.width == Int(size.width) && source.height == Int(size.height))
    }
  }

  @Test func emptyAndInfiniteImagesAreRefusedWithoutAImage() {
    #expect(Self.context.createCGImage(.empty(), from: CGRect(x: 0, y: 0, width: 9, height: 9)) == nil)
    #expect(Self.context.createCGImage(CIImage(color: .red), from: .infinite) == nil)
    let patch = Self.context.createCGImage(CIImage(color: .red), from: CGRect(x: 5, y: 5, width: 2, height: 2))
    #expect(patch.map { [UInt8]($0.data) } == (0..<4).flatMap { _ in [255, 0, 0, 255] as [UInt8] })
  }

  @Test func notANumberStaysWhereItIs() throws {
    var values = [Float](repeating: 0.25, count: 16 * 16 * 4)
    for index in stride(from: 3, to: values.count, by: 4) { values[index] = 1 }
    (values[40], values[84], values[128]) = (.nan, .infinity, -.infinity)
    let data = values.withUnsafeBytes { Data($0) }
    let image = CIImage(
      bitmapData: data, bytesPerRow: 256, size: CGSize(width: 16, height: 16), format: .RGBAf, colorSpace: nil)
    let bright = eightSteps(image, 0.1)
    var result = [UInt8](repeating: 0, count: 16 * 16 * 4)
    try Self.context.render(
      checked: bright, toBitmap: &result, rowBytes: 64, bounds: bright.extent, format: .RGBA8, colorSpace: space)
    let untouched = Array(result[200..<204])
    for pixel in stride(from: 200, to: result.count, by: 4) { #expect(Array(result[pixel..<pixel + 4]) == untouched) }
  }

  @Test func rowsTooShortAreRefusedBeforeAnythingIsWritten() {
    var pixels = [UInt8](repeating: 7, count: 64)
    #expect(throws: RenderError.self) {
      try Self.context.render(
        checked: bitmap(4, 4), toBitmap: &pixels, rowBytes: 8, bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
        format: .RGBA8, colorSpace: space)
    }
    #expect(pixels == [UInt8](repeating: 7, count: 64))
  }

  @Test func theReferenceRendersTheSame() throws {
    let reference = CIContext(options: [.backend: "reference"])
    #expect(reference.deviceName == "CPU reference")
    let image = eightSteps(bitmap(32, 32), 0.1)
    let (a, b) = (
      try #require(reference.createCGImage(image, from: image.extent)).data,
      try #require(Self.context.createCGImage(image, from: image.extent)).data
    )
    for (x, y) in zip(a, b) { #expect(abs(Int(x) - Int(y)) <= 1) }
  }

  @Test func everyFormatHoldsWhatItsNameSays() throws {
    let image = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    let one = CGRect(x: 0, y: 0, width: 1, height: 1)
    func bytes(_ format: CIFormat) throws -> [UInt8] {
      [UInt8](try #require(Self.context.createCGImage(image, from: one, format: format, colorSpace: space)).data)
    }
    #expect(try bytes(.RGBA8) == [255, 128, 0, 255])
    #expect(try bytes(.BGRA8) == [0, 128, 255, 255])
    #expect(try bytes(.ARGB8) == [255, 255, 128, 0])
    #expect(try bytes(.R8) == [255])
    #expect(try bytes(.A8) == [255])
    #expect(try bytes(.RGBA16).count == 8)
    #expect(try bytes(.RGBAf).count == 16)
    #expect(try bytes(.RGB10) == [0xFF, 0x03, 0x08, 0xC0])
    #expect(try bytes(.RGBX16).count == 8)
  }
}
