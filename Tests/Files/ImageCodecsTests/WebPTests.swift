import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite struct WebPTests {
  private func opaque(_ sample: Sample) -> Sample {
    let bytes = sample.bytes.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element }
    return Sample(width: sample.width, height: sample.height, layout: .rgba8, bytes: bytes)
  }

  @Test(arguments: [ComponentLayout.rgb8, .rgba8])
  func losslessFilesAreLossless(layout: ComponentLayout) throws {
    let sample = Sample(layout: layout)
    let image = try decode(sample.webp(.displayP3, WebPOptions(quality: 0.5, isLossless: true)))
    #expect(image.header.format == .webp && image.header.kind == (layout == .rgb8 ? .rgb : .rgba))
    #expect(image.header.colorSpace == .displayP3 && image.header.isTagged)
    #expect(image.tightBytes == sample.expanded)
  }

  @Test func alphaCanBeOmitted() throws {
    let sample = Sample(layout: .rgba8)
    let image = try decode(sample.webp(nil, WebPOptions(isLossless: true, dropsAlpha: true)))
    #expect(image.header.kind == .rgb && !image.header.isTagged)
    #expect(image.tightBytes == opaque(sample).bytes)
  }

  @Test func lossyFilesAreWithinTolerance() throws {
    let sample = Sample.smooth()
    let image = try decode(sample.webp(.sRGB, WebPOptions(quality: 0.95)))
    let worst = zip(image.tightBytes, sample.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 16)
  }

  @Test(arguments: [[], ["-define", "webp:lossless=true"], ["-quality", "40"]])
  func filesOfImageMagickAreRead(options: [String]) throws {
    let file = try ImageMagick.file(Sample.smooth(width: 83, height: 57), options, as: "webp")
    #expect(try decode(file).tightBytes == ImageMagick.pixels(of: file))
  }

  @Test(arguments: [false, true])
  func writtenFilesAreReadByImageMagick(isLossless: Bool) throws {
    let file = try Sample.smooth().webp(.displayP3, WebPOptions(quality: 0.8, isLossless: isLossless))
    #expect(try ImageMagick.pixels(of: file) == decode(file).tightBytes)
    let output = try ImageMagick.convert(["-", "-format", "%m %[icc:description]", "info:-"], input: [UInt8](file))
    #expect(String(decoding: output, as: UTF8.self) == "WEBP displayP3")
  }

  @Test func invalidRequestsAreErrors() throws {
    #expect { try Sample(layout: .rgba16).webp() } throws: { "\($0)".contains("RGBA8") }
    #expect { try Sample(layout: .rgba8).webp(nil, WebPOptions(quality: 2)) } throws: {
      "\($0)".contains("between 0 and 1")
    }
    #expect(throws: CodecError.self) { try Sample(width: 16384, height: 1, layout: .rgb8).webp() }
  }

  @Test func filesAndDataAreTheSame() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.webp")
    let sample = Sample.smooth()
    try sample.view { try writeImage($0, colorSpace: .displayP3, as: WebPOptions(), to: url) }
    #expect(try Data(contentsOf: url) == sample.webp(.displayP3))
    #expect(try decode(url).tightBytes == decode(sample.webp(.displayP3)).tightBytes)
  }
}
