import CoreImage
import CoreVideo
import Foundation
import TestContexts
import TestSupport
import Testing

/// Tests of surfaces as images and destinations.
@Suite struct SurfaceImageTests {
  private func surface(_ format: OSType, _ width: Int, _ height: Int, seed: UInt64) throws -> IOSurface {
    let attributes = [kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any]]
    let buffer = try CVPixelBuffer(
      width: width, height: height, pixelFormat: format, attributes: attributes as CFDictionary)
    let random = try filled(format, width, height, seed: seed)
    Backend.context().render(CIImage(cvPixelBuffer: random), to: buffer)
    #expect(try numbers(of: buffer) == numbers(of: random))
    return try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
  }

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
  func aSurfaceIsTheImageOfABufferOnIt(format: OSType) throws {
    let surface = try surface(format, 14, 6, seed: 3)
    let image = CIImage(ioSurface: surface)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 14, height: 6))
    let context = Backend.context()
    #expect(try floats(of: image, context) == floats(of: CIImage(cvPixelBuffer: try CVPixelBuffer(surface)), context))
    // The next render shows what another process writes: the same file by another descriptor.
    let descriptor = try surface.makeFileDescriptor()
    defer { close(descriptor) }
    let other = try IOSurface(fileDescriptor: descriptor)
    context.render(CIImage.black, to: other, bounds: image.extent, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    #expect(try floats(of: image, context).allSatisfy { abs($0.x) < 1e-2 && $0.w == 1 })
  }

  @Test func aRenderStaysWithinItsBounds() throws {
    let surface = try surface(kCVPixelFormatType_32BGRA, 8, 8, seed: 4)
    let buffer = try CVPixelBuffer(surface)
    let image = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()])
    let before = try floats(of: image, Backend.context())
    Backend.context().render(
      .red, to: surface, bounds: CGRect(x: 0, y: 0, width: 4, height: 8),
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    let after = try floats(of: image, Backend.context())
    for (index, (old, new)) in zip(before, after).enumerated() {
      if index % 8 < 4 {
        #expect(new == [1, 0, 0, 1])
      } else {
        #expect(new == old)
      }
    }
  }

  @Test func aTaskRendersIntoASurface() throws {
    let surface = try surface(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 16, 8, seed: 5)
    let destination = CIRenderDestination(ioSurface: surface)
    #expect(destination.width == 16 && destination.height == 8 && destination.alphaMode == .none)
    try Backend.context().startTask(toRender: .white, to: destination).waitUntilCompleted()
    // White of the video range.
    try CVPixelBuffer(surface).withPlanes(writing: false) { planes in
      #expect(planes.sample(planes.layout.component(.luma)!, column: 7, row: 3) == 235)
    }
  }

  @Test func surfacesThatAreNoImageAreRefused() throws {
    let bare = try IOSurface(validating: [.width: 4, .height: 4, .bytesPerElement: 4])
    #expect(throws: RenderError.self) { try CIImage(checked: bare) }
    #expect(CIImage(ioSurface: bare).extent.isNull)
    let rect = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(throws: RenderError.self) {
      try Backend.context().render(checked: .red, to: bare, bounds: rect, colorSpace: nil)
    }
    #expect {
      try Backend.context().startTask(toRender: .red, to: CIRenderDestination(ioSurface: bare))
    } throws: {
      "\($0)".contains("cannot be used as an image")
    }
  }
}
