import CoreImage
import CoreVideo
import Foundation
import ImageGraph
import TestSupport
import Testing
import VulkanEngine

/// Tests of devices without optional features: the same pixels, by other code paths.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct MissingFeatureTests {
  private static func context(_ missing: Set<DeviceFeature>) throws -> CIContext {
    var settings = ContextSettings()
    settings.backend = .vulkan
    settings.vulkan.disabledFeatures = missing
    settings.vulkan.pipelineDirectory = nil
    settings.vulkan.validates = ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1"
    return try CIContext(settings)
  }

  /// Colours, neighbourhoods, maps, a histogram, several images, tiles, and planes, with their output formats.
  private static let renders: [(name: String, image: CIImage)] = {
    let image = CIImage(node: TestImage.scene(203, 160))
    let bytes = (0..<203 * 160 * 4).map { index -> UInt8 in
      index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index &* 7919 >> 3)
    }
    // Large enough to be read in place.
    let bitmap = CIImage(
      bitmapData: Data(bytes), bytesPerRow: 203 * 4, size: CGSize(width: 203, height: 160), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    let histogram = image.applyingFilter(
      "CIAreaHistogram",
      parameters: ["inputExtent": CIVector(cgRect: image.extent), "inputCount": 16, "inputScale": 1])
    return [
      (
        "colours", bitmap.applyingFilter("CISepiaTone").applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3])
      ),
      ("a blur", image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4]).cropped(to: image.extent)),
      ("a map", bitmap.transformed(by: CGAffineTransform(rotationAngle: 0.4)).cropped(to: image.extent)),
      ("two images", image.applyingFilter("CIScreenBlendMode", parameters: ["inputBackgroundImage": bitmap])),
      ("a histogram", histogram.clampedToExtent().cropped(to: image.extent)),
    ]
  }()

  private static let formats: [CIFormat] = [.RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf, .RGB10, .L8, .R16, .RG8]

  private func bytes(_ image: CIImage, _ format: CIFormat, _ context: CIContext) throws -> [UInt8] {
    let destination = try CIRenderDestination(width: 203, height: 160, format: format)
    try context.startTask(toRender: image, to: destination).waitUntilCompleted()
    return destination.withUnsafeBytes { [UInt8]($0) }
  }

  /// Returns the largest difference of two float values.
  private func furthest(_ a: [UInt8], _ b: [UInt8]) -> Float {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        zip(a.bindMemory(to: Float.self), b.bindMemory(to: Float.self)).map { abs($0 - $1) }.max() ?? .infinity
      }
    }
  }

  @Test(arguments: DeviceFeature.optional) func withoutItThePixelsAreTheSame(_ feature: DeviceFeature) throws {
    let (whole, less) = (try Self.context([]), try Self.context([feature]))
    for (name, image) in Self.renders {
      for format in name == "colours" ? Self.formats : [.RGBA8] {
        let (a, b) = (try bytes(image, format, less), try bytes(image, format, whole))
        // Devices that do not preserve NaN may compute differently: units of the last place.
        let most: Float = feature == .preservesNaN && format == .RGBAf ? 2e-6 : 0
        let isSame = a == b || most > 0 && furthest(a, b) <= most
        #expect(isSame, "\(name) as \(format)")
      }
    }
    let source = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 200, 120, seed: 2)
    let results = try [whole, less].map { context in
      let result = try CVPixelBuffer.like(source)
      try context.startTask(
        toRender: CIImage(cvPixelBuffer: source).applyingFilter("CISepiaTone"),
        to: CIRenderDestination(pixelBuffer: result)
      ).waitUntilCompleted()
      return try numbers(of: result)
    }
    #expect(results[0] == results[1])
    #expect(less.validationMessages == [])
  }

  @Test func withoutAnyOfThemThePixelsAreTheSame() throws {
    let (whole, least) = (try Self.context([]), try Self.context(Set(DeviceFeature.optional)))
    for (name, image) in Self.renders {
      let isSame = try bytes(image, .RGBA8, least) == bytes(image, .RGBA8, whole)
      #expect(isSame, "\(name)")
    }
  }

  @Test func whatIsMissingIsNotPlannedFor() throws {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.disabledFeatures = [.externalMemoryHost]
    let context = try VulkanContext(options)
    #expect(!context.profile.importsImages)
    // Missing required features are reported.
    options.disabledFeatures = [.timelineSemaphore]
    let error = #expect(throws: RenderError.self) { try VulkanContext(options) }
    #expect("\(error!)".contains("there is no Vulkan device") || "\(error!)".contains("timeline"), "\(error!)")
  }
}
