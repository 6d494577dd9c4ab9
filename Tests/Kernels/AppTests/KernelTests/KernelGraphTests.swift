import CoreImage
import Foundation
import ImageGraph
import Synchronization
import TestContexts
import TestSupport
import Testing

/// App kernels in graphs, tasks and messages, and the cost of adjacent steps.
@Suite struct KernelGraphTests {
  private let image = CIImage(node: TestImage.scene(64, 48))

  private static let aside = "kernel vec2 aside(float by) { return destCoord() + vec2(by, 0.0); }"
  private static let bent = """
    kernel vec2 bent(float k) {
      vec2 p = destCoord();
      return p + vec2(sin(p.y * 0.2), cos(p.x * 0.2)) * k;
    }
    """

  private func warped(_ image: CIImage, _ text: String, _ argument: Double) throws -> CIImage {
    try CIWarpKernel(checked: text, language: .coreImage).apply(
      checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -10, dy: -10) }, image: image,
      arguments: [argument])
  }

  /// Returns a chain with a kernel of each class.
  private func chain() throws -> CIImage {
    let moved = try CIKernel(checked: GeneralKernelTests.right, language: .coreImage).apply(
      checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -5, dy: 0) },
      arguments: [warped(image, Self.bent, 2), 3])
    return try CIColorKernel(checked: ColorKernelTests.gain, language: .coreImage).apply(
      checked: image.extent, arguments: [moved, 0.5])
  }

  private static let names = ["bent", "right", "gain"]

  @Test(arguments: Backend.engineNames)
  func whatRanNamesThem(_ engine: String) throws {
    let context = try KernelImageLoads.context(engine)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 48 * 4, alignment: 16)
    defer { bytes.deallocate() }
    let destination = CIRenderDestination(
      bitmapData: bytes, width: 64, height: 48, bytesPerRow: 64 * 4, format: .RGBA8)
    let info = try context.startTask(toRender: chain(), to: destination).waitUntilCompleted()
    #expect(info.passCount >= 1)
    for name in Self.names { #expect("\(info.graph)".contains(name), "\(name) in \(info.graph)") }
  }

  @Test(arguments: Backend.engineNames)
  func printedTreesNameThem(_ engine: String) throws {
    for graphs in ["1", "2", "4", "4 programs"] {
      let log = FileManager.default.temporaryDirectory.appending(path: "kernels-\(UUID().uuidString).txt")
      defer { try? FileManager.default.removeItem(at: log) }
      let context = try CIContext(
        ContextSettings([.backend: engine], environment: ["CI_PRINT_TREE": graphs, "CI_LOG_FILE": log.path]))
      #expect(try context.createCGImage(chain(), from: image.extent) != nil)
      let text = try String(contentsOf: log, encoding: .utf8)
      for name in Self.names { #expect(text.contains(name), "\(graphs): \(name) in \(text)") }
    }
  }

  @Test(arguments: Backend.engineNames)
  func mapsBesideAWarpCostWhatTheyCostBesideAFilter(_ engine: String) throws {
    let context = try KernelImageLoads.context(engine)
    func dispatches(_ image: CIImage) throws -> Int {
      try context.statistics(of: image, from: image.extent.integral, format: .RGBA8, colorSpace: nil).dispatches
    }
    let turn = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 1.25, y: 1.25)
    let shift = CGAffineTransform(translationX: 7, y: -3)
    // Translations by whole pixels before and after it are one dispatch with it, if that costs less.
    if engine != "vulkan" || !Backend.isOnGraphics {
      #expect(try dispatches(warped(image, Self.bent, 2).transformed(by: shift)) == 1)
      #expect(try dispatches(warped(image.transformed(by: shift), Self.bent, 2).transformed(by: shift)) == 1)
    }
    // Inputs that are read between pixels are stored if that costs less, for any warp.
    #expect(
      try dispatches(warped(image.transformed(by: turn), Self.bent, 2))
        == dispatches(image.transformed(by: turn).applyingFilter("CITwirlDistortion")))
    #expect(
      try dispatches(warped(image, Self.bent, 2).transformed(by: turn))
        == dispatches(image.applyingFilter("CITwirlDistortion").transformed(by: turn)))
  }

  @Test(arguments: Backend.contextNames)
  func aWarpsRegionThatIsTooSmallIsNamed(_ backend: String) throws {
    let context = try KernelImageLoads.verifyingContext(backend)
    let kernel = try CIWarpKernel(checked: Self.aside, language: .coreImage)
    let rect = CGRect(x: 8, y: 8, width: 16, height: 8)
    func moved(_ regions: @escaping CIKernelROICallback) throws -> CIImage {
      try kernel.apply(checked: image.extent, roiCallback: regions, image: image, arguments: [9])
    }
    let error = #expect(throws: RenderError.self) {
      try KernelImageLoads.pixels(moved { _, rect in rect }, rect, context)
    }
    let text = "\(try #require(error))"
    // The message contains kernel, pixel and region.
    #expect(
      text.hasPrefix("warp aside(9) ") && text.contains(", the region of interest that it declares for "), "\(text)")
    let point = text.components(separatedBy: " reads input 0 at ").last?.prefix { $0 != " " }
    let x = try #require(point.flatMap { Double($0.prefix { $0 != "," }) })
    #expect(x >= 17 && x < 33, "\(text)")
    // A sufficient region is not reported.
    _ = try KernelImageLoads.pixels(moved { _, rect in rect.offsetBy(dx: 9, dy: 0) }, rect, context)
  }

  @Test func optionsOfApplyWithoutEffectAreInTheLog() throws {
    let kernel = try CIColorKernel(checked: ColorKernelTests.gain, language: .coreImage)
    func lines(_ options: [String: Any]) throws -> (lines: [String], extent: CGRect) {
      let log = LogLines()
      let made = CIFilter().apply(kernel, arguments: [image, 2], options: options, log: log.log)
      return (log.lines, try #require(made).extent)
    }
    let part = CGRect(x: 1, y: 2, width: 3, height: 4)
    let taken = try lines([
      kCIApplyOptionExtent: [1, 2, 3, 4], kCIApplyOptionDefinition: CIFilterShape(rect: .zero),
      kCIApplyOptionUserInfo: "mine",
    ])
    #expect(taken.lines.isEmpty && taken.extent == part)
    let space = try lines([kCIApplyOptionColorSpace: CGColorSpaceCreateDeviceRGB(), "mine": 7])
    #expect(space.lines.count == 2 && space.extent == image.extent)
    let start = "CoreImage: CIFilter.apply of kernel gain: "
    #expect(space.lines.first?.hasPrefix("\(start)CIApplyOptionColorSpace = ") == true, "\(space.lines)")
    #expect(space.lines.last == "\(start)mine = Int 7 has no effect", "\(space.lines)")
    // Not a rectangle; a valid option next to it has an effect.
    let wrong = try lines([kCIApplyOptionExtent: [1, 2, 3], kCIApplyOptionDefinition: part])
    #expect(wrong.lines.count == 1 && wrong.extent == part, "\(wrong.lines)")
  }
}

/// A log that stores its lines.
private final class LogLines: Sendable {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  var log: RenderLog { RenderLog { line in self.storage.withLock { $0.append(line) } } }
}
