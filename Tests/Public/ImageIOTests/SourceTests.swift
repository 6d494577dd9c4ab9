import Foundation
import ImageIO
import TestFiles
import Testing

/// Image files as sources.
@Suite struct SourceTests {
  @Test func aFileReportsItsTypeAndProperties() throws {
    let folder = try TestFolder()
    let url = folder.file("known.png")
    let bytes = try file(of: Known.slopes(12, 8).image, as: "public.png")
    try bytes.write(to: url)
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    #expect(CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetPrimaryImageIndex(source) == 0)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusInvalidData)
    let ofFile = try #require(CGImageSourceCopyProperties(source, nil) as? [String: Any])
    #expect(ofFile[kCGImagePropertyFileSize] as? Int == bytes.count)
    #expect(ofFile[kCGImagePropertyImageCount] as? Int == 1)
    let ofImage = try properties(source)
    #expect(ofImage[kCGImagePropertyPixelWidth as String] as? Int == 12)
    #expect(ofImage[kCGImagePropertyPixelHeight as String] as? Int == 8)
    #expect(ofImage[kCGImagePropertyHasAlpha] as? Bool == false)
    #expect(ofImage[kCGImagePropertyColorModel] as? String == "RGB")
  }

  /// Two grey pages of 2 x 1 and 1 x 1 pixels.
  @Test func aTIFFFileHasAnIndexForEachPage() throws {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    func directory(width: Int, pixels: Int, next: Int) -> [UInt8] {
      let tags = [
        (256, width), (257, 1), (258, 8), (259, 1), (262, 1), (273, pixels), (277, 1), (278, 1), (279, width),
      ]
      return short(tags.count) + tags.flatMap { short($0.0) + [3, 0, 1, 0, 0, 0] + short($0.1) + [0, 0] } + short(next)
        + [0, 0]
    }
    let head: [UInt8] = [0x49, 0x49, 42, 0, 12, 0, 0, 0, 10, 20, 30, 40]
    let bytes = head + directory(width: 2, pixels: 8, next: 126) + directory(width: 1, pixels: 11, next: 0)
    let source = try source(Data(bytes))
    #expect(CGImageSourceGetCount(source) == 2)
    #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 2) == .statusInvalidData)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 2)
    let second = try #require(CGImageSourceCreateImageAtIndex(source, 1, nil))
    #expect(second.width == 1 && second.colorSpace?.model == .monochrome)
    #expect(CGImageSourceCreateImageAtIndex(source, 2, nil) == nil)
  }

  @Test func aGIFFileIsReadAndNotWritten() throws {
    // One red pixel: the codes 4 (clear), 1, 5 (end) of three bits.
    let bytes: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]
      + [2, 2, 0x4c, 1, 0, 0x3b]
    let source = try source(Data(bytes))
    #expect(CGImageSourceGetType(source) == "com.compuserve.gif" && CGImageSourceGetCount(source) == 1)
    #expect(try drawn(#require(CGImageSourceCreateImageAtIndex(source, 0, nil)))(0, 0) == [255, 0, 0, 255])
    #expect(CGImageDestinationCreateWithData(CFMutableData(), "com.compuserve.gif" as CFString, 1, nil) == nil)
  }

  @Test func everyTypeHasItsIdentifier() throws {
    let read = texts(CGImageSourceCopyTypeIdentifiers())
    let written = texts(CGImageDestinationCopyTypeIdentifiers())
    #expect(Set(["public.png", "public.jpeg", "public.tiff", "org.webmproject.webp"]).isSubset(of: written))
    #expect(Set(written).isSubset(of: read))
    for type in written {
      let source = try source(file(of: Known.slopes(20, 16).image, as: type))
      #expect(CGImageSourceGetType(source) as String? == type)
      let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      #expect(image.width == 20 && image.height == 16)
    }
  }

  @Test func aProviderAndAFileGiveTheSamePixels() throws {
    let bytes = try file(of: Known.slopes(12, 8).image, as: "public.tiff")
    let provider = try #require(CGDataProvider(data: bytes as CFData))
    let source = try #require(CGImageSourceCreateWithDataProvider(provider, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let known = try Known.slopes(12, 8)
    let pixel = try drawn(image)
    for (x, y) in [(0, 0), (11, 0), (0, 7), (11, 7), (5, 3)] {
      #expect(pixel(x, y) == Array(known.bytes[(4 * (y * 12 + x))..<(4 * (y * 12 + x) + 4)]))
    }
    CGImageSourceRemoveCacheAtIndex(source, 0)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) != nil)
  }

  @Test func aSourceIsAnImage() throws {
    let url = testFile("Public/CoreImageTests/Resources/turned.png")
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    let image = CIImage(cgImageSource: source, index: 0)
    #expect(try image == CIImage(reading: url) || image.extent == CIImage(reading: url).extent)
    #expect(image.url == url)
    #expect(CIImage(cgImageSource: source, index: 1).extent.isNull)
  }

  // MARK: Rejected input

  @Test func aMissingFileHasNoSource() throws {
    let folder = try TestFolder()
    #expect(CGImageSourceCreateWithURL(folder.file("nothing.png") as CFURL, nil) == nil)
    #expect(CGImageSourceCreateWithURL(folder.url as CFURL, nil) == nil)
    #expect(CGImageSourceCreateWithURL(NSURL(string: "https://example.org/a.png")!, nil) == nil)
  }

  @Test func otherFilesHaveAStatus() throws {
    let bytes = try file(of: Known.slopes(12, 8).image, as: "public.png")
    let cases: [(Data, Set<CGImageSourceStatus>)] = [
      (Data(), [.statusUnknownType, .statusUnexpectedEOF]),
      (Data("This is a text and no image.".utf8), [.statusUnknownType]),
      (bytes.prefix(20), [.statusUnexpectedEOF, .statusInvalidData]),
    ]
    for (data, allowed) in cases {
      let source = try source(data)
      #expect(allowed.contains(CGImageSourceGetStatus(source)), "\(CGImageSourceGetStatus(source))")
      #expect(CGImageSourceGetCount(source) == 0)
      #expect(CGImageSourceCopyProperties(source, nil) == nil)
      #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
      #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    }
    let header = try source(bytes.prefix(bytes.count - 30))
    #expect(CGImageSourceCreateImageAtIndex(header, 0, nil) == nil)
  }

  @Test(arguments: [1, -1, Int.max, Int.min]) func thereIsOneImage(index: Int) throws {
    let source = try source(file(of: Known.slopes(12, 8).image, as: "public.png"))
    #expect(CGImageSourceCopyPropertiesAtIndex(source, index, nil) == nil)
    #expect(CGImageSourceCreateImageAtIndex(source, index, nil) == nil)
    let always: [CFString: Any] = [kCGImageSourceCreateThumbnailFromImageAlways: true]
    #expect(CGImageSourceCreateThumbnailAtIndex(source, index, always as CFDictionary) == nil)
  }

  // MARK: Incremental sources

  @Test func anIncrementalSourceIsCompleteAtItsEnd() throws {
    let bytes = try file(of: Known.slopes(20, 16).image, as: "public.jpeg")
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader && CGImageSourceGetCount(source) == 0)
    CGImageSourceUpdateData(source, bytes.prefix(4) as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, bytes.prefix(bytes.count - 10) as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
    #expect(try properties(source)[kCGImagePropertyPixelWidth] as? Int == 20)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, bytes as CFData, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 20)
    // A complete source does not change.
    CGImageSourceUpdateData(source, Data() as CFData, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
  }
}
