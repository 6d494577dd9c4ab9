import CVulkan
import CoreImage
import Foundation
import ImageGraph
import RandomNumbers
import Synchronization
import TestContexts
import TestSupport
import Testing
import VulkanApp

/// Images and buffers of an app's device, as sources and destinations.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct VulkanImageTests {
  // MARK: Devices

  @Test func whatADeviceLacksIsNamed() throws {
    func expect(_ words: [String], _ make: () throws -> CIVulkanDevice) {
      #expect {
        _ = try make()
      } throws: { error in
        if case RenderError.unsupported(let text) = error { words.allSatisfy(text.contains) } else { false }
      }
    }
    try SharedApp.run(hasTimeline: false) { app in
      expect(["timelineSemaphore"]) { try app.device() }
    }
    try SharedApp.run { app in
      expect(["timelineSemaphore"]) { try app.device(features: [.shaderInt64]) }
      expect(["family 77"]) { try app.device(family: 77) }
      expect(["Vulkan 1.2", "1.1.0"]) { try app.device(apiVersion: 1 << 22 | 1 << 12) }
      expect(["Vulkan 1.2", "timelineSemaphore", "family 77"]) {
        try app.device(family: 77, apiVersion: 1 << 22, features: [])
      }
      let device = try app.device()
      #expect(!device.name.isEmpty && !device.isLost)
    }
  }

  @Test func contextsOnOneQueueRenderAtOnce() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let contexts = try (0..<3).map { _ in try CIContext(vulkanDevice: device) }
      let image = CIImage(AppShaders.drawn(64, 48), 64, 48)
      let failures = Mutex<[String]>([])
      let expected = try (0..<4).map { radius in
        try image.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 2 + radius]).cropped(to: image.extent)
          .offline()
      }
      DispatchQueue.concurrentPerform(iterations: 12) { index in
        do {
          let blurred = image.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 2 + index % 4])
            .cropped(to: image.extent)
          let bytes = try blurred.offline(contexts[index % 3])
          if bytes != expected[index % 4] { failures.withLock { $0.append("\(index) differs") } }
        } catch {
          failures.withLock { $0.append("\(index): \(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
  }

  // MARK: Formats

  private static let wholeFormats: [(VkFormat, Int)] = [
    (VK_FORMAT_R8G8B8A8_UNORM, 1), (VK_FORMAT_R8G8B8A8_SRGB, 1), (VK_FORMAT_B8G8R8A8_UNORM, 1),
    (VK_FORMAT_B8G8R8A8_SRGB, 1), (VK_FORMAT_R16G16B16A16_UNORM, 2), (VK_FORMAT_R16G16B16A16_SFLOAT, 2),
    (VK_FORMAT_R32G32B32A32_SFLOAT, 4),
  ]

  /// Returns opaque pixels of four components.
  private func noise(_ format: VkFormat, _ componentBytes: Int, _ count: Int) -> [UInt8] {
    var random = SplitMix(seed: 7)
    return (0..<count * 4).flatMap { index -> [UInt8] in
      let value = index % 4 == 3 ? Float(1) : Float.random(in: 0...1, using: &random)
      func bytes<Number>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
      switch (componentBytes, format) {
      case (1, _): return [UInt8(value * 255)]
      case (4, _): return bytes(value)
      case (_, VK_FORMAT_R16G16B16A16_SFLOAT): return bytes(Float16(value))
      default: return bytes(UInt16(value * 65535))
      }
    }
  }

  @Test func whatIsReadIsWrittenInEachFormat() throws {
    let (width, height) = (21, 13)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      for (format, componentBytes) in Self.wholeFormats {
        let bytes = noise(format, componentBytes, width * height)
        let source = try app.image(format, width, height, holding: bytes)
        let target = try app.image(
          format, width, height, holding: [UInt8](repeating: 0, count: bytes.count))
        let image = try CIImage(checked: CIVulkanImage(device, source, format, width, height))
        #expect(image.extent == CGRect(x: 0, y: 0, width: width, height: height))
        let destination = try CIRenderDestination(vulkanImage: CIVulkanImage(device, target, format, width, height))
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
        let isSame = try app.bytes(of: target, width, height, bytesPerPixel: 4 * componentBytes) == bytes
        #expect(isSame, "VkFormat \(format.rawValue)")
      }
    }
  }

  private static let otherFormats: [(VkFormat, CIFormat)] = [
    (VK_FORMAT_R8_UNORM, .R8), (VK_FORMAT_R16_UNORM, .R16), (VK_FORMAT_R16_SFLOAT, .Rh), (VK_FORMAT_R32_SFLOAT, .Rf),
    (VK_FORMAT_R8G8_UNORM, .RG8), (VK_FORMAT_R16G16_UNORM, .RG16), (VK_FORMAT_R16G16_SFLOAT, .RGh),
    (VK_FORMAT_R32G32_SFLOAT, .RGf), (VK_FORMAT_A2B10G10R10_UNORM_PACK32, .RGB10),
  ]

  /// Images on the device have the same values as the same bytes in host memory: at pixels, and between them.
  @Test func formatsOfFewerComponentsAreRead() throws {
    let (width, height) = (37, 22)
    var random = SplitMix(seed: 5)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device, options: [.workingFormat: CIFormat.RGBAf])
      for (format, stored) in Self.otherFormats {
        let pixels = try #require(stored.pixelFormat)
        let source = try PixelBuffer(
          width: width, height: height, format: pixels, rowBytes: width * pixels.bytesPerPixel)
        for y in 0..<height {
          for x in 0..<width { source.store(SIMD4(SIMD3<Float>.random(in: 0...1, using: &random), 1), x: x, y: y) }
        }
        let bytes = [UInt8](UnsafeRawBufferPointer(start: source.bytes, count: source.byteCount))
        let known = CIImage(
          bitmapData: Data(bytes), bytesPerRow: source.rowBytes, size: CGSize(width: width, height: height),
          format: stored, colorSpace: sRGB)
        let read = try CIImage(
          checked: CIVulkanImage(
            device, try app.image(format, width, height, holding: bytes), format, width, height),
          options: [.colorSpace: sRGB])
        #expect(read.extent == known.extent && read.isOpaque == known.isOpaque)
        let recipes: [(CIImage) -> CIImage] = [
          { $0 }, { $0.applyingFilter("CIColorInvert") },
          { $0.clampedToExtent().transformed(by: CGAffineTransform(rotationAngle: 0.3)).cropped(to: known.extent) },
          {
            $0.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2]).cropped(
              to: known.extent)
          },
          {
            $0.cropped(to: CGRect(x: 9, y: 4, width: 11, height: 9)).transformed(
              by: CGAffineTransform(translationX: 3, y: 1))
          },
        ]
        for (index, recipe) in recipes.enumerated() {
          guard let here = try unlessUnread({ try KernelImageLoads.pixels(recipe(read), context) }) else {
            #expect([.r16, .rg16].contains(pixels))
            continue
          }
          let there = try KernelImageLoads.pixels(recipe(known), context)
          let worst = zip(here, there).map { distance($0, $1) }.max() ?? .infinity
          // Drivers convert integers to floats within one unit in the last place; on the host ten bits become sixteen.
          let allowed: Float = pixels == .rgb10 ? 2e-5 : 1e-6
          #expect(here.count == there.count && worst <= allowed, "VkFormat \(format.rawValue), \(index): \(worst)")
        }
      }
    }
  }

  @Test func formatsOfFewerComponentsAreWritten() throws {
    let (width, height) = (19, 7)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = CIImage(AppShaders.drawn(width, height), width, height)
      for (format, stored) in Self.otherFormats {
        let pixelBytes = try #require(stored.pixelFormat).bytesPerPixel
        let target = try app.image(
          format, width, height, holding: [UInt8](repeating: 0, count: width * height * pixelBytes))
        let vulkan = CIVulkanImage(device, target, format, width, height)
        let destination = try CIRenderDestination(vulkanImage: vulkan)
        destination.colorSpace = sRGB
        try context.startTask(toRender: image, to: destination).waitUntilCompleted()
        let memory = try CIRenderDestination(width: width, height: height, format: stored)
        memory.colorSpace = sRGB
        (memory.alphaMode, memory.isClamped) = (destination.alphaMode, destination.isClamped)
        try context.startTask(toRender: image, to: memory).waitUntilCompleted()
        let isSame =
          try app.bytes(of: target, width, height, bytesPerPixel: pixelBytes) == memory.withUnsafeBytes { [UInt8]($0) }
        #expect(isSame, "VkFormat \(format.rawValue)")
      }
      let odd = CIVulkanImage(
        device: device, image: app.app.pointee.device, format: VK_FORMAT_D32_SFLOAT, width: 1, height: 1,
        layout: VK_IMAGE_LAYOUT_GENERAL)
      #expect(throws: RenderError.self) { try CIRenderDestination(vulkanImage: odd) }
      #expect(throws: RenderError.self) { try CIImage(checked: odd) }
      #expect(CIImage(vulkanImage: odd).extent == CGRect.null)
    }
  }

  // MARK: Positions

  @Test func rowsAreTurnedWhereTheFirstIsTheBottomOne() throws {
    let (width, height) = (18, 11)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let bytes = AppShaders.drawn(width, height)
      var turned: [UInt8] = []
      for row in (0..<height).reversed() { turned += bytes[row * width * 4..<(row + 1) * width * 4] }
      var source = CIVulkanImage(
        device, try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: bytes), VK_FORMAT_R8G8B8A8_UNORM, width,
        height)
      let upright = try CIImage(vulkanImage: source).offline(context)
      #expect(upright == bytes)
      source.isFlipped = true
      let flipped = try CIImage(vulkanImage: source).offline(context)
      #expect(flipped == turned)

      let bitmap = CIImage(bytes, width, height)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height)
      var target = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, width, height)
      (target.layout, target.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      for isFlipped in [true, false] {
        target.isFlipped = isFlipped
        let destination = try CIRenderDestination(vulkanImage: target)
        #expect(destination.isFlipped == !isFlipped)
        try context.startTask(toRender: bitmap, to: destination).waitUntilCompleted()
        let written = try app.bytes(of: image, width, height)
        #expect(written == (isFlipped ? turned : bytes))
      }
    }
  }

  /// Parts of an image are read from and written to the correct positions.
  @Test func partsAreReadAndWrittenInTheirPlaces() throws {
    let (width, height) = (40, 24)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let bytes = AppShaders.drawn(width, height)
      let source = CIVulkanImage(
        device, try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: bytes), VK_FORMAT_R8G8B8A8_UNORM, width,
        height)
      // Seven columns from 13, five rows from the sixth below the top; moved one column and two rows from the corner.
      let part = CGRect(x: 13, y: 14, width: 7, height: 5)
      for isTopFirst in [true, false] {
        let target = try app.image(
          VK_FORMAT_R8G8B8A8_UNORM, 20, 16, holding: [UInt8](repeating: 9, count: 20 * 16 * 4))
        let destination = try CIRenderDestination(
          vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, 20, 16))
        destination.isFlipped = isTopFirst
        try context.startTask(
          toRender: CIImage(vulkanImage: source), from: part, to: destination, at: CGPoint(x: 1, y: 2)
        ).waitUntilCompleted()
        let written = try app.bytes(of: target, 20, 16)
        for y in 0..<16 {
          for x in 0..<20 {
            let isInside = (1..<8).contains(x) && (9..<14).contains(y)
            let at = ((y - 9 + 5) * width + x - 1 + 13) * 4
            let expected = isInside ? Array(bytes[at..<at + 4]) : [9, 9, 9, 9]
            let place = ((isTopFirst ? y : 15 - y) * 20 + x) * 4
            let found = Array(written[place..<place + 4])
            if found != expected { Issue.record("\(x), \(y): \(found), not \(expected)") }
          }
        }
      }
    }
  }

  @Test func aBufferTakesRowsAtItsOwnDistance() throws {
    let (width, height, rowBytes) = (10, 6, 52)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let buffer = try app.buffer(16 + rowBytes * height)
      memset(buffer.contents, 0, 16 + rowBytes * height)
      let image = CIImage(AppShaders.drawn(width, height), width, height)
      let destination = try CIRenderDestination(
        vulkanBuffer: buffer.buffer, offset: 16, width: width, height: height, bytesPerRow: rowBytes, format: .RGBA8,
        device: device, signal: CIVulkanSemaphore(app.app.pointee.timeline, value: app.nextValue()))
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      try app.wait()
      try app.running { app_host_barrier(app.app, $0) }
      let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer.contents, count: 16 + rowBytes * height))
      let expected = AppShaders.drawn(width, height)
      for row in 0..<height {
        let start = 16 + row * rowBytes
        let (written, behind) = (start..<start + width * 4, start + width * 4..<min(start + rowBytes, bytes.count))
        #expect(bytes[written] == expected[row * width * 4..<(row + 1) * width * 4])
        #expect(bytes[behind].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func alphaClearingAndDitherAreAsElsewhere() throws {
    let (width, height) = (24, 10)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let target = try app.image(
        VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: [UInt8](repeating: 7, count: width * height * 4))
      let image = CIImage(AppShaders.drawn(width, height), width, height).applyingFilter(
        "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.6)])
      for mode in [CIRenderDestinationAlphaMode.none, .premultiplied, .unpremultiplied] {
        for isDithered in [false, true] {
          let here = try CIRenderDestination(
            vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, width, height))
          let memory = try CIRenderDestination(width: width, height: height, format: .RGBA8)
          for destination in [here, memory] {
            (destination.alphaMode, destination.isDithered) = (mode, isDithered)
            try context.startTask(toRender: image, to: destination).waitUntilCompleted()
          }
          let isSame = try app.bytes(of: target, width, height) == memory.withUnsafeBytes { [UInt8]($0) }
          #expect(isSame, "\(mode), \(isDithered)")
          try context.startTask(toClear: here).waitUntilCompleted()
          let cleared = try app.bytes(of: target, width, height)
          let pixel: [UInt8] = mode == .none ? [0, 0, 0, 255] : [0, 0, 0, 0]
          #expect(cleared == (0..<width * height).flatMap { _ in pixel })
        }
      }
    }
  }

  @Test func aLateImageHasToBeWhatWasAnnounced() throws {
    struct NoImage: Error {}
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      let right = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
      let lower = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 7)
      let other = CIVulkanImage(device, image, VK_FORMAT_B8G8R8A8_UNORM, 8, 8)
      let answers: [@Sendable () throws -> CIVulkanImage] = [
        { throw NoImage() }, { lower }, { other }, { right },
      ]
      for (index, answer) in answers.enumerated() {
        let destination = try CIRenderDestination(
          width: 8, height: 8, format: VK_FORMAT_R8G8B8A8_UNORM, device: device, imageProvider: answer)
        if index == answers.count - 1 {
          try context.startTask(toRender: .black, to: destination).waitUntilCompleted()
        } else {
          #expect {
            try context.startTask(toRender: .black, to: destination)
          } throws: { error in
            if case RenderError.invalidArgument(let text) = error {
              index == 0 ? text.contains("NoImage") : text.contains("8x8") && text.contains("(got ")
            } else {
              false
            }
          }
        }
        #expect(context.inFlight.byteCount == 0)
      }
      let written = try app.bytes(of: image, 8, 8)
      #expect(written == (0..<64).flatMap { _ in [0, 0, 0, 255] as [UInt8] })
    }
  }

  @Test func theOwnerOfAnImageStaysAsLongAsItsRenders() throws {
    final class Owner: Sendable {}
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      weak var known: Owner?
      var recording: CIVulkanRecording?
      let commands = try #require(app_begin(app.app))
      func record() throws {
        let owner = Owner()
        known = owner
        var vulkan = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
        vulkan.owner = owner
        let source = CIImage(vulkanImage: vulkan)
        vulkan.owner = nil
        recording = try context.render(
          source.shaped, to: vulkan, commandBuffer: commands, bounds: source.extent, colorSpace: sRGB)
      }
      try record()
      #expect(known != nil)
      try app.submit(commands)
      try app.wait()
      recording?.complete()
      #expect(known == nil)
    }
  }

  // MARK: Order

  /// A parameter changes over many frames: no kernel and no plan is created after the first, and memory is constant.
  @Test func manyFramesTakeNoMoreThanTheFirst() throws {
    let size = 64
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let (drawn, shown) = (
        try app.image(VK_FORMAT_R8G8B8A8_UNORM, size, size, holding: AppShaders.drawn(size, size)),
        try app.image(VK_FORMAT_R8G8B8A8_UNORM, size, size)
      )
      let source = CIImage(vulkanImage: CIVulkanImage(device, drawn, VK_FORMAT_R8G8B8A8_UNORM, size, size))
      var target = CIVulkanImage(device, shown, VK_FORMAT_R8G8B8A8_UNORM, size, size)
      (target.layout, target.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      let destination = try CIRenderDestination(vulkanImage: target)
      var memory = 0
      for frame in 0..<300 {
        let image = source.applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double(frame) / 100])
          .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4]).applyingFilter("CIVibrance")
          .cropped(to: source.extent)
        let info = try context.startTask(toRender: image, to: destination).waitUntilCompleted()
        if frame == 2 { memory = context.memoryByteCount }
        if frame > 2 {
          #expect(info.statistics.programsCompiled == 0 && info.statistics.planMisses == 0)
          #expect(context.memoryByteCount == memory)
        }
      }
    }
  }

  /// The app's commands, a task and the app's next commands are ordered by semaphores only.
  @Test func tasksWaitForTheAppAndTheAppForThem() throws {
    let (width, height) = (16, 16)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let timeline = try #require(app.app.pointee.timeline)
      let clear = [UInt8](repeating: 0, count: width * height * 4)
      let images = try (0..<2).map { _ in try app.image(VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: clear) }
      let result = try app.buffer(width * height * 4)

      let first = try #require(app_begin(app.app))
      app_clear(app.app, first, images[0].image, VK_IMAGE_LAYOUT_GENERAL, 1, 0.2, 0.4, 1)
      let drawn = try app.submit(first)
      var source = CIVulkanImage(device, images[0], VK_FORMAT_R8G8B8A8_UNORM, width, height)
      source.wait = CIVulkanSemaphore(timeline, value: drawn)
      var target = CIVulkanImage(device, images[1], VK_FORMAT_R8G8B8A8_UNORM, width, height)
      let rendered = app.nextValue()
      target.signal = CIVulkanSemaphore(timeline, value: rendered)
      let image = CIImage(vulkanImage: source).applyingFilter("CIColorInvert")
      let task = try context.startTask(toRender: image, to: CIRenderDestination(vulkanImage: target))
      let last = try #require(app_begin(app.app))
      app_read(app.app, last, images[1].image, VK_IMAGE_LAYOUT_GENERAL, UInt32(width), UInt32(height), result)
      app_host_barrier(app.app, last)
      _ = try device.withQueue { _ in try app.submit(last, after: rendered) }
      try app.wait()
      try task.waitUntilCompleted()
      let bytes = [UInt8](UnsafeRawBufferPointer(start: result.contents, count: width * height * 4))
      let expected = try CIImage(
        (0..<width * height).flatMap { _ in [255, 51, 102, 255] as [UInt8] }, width, height
      ).applyingFilter("CIColorInvert").offline()
      #expect(difference(bytes, expected) <= 1)

      source.wait = CIVulkanSemaphore(timeline)
      #expect(throws: RenderError.self) { try CIImage(checked: source) }
    }
  }

  /// The contents are those at the execution of the commands, not those of an earlier render.
  @Test func eachRenderReadsTheImageAnew() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      let recipe = CIImage(vulkanImage: CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8))
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2]).cropped(
          to: CGRect(x: 3, y: 3, width: 2, height: 2))
      for level: Float in [0, 1, 0, 1] {
        try app.running { app_clear(app.app, $0, image.image, VK_IMAGE_LAYOUT_GENERAL, level, level, level, level) }
        let red = try recipe.offline(context)[0]
        #expect(level == 0 ? red == 0 : red > 100)
      }
    }
  }

  @Test func imagesOfOtherDevicesAreRefused() throws {
    try SharedApp.run { app in
      let (device, other) = (try app.device(), try app.device())
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      let vulkan = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
      for context in [try CIContext(vulkanDevice: other)]
        + Backend.contextNames.map({ CIContext(options: [.backend: $0]) })
      {
        #expect(throws: RenderError.self) { try CIImage(vulkanImage: vulkan).shaped.offline(context) }
        #expect(throws: RenderError.self) {
          try context.startTask(toRender: .black, to: CIRenderDestination(vulkanImage: vulkan))
        }
      }
    }
  }
}
