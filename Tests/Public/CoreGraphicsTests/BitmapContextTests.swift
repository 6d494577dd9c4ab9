import CoreGraphics
import Foundation
import Testing

@Suite struct BitmapContextTests {
  private let sRGB = CGColorSpaceCreateDeviceRGB()

  private func makeContext(
    _ data: UnsafeMutableRawPointer? = nil, _ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = [],
    space: CGColorSpace? = CGColorSpaceCreateDeviceRGB(), width: Int = 4, height: Int = 4, bits: Int = 8,
    rowBytes: Int = 0
  ) -> CGContext? {
    CGContext(
      data: data, width: width, height: height, bitsPerComponent: bits, bytesPerRow: rowBytes, space: space,
      bitmapInfo: alpha.rawValue | order.rawValue)
  }

  /// The bytes of a pixel of orange, (1, 0.6, 0.2) with an alpha of 1, by the documentation of `CGBitmapInfo`.
  @Test(arguments: [
    (CGImageAlphaInfo.premultipliedLast, CGBitmapInfo(), [255, 153, 51, 255] as [UInt8]),
    (.premultipliedFirst, CGBitmapInfo(), [255, 255, 153, 51]),
    (.premultipliedFirst, .byteOrder32Little, [51, 153, 255, 255]),
    (.premultipliedLast, .byteOrder32Little, [255, 51, 153, 255]),
    (.premultipliedLast, .byteOrder32Big, [255, 153, 51, 255]),
    (.noneSkipLast, CGBitmapInfo(), [255, 153, 51, 255]),
    (.noneSkipFirst, .byteOrder32Little, [51, 153, 255, 255]),
  ])
  func bytesHaveTheSpecifiedLayout(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo, _ bytes: [UInt8]) throws {
    let context = try #require(makeContext(nil, alpha, order))
    context.setFillColor(red: 1, green: 0.6, blue: 0.2, alpha: 1)
    context.fill(CGRect(x: 0, y: 3, width: 1, height: 1))
    // The upper left pixel is the first one in memory.
    let data = try #require(context.data)
    #expect((0..<4).map { data.load(fromByteOffset: $0, as: UInt8.self) } == bytes)
    let image = try #require(context.makeImage())
    #expect(image.alphaInfo == alpha && Array(image.data.prefix(4)) == bytes && image.colorSpace == sRGB)
    #expect(image.width == 4 && context.bitsPerPixel == 32)
  }

  @Test func greyIsLuminanceAndAlphaAloneIsCoverage() throws {
    let grey = try #require(makeContext(nil, .none, space: CGColorSpaceCreateDeviceGray()))
    grey.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    grey.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    // Rec. 709: green is 0.7152 of linear luminance; a gamma of 2.2.
    let expected = (pow(0.7152, 1 / 2.2) * 255).rounded()
    let data = try #require(grey.data)
    #expect(abs(Double(data.load(as: UInt8.self)) - expected) <= 1)

    let alpha = try #require(makeContext(nil, .alphaOnly, space: nil))
    alpha.setFillColor(gray: 1, alpha: 0.4)
    alpha.fill(CGRect(x: 0, y: 0, width: 1.5, height: 4))
    let row = try #require(alpha.data)
    #expect((0..<4).map { row.load(fromByteOffset: $0, as: UInt8.self) } == [102, 51, 0, 0])
  }

  @Test func theCallersMemoryIsUpToDateAndItsPixelsAreUsed() throws {
    var bytes = [UInt8](repeating: 0, count: 5 * 20)
    try bytes.withUnsafeMutableBytes { memory in
      let context = try #require(makeContext(memory.baseAddress, .premultipliedLast, height: 5, rowBytes: 20))
      context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 5))
      #expect(Array(memory[4..<8]) == [0, 0, 255, 255])
      // Modified by the caller: half of white over red.
      for (index, value) in [255, 0, 0, 255].enumerated() { memory[index] = UInt8(value) }
      context.setFillColor(gray: 1, alpha: 0.5)
      context.fill(CGRect(x: 0, y: 4, width: 1, height: 1))
      #expect(zip(memory[0..<4], [255, 128, 128, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
      // The padding of rows is unchanged.
      #expect(Array(memory[16..<20]) == [0, 0, 0, 0])
    }
  }

  @Test func anImageIsASnapshot() throws {
    let canvas = try Canvas(2, 2)
    canvas.context.setFillColor(gray: 0, alpha: 1)
    canvas.context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let image = try #require(canvas.context.makeImage())
    canvas.context.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(image.data[3] == 255)
    #expect(try canvas.pixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func coloursAreConvertedToTheSpaceOfTheBitmap() throws {
    let canvas = try Canvas(1, 1, space: CGColorSpace.displayP3)
    canvas.context.setFillColor(rgb(1, 0, 0))
    canvas.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    // sRGB's red in Display P3 (CSS Color 4, sample conversions): 0.9175, 0.2003, 0.1386.
    #expect(try zip(canvas.pixel(0, 0), [234, 51, 35]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  @Test func sizesAreCheckedBeforeMemoryIsAllocated() {
    #expect(makeContext(nil, .premultipliedLast, width: 40_000, height: 1) == nil)
    #expect(makeContext(nil, .premultipliedLast, width: Int.max, height: Int.max) == nil)
    #expect(makeContext(nil, .premultipliedLast, width: 0, height: 4) == nil)
    #expect(makeContext(nil, .premultipliedLast, width: -1, height: 4) == nil)
    #expect(makeContext(nil, .premultipliedLast, rowBytes: 15) == nil)
    #expect(makeContext(nil, .premultipliedLast, rowBytes: Int.max) == nil)
    #expect(makeContext(nil, .premultipliedLast, bits: 16) == nil)
    #expect(makeContext(nil, .last) == nil)
    #expect(makeContext(nil, .none) == nil)
    #expect(makeContext(nil, .premultipliedLast, space: nil) == nil)
    #expect(makeContext(nil, .premultipliedLast, .byteOrder16Little) == nil)
  }
}
