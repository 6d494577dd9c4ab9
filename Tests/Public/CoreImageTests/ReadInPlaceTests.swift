import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing
import VulkanEngine

/// Tests of images of few components, or of ten bits, that kernels read directly instead of as four components.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct ReadInPlaceTests {
  private static func context(_ readsInPlace: Bool) throws -> CIContext {
    var settings = ContextSettings([.backend: "vulkan", .workingFormat: CIFormat.RGBAf], environment: [:])
    settings.vulkan.rules = Backend.vulkanContext!.rules
    settings.vulkan.rules?.readsInPlace = readsInPlace
    settings.vulkan.validates = ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1"
    return try CIContext(settings)
  }

  private static let formats: [CIFormat] = [.R8, .R16, .Rh, .Rf, .RG8, .RG16, .RGh, .RGf, .RGB10]

  @Test(arguments: formats) func thePixelsAreTheSame(_ format: CIFormat) throws {
    let (inPlace, expanded) = (try Self.context(true), try Self.context(false))
    let noise = CIImage(node: TestImage.noise(61, 43, seed: 9))
    let data = try inPlace.bytes(of: noise, in: noise.extent, format)
    let image = CIImage(
      bitmapData: data, bytesPerRow: data.count / 43, size: CGSize(width: 61, height: 43), format: format,
      colorSpace: nil)
    // At pixel centres, between them, and with their neighbourhood.
    let recipes = [
      image.applyingFilter("CIColorInvert"),
      image.transformed(by: CGAffineTransform(rotationAngle: 0.3)),
      image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
        .cropped(to: image.extent),
    ]
    for (index, recipe) in recipes.enumerated() {
      let (a, b) = try (
        inPlace.bytes(of: recipe, in: image.extent, .RGBAf), expanded.bytes(of: recipe, in: image.extent, .RGBAf)
      )
      // Ten bits stored as sixteen are rounded once more. A card rounds fractions of 255 differently from products.
      let most: Float = format == .RGB10 ? 1e-5 : Backend.isOnGraphics ? 0x1p-23 : 0
      let furthest = a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in
          zip(a.bindMemory(to: Float.self), b.bindMemory(to: Float.self)).map { abs($0 - $1) }.max() ?? .infinity
        }
      }
      #expect(furthest <= most, "recipe \(index)")
    }
    #expect(inPlace.validationMessages == [] && expanded.validationMessages == [])
  }
}

extension CIContext {
  /// Returns an image's pixels, rows without padding.
  fileprivate func bytes(of image: CIImage, in rect: CGRect, _ format: CIFormat) throws -> Data {
    let (width, height) = (Int(rect.width), Int(rect.height))
    let rowBytes = width * format.pixelFormat!.bytesPerPixel
    var data = Data(count: rowBytes * height)
    try data.withUnsafeMutableBytes { bytes in
      try render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: rowBytes, bounds: rect, format: format, colorSpace: nil)
    }
    return data
  }
}
