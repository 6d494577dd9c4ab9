import Foundation
import ImageIO
import TestFiles
import Testing

/// Writing of image files.
@Suite struct DestinationTests {
  @Test(arguments: ["public.png", "public.tiff", "org.webmproject.webp"], [false, true])
  func losslessFilesRoundTrip(type: String, alpha: Bool) throws {
    let known = try Known.slopes(24, 16, alpha: alpha)
    let written = try file(of: known.image, as: type, ["kCGImageDestinationLossyCompressionQuality": 1.0])
    let stored = try makeImage(written)
    let (own, read) = (try drawn(known.image), try drawn(stored))
    for y in 0..<16 { for x in 0..<24 { #expect(own(x, y) == read(x, y), "\(x) \(y)") } }
    let isOpaque = [.none, .noneSkipLast, .noneSkipFirst].contains(stored.alphaInfo)
    #expect(isOpaque == !alpha)
  }

  @Test func qualityMakesFilesLarger() throws {
    var random = SystemRandomNumberGenerator()
    let noise = try Known(64, 64) { _, _ in
      [.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 90, 255]
    }
    let sizes = try [0, 0.5, 1].map { quality in
      try file(of: noise.image, as: "public.jpeg", ["kCGImageDestinationLossyCompressionQuality": quality]).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
    // Values outside of the range are clamped, and NaN is ignored.
    for (quality, size) in [(-1.0, sizes[0]), (1e300, sizes[2])] {
      #expect(
        try file(of: noise.image, as: "public.jpeg", ["kCGImageDestinationLossyCompressionQuality": quality]).count
          == size)
    }
    let none = try file(of: noise.image, as: "public.jpeg", ["kCGImageDestinationLossyCompressionQuality": Double.nan])
    #expect(!none.isEmpty)
  }

  @Test func greyAndDeepImagesKeepTheirFormat() throws {
    let grey = (0..<64).map { UInt8(4 * $0) }
    let stored = try makeImage(
      8, Data(grey), bits: 8, components: 1, [], space: CGColorSpace.genericGrayGamma2_2)
    for type in ["public.png", "public.tiff"] {
      let read = try makeImage(file(of: stored, as: type))
      #expect(read.bitsPerPixel == 8 && read.colorSpace?.model == .monochrome, "\(type): \(read)")
      #expect(Array(read.data) == grey, "\(type)")
    }
    // WebP does not support grey.
    for (type, model) in [("public.jpeg", "Gray"), ("org.webmproject.webp", "RGB")] {
      let written = try properties(source(file(of: stored, as: type)))
      #expect(written[kCGImagePropertyColorModel] as? String == model)
    }
  }

  @Test func deepImagesStayDeep() throws {
    var deep: [UInt16] = []
    for index in 0..<64 { deep.append(index % 4 == 3 ? 0xffff : UInt16(1000 * index + 123)) }
    let stored = try makeImage(
      4, deep.withUnsafeBytes { Data($0) }, bits: 16, components: 4,
      [CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), .byteOrder16Little])
    for type in ["public.png", "public.tiff"] {
      let read = try makeImage(file(of: stored, as: type))
      #expect(read.bitsPerComponent == 16)
      let values = read.data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
      #expect(values == deep, "\(type)")
    }
  }

  @Test func floatsAboveOneStay() throws {
    let values: [Float] = [0.25, 4, -0.5, 1, 1, 0, 2.5, 1]
    let given = try makeImage(
      2, values.withUnsafeBytes { Data($0) }, bits: 32, components: 4,
      [CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), .floatComponents, .byteOrder32Little],
      space: CGColorSpace.extendedLinearSRGB)
    let types = ["public.tiff"] + texts(CGImageDestinationCopyTypeIdentifiers()).filter { $0.hasPrefix("com.ilm") }
    for type in types {
      let read = try makeImage(file(of: given, as: type))
      #expect(read.bitmapInfo.contains(.floatComponents) && read.bitsPerComponent == 32, "\(type): \(read)")
      let stored = read.data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      #expect(zip(stored, values).allSatisfy { abs($0 - $1) <= 1e-6 }, "\(type): \(stored)")
    }
  }

  @Test func theBackgroundIsWhiteOrAsSpecified() throws {
    let clear = try Known(16, 16, alpha: true) { _, _ in [0, 0, 0, 0] }
    #expect(try drawn(makeImage(file(of: clear.image, as: "public.jpeg")))(8, 8) == [255, 255, 255, 255])
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let data = try file(of: clear.image, as: "public.jpeg", ["kCGImageDestinationBackgroundColor": red])
    let pixel = try drawn(makeImage(data))(8, 8)
    // JPEG's rounding of Y'CbCr.
    #expect(pixel[0] >= 252 && pixel[1] <= 3 && pixel[2] <= 3, "\(pixel)")
  }

  @Test func largeImagesAreReduced() throws {
    let known = try Known.slopes(30, 20)
    let data = try file(of: known.image, as: "public.png", ["kCGImageDestinationImageMaxPixelSize": 15])
    let small = try makeImage(data)
    #expect(small.width == 15 && small.height == 10)
    let same = try file(of: known.image, as: "public.png", ["kCGImageDestinationImageMaxPixelSize": -3])
    #expect(try makeImage(same).width == 30)
  }

  @Test func coloursAreConvertedToSRGBForSharing() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let slopes = try Known.slopes(8, 8).image
    let wide = try #require(slopes.copy(colorSpace: p3))
    #expect(try makeImage(file(of: wide, as: "public.png")).colorSpace?.name == CGColorSpace.displayP3)
    let shared = try file(of: wide, as: "public.png", ["kCGImageDestinationOptimizeColorForSharing": true])
    #expect(try makeImage(shared).colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func encodingOptionsAreApplied() throws {
    let slopes = try Known.slopes(24, 16).image
    let progressive = try file(
      of: slopes, as: "public.jpeg", [kCGImagePropertyJFIFDictionary: [kCGImagePropertyJFIFIsProgressive: true]])
    // The marker of a frame in several scans (ITU-T T.81, table B.1).
    #expect(progressive.range(of: Data([0xff, 0xc2])) != nil)
    #expect(try file(of: slopes, as: "public.jpeg").range(of: Data([0xff, 0xc2])) == nil)
    let plain = try file(
      of: slopes, as: "public.tiff", [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFCompression: 1]])
    // The rows are stored uncompressed.
    var row = Data()
    for x in 0..<24 { row += [UInt8(20 + 7 * x), 250, UInt8(60 + 3 * x)] }
    #expect(plain.range(of: row) != nil)
    #expect(try file(of: slopes, as: "public.tiff").range(of: row) == nil)
  }

  @Test func aFileIsWrittenAtomically() throws {
    let folder = try TestFolder()
    let url = folder.file("written.png")
    try Data("before".utf8).write(to: url)
    let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try Known.slopes(12, 8).image, nil)
    #expect(try Data(contentsOf: url) == Data("before".utf8))
    #expect(CGImageDestinationFinalize(destination))
    #expect(CGImageSourceGetType(try source(Data(contentsOf: url))) == "public.png")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["written.png"])
  }

  @Test func aConsumerReceivesTheBytes() throws {
    let data = CFMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let destination = try #require(
      CGImageDestinationCreateWithDataConsumer(consumer, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try Known.slopes(12, 8).image, nil)
    #expect(CGImageDestinationFinalize(destination))
    #expect(CGImageSourceGetType(try source(Data(referencing: data))) == "public.jpeg")
  }
}
