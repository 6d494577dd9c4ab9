import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import TestSupport
import Testing

/// Tests of limits of image files, as apps and servers set them.
@Suite struct CodecLimitTests {
  private static let width = 64
  private static let height = 48

  /// WebP, which is decoded as a whole: 64 x 48 pixels of 4 bytes, the same size for libwebp, and the file.
  private static func webp() throws -> Data {
    let bytes = (0..<width * height * 4).map { UInt8(truncatingIfNeeded: $0 * 7) | ($0 % 4 == 3 ? 255 : 0) }
    return try bytes.withUnsafeBytes {
      try encodeImage(
        PixelView($0.baseAddress!, width: width, height: height, layout: .rgba8), colorSpace: .sRGB,
        as: WebPOptions(isLossless: true))
    }
  }

  private func isLimit(_ error: any Error, allowed expected: UInt64) -> Bool {
    if case .limit(_, _, let allowed)? = error as? RenderError { allowed == expected } else { false }
  }

  private func render(_ image: CIImage, by context: CIContext) throws {
    var pixels = [UInt8](repeating: 0, count: Self.width * Self.height * 4)
    try context.render(
      checked: image, toBitmap: &pixels, rowBytes: Self.width * 4, bounds: image.extent, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  }

  @Test func anImageIsHeldToItsOption() throws {
    let data = try Self.webp()
    #expect { try CIImage(reading: data, options: [.codecLimits: CodecLimits(longestSide: 63)]) } throws: {
      isLimit($0, allowed: 63)
    }
    #expect(CIImage(data: data, options: [.codecLimits: CodecLimits(pixelCount: 10)]) == nil)
    #expect(CIImage(data: data, options: [.codecLimits: CodecLimits(longestSide: 64)]) != nil)
  }

  @Test(arguments: Backend.contextNames)
  func aContextHoldsEveryFileToItsOption(_ backend: String) throws {
    let image = try CIImage(reading: Self.webp()).applyingFilter("CIColorInvert")
    let strict = try CIContext(checked: [.backend: backend, .codecLimits: CodecLimits(pixelCount: 3071)])
    #expect { try render(image, by: strict) } throws: { isLimit($0, allowed: 3071) }
    try render(image, by: CIContext(checked: [.backend: backend, .codecLimits: CodecLimits(pixelCount: 3072)]))
    // Bitmaps of the app are not limited.
    try render(CIImage(node: TestImage.scene(Self.width, Self.height)), by: strict)
  }

  @Test(arguments: Backend.contextNames)
  func aContextKeepsFilesInItsRootFolder(_ backend: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "root-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.webp")
    try Self.webp().write(to: url)
    func context(_ root: URL) throws -> CIContext {
      try CIContext(checked: [.backend: backend, .codecLimits: CodecLimits(rootFolder: root)])
    }
    try render(CIImage(reading: url), by: context(folder))
    #expect(throws: RenderError.self) { try render(CIImage(reading: url), by: context(folder.appending(path: "b"))) }
  }

  @Test(arguments: Backend.contextNames)
  func whatComesWholeCountsAgainstTheMemoryTarget(_ backend: String) throws {
    let data = try Self.webp()
    let whole = Self.width * Self.height * 8 + data.count
    let small = try CIContext(checked: [.backend: backend, .memoryTarget: Double(whole - 1) / 1_048_576])
    #expect { try render(try CIImage(reading: data), by: small) } throws: { error in
      guard case .limit(let what, let requested, _)? = error as? RenderError else { return false }
      return what.contains("whole") && requested == UInt64(whole)
    }
    try render(CIImage(reading: data), by: CIContext(checked: [.backend: backend, .memoryTarget: 1]))
  }

  /// 64 x 48 pixels of one grey in the seven passes of PNG, 8.2, which are decoded as a whole as well.
  private static let interlaced = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAFZLtveAAAASElEQVR42u3PwQkAAAgDsY7m/lM5geBTIX6lHEkNF4/1w8DA4MJAQEBAQEBA"
      + "QEBAQEBA4G8AAAAAAAAAAAAAAAAAAAAAAODkNUsrAIi4qiFGAAAAAElFTkSuQmCC")!

  @Test(arguments: Backend.contextNames)
  func interlacedPNGCountsAgainstTheMemoryTarget(_ backend: String) throws {
    func requested(_ target: Int) throws -> UInt64? {
      let context = try CIContext(checked: [.backend: backend, .memoryTarget: Double(target) / 1_048_576])
      do { try render(try CIImage(reading: Self.interlaced), by: context) } catch RenderError.limit(
        let what, let requested, _)
      {
        return what.contains("whole") ? requested : nil
      }
      return 0
    }
    // At least all pixels at once.
    let whole = try #require(try requested(4096))
    #expect(whole >= UInt64(Self.width * Self.height * 3))
    #expect(try requested(Int(whole) - 1) == whole)
    #expect(try requested(1 << 20) == 0)
  }

  @Test func wordsOfTheEnvironmentAreRead() throws {
    let limits = try CodecLimits(
      words: " side=8000 pixels=1e8  bytes=400e6 whole=2e8 growth=1000 root=/srv/my images")
    #expect(
      limits
        == CodecLimits(
          longestSide: 8000, pixelCount: 100_000_000, byteCount: 400_000_000, wholeByteCount: 200_000_000,
          growth: 1000, rootFolder: URL(fileURLWithPath: "/srv/my images")))
    #expect(try CodecLimits(words: "") == CodecLimits())
    for words in ["side", "side=", "side=0", "side=-1", "side=nan", "side=1.5", "side=1e300", "sides=5", "root=", "=5"]
    {
      #expect(throws: RenderError.self, "\(words)") { try CodecLimits(words: words) }
    }
  }
}
