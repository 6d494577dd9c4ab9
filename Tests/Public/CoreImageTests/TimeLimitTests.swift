import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing

/// Tests of the time limit and of cancellation, also within a run.
@Suite struct TimeLimitTests {
  private static let space = CGColorSpace(name: CGColorSpace.sRGB)!
  private static let bounds = CGRect(x: 0, y: 0, width: 1500, height: 1500)

  /// Some steps that each take a while.
  private static var image: CIImage {
    var image = CIImage(node: TestImage.noise(64, 64, seed: 3)).clampedToExtent()
    for radius in 1...4 {
      image = image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2 + radius])
    }
    return image.cropped(to: bounds)
  }

  @Test(arguments: Backend.contextNames) func aRenderEndsWhenItsTimeIsOver(_ backend: String) throws {
    let context = try CIContext(checked: [.backend: backend, .timeLimit: 0])
    #expect {
      try context.statistics(of: Self.image, from: Self.bounds, format: .RGBA8, colorSpace: Self.space)
    } throws: { error in
      guard case RenderError.limit(let what, _, 0)? = error as? RenderError else { return false }
      return what.contains("timeLimit")
    }
  }

  /// The side of images that take far more than the limits below: half a minute on the fastest processor, a second on
  /// an NVIDIA H100.
  private static func slowSide(_ backend: String) -> CGFloat {
    backend == "vulkan" && Backend.isOnGraphics ? 6000 : 1500
  }

  /// The whole image is one run.
  private static func slow(_ backend: String) -> CIImage {
    let bounds = CGRect(x: 0, y: 0, width: slowSide(backend), height: slowSide(backend))
    var image = CIImage(node: TestImage.noise(64, 64, seed: 3)).clampedToExtent()
    for _ in 0..<20 { image = image.applyingFilter("CIZoomBlur").cropped(to: bounds).clampedToExtent() }
    return image.cropped(to: bounds)
  }

  @Test(arguments: Backend.contextNames) func aRunEndsWhenItsTimeIsOver(_ backend: String) throws {
    let context = try CIContext(checked: [.backend: backend, .timeLimit: 0.3])
    let start = ContinuousClock.now
    #expect {
      let image = Self.slow(backend)
      return try context.statistics(of: image, from: image.extent, format: .RGBA8, colorSpace: Self.space)
    } throws: { error in
      guard case RenderError.limit(let what, let requested, 300)? = error as? RenderError else { return false }
      return what.contains("timeLimit") && requested > 300
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(context.inFlight == (0, 0))
  }

  /// All of the work may be on one thread, other than the calling one.
  @Test(arguments: Backend.contextNames, [-1, 1] as [CGFloat])
  func aRunEndsWhenOneThreadHasAllOfIt(_ backend: String, _ side: CGFloat) throws {
    let context = try CIContext(checked: [.backend: backend, .timeLimit: 0.3])
    let (slow, width) = (Self.slow(backend), Self.slowSide(backend))
    let half = slow.cropped(to: slow.extent.offsetBy(dx: 0, dy: side * width / 2))
    let start = ContinuousClock.now
    #expect(throws: RenderError.self) {
      try context.statistics(
        of: half, from: CGRect(x: 0, y: width / 2 - 2, width: width, height: 4), format: .RGBA8, colorSpace: Self.space)
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(context.inFlight == (0, 0))
  }

  /// Also without a limit.
  @Test(arguments: Backend.contextNames) func aRunEndsWhenItsTaskIsCancelled(_ backend: String) throws {
    let context = try CIContext(checked: [.backend: backend])
    let side = Int(Self.slowSide(backend))
    let destination = try CIRenderDestination(width: side, height: side, format: .RGBA8)
    let task = try context.startTask(toRender: Self.slow(backend), to: destination)
    Thread.sleep(forTimeInterval: 0.3)
    let start = ContinuousClock.now
    task.cancel()
    #expect(throws: CancellationError.self) { try task.waitUntilCompleted() }
    #expect(ContinuousClock.now - start < .seconds(15))
    context.waitForTasks()
    #expect(context.inFlight == (0, 0))
    #expect(destination.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: Backend.contextNames) func pixelsMadeInPartsAreTheSame(_ backend: String) throws {
    let (whole, parts) = try (
      CIContext(checked: [.backend: backend]), CIContext(checked: [.backend: backend, .timeLimit: 1e9])
    )
    let histogram = Self.image.applyingFilter(
      "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: Self.bounds), "inputCount": 64])
    for image in [Self.image.cropped(to: CGRect(x: 9, y: 3, width: 1300, height: 1200)), histogram] {
      let (a, b) = (whole.createCGImage(image, from: image.extent), parts.createCGImage(image, from: image.extent))
      #expect(try #require(a).data == #require(b).data)
    }
  }
}
