import Foundation
import ImageIO
import Testing

/// Thumbnails.
@Suite struct ThumbnailTests {
  private func thumbnail(_ source: CGImageSource, _ options: [CFString: Any]) -> CGImage? {
    var all = options
    all[kCGImageSourceCreateThumbnailFromImageAlways] = kCFBooleanTrue
    return CGImageSourceCreateThumbnailAtIndex(source, 0, all as CFDictionary)
  }

  @Test(arguments: ["public.png", "public.jpeg", "public.tiff"])
  func aPixelIsTheMeanInLinearLight(type: String) throws {
    // Columns of black and white, one pixel each: half of linear white, which is 0.7354 in sRGB (IEC 61966-2-1).
    let stripes = try Known(64, 32) { x, _ in x % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let source = try source(file(of: stripes.image, as: type, ["kCGImageDestinationLossyCompressionQuality": 1]))
    let small = try #require(thumbnail(source, [kCGImageSourceThumbnailMaxPixelSize: 16]))
    #expect(small.width == 16 && small.height == 8)
    let pixel = try drawn(small)
    let half = 255 * (1.055 * pow(0.5, 1 / 2.4) - 0.055)
    for (x, y) in [(0, 0), (15, 7), (7, 3)] {
      let values = pixel(x, y)
      // JPEG is decoded at half size with means of its encoded values, so linear light is not tested.
      if type != "public.jpeg" {
        #expect(abs(Double(values[0]) - half) <= 1 && values[0] == values[1] && values[3] == 255, "\(values)")
      }
    }
  }

  @Test func theLongerSideIsLimitedAndNothingIsEnlarged() throws {
    let source = try source(file(of: Known.slopes(30, 20).image, as: "public.png"))
    for (most, width, height) in [(15.0, 15, 10), (29, 29, 19), (30, 30, 20), (1000, 30, 20), (1, 1, 1), (2.9, 2, 1)] {
      let small = try #require(thumbnail(source, [kCGImageSourceThumbnailMaxPixelSize: most]))
      #expect(small.width == width && small.height == height, "\(most): \(small.width)x\(small.height)")
    }
    #expect(thumbnail(source, [:])?.width == 30)
  }

  @Test func aRotatedImageIsUprightIfRequested() throws {
    let quarters = try Known.quarters(32, 16)
    // 6: to be rotated clockwise by a quarter turn: the upper left quarter, red, moves to the upper right.
    let source = try source(file(of: quarters.image, as: "public.png", [kCGImagePropertyOrientation: 6]))
    let stored = try #require(thumbnail(source, [kCGImageSourceThumbnailMaxPixelSize: 8]))
    #expect(stored.width == 8 && stored.height == 4)
    #expect(try drawn(stored)(1, 1) == [255, 0, 0, 255])
    let options: [CFString: Any] = [
      kCGImageSourceThumbnailMaxPixelSize: 8, kCGImageSourceCreateThumbnailWithTransform: true,
    ]
    let upright = try #require(thumbnail(source, options))
    #expect(upright.width == 4 && upright.height == 8)
    let pixel = try drawn(upright)
    #expect(pixel(3, 1) == [255, 0, 0, 255] && pixel(0, 1) == [0, 255, 0, 255])
    #expect(pixel(3, 6) == [0, 0, 255, 255] && pixel(0, 6) == [255, 255, 255, 255])
  }

  @Test func edgesStayOpaqueAndTransparencyIsPreserved() throws {
    let plain = try Known(33, 21, alpha: true) { _, _ in [200, 100, 50, 255] }
    let small = try #require(
      thumbnail(source(file(of: plain.image, as: "public.png")), [kCGImageSourceThumbnailMaxPixelSize: 10]))
    let pixel = try drawn(small)
    for y in 0..<small.height { for x in 0..<small.width { #expect(pixel(x, y) == [200, 100, 50, 255]) } }
    let clear = try Known(32, 32, alpha: true) { _, _ in [0, 0, 0, 0] }
    let none = try #require(
      thumbnail(source(file(of: clear.image, as: "public.png")), [kCGImageSourceThumbnailMaxPixelSize: 8]))
    #expect(try drawn(none)(4, 4) == [0, 0, 0, 0])
  }

  @Test func previewsInFilesAreNotRead() throws {
    let source = try source(file(of: Known.slopes(30, 20).image, as: "public.png"))
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    let never: [CFString: Any] = [kCGImageSourceCreateThumbnailFromImageAlways: false]
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, never as CFDictionary) == nil)
    let absent: [CFString: Any] = [kCGImageSourceCreateThumbnailFromImageIfAbsent: true]
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, absent as CFDictionary)?.width == 30)
  }

  @Test(arguments: [0, -5, Double.nan, .infinity, 0.5] as [Double])
  func invalidSizesHaveNoEffect(maximum: Double) throws {
    let source = try source(file(of: Known.slopes(30, 20).image, as: "public.png"))
    #expect(thumbnail(source, [kCGImageSourceThumbnailMaxPixelSize: maximum])?.width == 30)
    #expect(thumbnail(source, [kCGImageSourceThumbnailMaxPixelSize: "ten"])?.width == 30)
  }
}
