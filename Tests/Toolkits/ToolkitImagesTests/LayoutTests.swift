import ImageGraph
import Testing
import ToolkitImages

/// The pixel layouts of other libraries, by numbers.
@Suite struct LayoutTests {
  static let layouts: [SurfaceLayout] = [
    .image(.bgra8, .premultiplied), .withoutAlpha(.bgra8), .withoutAlpha(.argb8), .withoutAlpha(.abgr8),
    .threeBytes(redIsFirst: true), .threeBytes(redIsFirst: false), .word565(redIsHigh: true),
    .word565(redIsHigh: false), .word2101010(.opaque), .word2101010(.straight), .threeFloats,
  ]

  private func read(_ layout: SurfaceLayout, _ bytes: [UInt8]) -> [SIMD4<UInt8>] {
    var result = [SIMD4<UInt8>](repeating: .zero, count: bytes.count / layout.bytesPerPixel)
    layout.unpack(bytes, to: &result, result.count)
    return result
  }

  @Test func bytesAreReadByTheirOffset() {
    let bytes: [UInt8] = [10, 20, 30, 40, 50, 60]
    #expect(read(.threeBytes(redIsFirst: true), bytes) == [[10, 20, 30, 255], [40, 50, 60, 255]])
    #expect(read(.threeBytes(redIsFirst: false), bytes) == [[30, 20, 10, 255], [60, 50, 40, 255]])
    let four: [UInt8] = [10, 20, 30, 40]
    #expect(read(.withoutAlpha(.bgra8), four) == [[30, 20, 10, 255]])
    #expect(read(.withoutAlpha(.argb8), four) == [[20, 30, 40, 255]])
    #expect(read(.withoutAlpha(.abgr8), four) == [[40, 30, 20, 255]])
  }

  @Test func fiveAndSixBitsSpanZeroToOne() {
    // Red 31, green 1, blue 0; then 3, 62, 31.
    let words: [UInt16] = [31 << 11 | 1 << 5, 3 << 11 | 62 << 5 | 31]
    var pixels = [SIMD4<UInt16>](repeating: .zero, count: 2)
    SurfaceLayout.word565(redIsHigh: true).unpack(words, to: &pixels, 2)
    // 65535/63 = 1040.2, 65535·3/31 = 6342.1, 65535·62/63 = 64494.8
    #expect(pixels == [[65535, 1040, 0, 65535], [6342, 64495, 65535, 65535]])
    SurfaceLayout.word565(redIsHigh: false).unpack(words, to: &pixels, 2)
    #expect(pixels == [[0, 1040, 65535, 65535], [65535, 64495, 6342, 65535]])
  }

  @Test func tenBitsAreExchangedAndMissingAlphaIsOne() {
    let word: UInt32 = 1 << 30 | 700 << 20 | 300 << 10 | 5
    var pixel: UInt32 = 0
    withUnsafeBytes(of: word) { SurfaceLayout.word2101010(.straight).unpack($0.baseAddress!, to: &pixel, 1) }
    #expect(pixel == 1 << 30 | 5 << 20 | 300 << 10 | 700)
    withUnsafeBytes(of: word) { SurfaceLayout.word2101010(.opaque).unpack($0.baseAddress!, to: &pixel, 1) }
    #expect(pixel == 3 << 30 | 5 << 20 | 300 << 10 | 700)
  }

  @Test func floatsAreUnchanged() {
    let floats: [Float] = [0.25, -1, 7, 0, 0.5, 2]
    var pixels = [SIMD4<Float>](repeating: .zero, count: 2)
    SurfaceLayout.threeFloats.unpack(floats, to: &pixels, 2)
    #expect(pixels == [[0.25, -1, 7, 1], [0, 0.5, 2, 1]])
  }

  @Test(arguments: layouts) func readPixelsAreWrittenUnchanged(_ layout: SurfaceLayout) {
    // Undefined alpha of two bits is 3; so is the alpha byte of pixels that are rendered without a conversion.
    let count = 64
    var bytes = (0..<count * layout.bytesPerPixel).map { UInt8($0 * 73 % 256) }
    if case .word2101010(.opaque) = layout { for x in 0..<count { bytes[4 * x + 3] |= 0xC0 } }
    guard layout.read.format == layout.written.format else { return }
    var (pixels, again) = ([SIMD4<Float>](repeating: .zero, count: count), [UInt8](repeating: 0, count: bytes.count))
    layout.unpack(bytes, to: &pixels, count)
    layout.pack(pixels, to: &again, count)
    #expect(again == bytes)
  }

  @Test func invalidSizesAreErrors() {
    var byte: UInt8 = 0
    func make(_ width: Int, _ height: Int, _ rowBytes: Int) throws -> SurfacePixels {
      try withUnsafeMutablePointer(to: &byte) {
        try SurfacePixels(
          "a surface", start: UnsafeMutableRawPointer($0), width: width, height: height, rowBytes: rowBytes,
          layout: .image(.bgra8, .straight), hasWholeRows: true)
      }
    }
    for (width, height, rowBytes) in [(0, 4, 16), (4, 0, 16), (-1, 4, 16), (4, 4, 15), (4, 4, -16), (4, 4, 0)] {
      #expect(throws: RenderError.self) { try make(width, height, rowBytes) }
    }
    #expect {
      try make(1 << 24, 1, 1 << 26)
    } throws: { error in
      if case .limit(_, 1 << 24, _)? = error as? RenderError { true } else { false }
    }
    #expect(throws: RenderError.self) {
      try SurfacePixels(
        "a surface", start: nil, width: 4, height: 4, rowBytes: 16, layout: .image(.bgra8, .straight),
        hasWholeRows: true)
    }
  }
}
