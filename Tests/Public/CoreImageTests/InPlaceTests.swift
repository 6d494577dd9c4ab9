import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing

/// Tests of rendering directly into the caller's memory; the other memory is unchanged.
@Suite struct InPlaceTests {
  private static let space = CGColorSpace(name: CGColorSpace.sRGB)!
  private static let (width, height) = (301, 97)
  private static let bounds = CGRect(x: 0, y: 0, width: width, height: height)

  private static func bytes(_ seed: Int) -> [UInt8] {
    (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761 &+ seed) >> 11) }
  }

  private static func image(_ data: Data) -> CIImage {
    CIImage(
      bitmapData: data, bytesPerRow: 4 * width, size: bounds.size, format: .RGBA8, colorSpace: space
    ).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])
  }

  @Test(arguments: Backend.contextNames) func anImageMayBeRenderedOverItself(_ backend: String) throws {
    let context = try CIContext(checked: [.backend: backend])
    var expected = [UInt8](repeating: 0, count: 4 * Self.width * Self.height)
    try context.render(
      checked: Self.image(Data(Self.bytes(1))), toBitmap: &expected, rowBytes: 4 * Self.width, bounds: Self.bounds,
      format: .RGBA8, colorSpace: Self.space)

    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: expected.count, alignment: 16)
    defer { memory.deallocate() }
    memory.copyBytes(from: Self.bytes(1))
    let itself = Data(bytesNoCopy: memory.baseAddress!, count: memory.count, deallocator: .none)
    try context.render(
      checked: Self.image(itself), toBitmap: memory.baseAddress!, rowBytes: 4 * Self.width, bounds: Self.bounds,
      format: .RGBA8, colorSpace: Self.space)
    #expect(Array(memory) == expected)
  }

  /// Rows that are longer than the pixels, at an odd address; in one piece, and in tiles.
  @Test(arguments: Backend.contextNames, [nil, 2] as [Int?]) func onlyPixelsAreWritten(
    _ backend: String, megabytes: Int?
  ) throws {
    var options: [CIContextOption: Any] = [.backend: backend]
    options[.memoryTarget] = megabytes
    let context = try CIContext(checked: options)
    let image = Self.image(Data(Self.bytes(2)))
    let expected = try #require(context.createCGImage(image, from: Self.bounds)).data
    let rowBytes = 4 * Self.width + 7
    var memory = [UInt8](repeating: 0xA5, count: rowBytes * Self.height + 2)
    try memory.withUnsafeMutableBytes { memory in
      try context.render(
        checked: image, toBitmap: memory.baseAddress! + 1, rowBytes: rowBytes, bounds: Self.bounds, format: .RGBA8,
        colorSpace: Self.space)
    }
    var (differing, touched) = (0, 0)
    for (index, byte) in memory.enumerated() {
      let (row, column) = ((index - 1) / rowBytes, (index - 1) % rowBytes)
      if index > 0, row < Self.height, column < 4 * Self.width {
        if byte != expected[row * 4 * Self.width + column] { differing += 1 }
      } else if byte != 0xA5 {
        touched += 1
      }
    }
    #expect(differing == 0)
    #expect(touched == 0)
  }
}
