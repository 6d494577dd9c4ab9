import CVulkan
import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing
import VulkanApp

/// Renders that are recorded into the app's command buffers.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct RecordingTests {
  private let size = 32

  private func image(_ app: SharedApp, _ device: CIVulkanDevice) throws -> (VulkanAppImage, CIVulkanImage) {
    let image = try app.image(
      VK_FORMAT_R8G8B8A8_UNORM, size, size, holding: AppShaders.drawn(size, size))
    return (image, CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, size, size))
  }

  /// Several renders read and write one image in a command buffer, which is submitted twice.
  @Test func rendersFollowEachOtherInOneCommandBuffer() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let (image, vulkan) = try image(app, device)
      let commands = try #require(app_begin(app.app))
      let recipe = CIImage(vulkanImage: vulkan).applyingFilter(
        "CIBoxBlur", parameters: ["inputRadius": 3]
      ).cropped(to: CGRect(x: 0, y: 0, width: size, height: size))
      let recordings = try (0..<3).map { _ throws in
        try context.render(
          recipe, to: vulkan, commandBuffer: commands, bounds: recipe.extent, colorSpace: sRGB)
      }
      try app.submit(commands)
      try app.wait()
      for recording in recordings { recording.complete() }
      var expected = AppShaders.drawn(size, size)
      for _ in 0..<3 {
        expected = try CIImage(expected, size, size).applyingFilter("CIBoxBlur", parameters: ["inputRadius": 3])
          .cropped(to: recipe.extent).offline()
      }
      let bytes = try app.bytes(of: image, size, size)
      #expect(difference(bytes, expected) <= 1)
      #expect(context.inFlight.byteCount == 0)
    }
  }

  @Test func boundsGoToTheCornerAndTheRestStays() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let (image, vulkan) = try image(app, device)
      let before = AppShaders.drawn(size, size)
      let commands = try #require(app_begin(app.app))
      // Half of it has no pixels.
      let red = CIImage(color: .red).cropped(to: CGRect(x: 50, y: 60, width: 4, height: 10))
      let recording = try context.render(
        red, to: vulkan, commandBuffer: commands, bounds: CGRect(x: 50, y: 60, width: 8, height: 6), colorSpace: sRGB)
      try app.submit(commands)
      try app.wait()
      recording.complete()
      let bytes = try app.bytes(of: image, size, size)
      for y in 0..<size {
        for x in 0..<size {
          let at = (y * size + x) * 4
          let isInside = x < 8 && y >= size - 6
          let expected = isInside ? (x < 4 ? [255, 0, 0, 255] : [0, 0, 0, 0]) : Array(before[at..<at + 4])
          if Array(bytes[at..<at + 4]) != expected { Issue.record("\(x), \(y)") }
        }
      }
    }
  }

  @Test func whatIsNotOneRunIsRefusedByName() throws {
    final class Copier: CIImageProcessorKernel {
      override class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
      ) throws {}
    }
    try SharedApp.run { app in
      let device = try app.device()
      let (_, vulkan) = try image(app, device)
      let source = CIImage(vulkanImage: vulkan)
      func expect(_ image: CIImage, on context: CIContext, into target: CIVulkanImage? = nil, naming word: String)
        throws
      {
        guard let commands = app_begin(app.app) else {
          Issue.record("there is no command buffer")
          return
        }
        #expect {
          _ = try context.render(
            image, to: target ?? vulkan, commandBuffer: commands, bounds: image.extent, colorSpace: sRGB)
        } throws: { error in
          if case RenderError.unsupported(let text) = error { text.contains(word) } else { false }
        }
        app_drop(app.app, commands)
        #expect(context.inFlight.byteCount == 0)
      }
      let context = try CIContext(vulkanDevice: device)
      let histogram = source.applyingFilter(
        "CIAreaHistogram",
        parameters: ["inputExtent": CIVector(cgRect: source.extent), "inputCount": 16, "inputScale": 1])
      try expect(histogram, on: context, naming: "istogram")
      let processed = try Copier.apply(withExtent: source.extent, inputs: [source], arguments: nil)
      try expect(processed, on: context, naming: "Copier")
      let small = try CIContext(vulkanDevice: device, options: [.memoryTarget: 1])
      let large = try app.image(VK_FORMAT_R32G32B32A32_SFLOAT, 512, 512)
      var target = CIVulkanImage(device, large, VK_FORMAT_R32G32B32A32_SFLOAT, 512, 512)
      (target.layout, target.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      let scaled = source.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]).cropped(
        to: CGRect(x: 0, y: 0, width: 512, height: 512))
      try expect(scaled, on: small, into: target, naming: "memory target")

      // As a task, it is rendered in tiles.
      try small.startTask(toRender: scaled, to: CIRenderDestination(vulkanImage: target)).waitUntilCompleted()
      target.finalLayout = nil
      let commands = try #require(app_begin(app.app))
      #expect(throws: RenderError.self) {
        try context.render(source, to: target, commandBuffer: commands, bounds: source.extent, colorSpace: sRGB)
      }
      app_drop(app.app, commands)
    }
  }

  @Test func memoryGoesBackWhenTheSemaphoreSaysSo() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let (_, vulkan) = try image(app, device)
      let timeline = try #require(app.app.pointee.timeline)
      let recipe = CIImage(vulkanImage: vulkan).shaped
      func record() throws -> CIVulkanRecording {
        let commands = try #require(app_begin(app.app))
        let recording = try context.render(
          recipe, to: vulkan, commandBuffer: commands, bounds: recipe.extent, colorSpace: sRGB)
        try app.submit(commands)
        return recording
      }
      let one = try record()
      let heldByOne = context.inFlight.byteCount
      #expect(heldByOne > 0)
      one.complete(when: timeline, reaches: app.lastValue)
      try app.wait()
      // The next recording releases it.
      let two = try record()
      #expect(context.inFlight.byteCount == heldByOne)
      try app.wait()
      two.complete()
      two.complete()
      #expect(context.inFlight.byteCount == 0)
      // Many frames take no more memory than one.
      let memory = context.memoryByteCount
      for _ in 0..<50 {
        let next = try record()
        try app.wait()
        next.complete()
      }
      #expect(context.memoryByteCount == memory)
      // A dropped recording retains its memory.
      _ = try record()
      try app.wait()
      #expect(context.inFlight.byteCount == heldByOne)
    }
  }
}
