import CoreGraphics
import Foundation
import Testing

/// Images of the caller's bytes.
@Suite struct ImageTests {
  private let sRGB = CGColorSpaceCreateDeviceRGB()
  private let grey = CGColorSpaceCreateDeviceGray()

  private func image(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, pixel: Int, row: Int, space: CGColorSpace,
    _ info: UInt32, decode: [CGFloat]? = nil
  ) throws -> CGImage? {
    let provider = try #require(CGDataProvider(data: NSData(data: Data(bytes))))
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGImage(
        width: width, height: height, bitsPerComponent: bits, bitsPerPixel: pixel, bytesPerRow: row, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: decode, shouldInterpolate: true,
        intent: .defaultIntent)
    }
    return decode.map { $0.withUnsafeBufferPointer { make($0.baseAddress) } } ?? make(nil)
  }

  /// Returns the pixels of the image, drawn at its size.
  private func drawn(_ image: CGImage?) throws -> [[UInt8]] {
    let image = try #require(image)
    let canvas = try Canvas(image.width, image.height)
    canvas.context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    return try (0..<image.height).flatMap { y in
      try (0..<image.width).map { x in try canvas.pixel(x, image.height - 1 - y) }
    }
  }

  @Test func layoutsAreReadAsSpecified() throws {
    let orange: [UInt8] = [255, 153, 51, 255]
    let alpha = { (info: CGImageAlphaInfo) in info.rawValue }
    let little = CGBitmapInfo.byteOrder32Little.rawValue
    #expect(try drawn(image([255, 153, 51], 1, 1, bits: 8, pixel: 24, row: 3, space: sRGB, alpha(.none))) == [orange])
    #expect(
      try drawn(image([9, 255, 153, 51], 1, 1, bits: 8, pixel: 32, row: 4, space: sRGB, alpha(.noneSkipFirst)))
        == [orange])
    #expect(
      try drawn(
        image([51, 153, 255, 9], 1, 1, bits: 8, pixel: 32, row: 4, space: sRGB, alpha(.noneSkipFirst) | little))
        == [orange])
    #expect(
      try drawn(image([255, 153, 51, 128], 1, 1, bits: 8, pixel: 32, row: 4, space: sRGB, alpha(.last)))
        == [[128, 77, 26, 128]])
    // Big-endian without an explicit byte order.
    #expect(
      try drawn(image([0xFF, 0xFF, 0x99, 0x99, 0x33, 0x33], 1, 1, bits: 16, pixel: 48, row: 6, space: sRGB, 0))
        == [orange])
    let floats: [UInt8] = ([1, 0.6, 0.2, 1] as [Float]).flatMap { number -> [UInt8] in
      withUnsafeBytes(of: number) { Array($0) }
    }
    #expect(
      try drawn(
        image(
          floats, 1, 1, bits: 32, pixel: 128, row: 16, space: sRGB,
          alpha(.premultipliedLast) | CGBitmapInfo.floatComponents.rawValue)) == [orange])
  }

  @Test func bitsAreReadFromTheHighEndAndDecoded() throws {
    let bits = try image([0b1010_0000, 0b0110_0000], 3, 2, bits: 1, pixel: 1, row: 1, space: grey, 0)
    #expect(try drawn(bits).map { $0[0] } == [255, 0, 255, 0, 255, 255])
    let turned = try image(
      [0b1010_0000, 0b0110_0000], 3, 2, bits: 1, pixel: 1, row: 1, space: grey, 0, decode: [1, 0])
    #expect(try drawn(turned).map { $0[0] } == [0, 255, 0, 255, 0, 0])
  }

  @Test func anImageReportsTheArgumentsOfItsInitializer() throws {
    let bytes: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
    let image = try #require(try image(bytes, 1, 2, bits: 8, pixel: 24, row: 4, space: sRGB, 0))
    #expect(image.bitsPerPixel == 24 && image.bytesPerRow == 4 && image.alphaInfo == .none && image.decode == nil)
    #expect(image.dataProvider?.data.map { [UInt8](Data(referencing: $0)) } == bytes)
    #expect(!image.isMask && image.shouldInterpolate && image.renderingIntent == .defaultIntent)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(image.copy(colorSpace: p3)?.colorSpace == p3 && image.copy(colorSpace: grey) == nil)
  }

  @Test func contradictoryNumbersReturnNil() throws {
    let four = [UInt8](repeating: 0, count: 16)
    #expect(try image(four, 3, 2, bits: 8, pixel: 32, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, 2, 3, bits: 8, pixel: 32, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, Int.max, 2, bits: 8, pixel: 32, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, 2, Int.max, bits: 8, pixel: 32, row: Int.max, space: sRGB, 1) == nil)
    #expect(try image(four, -1, 1, bits: 8, pixel: 32, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, 1, 1, bits: 7, pixel: 32, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, 1, 1, bits: 8, pixel: 24, row: 8, space: sRGB, 1) == nil)
    #expect(try image(four, 1, 1, bits: 8, pixel: 32, row: 8, space: sRGB, 31) == nil)
    #expect(try image([], 1, 1, bits: 8, pixel: 32, row: 8, space: sRGB, 1) == nil)
    // The last row may end where its pixels end.
    #expect(try image(Array(four.prefix(12)), 1, 2, bits: 8, pixel: 32, row: 8, space: sRGB, 1) != nil)
  }

  @Test func masksRemovePixels() throws {
    let white = try #require(
      try image([UInt8](repeating: 255, count: 12), 4, 1, bits: 8, pixel: 24, row: 12, space: sRGB, 0))
    let provider = try #require(CGDataProvider(data: NSData(data: Data([255, 0, 128, 0]))))
    let mask = try #require(
      CGImage(
        maskWidth: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, provider: provider, decode: nil,
        shouldInterpolate: false))
    #expect(mask.isMask && mask.colorSpace == nil)
    // An image mask passes paint where it is 0, a grey image where it is white.
    #expect(try drawn(white.masking(mask)).map { $0[3] } == [0, 255, 127, 255])
    let levels = try #require(try image([255, 0, 128, 0], 4, 1, bits: 8, pixel: 8, row: 4, space: grey, 0))
    #expect(try drawn(white.masking(levels)).map { $0[3] } == [255, 0, 128, 0])
    #expect(white.masking(white) == nil && mask.masking(levels) == nil)
  }

  @Test func coloursAreMaskedOut() throws {
    let bytes: [UInt8] = [0, 255, 0, 10, 250, 5, 11, 250, 5]
    let image = try #require(try image(bytes, 3, 1, bits: 8, pixel: 24, row: 9, space: sRGB, 0))
    let masked = image.copy(maskingColorComponents: [0, 10, 250, 255, 0, 5])
    #expect(try drawn(masked).map { $0[3] } == [0, 0, 255])
    #expect(image.copy(maskingColorComponents: [0, 10]) == nil)
  }

  @Test func imagesAreUprightAndPixelsStaySquares() throws {
    let bytes: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    let image = try #require(try image(bytes, 2, 2, bits: 8, pixel: 24, row: 6, space: sRGB, 0))
    let canvas = try Canvas(8, 8)
    canvas.context.interpolationQuality = .none
    canvas.context.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(try canvas.pixel(0, 7) == [255, 0, 0, 255] && canvas.pixel(7, 4) == [0, 255, 0, 255])
    #expect(try canvas.pixel(3, 0) == [0, 0, 255, 255] && canvas.pixel(4, 3) == [255, 255, 255, 255])
    // Linear between pixel centres; the edge is extended.
    canvas.context.interpolationQuality = .low
    canvas.context.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(try canvas.pixel(0, 7) == [255, 0, 0, 255])
    #expect(try zip(canvas.pixel(3, 7), [159, 96, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 2 })
    canvas.context.draw(image, in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
    #expect(try canvas.pixel(5, 6) == [255, 0, 0, 255] && canvas.pixel(0, 1) == [255, 255, 255, 255])
  }

  @Test func croppingUsesWholePixels() throws {
    let bytes: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    let image = try #require(try image(bytes, 2, 2, bits: 8, pixel: 24, row: 6, space: sRGB, 0))
    let part = try #require(image.cropping(to: CGRect(x: 0.5, y: 1, width: 1, height: 9)))
    #expect(part.width == 2 && part.height == 1)
    #expect(try drawn(part) == [[0, 0, 255, 255], [255, 255, 255, 255]])
    #expect(image.cropping(to: CGRect(x: 5, y: 5, width: 1, height: 1)) == nil)
  }

  @Test func providersReturnTheirBytes() throws {
    var released = 0
    let bytes: [UInt8] = [1, 2, 3]
    let provider = try #require(
      CGDataProvider(dataInfo: nil, data: bytes, size: 3) { _, _, size in released += size })
    #expect(released == 3 && provider.data == NSData(data: Data(bytes)))
    var calls = CGDataProviderDirectCallbacks(
      getBytePointer: nil, releaseBytePointer: nil,
      getBytesAtPosition: { _, buffer, position, count in
        for index in 0..<count { buffer.storeBytes(of: UInt8(position + index), toByteOffset: index, as: UInt8.self) }
        return count
      }, releaseInfo: { _ in released += 1 })
    #expect(CGDataProvider(directInfo: nil, size: 4, callbacks: &calls)?.data == NSData(data: Data([0, 1, 2, 3])))
    #expect(released == 4 && CGDataProvider(directInfo: nil, size: -1, callbacks: &calls) == nil)
    #expect(CGDataProvider(url: NSURL(fileURLWithPath: "/nowhere/at-all")) == nil)
  }
}
