import CoreImage
import Foundation
import TestContexts
import TestSupport
import Testing

/// Tests of TIFF files through the public API: the rendered pixels are read again unchanged.
@Suite struct TIFFFileTests {
  private static let context = Backend.context()
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!

  private func floats(_ image: CIImage, _ space: CGColorSpace?) throws -> [Float] {
    var result = [Float](repeating: -1, count: Int(image.extent.width * image.extent.height) * 4)
    Self.context.render(
      image, toBitmap: &result, rowBytes: Int(image.extent.width) * 16, bounds: image.extent, format: .RGBAf,
      colorSpace: space)
    return result
  }

  private func bitmap(_ values: [Float], width: Int) -> CIImage {
    CIImage(
      bitmapData: values.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
      size: CGSize(width: width, height: values.count / 4 / width), format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
  }

  /// A file of two grey pages, of 2 x 1 and 1 x 1 pixels; between them an image of reduced resolution.
  private var pages: Data {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    func directory(width: Int, kind: Int, pixels: Int, next: Int) -> [UInt8] {
      let tags = [
        (254, kind), (256, width), (257, 1), (258, 8), (259, 1), (262, 1), (273, pixels), (277, 1), (278, 1),
        (279, width),
      ]
      return short(tags.count) + tags.flatMap { short($0.0) + [3, 0, 1, 0, 0, 0] + short($0.1) + [0, 0] } + short(next)
        + [0, 0]
    }
    // Each directory has 2 + 10 * 12 + 4 bytes; the pixels are at offset 8.
    return Data(
      [0x49, 0x49, 42, 0, 12, 0, 0, 0, 10, 20, 30, 40] + directory(width: 2, kind: 0, pixels: 8, next: 138)
        + directory(width: 1, kind: 1, pixels: 10, next: 264) + directory(width: 1, kind: 0, pixels: 11, next: 0))
  }

  @Test func aPageIsSelectedByAnOption() throws {
    let first = try CIImage(reading: pages)
    #expect(first.extent.size == CGSize(width: 2, height: 1))
    let second = try CIImage(reading: pages, options: [.imageIndex: 1])
    #expect(second.extent.size == CGSize(width: 1, height: 1))
    let levels = try floats(second, CGColorSpace(name: CGColorSpace.sRGB)!)
    #expect(abs(levels[0] - 40.0 / 255) < 1e-4)
    #expect { try CIImage(reading: pages, options: [.imageIndex: 2]) } throws: {
      "\($0)".contains("must be less than 2 (got 2)")
    }
    for index in [-1, 0.5] {
      #expect(throws: RenderError.self) { try CIImage(reading: pages, options: [.imageIndex: index]) }
    }
  }

  /// A directory that is its own successor counts once.
  @Test func directoriesInALoopAreCountedOnce() throws {
    var bytes = [UInt8](pages)
    (bytes[134], bytes[135]) = (12, 0)
    #expect { try CIImage(reading: Data(bytes), options: [.imageIndex: 1]) } throws: {
      "\($0)".contains("must be less than 1 (got 1)")
    }
    #expect(try CIImage(reading: Data(bytes)).extent.width == 2)
  }

  @Test func lightAboveWhiteAndBelowBlackIsKeptInFloats() throws {
    let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!
    let values: [Float] = [8, 0.5, -0.25, 1, 0.125, 0, 1, 1, 0.5, 0.25, 0.125, 0.5, 100, 2, 4, 1]
    let image = bitmap(values, width: 2)
    for (format, tolerance) in [(CIFormat.RGBAf, Float(1e-5)), (.RGBAh, 1e-3)] {
      let data = try #require(Self.context.tiffRepresentation(of: image, format: format, colorSpace: linear))
      let read = try #require(CIImage(data: data))
      #expect(read.properties[kCGImagePropertyIsFloat] as? Bool == true)
      #expect(read.extent == image.extent)
      for (a, b) in zip(try floats(read, linear), values) { #expect(abs(a - b) <= tolerance * max(1, abs(b))) }
    }
  }

  @Test(arguments: [CIFormat.RGBA8, .RGBA16])
  func wholeNumbersComeBackExactly(format: CIFormat) throws {
    let image = bitmap((0..<64).map { $0 % 4 == 3 ? 1 : Float($0) / 64 }, width: 4)
    let tiff = try #require(Self.context.tiffRepresentation(of: image, format: format, colorSpace: space))
    let png = try #require(Self.context.pngRepresentation(of: image, format: format, colorSpace: space))
    let (a, b) = (try #require(CIImage(data: tiff)), try #require(CIImage(data: png)))
    #expect(try floats(a, space) == floats(b, space))
  }

  @Test func aFileIsWrittenAndOrientationIsRead() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tiff-\(UUID().uuidString).tiff")
    defer { try? FileManager.default.removeItem(at: url) }
    let image = bitmap((0..<24).map { $0 % 4 == 3 ? 1 : Float($0) / 24 }, width: 3)
    try Self.context.writeTIFFRepresentation(of: image, to: url, format: .RGBA16, colorSpace: space)
    let read = try #require(CIImage(contentsOf: url))
    #expect(read.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(read.properties[kCGImagePropertyOrientation] as? Int == 1)
    #expect(read.properties[kCGImagePropertyDepth] as? Int == 16)
  }

  /// Red with alpha 0.5: straight in the file, premultiplied in the recipe.
  @Test func alphaIsMultipliedInAgain() throws {
    let half = bitmap([0.25, 0, 0, 0.5], width: 1)
    let data = try #require(Self.context.tiffRepresentation(of: half, format: .RGBAf, colorSpace: space))
    let straight = try floats(try #require(CIImage(data: data)), CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    #expect(zip(straight, [0.25, 0, 0, 0.5] as [Float]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func greyFormatsWriteGrey() throws {
    let image = bitmap([0.5, 0.5, 0.5, 1], width: 1)
    let grey = CGColorSpace(name: CGColorSpace.linearGray)!
    for format in [CIFormat.L8, .L16, .Lh, .Lf] {
      let data = try #require(Self.context.tiffRepresentation(of: image, format: format, colorSpace: grey))
      let read = try #require(CIImage(data: data))
      #expect(read.properties[kCGImagePropertyColorModel] as? String == "Gray")
      #expect(abs(try floats(read, CGColorSpace(name: CGColorSpace.extendedLinearSRGB))[0] - 0.5) < 0.004)
    }
  }
}
