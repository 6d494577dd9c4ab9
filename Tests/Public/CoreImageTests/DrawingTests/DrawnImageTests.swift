import CoreImage
import Foundation
import TestFiles
import TestSupport
import Testing

/// Tests of drawing images into contexts of Core Graphics.
@Suite struct DrawnImageTests {
  private func bitmap(_ width: Int, _ height: Int, space: String = CGColorSpace.sRGB) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: space), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Returns red, green, blue and alpha at a position, y up.
  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [UInt8] {
    let start = try #require(context.data) + (context.height - 1 - y) * context.bytesPerRow + 4 * x
    return (0..<4).map { start.load(fromByteOffset: $0, as: UInt8.self) }
  }

  private func drawing(_ context: CGContext) -> CIContext {
    CIContext(cgContext: context, options: [.backend: Backend.engineName])
  }

  private func plain(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ rect: CGRect) -> CIImage {
    CIImage(color: CIColor(red: red, green: green, blue: blue)).cropped(to: rect)
  }

  /// Four colours in quarters of 8 by 8 pixels: red at the lower left, green to its right, blue above red, white above
  /// green.
  private var quarters: CIImage {
    plain(1, 0, 0, CGRect(x: 0, y: 0, width: 4, height: 4))
      .composited(over: plain(0, 1, 0, CGRect(x: 4, y: 0, width: 4, height: 4)))
      .composited(over: plain(0, 0, 1, CGRect(x: 0, y: 4, width: 4, height: 4)))
      .composited(over: plain(1, 1, 1, CGRect(x: 4, y: 4, width: 4, height: 4)))
  }

  @Test func pixelsStayPixelsAndUpIsUp() throws {
    let context = try bitmap(20, 20)
    drawing(context).draw(quarters, in: CGRect(x: 3, y: 5, width: 8, height: 8), from: quarters.extent)
    #expect(try pixel(context, 3, 5) == [255, 0, 0, 255] && pixel(context, 6, 8) == [255, 0, 0, 255])
    #expect(try pixel(context, 7, 5) == [0, 255, 0, 255])
    #expect(try pixel(context, 3, 9) == [0, 0, 255, 255])
    #expect(try pixel(context, 10, 12) == [255, 255, 255, 255])
    for (x, y) in [(2, 5), (3, 4), (11, 5), (3, 13)] { #expect(try pixel(context, x, y) == [0, 0, 0, 0]) }
  }

  @Test func aPartIsStretchedOverTheRectangle() throws {
    let context = try bitmap(20, 20)
    // The right half, twice as wide and half as high.
    drawing(context).draw(
      quarters, in: CGRect(x: 0, y: 0, width: 16, height: 4), from: CGRect(x: 4, y: 0, width: 4, height: 8))
    #expect(try pixel(context, 1, 0) == [0, 255, 0, 255] && pixel(context, 14, 0) == [0, 255, 0, 255])
    #expect(try pixel(context, 1, 3) == [255, 255, 255, 255] && pixel(context, 14, 3) == [255, 255, 255, 255])
    #expect(try pixel(context, 17, 1) == [0, 0, 0, 0] && pixel(context, 1, 4) == [0, 0, 0, 0])
  }

  @Test func outsideOfTheExtentNothingIsPainted() throws {
    let context = try bitmap(16, 16)
    context.setFillColor(red: 0, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    drawing(context).draw(
      quarters, in: CGRect(x: 0, y: 0, width: 16, height: 16), from: CGRect(x: -4, y: -4, width: 16, height: 16))
    #expect(try pixel(context, 3, 3) == [0, 0, 0, 255] && pixel(context, 4, 4) == [255, 0, 0, 255])
    #expect(try pixel(context, 11, 11) == [255, 255, 255, 255] && pixel(context, 12, 12) == [0, 0, 0, 255])
  }

  @Test func mapClipAndAlphaCount() throws {
    let context = try bitmap(32, 32)
    context.clip(to: CGRect(x: 0, y: 0, width: 16, height: 32))
    context.translateBy(x: 24, y: 4)
    context.rotate(by: .pi / 2)
    context.setAlpha(0.5)
    let white = plain(1, 1, 1, CGRect(x: 0, y: 0, width: 8, height: 8))
    // A rotation by 90°: from (24, 4) to the left and up.
    drawing(context).draw(white, in: CGRect(x: 0, y: 0, width: 16, height: 16), from: white.extent)
    #expect(try abs(Int(pixel(context, 12, 8)[3]) - 128) <= 1)
    #expect(try pixel(context, 18, 8) == [0, 0, 0, 0] && pixel(context, 5, 8) == [0, 0, 0, 0])
  }

  /// Columns of black and white, a pixel wide, at half the size: half of the linear light, 0.7354 in sRGB (IEC
  /// 61966-2-1).
  @Test func reducingTakesMeansOfLight() throws {
    let stripes = try #require(
      CIFilter(
        name: "CIStripesGenerator",
        parameters: [
          "inputColor0": CIColor.white, "inputColor1": CIColor.black, "inputWidth": 1, "inputSharpness": 1,
          "inputCenter": CIVector(x: 0, y: 0),
        ])?.outputImage)
    let context = try bitmap(8, 8)
    drawing(context).draw(
      stripes, in: CGRect(x: 0, y: 0, width: 8, height: 8), from: CGRect(x: 0, y: 0, width: 32, height: 32))
    let half = 255 * (1.055 * pow(0.5, 1 / 2.4) - 0.055)
    for (x, y) in [(0, 0), (7, 7), (3, 4)] {
      let values = try pixel(context, x, y)
      #expect(abs(Double(values[0]) - half) <= 1 && values[3] == 255, "\(values)")
    }
  }

  @Test func coloursAreThoseOfTheTarget() throws {
    let context = try bitmap(4, 4, space: CGColorSpace.displayP3)
    drawing(context).draw(
      plain(1, 0, 0, CGRect(x: 0, y: 0, width: 4, height: 4)), in: CGRect(x: 0, y: 0, width: 4, height: 4),
      from: CGRect(x: 0, y: 0, width: 4, height: 4))
    // sRGB's red in Display P3: 0.9175, 0.2003, 0.1386.
    let values = try pixel(context, 1, 1)
    #expect(zip(values, [234, 51, 35, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(values)")
  }

  @Test func infiniteImagesAndPartsOfPixels() throws {
    let context = try bitmap(10, 10)
    drawing(context).draw(
      CIImage.red, in: CGRect(x: 2.5, y: 2.5, width: 5, height: 5), from: CGRect(x: 0.25, y: 0.25, width: 5, height: 5))
    #expect(try pixel(context, 5, 5) == [255, 0, 0, 255])
    // Half of the pixel's width.
    #expect(try abs(Int(pixel(context, 2, 5)[3]) - 128) <= 2 && abs(Int(pixel(context, 7, 5)[3]) - 128) <= 2)
    #expect(try pixel(context, 1, 5)[3] == 0 && pixel(context, 8, 5)[3] == 0)
  }

  @Test func layersKeepAllPixelsAndThePathStays() throws {
    let context = try bitmap(16, 16)
    let layer = try #require(CGLayer(context, size: CGSize(width: 1, height: 1), auxiliaryInfo: nil))
    // An eighth of the size in the layer, which is drawn eight times as large.
    try drawing(#require(layer.context)).draw(
      quarters, in: CGRect(x: 0, y: 0, width: 1, height: 1), from: quarters.extent)
    context.interpolationQuality = .none
    context.move(to: CGPoint(x: 1, y: 1))
    context.draw(layer, in: CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(try pixel(context, 0, 0) == [255, 0, 0, 255] && pixel(context, 7, 7) == [255, 255, 255, 255])
    drawing(context).draw(
      CIImage.red, in: CGRect(x: 8.5, y: 8, width: 2, height: 2), from: CGRect(x: 0, y: 0, width: 2.5, height: 2))
    #expect(context.currentPointOfPath == CGPoint(x: 1, y: 1))
  }

  /// Renders only the visible part of an image of 100 million pixels.
  @Test(.timeLimit(.minutes(1))) func ofLargeImagesThePartIsRenderedThatIsSeen() throws {
    let context = try bitmap(32, 32)
    context.translateBy(x: -5000, y: -5000)
    let large = CIImage.blue.cropped(to: CGRect(x: 0, y: 0, width: 10_000, height: 10_000))
      .composited(over: CIImage.red)
    drawing(context).draw(
      large, in: CGRect(x: 0, y: 0, width: 20_000, height: 20_000),
      from: CGRect(x: 0, y: 0, width: 20_000, height: 20_000))
    for (x, y) in [(0, 0), (31, 31), (16, 3)] { #expect(try pixel(context, x, y) == [0, 0, 255, 255]) }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
  func documentsGetImages() throws {
    let folder = try TestFolder()
    let file = folder.file("page.pdf")
    var box = CGRect(x: 0, y: 0, width: 72, height: 72)
    let pdf = try #require(CGContext(file as CFURL, mediaBox: &box, nil))
    pdf.beginPDFPage(nil)
    // 3000 pixels per inch, of which 300 remain.
    let large = quarters.transformed(by: CGAffineTransform(scaleX: 375, y: 375))
    drawing(pdf).draw(large, in: CGRect(x: 0, y: 0, width: 72, height: 72), from: large.extent)
    pdf.endPDFPage()
    pdf.closePDF()
    let listed = String(decoding: try FinishedProgram.output("pdfimages", ["-list", file.path]), as: UTF8.self)
    #expect(listed.contains(" 300 "), "\(listed)")
    _ = try FinishedProgram.output("pdftoppm", ["-r", "72", "-png", file.path, folder.file("out").path])
    let page = try CIImage(reading: folder.file("out-1.png"))
    #expect(page.extent == CGRect(x: 0, y: 0, width: 72, height: 72))
    let seen = try bitmap(72, 72)
    drawing(seen).draw(page, in: page.extent, from: page.extent)
    #expect(try pixel(seen, 10, 10) == [255, 0, 0, 255] && pixel(seen, 60, 10) == [0, 255, 0, 255])
    #expect(try pixel(seen, 10, 60) == [0, 0, 255, 255] && pixel(seen, 60, 60) == [255, 255, 255, 255])
  }

  // MARK: Invalid arguments

  @Test(arguments: [
    CGRect.null, .zero, CGRect(x: 0, y: 0, width: 5, height: 0), CGRect(x: Double.nan, y: 0, width: 5, height: 5),
    .infinite, CGRect(x: 0, y: 0, width: Double.infinity, height: 5), CGRect(x: 1e300, y: 0, width: 5, height: 5),
  ])
  func rectanglesWithoutContentDrawNothing(rect: CGRect) throws {
    let context = try bitmap(8, 8)
    let full = CGRect(x: 0, y: 0, width: 8, height: 8)
    drawing(context).draw(CIImage.red, in: rect, from: full)
    drawing(context).draw(CIImage.red, in: full, from: rect)
    for place in 0..<64 { #expect(try pixel(context, place % 8, place / 8) == [0, 0, 0, 0]) }
  }

  @Test func emptyImagesFlatMapsAndOtherContextsDrawNothing() throws {
    let context = try bitmap(8, 8)
    let full = CGRect(x: 0, y: 0, width: 8, height: 8)
    drawing(context).draw(CIImage.empty(), in: full, from: full)
    CIContext(options: [.backend: "reference"]).draw(CIImage.red, in: full, from: full)
    context.scaleBy(x: 1, y: 0)
    drawing(context).draw(CIImage.red, in: full, from: full)
    for place in 0..<64 { #expect(try pixel(context, place % 8, place / 8) == [0, 0, 0, 0]) }
  }
}
