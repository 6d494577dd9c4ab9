import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: [ComponentLayout.grey8, .grey16, .rgb8, .rgb16, .rgba8, .rgba16], [0, 1, 6])
  func pngIsLossless(layout: ComponentLayout, level: Int) throws {
    let sample = Sample(layout: layout)
    let image = try decode(sample.png(.sRGB, PNGOptions(compressionLevel: level)))
    #expect(image.header.width == sample.width && image.header.height == sample.height)
    #expect(image.header.bitsPerComponent == layout.bits)
    #expect(image.header.kind.rawValue == layout.channels)
    #expect(image.header.colorSpace == .sRGB && image.header.isTagged)
    #expect(image.pixels.rowBytes % (4 * image.header.decodedBytesPerPixel) == 0)
    #expect(image.tightBytes == sample.expanded)
  }

  @Test(arguments: [ComponentLayout.rgba8, .rgba16])
  func pngCanOmitAlpha(layout: ComponentLayout) throws {
    let sample = Sample(layout: layout)
    let image = try decode(sample.png(.sRGB, PNGOptions(dropsAlpha: true)))
    #expect(image.header.kind == .rgb && !image.header.hasAlpha)
    let component = layout.bits / 8
    var expected = sample.bytes
    for start in stride(from: 0, to: expected.count, by: 4 * component) {
      for offset in 3 * component..<4 * component { expected[start + offset] = 255 }
    }
    #expect(image.tightBytes == expected)
  }

  @Test(arguments: [false, true])
  func jpegIsWithinTolerance(isProgressive: Bool) throws {
    let sample = Sample.smooth()
    let data = try sample.jpeg(.sRGB, JPEGOptions(quality: 0.95, isProgressive: isProgressive))
    let image = try decode(data)
    #expect(image.header.format == .jpeg && image.header.kind == .rgb && image.header.isTagged)
    let worst = zip(image.tightBytes, sample.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 6)
  }

  @Test func greyJPEGBecomesEqualComponents() throws {
    let sample = Sample(width: 16, height: 16, layout: .grey8, bytes: [UInt8](repeating: 100, count: 256))
    let image = try decode(sample.jpeg(nil))
    #expect(image.header.kind == .grey && !image.header.isTagged)
    #expect(image.tightBytes == sample.expanded)
  }

  @Test func filesAndDataAreTheSame() throws {
    let folder = try TemporaryFolder()
    let sample = Sample.smooth()
    let (png, jpeg) = (folder.file("a.png"), folder.file("a.jpg"))
    try sample.view { view in
      try writeImage(view, colorSpace: .displayP3, as: PNGOptions(), to: png)
      try writeImage(view, colorSpace: .displayP3, as: JPEGOptions(), to: jpeg)
    }
    #expect(try Data(contentsOf: png) == sample.png(.displayP3))
    #expect(try Data(contentsOf: jpeg) == sample.jpeg(.displayP3))
    #expect(try decode(png).tightBytes == sample.bytes)
    #expect(try decode(jpeg).tightBytes == decode(sample.jpeg()).tightBytes)
    #expect(try readHeader(of: jpeg) == decode(jpeg).header)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a.jpg", "a.png"])
  }

  @Test func aFailedWriteRetainsTheOldFile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.png")
    try Data("old".utf8).write(to: url)
    let sample = Sample(layout: .rgba8)
    #expect(throws: CodecError.self) {
      try sample.view { try writeImage($0, colorSpace: nil, as: PNGOptions(compressionLevel: 12), to: url) }
    }
    #expect(throws: CodecError.self) {
      try sample.view { try writeImage($0, colorSpace: nil, as: PNGOptions(), to: folder.file("none/a.png")) }
    }
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test(arguments: ColorSpace.all.filter { !$0.isExtended && $0.model == .rgb })
  func everyNamedSpaceIsReadFromPNG(space: ColorSpace) throws {
    let header = try readHeader(of: Sample(layout: .rgb8).png(space))
    #expect(header.isTagged && header.colorSpace == space)
  }

  @Test(arguments: ColorSpace.all.filter { !$0.isExtended && $0.model == .rgb })
  func everyNamedSpaceIsReadFromJPEG(space: ColorSpace) throws {
    let header = try readHeader(of: Sample(layout: .rgb8).jpeg(space))
    #expect(header.isTagged && header.colorSpace == space)
  }

  @Test(arguments: [ColorSpace.genericGrayGamma2_2, .linearGray])
  func greySpacesAreRead(space: ColorSpace) throws {
    #expect(try readHeader(of: Sample(layout: .grey8).png(space)).colorSpace == space)
    #expect(try readHeader(of: Sample(layout: .grey8).jpeg(space)).colorSpace == space)
  }
}
