import CVulkan
import CoreImage
import CoreVideo
import Foundation
import ImageGraph
import RandomNumbers
import Synchronization
import TestSupport
import Testing
import VulkanApp

/// Properties of a destination have the same effect for all kinds of memory.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct DestinationKindTests {
  private static let (width, height) = (22, 13)

  /// The kinds of memory for pixels.
  private enum Kind: CaseIterable {
    case bitmap, own, pixelBuffer, surface, image, lateImage, deviceBuffer
  }

  private struct Format {
    let stored: CIFormat, vulkan: VkFormat, buffer: OSType, bytesPerPixel: Int

    static let bytes = Format(
      stored: .RGBA8, vulkan: VK_FORMAT_R8G8B8A8_UNORM, buffer: kCVPixelFormatType_32RGBA, bytesPerPixel: 4)
    static let halves = Format(
      stored: .RGBAh, vulkan: VK_FORMAT_R16G16B16A16_SFLOAT, buffer: kCVPixelFormatType_64RGBAHalf, bytesPerPixel: 8)
  }

  /// A destination, with a function that returns its bytes, row after row.
  private struct RenderTarget {
    let destination: CIRenderDestination
    let bytes: () throws -> [UInt8]
  }

  /// A row of the table of properties.
  private struct Row: CustomStringConvertible {
    var format = Format.bytes
    var isFlipped = true
    var alphaMode = CIRenderDestinationAlphaMode.premultiplied
    var isDithered = false
    var isClamped = true
    var blend: CIBlendKernel?
    var blendsThere = false

    func configure(_ destination: CIRenderDestination) {
      destination.isFlipped = isFlipped
      destination.alphaMode = alphaMode
      destination.isDithered = isDithered
      destination.isClamped = isClamped
      destination.blendKernel = blend
      destination.blendsInDestinationColorSpace = blendsThere
    }

    var description: String {
      "\(format.stored) flipped \(isFlipped), alpha \(alphaMode), dithered \(isDithered), clamped \(isClamped), "
        + "blend \(blend.map { _ in blendsThere ? "there" : "in the working space" } ?? "none")"
    }
  }

  private static let rows: [Row] = {
    var rows: [Row] = []
    for isFlipped in [true, false] {
      for alphaMode in [CIRenderDestinationAlphaMode.none, .premultiplied, .unpremultiplied] {
        rows.append(Row(isFlipped: isFlipped, alphaMode: alphaMode))
        rows.append(Row(isFlipped: isFlipped, alphaMode: alphaMode, isDithered: true))
        rows.append(Row(isFlipped: isFlipped, alphaMode: alphaMode, blend: .sourceOver))
        rows.append(Row(isFlipped: isFlipped, alphaMode: alphaMode, blend: .multiply, blendsThere: true))
      }
      for isClamped in [true, false] {
        rows.append(Row(format: .halves, isFlipped: isFlipped, isClamped: isClamped))
        rows.append(Row(format: .halves, isFlipped: isFlipped, isClamped: isClamped, blend: .screen))
      }
    }
    return rows
  }()

  private func renderTarget(_ kind: Kind, _ format: Format, _ app: SharedApp, _ device: CIVulkanDevice) throws
    -> RenderTarget
  {
    let (width, height) = (Self.width, Self.height)
    let count = width * height * format.bytesPerPixel
    switch kind {
    case .own:
      let destination = try CIRenderDestination(width: width, height: height, format: format.stored)
      return RenderTarget(destination: destination) { destination.withUnsafeBytes { [UInt8]($0) } }
    case .bitmap:
      let memory = try PixelBuffer(width: width, height: height, format: try #require(format.stored.pixelFormat))
      let destination = CIRenderDestination(
        bitmapData: memory.bytes, width: width, height: height, bytesPerRow: memory.rowBytes, format: format.stored)
      return RenderTarget(destination: destination) {
        [UInt8](UnsafeRawBufferPointer(start: memory.bytes, count: count))
      }
    case .pixelBuffer, .surface:
      let attributes = kind == .surface ? [kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any]] : [:]
      let buffer = try CVPixelBuffer(
        width: width, height: height, pixelFormat: format.buffer, attributes: attributes as CFDictionary)
      let destination =
        kind == .pixelBuffer
        ? CIRenderDestination(pixelBuffer: buffer)
        : CIRenderDestination(ioSurface: try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue())
      return RenderTarget(destination: destination) {
        let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let start = try #require(CVPixelBufferGetBaseAddress(buffer))
        return (0..<height).flatMap { row in
          [UInt8](UnsafeRawBufferPointer(start: start + row * rowBytes, count: width * format.bytesPerPixel))
        }
      }
    case .image, .lateImage:
      let image = try app.image(format.vulkan, width, height, holding: [UInt8](repeating: 0, count: count))
      let vulkan = CIVulkanImage(device, image, format.vulkan, width, height)
      let destination =
        try kind == .image
        ? CIRenderDestination(vulkanImage: vulkan)
        : CIRenderDestination(width: width, height: height, format: format.vulkan, device: device) { vulkan }
      return RenderTarget(destination: destination) {
        try app.bytes(of: image, width, height, bytesPerPixel: format.bytesPerPixel)
      }
    case .deviceBuffer:
      let rowBytes = width * format.bytesPerPixel + 20
      let buffer = try app.buffer(8 + rowBytes * height)
      let destination = try CIRenderDestination(
        vulkanBuffer: buffer.buffer, offset: 8, width: width, height: height, bytesPerRow: rowBytes,
        format: format.stored, device: device)
      return RenderTarget(destination: destination) {
        try app.running { app_host_barrier(app.app, $0) }
        return (0..<height).flatMap { row in
          [UInt8](
            UnsafeRawBufferPointer(
              start: buffer.contents + 8 + row * rowBytes, count: width * format.bytesPerPixel))
        }
      }
    }
  }

  /// Partly clear colours, some beyond the range of integer formats.
  private func image(_ seed: UInt64) throws -> CIImage {
    var random = SplitMix(seed: seed)
    let pixels = try PixelBuffer(width: Self.width, height: Self.height, format: .rgbaf)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let alpha = Float.random(in: 0.2...1, using: &random)
        pixels.store(
          SIMD4(SIMD3<Float>.random(in: -0.2...1.6, using: &random) * alpha, alpha), x: x, y: y)
      }
    }
    return CIImage(node: .source(Source(pixels, colorSpace: nil, alpha: .premultiplied)))
  }

  /// Renders a whole image, then a part of another one with the row's properties; returns the bytes.
  private func written(_ row: Row, to renderTarget: RenderTarget, _ context: CIContext) throws -> [UInt8] {
    renderTarget.destination.colorSpace =
      row.format.bytesPerPixel == 4 ? sRGB : CGColorSpace(name: CGColorSpace.extendedSRGB)
    var plain = row
    (plain.blend, plain.isDithered) = (nil, false)
    plain.configure(renderTarget.destination)
    try context.startTask(toRender: image(1), to: renderTarget.destination).waitUntilCompleted()
    row.configure(renderTarget.destination)
    let part = CGRect(x: 2, y: 1, width: Self.width - 5, height: Self.height - 3)
    try context.startTask(toRender: image(2), from: part, to: renderTarget.destination, at: CGPoint(x: 3, y: 2))
      .waitUntilCompleted()
    return try renderTarget.bytes()
  }

  @Test func propertiesDoTheSameForAllKinds() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      var known: [String: [UInt8]] = [:]
      for row in Self.rows {
        let expected = try written(row, to: renderTarget(.own, row.format, app, device), context)
        for kind in Kind.allCases where kind != .own {
          let bytes = try written(row, to: renderTarget(kind, row.format, app, device), context)
          // If the first row is the lowest, memory is flipped in the copy, other destinations by their recipes: then
          // the pattern of dithering is flipped too, and an affine map reads floats that may differ in their last
          // place.
          let isSame = row.isFlipped ? bytes == expected : steps(bytes, expected, row.format) <= 1
          #expect(isSame, "\(kind): \(row): \(steps(bytes, expected, row.format)) steps")
        }
        known["\(row)"] = expected
      }
      // Each property has an effect: no two rows of one format are the same.
      #expect(Set(known.values).count == known.count)
    }
  }

  /// Returns the largest difference, in steps of the format's sample values.
  private func steps(_ bytes: [UInt8], _ others: [UInt8], _ format: Format) -> Int {
    if format.bytesPerPixel == 4 { return difference(bytes, others) }
    func places(_ bytes: [UInt8]) -> [Int] {
      bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map { $0 & 0x8000 == 0 ? Int($0) : -Int($0 & 0x7fff) } }
    }
    return bytes.count == others.count ? zip(places(bytes), places(others)).map { abs($0 - $1) }.max() ?? 0 : .max
  }

  // MARK: Blending in place

  /// The image is requested once, before the dispatches that read it, and its semaphores are those of one frame.
  @Test func whatALateImageShowsIsBlendedWith() throws {
    let (width, height) = (Self.width, Self.height)
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let timeline = try #require(app.app.pointee.timeline)
      let image = try app.image(
        VK_FORMAT_R8G8B8A8_UNORM, width, height, holding: [UInt8](repeating: 0, count: width * height * 4))
      let commands = try #require(app_begin(app.app))
      app_clear(app.app, commands, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, 0, 0, 1)
      var shown = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, width, height)
      shown.wait = CIVulkanSemaphore(timeline, value: try app.submit(commands))
      let answer = shown
      let requests = Mutex(0)
      let destination = try CIRenderDestination(
        width: width, height: height, format: VK_FORMAT_R8G8B8A8_UNORM, device: device
      ) {
        requests.withLock { $0 += 1 }
        return answer
      }
      destination.blendKernel = .sourceOver
      let half = CIImage(color: CIColor(red: 0, green: 0, blue: 1, alpha: 0.5)).cropped(
        to: CGRect(x: 0, y: 0, width: width, height: height))
      let estimate = try context.estimateRender(half, from: half.extent, to: destination, at: .zero)
      try context.prepareRender(half, from: half.extent, to: destination, at: .zero)
      #expect(estimate.plannedPassCount > 0 && requests.withLock { $0 } == 0)
      try context.startTask(toRender: half, to: destination).waitUntilCompleted()
      #expect(requests.withLock { $0 } == 1)
      // Mixed in linear light, 0.5 is encoded as 188.
      let written = try app.bytes(of: image, width, height)
      #expect(written == (0..<width * height).flatMap { _ in [188, 0, 188, 255] as [UInt8] })
    }
  }

  /// Tasks on one image follow each other without a wait in the app, in tiles too.
  @Test(arguments: [nil, 1] as [Double?]) func tasksBlendOneAfterAnother(megabytes: Double?) throws {
    let size = megabytes == nil ? 64 : 512
    try SharedApp.run { app in
      let device = try app.device()
      let options: [CIContextOption: Any] = megabytes.map { [.memoryTarget: $0] } ?? [:]
      let context = try CIContext(vulkanDevice: device, options: options)
      let image = try app.image(VK_FORMAT_R32G32B32A32_SFLOAT, size, size)
      try app.running { commands in
        app_layout(app.app, commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
        app_clear(app.app, commands, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, 1, 1, 1)
      }
      let destination = try CIRenderDestination(
        vulkanImage: CIVulkanImage(device, image, VK_FORMAT_R32G32B32A32_SFLOAT, size, size))
      (destination.blendKernel, destination.colorSpace) = (.multiply, nil)
      let area = CGRect(x: 0, y: 0, width: size, height: size)
      let dark = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(to: area)
        .applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
      let tasks = try (0..<4).map { _ in try context.startTask(toRender: dark, to: destination) }
      for task in tasks { try task.waitUntilCompleted() }
      let bytes = try app.bytes(of: image, size, size, bytesPerPixel: 16)
      let floats = bytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
      // Powers of two are exact in halves.
      let isRight = floats.enumerated().allSatisfy { $1 == ($0 % 4 == 3 ? 1 : 0.0625) }
      #expect(isRight, "\(floats.prefix(4))")
    }
  }

  @Test func whatCannotBeBlendedWithIsRefused() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      let buffer = try app.buffer(64)
      var undefined = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
      (undefined.layout, undefined.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      var foreign = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
      foreign.queueFamilyIndex = device.queueFamilyIndex + 1
      let destinations: [(CIRenderDestination, String)] = [
        (try CIRenderDestination(vulkanImage: undefined), "layout"),
        (try CIRenderDestination(vulkanImage: foreign), "queue family"),
        (
          try CIRenderDestination(
            vulkanBuffer: buffer.buffer, offset: 0, width: 8, height: 8, bytesPerRow: 8, format: .L8, device: device),
          "l8"
        ),
      ]
      for (destination, word) in destinations {
        destination.blendKernel = .sourceOver
        let error = #expect(throws: RenderError.self) { try context.startTask(toRender: .black, to: destination) }
        #expect("\(error!)".contains(word), "\(error!)")
      }
      #expect(context.inFlight.byteCount == 0)
    }
  }

  // MARK: The end of a use

  /// An app is notified once for each use that its image is free, and not before.
  @Test func theEndOfEachUseIsReported() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, holding: [UInt8](repeating: 0, count: 256))
      let notifications = Mutex(0)
      let count = { notifications.withLock { $0 } }
      var vulkan = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 8, 8)
      vulkan.release = { notifications.withLock { $0 += 1 } }
      func read() throws {
        let source = CIImage(vulkanImage: vulkan)
        _ = try source.shaped.offline(context)
        #expect(count() == 0)
        // Cached recipes do not retain the image.
        _ = try source.shaped.offline(context)
      }
      try read()
      #expect(count() == 1)

      func write() throws {
        let destination = try CIRenderDestination(vulkanImage: vulkan)
        for _ in 0..<2 { try context.startTask(toRender: .black, to: destination).waitUntilCompleted() }
        #expect(count() == 1)
      }
      try write()
      context.waitForTasks()
      #expect(count() == 2)

      let answer = vulkan
      let late = try CIRenderDestination(
        width: 8, height: 8, format: VK_FORMAT_R8G8B8A8_UNORM, device: device
      ) { answer }
      for _ in 0..<2 { try context.startTask(toRender: .black, to: late).waitUntilCompleted() }
      context.waitForTasks()
      #expect(count() == 4)

      let commands = try #require(app_begin(app.app))
      let recording = try context.render(
        .black, to: vulkan, commandBuffer: commands, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), colorSpace: sRGB)
      try app.submit(commands)
      try app.wait()
      #expect(count() == 4)
      recording.complete()
      #expect(count() == 5)
    }
  }
}
