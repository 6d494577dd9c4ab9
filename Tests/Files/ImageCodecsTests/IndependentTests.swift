import Foundation
import ImageCodecs
import ImageColor
import Testing

/// ImageMagick and this package read each other's files, bit for bit if the format is lossless.
@Suite struct IndependentTests {
  @Test(arguments: ["png32", "png24", "png8", "png48", "png64"], [false, true])
  func pngsOfImageMagickAreRead(format: String, isInterlaced: Bool) throws {
    let sample = Sample(width: 61, height: 29, layout: .rgba8, seed: 5)
    let file = try ImageMagick.file(sample, isInterlaced ? ["-interlace", "PNG"] : [], as: format)
    let image = try decode(file)
    #expect(image.header.width == 61 && image.header.height == 29)
    #expect(image.tightBytes == (try ImageMagick.pixels(of: file, depth: image.header.decodedBits)))
  }

  @Test(arguments: [1, 2, 4, 8, 16], [false, true])
  func greyPNGsOfImageMagickAreRead(bits: Int, isInterlaced: Bool) throws {
    let sample = Sample(width: 33, height: 18, layout: .rgba8, seed: 6)
    let options = ["-alpha", "off", "-colorspace", "Gray", "-depth", "\(bits)", "-define", "png:color-type=0"]
    let file = try ImageMagick.file(
      sample, options + ["-define", "png:bit-depth=\(bits)"] + (isInterlaced ? ["-interlace", "PNG"] : []), as: "png")
    let image = try decode(file)
    #expect(image.header.kind == .grey && image.header.bitsPerComponent == bits)
    #expect(image.tightBytes == (try ImageMagick.pixels(of: file, depth: image.header.decodedBits)))
  }

  @Test(arguments: [ComponentLayout.rgba8, .rgba16, .rgb8, .rgb16, .grey8, .grey16])
  func writtenPNGsAreReadByImageMagick(layout: ComponentLayout) throws {
    let sample = Sample(width: 40, height: 31, layout: layout, seed: 8)
    for level in [1, 3, 9] {
      let file = try sample.png(.sRGB, PNGOptions(compressionLevel: level))
      #expect(try ImageMagick.pixels(of: file, depth: layout.bits) == sample.expanded)
    }
  }

  @Test(arguments: ["4:2:0", "4:2:2", "4:4:4"], ["none", "JPEG"])
  func jpegsOfImageMagickAreRead(sampling: String, interlace: String) throws {
    let sample = Sample.smooth(width: 83, height: 57)
    let file = try ImageMagick.file(
      sample, ["-alpha", "off", "-sampling-factor", sampling, "-interlace", interlace, "-quality", "85"], as: "jpg")
    let image = try decode(file)
    #expect(image.header.kind == .rgb)
    #expect(image.tightBytes == (try ImageMagick.pixels(of: file)))
  }

  @Test func writtenJPEGsAreReadByImageMagick() throws {
    let file = try Sample.smooth().jpeg(nil, JPEGOptions(quality: 0.8))
    #expect(try ImageMagick.pixels(of: file) == decode(file).tightBytes)
  }

  /// Without a profile, CMYK is converted by red = (1 - cyan)(1 - black).
  @Test func cmykJPEGsBecomeRGB() throws {
    let sample = Sample.smooth(width: 40, height: 24)
    let file = try ImageMagick.file(
      sample, ["-alpha", "off", "-colorspace", "CMYK", "-quality", "95"], as: "jpg")
    let inks = [UInt8](try ImageMagick.convert(["-", "-depth", "8", "cmyk:-"], input: [UInt8](file)))
    let image = try decode(file)
    #expect(image.header.kind == .cmyk && image.header.isConvertedByProfile && image.header.colorSpace == .sRGB)
    let pixels = image.tightBytes
    for pixel in 0..<sample.width * sample.height {
      let black = 255 - Int(inks[4 * pixel + 3])
      for component in 0..<3 {
        let light = 255 - Int(inks[4 * pixel + component])
        #expect(abs(Int(pixels[4 * pixel + component]) - light * black / 255) <= 1)
      }
      #expect(pixels[4 * pixel + 3] == 255)
    }
  }

  @Test func imageMagickReadsWrittenHeaders() throws {
    let profile = try Sample(layout: .rgb8).png(.displayP3)
    let output = try ImageMagick.convert(
      ["-", "-format", "%w %h %m %[icc:description]", "info:-"], input: [UInt8](profile))
    #expect(String(decoding: output, as: UTF8.self) == "37 23 PNG displayP3")
    let plain = try Sample(layout: .rgb8).png(.sRGB)
    let stated = try ImageMagick.convert(
      ["-", "-format", "%[colorspace] %[png:sRGB]", "info:-"], input: [UInt8](plain))
    #expect(String(decoding: stated, as: UTF8.self) == "sRGB intent=0 (Perceptual Intent)")
  }
}
