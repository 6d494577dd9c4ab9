import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import TestContexts
import TestSupport
import Testing

/// Tests of buffers with interleaved components, as sources and destinations.
@Suite struct InterleavedBufferTests {
  static let formats: [OSType] = [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ABGR,
    kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_ARGB2101010LEPacked,
    kCVPixelFormatType_64RGBALE, kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_128RGBAFloat,
    kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent16, kCVPixelFormatType_OneComponent16Half,
    kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_TwoComponent16,
    kCVPixelFormatType_TwoComponent16Half, kCVPixelFormatType_TwoComponent32Float, kCVPixelFormatType_DepthFloat16,
    kCVPixelFormatType_DisparityFloat32,
  ]

  @Test(arguments: formats) func colorsAreThoseOfTheDefinition(_ format: OSType) throws {
    let buffer = try filled(format, 13, 7, seed: 1)
    let expected = try buffer.withPlanes(writing: false) { $0.colors(YCbCrConversion(.bt709)) }
    let image = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()])
    for name in Backend.contextNames {
      let colors = try floats(of: image, CIContext(options: [.backend: name]))
      let worst = zip(colors, expected).map { distance($0, $1) }.max() ?? .infinity
      // Devices store ten bits as sixteen: half a step of these is 7.6e-6.
      #expect(worst < 1e-5, "\(name) \(buffer): \(worst)")
    }
  }

  @Test(arguments: formats) func thereAndBackLosesNothing(_ format: OSType) throws {
    let buffer = try filled(format, 13, 7, seed: 2)
    // Premultiplied colours do not exceed their alpha.
    CVBufferSetAttachment(buffer, kCVImageBufferAlphaChannelIsOpaque, kCFBooleanTrue, .shouldPropagate)
    let image = CIImage(cvPixelBuffer: buffer).cropped(to: CGRect(x: 0, y: 0, width: 13, height: 7))
      .applyingFilter("CIColorInvert").applyingFilter("CIColorInvert")
    let copy = try CVPixelBuffer(width: 13, height: 7, pixelFormat: format)
    Backend.context().render(image, to: copy)
    let components = buffer.layout.components
    let count = 13 * 7
    for (index, component) in components.enumerated() where component.meaning != .alpha {
      let range = index * count..<(index + 1) * count
      let worst = zip(try numbers(of: copy)[range], try numbers(of: buffer)[range]).map { abs($0 - $1) }.max()!
      // Through linear light and back in half floats: a step of 11 bits.
      #expect(
        worst <= (component.format.greatestSample.map { max(1, $0 / 1024) } ?? 2e-3), "\(buffer) \(component.meaning)")
    }
  }

  @Test func theLowerLeftIsTheOrigin() throws {
    let buffer = try CVPixelBuffer(width: 4, height: 3, pixelFormat: kCVPixelFormatType_32BGRA)
    let dot = CIImage(color: .red).cropped(to: CGRect(x: 1, y: 0, width: 1, height: 1))
    Backend.context().render(dot, to: buffer)
    try buffer.withPlanes(writing: false) { planes in
      for y in 0..<3 {
        for x in 0..<4 {
          let red = planes.sample(planes.layout.component(.red)!, column: x, row: y)
          #expect(red == (x == 1 && y == 2 ? 255 : 0))
        }
      }
    }
  }

  @Test func straightAlphaIsReadAndWritten() throws {
    let buffer = try CVPixelBuffer(width: 1, height: 1, pixelFormat: kCVPixelFormatType_32RGBA)
    CVBufferSetAttachment(
      buffer, kCVImageBufferAlphaChannelModeKey, kCVImageBufferAlphaChannelMode_StraightAlpha, .shouldPropagate)
    let space = CGColorSpace(name: CGColorSpace.sRGB)!
    let half = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0, alpha: 0.5, colorSpace: space)!)
    Backend.context().render(half, to: buffer)
    #expect(try numbers(of: buffer) == [255, 128, 0, 128])
    let color = try floats(
      of: CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()]), Backend.context())[0]
    let alpha = Float(128) / 255
    #expect(distance(color, [alpha, alpha * alpha, 0, alpha]) < 1e-5)
  }

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_64RGBALE])
  func alphaThatMeansNothingIsOne(_ format: OSType) throws {
    let buffer = try CVPixelBuffer(width: 2, height: 1, pixelFormat: format)
    try fill(buffer, codes: [51, 51, 51, 51])
    CVBufferSetAttachment(buffer, kCVImageBufferAlphaChannelIsOpaque, kCFBooleanTrue, .shouldPropagate)
    let grey = format == kCVPixelFormatType_32BGRA ? Float(51) / 255 : Float(51) / 65535
    for name in Backend.contextNames {
      let context = CIContext(options: [.backend: name])
      let unmanaged = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()])
      #expect(distance(try floats(of: unmanaged, context)[1], [grey, grey, grey, 1]) < 1e-5, "\(name)")
      #expect(try floats(of: CIImage(cvPixelBuffer: buffer), context)[0].w == 1, "\(name)")
    }
  }

  /// A pool reuses memory only after no render reads it any more.
  @Test func buffersInUseAreNotHandedOut() throws {
    let pool = try CVPixelBufferPool(
      bufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16,
        kCVPixelBufferHeightKey: 16,
      ] as CFDictionary)
    var first: CVPixelBuffer? = try pool.pixelBuffer()
    try fill(first!, codes: [255, 255, 255, 255])
    let image = CIImage(cvPixelBuffer: first!)
    first = nil
    let second = try pool.pixelBuffer()
    try fill(second, codes: [0, 0, 0, 0])
    #expect(try floats(of: image, Backend.context())[0].x > 0.99)
  }
}
