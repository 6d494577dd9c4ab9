import CVulkan
import CoreImage
import FailingVulkan
import Foundation
import ImageGraph
import Synchronization
import TestSupport
import Testing
import VulkanApp

/// The Vulkan calls on a shared device. In the suite that counts calls, because the counts are per process.
extension FailureTests {
  /// The app draws, a recipe reads the result, and the app uses the recipe's result: in one command buffer, without
  /// waits.
  ///
  /// Counts submissions, waits for semaphores, queues and fences, and created fences.
  @Test(arguments: [false, true])
  func anAppAndARecipeShareACommandBuffer(staged: Bool) throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    let (width, height) = (83, 61)
    try SharedApp.run(loader: fvk_loader) { app in
      let drawn = try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height)
      let result = try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height)
      let words = try app.buffer(width * height * 4)
      let (draw, invert) = (
        try app.pipeline(AppShaders.draw, drawn, words), try app.pipeline(AppShaders.invert, result, words)
      )
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: staged)
      let bitmap = CIImage([UInt8](repeating: 200, count: 16 * 16 * 4), 16, 16)
      func recipe(_ image: CIImage) -> CIImage {
        bitmap.transformed(by: CGAffineTransform(translationX: 20, y: 9)).composited(over: image.shaped)
      }

      fvk_fail(nil, 0, false, VK_SUCCESS)
      let commands = try #require(app_begin(app.app))
      app_layout(app.app, commands, drawn.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      app_dispatch(app.app, commands, draw, UInt32(width), UInt32(height))
      var source = CIVulkanImage(device, drawn, VK_FORMAT_R8G8B8A8_UNORM, width, height)
      source.stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
      source.access = VK_ACCESS_SHADER_WRITE_BIT.rawValue
      var target = CIVulkanImage(device, result, VK_FORMAT_R8G8B8A8_UNORM, width, height)
      (target.layout, target.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      target.stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
      target.access = VK_ACCESS_SHADER_READ_BIT.rawValue
      let image = recipe(CIImage(vulkanImage: source))
      let recording = try context.render(
        image, to: target, commandBuffer: commands, bounds: image.extent, colorSpace: sRGB)
      #expect(recording.passCount > 1 && recording.waits.isEmpty)
      app_dispatch(app.app, commands, invert, UInt32(width), UInt32(height))
      app_host_barrier(app.app, commands)
      #expect(fvk_calls("vkQueueSubmit") == 0)
      // The context created no object that could be waited for.
      for call in ["vkCreateFence", "vkWaitForFences", "vkGetFenceStatus", "vkDeviceWaitIdle"] {
        #expect(fvk_calls(call) == 0, "\(call)")
      }
      try app.submit(commands)
      #expect(fvk_calls("vkQueueSubmit") == 1)
      #expect(fvk_calls("vkWaitSemaphores") == 0 && fvk_calls("vkQueueWaitIdle") == 0)
      try app.wait()
      recording.complete()

      var bytes = [UInt8](UnsafeRawBufferPointer(start: words.contents, count: width * height * 4))
      for index in bytes.indices where index % 4 < 3 { bytes[index] = 255 - bytes[index] }
      let expected = try recipe(CIImage(AppShaders.drawn(width, height), width, height)).offline()
      #expect(difference(bytes, expected) <= 1)
      #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    }
    #expect(Self.left == "")
  }

  @Test(arguments: [false, true]) func aLateImageIsRequestedWhenAllElseIsEnqueued(staged: Bool) throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    let (width, height) = (40, 30)
    try SharedApp.run(loader: fvk_loader) { app in
      let target = try app.image(
        VK_FORMAT_B8G8R8A8_UNORM, width, height, holding: [UInt8](repeating: 0, count: width * height * 4))
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: staged)
      let image = CIImage(AppShaders.drawn(width, height), width, height).shaped
      let known = CIVulkanImage(device, target, VK_FORMAT_B8G8R8A8_UNORM, width, height)
      let calls = Mutex<[(submits: UInt32, copies: UInt32)]>([])
      let destination = try CIRenderDestination(
        width: width, height: height, format: VK_FORMAT_B8G8R8A8_UNORM, device: device
      ) {
        // The queue is not locked.
        device.withQueue { _ in }
        calls.withLock { $0.append((fvk_calls("vkQueueSubmit"), fvk_calls("vkCmdCopyBufferToImage"))) }
        return known
      }
      // Kernels are created already, so that their first use is not a submission.
      try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
      #expect(calls.withLock { $0.count } == 0)
      fvk_fail(nil, 0, false, VK_SUCCESS)
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      let requested = calls.withLock { $0 }
      #expect(requested.count == 1 && requested.first?.submits == 1 && requested.first?.copies == 0)
      #expect(fvk_calls("vkQueueSubmit") == 2 && fvk_calls("vkCmdCopyBufferToImage") == 1)
      var bytes = try app.bytes(of: target, width, height)
      for pixel in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(pixel, pixel + 2) }
      let expected = try image.offline()
      #expect(difference(bytes, expected) <= 1)
    }
    #expect(Self.left == "")
  }

  /// A histogram waits for the host between two submissions; the app's next commands follow both.
  @Test(arguments: [false, true]) func allOfATaskIsEnqueuedWhenItHasStarted(staged: Bool) throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    try SharedApp.run(loader: fvk_loader) { app in
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: staged)
      let target = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, holding: [UInt8](repeating: 0, count: 1024))
      let source = CIImage(AppShaders.drawn(16, 16), 16, 16)
      let histogram = source.applyingFilter(
        "CIAreaHistogram",
        parameters: ["inputExtent": CIVector(cgRect: source.extent), "inputCount": 16, "inputScale": 1])
      let image = histogram.clampedToExtent().cropped(to: source.extent)
      let destination = try CIRenderDestination(
        vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 16, 16))
      try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
      fvk_fail(nil, 0, false, VK_SUCCESS)
      let task = try context.startTask(toRender: image, to: destination)
      #expect(fvk_calls("vkQueueSubmit") == 2 && fvk_calls("vkCmdCopyBufferToImage") == 1)
      try task.waitUntilCompleted()
      let bytes = try app.bytes(of: target, 16, 16)
      let expected = try image.offline()
      #expect(difference(bytes, expected) <= 1)
    }
    #expect(Self.left == "")
  }

  /// A blend reads its backdrop directly: one submission before the copy to the image, without a wait.
  @Test(arguments: [false, true]) func aBlendDoesNotWait(staged: Bool) throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    try SharedApp.run(loader: fvk_loader) { app in
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: staged)
      let target = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, holding: AppShaders.drawn(16, 16))
      let destination = try CIRenderDestination(
        vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 16, 16))
      destination.blendKernel = .exclusion
      let image = CIImage(AppShaders.drawn(16, 16), 16, 16).shaped
      try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
      fvk_fail(nil, 0, false, VK_SUCCESS)
      let task = try context.startTask(toRender: image, to: destination)
      #expect(fvk_calls("vkQueueSubmit") == 2)
      #expect(fvk_calls("vkCmdCopyImageToBuffer") == 1 && fvk_calls("vkCmdCopyBufferToImage") == 1)
      try task.waitUntilCompleted()
      // Once, for the end of the task.
      #expect(fvk_calls("vkWaitSemaphores") == 1)
      let bytes = try app.bytes(of: target, 16, 16)
      let drawn = CIImage(AppShaders.drawn(16, 16), 16, 16)
      let expected = try #require(CIBlendKernel.exclusion.apply(foreground: image, background: drawn)).offline()
      #expect(difference(bytes, expected) <= 1)
    }
    #expect(Self.left == "")
  }

  /// A device with less memory than it reports: a task into an app's image is rendered in smaller tiles.
  @Test func aTaskForAnImageIsMadeInPartsWhereMemoryIsShort() throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    fvk_bound_memory(0)
    defer { fvk_bound_memory(0) }
    let (width, height) = (300, 200)
    try SharedApp.run(loader: fvk_loader) { app in
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: true)
      let target = try app.image(
        VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: [UInt8](repeating: 0, count: width * height * 4))
      let image = CIImage(AppShaders.drawn(width, height), width, height).shaped
      let destination = try CIRenderDestination(
        vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, width, height))
      let before = fvk_memory()
      let info = try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      let whole = fvk_most_memory() - before
      let right = try app.bytes(of: target, width, height)
      context.clearCaches()
      try app.running { app_clear(app.app, $0, target.image, VK_IMAGE_LAYOUT_GENERAL, 0, 0, 0, 0) }
      #expect(info.statistics.runs == 1)

      fvk_bound_memory(fvk_memory() + whole / 2)
      let parts = try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      #expect(fvk_failures() > 0 && parts.statistics.runs > 1)
      fvk_bound_memory(0)
      let isRight = try app.bytes(of: target, width, height) == right
      #expect(isRight)
      #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    }
    #expect(Self.left == "")
  }

  /// The second submission is that after an image that was requested late.
  @Test(arguments: [false, true]) func aLossBehindALateImageEndsTheTask(staged: Bool) throws {
    try SharedApp.run(loader: fvk_loader) { app in
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(device, staged: staged)
      let target = try app.image(
        VK_FORMAT_R8G8B8A8_UNORM, 20, 20, holding: [UInt8](repeating: 0, count: 1600))
      let image = CIImage(AppShaders.drawn(20, 20), 20, 20).shaped
      let known = CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 20, 20)
      let destination = try CIRenderDestination(
        width: 20, height: 20, format: VK_FORMAT_R8G8B8A8_UNORM, device: device
      ) { known }
      try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
      fvk_fail("vkQueueSubmit", 2, true, VK_ERROR_DEVICE_LOST)
      #expect(throws: RenderError.device(call: "vkQueueSubmit", result: -4)) {
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      }
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(context.isDeviceLost && context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    }
    #expect(Self.left == "")
  }

  /// A failing call during recording is an error that names it; the next recording is correct.
  @Test(arguments: [
    "vkCreateSemaphore", "vkCreateBuffer", "vkAllocateMemory", "vkMapMemory", "vkCreateBufferView",
    "vkCreateDescriptorPool", "vkAllocateDescriptorSets", "vkCreateShaderModule", "vkCreateComputePipelines",
    "vkCreateImageView",
  ])
  func aCallThatFailsWhileRecording(_ entry: String) throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    try SharedApp.run(loader: fvk_loader) { app in
      let target = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 20, 20, holding: AppShaders.drawn(20, 20))
      if entry == "vkCreateSemaphore" {
        fvk_fail(entry, 1, true, VK_ERROR_OUT_OF_DEVICE_MEMORY)
        #expect(throws: RenderError.device(call: entry, result: -2)) { try app.device(loader: fvk_loader) }
        fvk_fail(nil, 0, false, VK_SUCCESS)
      }
      let device = try app.device(loader: fvk_loader)
      // Image views are only created for kernels that read images.
      let usesImages = entry == "vkCreateImageView"
      let context = try CIContext(vulkanDevice: device).planning {
        if usesImages { ($0.usesImages, $0.readsInPlace) = (true, true) }
      }
      var vulkan = CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 20, 20)
      if usesImages { vulkan.usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue }
      let image = CIImage(vulkanImage: vulkan).shaped
      func record() throws -> (VkCommandBuffer, CIVulkanRecording) {
        let commands = try #require(app_begin(app.app))
        do {
          return (
            commands,
            try context.render(image, to: vulkan, commandBuffer: commands, bounds: image.extent, colorSpace: sRGB)
          )
        } catch {
          app_drop(app.app, commands)
          throw error
        }
      }
      let calls = ["vkCreateSemaphore"].contains(entry) ? 0 : 2
      for nth in 1..<(1 + calls) {
        fvk_fail(entry, UInt32(nth), true, VK_ERROR_OUT_OF_DEVICE_MEMORY)
        do {
          let (commands, recording) = try record()
          #expect(fvk_failures() == 0, "the failure is ignored")
          app_drop(app.app, commands)
          recording.complete()
        } catch {
          switch error as? RenderError {
          case .device(let call, -2): #expect(call == entry || call.hasPrefix(entry + " for "))
          case .limit(let text, _, _): #expect(text.contains("(\(entry) returned -2)"))
          default: Issue.record(error)
          }
        }
        fvk_fail(nil, 0, false, VK_SUCCESS)
        context.clearCaches()
        #expect(context.inFlight.byteCount == 0)
      }
      let (commands, recording) = try record()
      try app.submit(commands)
      try app.wait()
      recording.complete()
      let bytes = try app.bytes(of: target, 20, 20)
      let expected = try CIImage(AppShaders.drawn(20, 20), 20, 20).shaped.offline()
      #expect(difference(bytes, expected) <= 1)
    }
    #expect(Self.left == "")
  }

  @Test(arguments: ["vkQueueSubmit", "vkWaitSemaphores"])
  func anAppsDeviceThatIsLostStaysLost(_ entry: String) throws {
    try SharedApp.run(loader: fvk_loader) { app in
      let device = try app.device(loader: fvk_loader)
      let context = try CIContext(vulkanDevice: device)
      let target = try app.image(
        VK_FORMAT_R8G8B8A8_UNORM, 20, 20, holding: [UInt8](repeating: 0, count: 1600))
      let image = CIImage(AppShaders.drawn(20, 20), 20, 20).shaped
      let destination = try CIRenderDestination(
        vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 20, 20))
      try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
      #expect(!context.isDeviceLost)
      fvk_fail(entry, 1, true, VK_ERROR_DEVICE_LOST)
      #expect(throws: RenderError.device(call: entry, result: -4)) {
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      }
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(context.isDeviceLost && device.isLost)
      #expect {
        try context.startTask(toRender: image, to: destination)
      } throws: { error in
        if case RenderError.unsupported(let text) = error { text.contains("lost") } else { false }
      }
      #expect {
        _ = try CIImage(vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 20, 20)).offline(context)
      } throws: { error in
        if case RenderError.unsupported(let text) = error { text.contains("lost") } else { false }
      }
      #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    }
    #expect(Self.left == "")
  }
}

extension CIContext {
  /// Creates a context on the app's device that copies to it, as to the memory of a graphics card.
  convenience init(_ device: CIVulkanDevice, staged: Bool) throws {
    var settings = ContextSettings()
    (settings.backend, settings.vulkan.adopted, settings.vulkan.usesStaging) = (.vulkan, device.adopted, staged)
    try self.init(settings)
  }
}
