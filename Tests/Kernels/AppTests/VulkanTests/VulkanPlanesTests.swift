import CVulkan
import CoreImage
import CoreVideo
import Foundation
import ImageGraph
import TestContexts
import TestSupport
import Testing
import VulkanApp

/// Video planes as images of an app's device.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct VulkanPlanesTests {
  /// Returns the buffer's planes as images of the device.
  private func planes(of buffer: CVPixelBuffer, _ app: SharedApp, _ device: CIVulkanDevice) throws -> [CIVulkanImage] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let bytesPerNumber = buffer.layout.component(.luma)?.format.depth == 8 ? 1 : 2
    return try (0..<CVPixelBufferGetPlaneCount(buffer)).map { plane in
      let (width, height) = (
        CVPixelBufferGetWidthOfPlane(buffer, plane), CVPixelBufferGetHeightOfPlane(buffer, plane)
      )
      let isPair = plane == 1 && CVPixelBufferGetPlaneCount(buffer) == 2
      let (start, rowBytes) = (
        try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)),
        CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      )
      let bytes = (0..<height).flatMap { row in
        [UInt8](
          UnsafeRawBufferPointer(start: start + row * rowBytes, count: width * bytesPerNumber * (isPair ? 2 : 1)))
      }
      let format =
        bytesPerNumber == 1
        ? (isPair ? VK_FORMAT_R8G8_UNORM : VK_FORMAT_R8_UNORM)
        : (isPair ? VK_FORMAT_R16G16_UNORM : VK_FORMAT_R16_UNORM)
      return CIVulkanImage(
        device, try app.image(format, width, height, holding: bytes), format, width, height)
    }
  }

  /// The colours are those of a buffer with these planes, for any chroma quality, and the sample values round-trip.
  @Test(arguments: [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
  ])
  func planesAreTheImageOfABuffer(_ format: OSType) throws {
    _ = try unlessUnread { try expectPlanesAreTheImage(format) }
  }

  private func expectPlanesAreTheImage(_ format: OSType) throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device, options: [.workingFormat: CIFormat.RGBAf])
      for (width, height) in [(1, 1), (23, 14), (40, 31)] {
        let buffer = try filled(format, width, height, seed: UInt64(width))
        let attachments: [CFString: Any] = [
          kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
          kCVImageBufferChromaLocationTopFieldKey: kCVImageBufferChromaLocation_TopLeft,
        ]
        CVBufferSetAttachments(buffer, attachments as CFDictionary, .shouldPropagate)
        let images = try planes(of: buffer, app, device)
        for quality in [CIChromaQuality.automatic, .exact] {
          let options: [CIImageOption: Any] = [.chromaQuality: quality]
          let image = try CIImage(
            vulkanPlanes: images, pixelFormat: format, attachments: attachments as CFDictionary, options: options)
          let known = CIImage(cvPixelBuffer: buffer, options: options)
          #expect(image.extent == known.extent && image.isOpaque)
          let (here, there) = (try KernelImageLoads.pixels(image, context), try KernelImageLoads.pixels(known, context))
          #expect(here == there, "\(width)x\(height) \(quality)")
        }
        let result = try CVPixelBuffer.like(buffer)
        try context.startTask(
          toRender: CIImage(vulkanPlanes: images, pixelFormat: format, attachments: attachments as CFDictionary),
          to: CIRenderDestination(pixelBuffer: result)
        ).waitUntilCompleted()
        #expect(try numbers(of: result) == numbers(of: buffer), "\(width)x\(height)")
      }
    }
  }

  @Test func planesThatAreNotThoseOfTheFormatAreRefused() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    try SharedApp.run { app in
      let device = try app.device()
      let buffer = try filled(format, 8, 6, seed: 1)
      let images = try planes(of: buffer, app, device)
      let other = try planes(of: filled(format, 10, 6, seed: 1), app, device)
      let cases: [([CIVulkanImage], OSType, String)] = [
        ([], format, "one or more images"), ([images[0]], format, "2 planes (got 1)"),
        ([images[0], images[0]], format, "4x3 pixels as rg8"), ([images[0], other[1]], format, "4x3"),
        (images, kCVPixelFormatType_420YpCbCr8Planar, "3 planes (got 2)"),
        (images, kCVPixelFormatType_32BGRA, "no planes"),
        (images, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "as r16"),
      ]
      for (planes, format, word) in cases {
        let error = #expect(throws: RenderError.self) { try CIImage(vulkanPlanes: planes, pixelFormat: format) }
        #expect("\(error!)".contains(word), "\(error!)")
      }
    }
  }
}
