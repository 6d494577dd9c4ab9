import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import RandomNumbers
import TestContexts
import TestFiles
import TestSupport
import Testing
import VulkanEngine

/// Tests of renders that exceed the memory target: the same pixels, within the target, with no more work than planned.
@Suite struct MemoryTests {
  private static let roomy = Backend.context()
  private static let roomyDevice = CIContext(options: [.backend: "vulkan"])
  private static let space = CGColorSpace(name: CGColorSpace.sRGB)!
  private static let target = 3 << 20

  private static func context(
    _ target: Int?, limits: DeviceLimits? = nil, staged: Bool = false, rules: CostRules? = nil
  ) throws -> CIContext {
    // Memory, limits and rules can be set for devices only.
    let backend = staged || limits != nil || rules != nil ? "vulkan" : Backend.engineName
    var settings = ContextSettings([.backend: backend], environment: ProcessInfo.processInfo.environment)
    settings.vulkan.memoryTarget = target
    settings.vulkan.limits = limits
    settings.vulkan.rules = rules
    settings.vulkan.usesStaging = staged
    return try CIContext(settings)
  }

  private static func bitmap(_ width: Int, _ height: Int, seed: UInt64 = 1) -> CIImage {
    var random = SplitMix(seed: seed)
    let bytes = random.opaquePixels(width * height)
    return CIImage(
      bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
  }

  /// Recipes by the positions that they read: the pixel, its neighbourhood, distant pixels, the whole image.
  enum Recipe: String, CaseIterable, Sendable {
    case color, blur, largeBlur, bloom, twirl, turned, smaller, average, histogram, belowAverage

    func image(from image: CIImage) -> CIImage {
      let extent = CIVector(cgRect: image.extent)
      switch self {
      case .color: return image.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.7])
      case .blur: return image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 5])
      case .largeBlur:
        return image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 90]).cropped(to: image.extent)
      case .bloom: return image.applyingFilter("CIBloom", parameters: ["inputRadius": 30, "inputIntensity": 0.8])
      case .twirl:
        return image.applyingFilter(
          "CITwirlDistortion",
          parameters: ["inputCenter": CIVector(x: 400, y: 300), "inputRadius": 150, "inputAngle": 2])
      case .turned: return image.transformed(by: CGAffineTransform(rotationAngle: 0.4))
      case .smaller: return image.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 0.4])
      case .average: return image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": extent])
      case .histogram:
        return image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]).applyingFilter(
          "CIAreaHistogram", parameters: ["inputExtent": extent, "inputCount": 64, "inputScale": 1])
      case .belowAverage:
        let average = image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": extent])
          .applyingFilter("CIAffineClamp", parameters: [:]).cropped(to: image.extent)
        return image.applyingFilter("CIMultiplyBlendMode", parameters: ["inputBackgroundImage": average])
      }
    }
  }

  private func pixels(_ image: CIImage, by context: CIContext) throws -> [UInt8] {
    let extent = image.extent.integral
    let rowBytes = Int(extent.width) * 8
    var bytes = [UInt8](repeating: 0, count: rowBytes * Int(extent.height))
    try context.render(
      checked: image, toBitmap: &bytes, rowBytes: rowBytes, bounds: extent, format: .RGBAh, colorSpace: Self.space)
    return bytes
  }

  private func expectSame(_ image: CIImage, by context: CIContext, target: Int = target, isCut: Bool = true) throws {
    let extent = image.extent.integral
    let plan = try #require(try context.plan(of: image, from: extent, format: .RGBAh, colorSpace: Self.space))
    #expect(plan.schedules.count > 1 || !isCut)
    let statistics = try context.statistics(of: image, from: extent, format: .RGBAh, colorSpace: Self.space)
    #expect(statistics.pixelsProcessed == plan.pixelCount)
    #expect(statistics.peakBytes <= target)
    let roomy = context.backendName == Self.roomy.backendName ? Self.roomy : Self.roomyDevice
    #expect(try pixels(image, by: context) == pixels(image, by: roomy))
    #expect(context.validationMessages == [])
  }

  @Test(arguments: Recipe.allCases)
  func aSmallTargetGivesTheSamePixels(_ recipe: Recipe) throws {
    let image = recipe.image(from: Self.bitmap(900, 700))
    // Sources that are read in place take no memory; neither do histograms nor steps that keep some rows only.
    var whole: [Recipe] = [.average, .histogram]
    if Backend.engineName == "processor" { whole.append(.smaller) }
    let isCut = !whole.contains(recipe)
    try expectSame(image, by: Self.context(Self.target), isCut: isCut)
  }

  @Test(.enabled(if: Backend.vulkanContext != nil), arguments: Recipe.allCases)
  func aDeviceWithMemoryOfItsOwnGivesTheSamePixels(_ recipe: Recipe) throws {
    try expectSame(recipe.image(from: Self.bitmap(900, 700)), by: Self.context(Self.target, staged: true))
  }

  /// The choice of stored intermediates must not change pixels in a tiled render.
  @Test(
    .enabled(if: Backend.vulkanContext != nil), arguments: Recipe.allCases,
    [CostRules.DeviceType.integrated, .discrete])
  func byTheRulesOfGraphicsHardwareThePixelsAreTheSame(_ recipe: Recipe, _ type: CostRules.DeviceType) throws {
    let image = recipe.image(from: Self.bitmap(900, 700))
    let rules = CostRules(for: type)
    let (whole, parts) = (try Self.context(nil, rules: rules), try Self.context(Self.target, rules: rules))
    #expect(try pixels(image, by: parts) == pixels(image, by: whole))
  }

  @Test(arguments: Recipe.allCases, ["png", "tif"])
  func aFileIsReadInPartsAndGivesTheSamePixels(_ recipe: Recipe, _ kind: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "image.\(kind)")
    let picked = Self.bitmap(900, 700)
    if kind == "png" {
      try Self.roomy.writePNGRepresentation(of: picked, to: url, format: .RGBA8, colorSpace: Self.space)
    } else {
      try Self.roomy.writeTIFFRepresentation(of: picked, to: url, format: .RGBA8, colorSpace: Self.space)
    }
    let file = try CIImage(reading: url)
    let image = recipe.image(from: file)
    let context = try Self.context(Self.target)
    let statistics = try context.statistics(
      of: image, from: image.extent.integral, format: .RGBAh, colorSpace: Self.space)
    #expect(statistics.peakBytes <= Self.target)
    let parts = try pixels(image, by: context)
    for node in file.node.topological {
      if case .source(let source) = node.op { #expect(source.cachedPixels == nil, "the file was read whole") }
    }
    #expect(try parts == pixels(recipe.image(from: CIImage(reading: url)), by: Self.roomy))
  }

  @Test(arguments: [CGImagePropertyOrientation.down, .left, .rightMirrored, .downMirrored])
  func aRotatedFileIsReadInParts(_ orientation: CGImagePropertyOrientation) throws {
    let image = Self.bitmap(900, 700)
    let data = try #require(
      Self.roomy.pngRepresentation(of: image, format: .RGBA8, colorSpace: Self.space))
    let file = try CIImage(reading: data).oriented(orientation)
    let parts = try pixels(file, by: Self.context(1 << 20))
    #expect(try parts == pixels(CIImage(reading: data).oriented(orientation), by: Self.roomy))
  }

  @Test(.enabled(if: Backend.vulkanContext != nil), arguments: [(9000, 40), (40, 9000), (600, 500)])
  func imagesPassTheLimitsOfTheDeviceInEitherAxis(width: Int, height: Int) throws {
    // Less than one row of the widest image in a view, a third of one in a kernel's storage buffer. If sources are also
    // limited by it, it must hold the region that a pixel of the blur reads.
    let readsStorage = Backend.vulkanContext?.rules.readsStorage ?? false
    let limits = DeviceLimits(
      texelBufferElements: 8000, storageBufferRange: readsStorage ? 1 << 16 : 8192, uniformBufferRange: 1 << 14,
      inputs: 8, groupCountX: 7, groupCountY: 9, allocation: 100_000)
    let context = try Self.context(1 << 24, limits: limits)
    for recipe in [Recipe.color, .blur, .turned] {
      try expectSame(recipe.image(from: Self.bitmap(width, height)), by: context, target: 1 << 24)
    }
  }

  @Test func tilesOverlapLittle() throws {
    let image = Recipe.blur.image(from: Self.bitmap(4000, 3000))
    // A float takes twice the bytes of a half float, and uploads to a card go through host memory: about as many pixels
    // fit.
    let isLarger = Backend.engineName == "processor" || Backend.isOnGraphics
    let context = try Self.context(isLarger ? 8 << 20 : 4 << 20)
    let plan = try #require(
      try context.plan(of: image, from: image.extent, format: .RGBA8, colorSpace: Self.space, inRows: false))
    let whole = try #require(
      try Self.roomy.plan(of: image, from: image.extent, format: .RGBA8, colorSpace: Self.space))
    let overlap = Double(plan.pixelCount) / Double(whole.pixelCount) - 1
    #expect(overlap > 0 && overlap < 0.15, "\(overlap)")
    let parts = plan.schedules.map { $0.images[$0.output].region }
    #expect(parts.reduce(0) { $0 + $1.area } == Double(image.extent.width * image.extent.height))
  }

  @Test func aLargeBlurMakesItsSmallImageOnce() throws {
    let image = Recipe.largeBlur.image(from: Self.bitmap(2000, 1500))
    let context = try Self.context(2 << 20)
    let plan = try #require(
      try context.plan(of: image, from: image.extent, format: .RGBA8, colorSpace: Self.space))
    guard case .phase = plan else {
      Issue.record("no step is made first")
      return
    }
    let whole = try #require(
      try Self.roomy.plan(of: image, from: image.extent, format: .RGBA8, colorSpace: Self.space))
    #expect(Double(plan.pixelCount) < 1.2 * Double(whole.pixelCount))
    try expectSame(image, by: context, target: 2 << 20)
  }

  @Test func whatTheSystemSaysOfItsMemoryIsRead() {
    let text = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:   20000000 kB\n"
    #expect(HostMemory.available(inMemoryInfo: text) == 20_000_000 * 1024)
    #expect(HostMemory.available(inMemoryInfo: "MemFree: 1 kB") == nil)
    #expect(HostMemory.free(ofLimit: "1000\n", used: "300\n") == 700)
    #expect(HostMemory.free(ofLimit: "1000", used: "1300") == 0)
    #expect(HostMemory.free(ofLimit: "max\n", used: "300\n") == nil)
  }

  @Test func memoryStaysInsideTheTargetBetweenRuns() throws {
    let image = Recipe.blur.image(from: Self.bitmap(2000, 1500))
    let context = try Self.context(Self.target)
    var (runs, most) = (0, 0)
    try context.renderRows(
      context.request(image.node, UserRect(image.extent), format: .rgba8, space: .sRGB, alpha: .premultiplied),
      between: {
        runs += 1
        most = max(most, context.memoryByteCount)
      }
    ) { _ in most = max(most, context.memoryByteCount) }
    #expect(runs > 3)
    #expect(most > 0 && most <= Self.target)
  }

  @Test func aRenderEndsBetweenTwoRuns() throws {
    let image = Recipe.blur.image(from: Self.bitmap(2000, 1500))
    let context = try Self.context(Self.target)
    var (runs, strips) = (0, 0)
    #expect(throws: RenderError.unsupported("enough")) {
      try context.renderRows(
        context.request(image.node, UserRect(image.extent), format: .rgba8, space: .sRGB, alpha: .premultiplied),
        between: { () throws(RenderError) in
          runs += 1
          if runs == 3 { throw .unsupported("enough") }
        }
      ) { _ in strips += 1 }
    }
    #expect(strips <= 2)
  }

  @Test(arguments: ["png", "tif", "jpg"])
  func filesWrittenInStripsAreThoseWrittenAtOnce(_ kind: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = Recipe.bloom.image(from: Self.bitmap(900, 700)).cropped(to: CGRect(x: 0, y: 0, width: 900, height: 700))
    func write(_ context: CIContext, _ name: String) throws -> Data {
      let url = folder.appending(path: name + "." + kind)
      switch kind {
      case "png": try context.writePNGRepresentation(of: image, to: url, format: .RGBA8, colorSpace: Self.space)
      case "tif": try context.writeTIFFRepresentation(of: image, to: url, format: .RGBAh, colorSpace: Self.space)
      default: try context.writeJPEGRepresentation(of: image, to: url, colorSpace: Self.space)
      }
      return try Data(contentsOf: url)
    }
    #expect(try write(Self.context(Self.target), "strips") == write(Self.roomy, "whole"))
  }

  /// The large renders of `scripts/large` with fewer rows, and the memory of each process.
  @Test(.timeLimit(.minutes(5)))
  func wideImagesGoFromFileToFile() throws {
    let tests = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let environment = ProcessInfo.processInfo.environment.merging([
      "CITOOL": tests.deletingLastPathComponent().appending(path: "citool").path, "CI_VALIDATE": "0",
    ]) { $1 }
    // An image in RGBA8 has 92 MiB; an intermediate would have twice that. The memory of kernels, codecs and the C
    // library does not depend on the size.
    let large = try FinishedProgram(
      repository.appending(path: "scripts/large").path,
      ["--size", "60000x400", "--memory", "40MiB", "--overhead", "40MiB"], environment: environment)
    #expect(large.status == 0, "\(large.errors)\n\(large.text)")
  }
}
