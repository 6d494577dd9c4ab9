import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing

/// Renders end when their time is over, or nobody wants them any more; also within a run.
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
