import CoreGraphics
import Foundation
import TestFiles
import Testing

/// PDF as rendered by poppler (`pdftoppm`), compared with a bitmap of the same commands; SVG as text.
@Suite struct DocumentTests {
  private func scene(_ context: CGContext) throws {
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 100, height: 80))
    context.setFillColor(rgb(0.8, 0.1, 0.1))
    context.fillEllipse(in: CGRect(x: 10, y: 40, width: 30, height: 30))
    context.setStrokeColor(rgb(0, 0.3, 0.8))
    context.setLineWidth(4)
    context.setLineDash(phase: 2, lengths: [8, 3])
    context.move(to: CGPoint(x: 5, y: 5))
    context.addCurve(to: CGPoint(x: 95, y: 10), control1: CGPoint(x: 30, y: 60), control2: CGPoint(x: 60, y: -20))
    context.strokePath()
    context.saveGState()
    context.clip(to: CGRect(x: 50, y: 40, width: 40, height: 20))
    let space = CGColorSpace(name: CGColorSpace.sRGB)
    let gradient = try #require(
      CGGradient(colorsSpace: space, colors: [rgb(1, 1, 0), rgb(0, 0.5, 0)] as NSArray, locations: nil))
    context.drawLinearGradient(gradient, start: CGPoint(x: 50, y: 0), end: CGPoint(x: 90, y: 0), options: [])
    context.restoreGState()
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(rgb(0, 0, 0))
    context.fill(CGRect(x: 60, y: 50, width: 20, height: 20))
    context.setFillColor(rgb(0, 1, 0))
    context.fill(CGRect(x: 70, y: 55, width: 20, height: 20))
    context.endTransparencyLayer()
    context.setAlpha(1)
    context.setShadow(offset: CGSize(width: 3, height: -3), blur: 4, color: rgb(0, 0, 0, 0.6))
    context.fill(CGRect(x: 46, y: 66, width: 10, height: 8))
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drawing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
  func pagesLookLikeBitmaps() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.pdf")
    var box = CGRect(x: 0, y: 0, width: 100, height: 80)
    let info = NSDictionary(dictionary: [kCGPDFContextTitle: "A page & more"])
    let pdf = try #require(CGContext(NSURL(fileURLWithPath: file.path), mediaBox: &box, info))
    pdf.beginPDFPage(nil)
    try scene(pdf)
    pdf.endPDFPage()
    pdf.beginPDFPage(nil)
    // A page begins with the initial state.
    pdf.fill(CGRect(x: 0, y: 0, width: 100, height: 40))
    pdf.endPDFPage()
    pdf.closePDF()
    pdf.fill(box)

    _ = try FinishedProgram.output(
      "pdftoppm", ["-r", "144", file.path, folder.appendingPathComponent("out").path])
    let canvas = try Canvas(200, 160)
    canvas.context.scaleBy(x: 2, y: 2)
    // The offset of a shadow is in the base space, which has twice the resolution here.
    try scene(canvas.context)
    let page = try Pixmap(Data(contentsOf: folder.appendingPathComponent("out-1.ppm")))
    #expect(page.width == 200 && page.height == 160)
    var (sum, far) = (0, 0)
    for y in 0..<160 {
      for x in 0..<200 {
        // Next to the shadow.
        if x > 80, x < 130, y < 50 { continue }
        let own = try canvas.pixel(x, 159 - y)
        let worst = (0..<3).map { abs(Int(own[$0]) - Int(page[x, y, $0])) }.max() ?? 0
        sum += worst
        if worst > 64 { far += 1 }
      }
    }
    // Two rasterizers differ along edges; a wrong position or colour would affect thousands of pixels.
    #expect(Double(sum) / (200 * 160) < 1 && far < 40, "mean \(Double(sum) / 32_000), far \(far)")
    // The shadow below the box: a Gaussian of 2 points over a box, moved by 3 points; 0.435 of black there.
    #expect(abs(Int(page[108, 31, 0]) - 144) <= 8 && page[80, 31, 0] == 255)
    let second = try Pixmap(Data(contentsOf: folder.appendingPathComponent("out-2.ppm")))
    #expect(second[100, 40, 0] == 255 && second[100, 120, 0] == 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")))
  func textInDocumentsStaysText() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: 300, height: 100)
    let consumer = try #require(CGDataConsumer(data: data))
    let pdf = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    pdf.beginPDFPage(nil)
    pdf.selectFont(name: "DejaVuSans", size: 20)
    pdf.showText("Words & <marks>", at: CGPoint(x: 10, y: 50))
    pdf.endPDFPage()
    pdf.closePDF()
    let file = folder.appendingPathComponent("text.pdf")
    try Data(referencing: data).write(to: file)
    let text = String(decoding: try FinishedProgram.output("pdftotext", [file.path, "-"]), as: UTF8.self)
    #expect(text.contains("Words & <marks>"))
  }

  @Test func anSVGHasItsPaths() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let svg = try #require(CGContext(svg: consumer, size: CGSize(width: 100, height: 80)))
    svg.setFillColor(rgb(1, 0, 0))
    svg.fill(CGRect(x: 10, y: 10, width: 20, height: 30))
    svg.closeSVG()
    let text = String(decoding: Data(referencing: data), as: UTF8.self)
    // Rows go down there: 80 − 40 is the top.
    #expect(text.contains("<svg") && text.contains("100%,0%,0%") && text.contains("10 40"), "\(text)")
    #expect(text.hasSuffix("</svg>\n"))
  }

  @Test func pagesHaveLimitsAndFilesHaveToBeWritable() throws {
    let consumer = try #require(CGDataConsumer(data: NSMutableData()))
    var box = CGRect(x: 0, y: 0, width: 20_000, height: 1)
    #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil)
    box = CGRect(x: 0, y: 0, width: Double.nan, height: 10)
    #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil)
    #expect(CGContext(NSURL(fileURLWithPath: "/nowhere/at/all.pdf"), mediaBox: nil, nil) == nil)
  }

  /// A colour image in a PPM file.
  private struct Pixmap {
    let width, height: Int
    private let values: Data

    init(_ data: Data) throws {
      var tokens: [String] = []
      var index = data.startIndex
      while tokens.count < 4 {
        let end = try #require(data[index...].firstIndex { $0 == 10 || $0 == 32 })
        tokens.append(String(decoding: data[index..<end], as: UTF8.self))
        index = end + 1
      }
      (width, height) = try (#require(Int(tokens[1])), #require(Int(tokens[2])))
      values = Data(data[index...])
      try #require(values.count == width * height * 3)
    }

    subscript(x: Int, y: Int, component: Int) -> UInt8 { values[3 * (y * width + x) + component] }
  }
}
