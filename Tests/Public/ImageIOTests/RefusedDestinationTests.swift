import Foundation
import ImageIO
import TestFiles
import Testing

/// Files that cannot be written.
@Suite struct RefusedDestinationTests {
  @Test(arguments: ["com.compuserve.gif", "public.text", "", "public.heif"]) func typesThatAreNotWritten(type: String) {
    #expect(CGImageDestinationCreateWithData(CFMutableData(), type as CFString, 1, nil) == nil)
  }

  @Test(arguments: ["public.tiff", "public.png"], [0, 2, -1, Int.max]) func aFileHasOneImage(type: String, count: Int) {
    #expect(CGImageDestinationCreateWithData(CFMutableData(), type as CFString, count, nil) == nil)
  }

  @Test func withoutAnImageNothingIsWritten() throws {
    let folder = try TestFolder()
    let url = folder.file("none.png")
    let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
    #expect(!CGImageDestinationFinalize(destination))
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func theFirstImageStaysAndIsWrittenOnce() throws {
    let data = CFMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try Known.slopes(12, 8).image, nil)
    CGImageDestinationAddImage(destination, try Known.slopes(20, 8).image, nil)
    #expect(CGImageDestinationFinalize(destination))
    let size = data.length
    #expect(!CGImageDestinationFinalize(destination))
    #expect(data.length == size)
    #expect(CGImageSourceCreateImageAtIndex(try source(Data(referencing: data)), 0, nil)?.width == 12)
  }

  @Test func masksAreNoImages() throws {
    let provider = try #require(CGDataProvider(data: Data(count: 16) as CFData))
    let mask = try #require(
      CGImage(
        maskWidth: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, provider: provider, decode: nil,
        shouldInterpolate: true))
    let destination = try #require(
      CGImageDestinationCreateWithData(CFMutableData(), "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, mask, nil)
    #expect(!CGImageDestinationFinalize(destination))
  }

  @Test func sourcesWithoutAnImageAddNone() throws {
    let destination = try #require(
      CGImageDestinationCreateWithData(CFMutableData(), "public.png" as CFString, 1, nil))
    CGImageDestinationAddImageFromSource(destination, try source(Data("text".utf8)), 0, nil)
    CGImageDestinationAddImageFromSource(
      destination, try source(file(of: Known.slopes(4, 4).image, as: "public.png")), 1, nil)
    #expect(!CGImageDestinationFinalize(destination))
  }

  @Test func failedWritesRetainTheExistingFile() throws {
    let folder = try TestFolder()
    for url in [folder.file("no/such/folder.png"), folder.url, URL(string: "https://example.org/a.png")!] {
      let destination = try #require(
        CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
      CGImageDestinationAddImage(destination, try Known.slopes(12, 8).image, nil)
      #expect(!CGImageDestinationFinalize(destination))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  /// WebP has at most 16,383 pixels along a side: the codec's error.
  @Test func unsupportedSizesAreNotWritten() throws {
    let wide = try Known(16_384, 1) { _, _ in [1, 2, 3, 255] }
    let data = CFMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data, "org.webmproject.webp" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, wide.image, nil)
    #expect(!CGImageDestinationFinalize(destination))
    #expect(data.length == 0)
  }

  @Test func valuesOfOtherKindsHaveNoEffect() throws {
    let odd: [String: Any] = [
      "kCGImageDestinationLossyCompressionQuality": "best", "kCGImageDestinationBackgroundColor": 3,
      "kCGImageDestinationImageMaxPixelSize": NSNull(), kCGImagePropertyOrientation: 77,
      kCGImagePropertyTIFFDictionary: "no dictionary", kCGImagePropertyExifDictionary: [1: 2],
      kCGImagePropertyJFIFDictionary: [kCGImagePropertyJFIFIsProgressive: "yes"],
    ]
    let read = try source(file(of: Known.slopes(12, 8).image, as: "public.jpeg", odd))
    #expect(try properties(read)[kCGImagePropertyOrientation] as? Int == 1)
  }
}
