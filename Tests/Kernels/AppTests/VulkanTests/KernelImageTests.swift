import CVulkan
import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing
import VulkanApp

/// Images of an app's device that kernels read and write directly, compared with copies.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct KernelImageTests {
  private let width = 45
  private let height = 31
  private static let formats: [(format: VkFormat, bytes: Int)] = [
    (VK_FORMAT_R8G8B8A8_UNORM, 4), (VK_FORMAT_R16G16B16A16_SFLOAT, 8), (VK_FORMAT_R32G32B32A32_SFLOAT, 16),
  ]
  private static let recipes: [(name: String, recipe: @Sendable (CIImage) -> CIImage)] = [
    ("as it is", { $0 }), ("colours", { $0.applyingFilter("CISepiaTone") }),
    ("several dispatches", { $0.shaped }),
    (
      "between pixels",
      {
        $0.clampedToExtent().transformed(by: CGAffineTransform(rotationAngle: 0.4)).cropped(to: $0.extent)
      }
    ),
    (
      "a part",
      {
        $0.cropped(to: CGRect(x: 13, y: 5, width: 22, height: 18)).transformed(
          by: CGAffineTransform(translationX: -2, y: 9))
      }
    ),
    ("over itself", { $0.transformed(by: CGAffineTransform(translationX: 7, y: 3)).composited(over: $0) }),
  ]

  /// Contexts on the device: one copies, the kernels of the other use images. Both read images without conversion, as
  /// on graphics hardware.
  private func contexts(_ device: CIVulkanDevice) throws -> (copying: CIContext, using: CIContext) {
    let context = try CIContext(vulkanDevice: device)
    return (
      try context.planning { ($0.usesImages, $0.readsInPlace) = (false, true) },
      try context.planning { ($0.usesImages, $0.readsInPlace) = (true, true) }
    )
  }

  private func used(_ image: CIVulkanImage) -> CIVulkanImage {
    var image = image
    image.usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_STORAGE_BIT.rawValue
    return image
  }

  /// Returns numbers as bytes of a format.
  private func bytes(_ format: VkFormat, _ count: Int) -> [UInt8] {
    (0..<count).flatMap { index -> [UInt8] in
      let value = index % 4 == 3 ? Float(1) : Float((index * 37 + index / 7 * 11) % 256) / 255
      func bytes<Number>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
      return switch format {
      case VK_FORMAT_R16G16B16A16_SFLOAT: bytes(Float16(value))
      case VK_FORMAT_R32G32B32A32_SFLOAT: bytes(value)
      default: [UInt8(value * 255 + 0.5)]
      }
    }
  }

  @Test func theyGiveThePixelsOfCopies() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let (copying, using) = try contexts(device)
      for (format, size) in Self.formats {
        let pixels = bytes(format, width * height * 4)
        let source = used(
          CIVulkanImage(device, try app.image(format, width, height, holding: pixels), format, width, height))
        for (name, recipe) in Self.recipes {
          var results: [[UInt8]] = []
          var peaks: [Int] = []
          for context in [copying, using] {
            // Larger than the rendered rectangle: pixels around it are unchanged.
            let image = try app.image(
              format, width + 9, height + 6, holding: bytes(format, (width + 9) * (height + 6) * 4))
            let target = used(CIVulkanImage(device, image, format, width + 9, height + 6))
            let wanted = recipe(try CIImage(checked: source))
            let info = try context.startTask(
              toRender: wanted, from: CGRect(x: 0, y: 0, width: width, height: height),
              to: CIRenderDestination(vulkanImage: target), at: CGPoint(x: 3, y: 2)
            ).waitUntilCompleted()
            peaks.append(info.statistics.peakBytes)
            results.append(try app.bytes(of: image, width + 9, height + 6, bytesPerPixel: size))
          }
          #expect(results[0] == results[1], "\(name), VkFormat \(format.rawValue)")
          // The result has no memory in the run, nor has the source if texels are read individually.
          #expect(peaks[1] < peaks[0], "\(name), VkFormat \(format.rawValue): \(peaks)")
        }
      }
    }
  }

  @Test func otherFormatsAreReadAsTheyLie() throws {
    let formats: [(VkFormat, Int)] = [
      (VK_FORMAT_B8G8R8A8_UNORM, 4), (VK_FORMAT_R8G8B8A8_SRGB, 4), (VK_FORMAT_R8_UNORM, 1), (VK_FORMAT_R8G8_UNORM, 2),
      (VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4), (VK_FORMAT_R32_SFLOAT, 4),
    ]
    try SharedApp.run { app in
      let device = try app.device()
      let (copying, using) = try contexts(device)
      for (format, size) in formats {
        let pixels =
          format == VK_FORMAT_R32_SFLOAT
          ? bytes(VK_FORMAT_R32G32B32A32_SFLOAT, width * height) : bytes(format, width * height * size)
        let source = used(
          CIVulkanImage(device, try app.image(format, width, height, holding: pixels), format, width, height))
        let wanted = try CIImage(checked: source).shaped
        var results: [[UInt8]] = []
        for context in [copying, using] {
          let image = try app.image(
            VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: [UInt8](repeating: 9, count: width * height * 4))
          let target = used(CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, width, height))
          try context.startTask(toRender: wanted, to: CIRenderDestination(vulkanImage: target)).waitUntilCompleted()
          results.append(try app.bytes(of: image, width, height))
        }
        #expect(difference(results[0], results[1]) <= 1, "VkFormat \(format.rawValue)")
      }
    }
  }

  /// The values before the render are read, also from pixels that are written.
  @Test func anImageThatIsReadAndWrittenIsCopied() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let (_, using) = try contexts(device)
      let format = VK_FORMAT_R8G8B8A8_UNORM
      let before = AppShaders.drawn(width, height)
      let image = try app.image(format, width, height, holding: before)
      let vulkan = used(CIVulkanImage(device, image, format, width, height))
      let recipe = CIImage(vulkanImage: vulkan).clampedToExtent().applyingFilter(
        "CIBoxBlur", parameters: ["inputRadius": 4]
      )
      .cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
      try using.startTask(toRender: recipe, to: CIRenderDestination(vulkanImage: vulkan)).waitUntilCompleted()
      let expected = try CIImage(before, width, height).clampedToExtent().applyingFilter(
        "CIBoxBlur", parameters: ["inputRadius": 4]
      ).cropped(to: recipe.extent).offline()
      #expect(difference(try app.bytes(of: image, width, height), expected) <= 1)
    }
  }

  /// Renders in one command buffer, each of which reads the result of the one before, in all layouts.
  @Test func rendersInACommandBufferFollowEachOther() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let (_, using) = try contexts(device)
      let format = VK_FORMAT_R8G8B8A8_UNORM
      let before = AppShaders.drawn(width, height)
      let images = try [
        app.image(format, width, height, holding: before), app.image(format, width, height),
        app.image(format, width, height),
      ]
      let bounds = CGRect(x: 0, y: 0, width: width, height: height)
      func blurred(_ image: CIImage) -> CIImage {
        image.clampedToExtent().applyingFilter("CIBoxBlur", parameters: ["inputRadius": 3]).cropped(to: bounds)
      }
      let commands = try #require(app_begin(app.app))
      var recordings: [CIVulkanRecording] = []
      for step in 1...2 {
        var source = used(CIVulkanImage(device, images[step - 1], format, width, height))
        if step == 2 { source.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL }
        var target = used(CIVulkanImage(device, images[step], format, width, height))
        target.layout = VK_IMAGE_LAYOUT_UNDEFINED
        target.finalLayout = step == 1 ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_GENERAL
        recordings.append(
          try using.render(
            blurred(CIImage(vulkanImage: source)), to: target, commandBuffer: commands, bounds: bounds,
            colorSpace: sRGB))
      }
      try app.submit(commands)
      try app.wait()
      for recording in recordings { recording.complete() }
      var expected = before
      for _ in 1...2 { expected = try blurred(CIImage(expected, width, height)).offline() }
      #expect(difference(try app.bytes(of: images[2], width, height), expected) <= 2)
      #expect(using.inFlight.byteCount == 0)
    }
  }

  @Test func kernelsComeBehindWhatTheAppDraws() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let (_, using) = try contexts(device)
      let format = VK_FORMAT_R8G8B8A8_UNORM
      let (source, target) = (try app.image(format, width, height), try app.image(format, width, height))
      let draw = try app.pipeline(AppShaders.draw, source, app.buffer(16))
      let commands = try #require(app_begin(app.app))
      app_layout(app.app, commands, source.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      app_layout(app.app, commands, target.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      app_dispatch(app.app, commands, draw, UInt32(width), UInt32(height))
      let drawn = try app.submit(commands)
      var read = used(CIVulkanImage(device, source, format, width, height))
      read.wait = CIVulkanSemaphore(app.app.pointee.timeline, value: drawn)
      let written = used(CIVulkanImage(device, target, format, width, height))
      try using.startTask(
        toRender: CIImage(vulkanImage: read).applyingFilter("CIColorInvert"),
        to: CIRenderDestination(vulkanImage: written)
      ).waitUntilCompleted()
      let expected = try CIImage(AppShaders.drawn(width, height), width, height).applyingFilter("CIColorInvert")
        .offline()
      #expect(difference(try app.bytes(of: target, width, height), expected) <= 1)
    }
  }
}
