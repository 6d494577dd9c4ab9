import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Layers on paper, as rendered by poppler.
@Suite struct PrintingTests {
  private typealias Rows = (width: Int, height: Int, bytes: [UInt8])

  /// Returns rows from the top, three bytes a pixel.
  private func rows(_ image: CIImage, _ box: CGRect) throws -> Rows {
    let (width, height) = (Int(box.width), Int(box.height))
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try Backend.context().render(
      checked: image, toBitmap: &bytes, rowBytes: width * 4, bounds: box, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return (width, height, bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element))
  }

  /// Renders a page at 144 pixels an inch by a program of poppler: `pdftocairo`, or `pdftoppm`, which has its own
  /// rasterizer.
  private func page(_ file: URL, by program: String = "pdftocairo") throws -> Rows {
    let folder = try TestFolder()
    _ = try FinishedProgram.output(
      program, ["-r", "144", "-png", "-singlefile", file.path, folder.file("page").path])
    let image = try CIImage(reading: folder.file("page.png"))
    return try rows(image, image.extent)
  }

  /// Renders a frame over white, in the same format.
  private func frame(_ layer: CALayer) throws -> Rows {
    let box = layer.frame
    return try rows(
      CIImage(layer: layer, at: 0, scale: 2).composited(over: CIImage(color: .white)),
      CGRect(x: box.minX * 2, y: box.minY * 2, width: box.width * 2, height: box.height * 2))
  }

  /// Returns the mean of the absolute differences of bytes.
  private func difference(_ a: Rows, _ b: Rows) -> Double {
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.bytes.count)
  }

  /// Prints a layer, and compares the page with the frame.
  private func expectAlike(_ layer: CALayer, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = try TestFolder()
    let file = folder.file("page.pdf")
    try layer.writePDF(to: file, context: Backend.context())
    let (paper, screen) = (try page(file), try frame(layer))
    try #require(paper.width == screen.width && paper.height == screen.height, sourceLocation: sourceLocation)
    let found = difference(paper, screen)
    #expect(found <= 1, "mean \(found)", sourceLocation: sourceLocation)
    // The threshold must be below the difference of an empty page.
    #expect(Set(paper.bytes).count > 1, sourceLocation: sourceLocation)
    // pdftoppm snaps glyphs to whole pixels, and extends images and boxes by a pixel on two sides.
    let other = difference(try page(file, by: "pdftoppm"), screen)
    #expect(other <= 5, "mean \(other)", sourceLocation: sourceLocation)
  }

  private func images(_ file: URL) throws -> Int {
    let list = String(decoding: try FinishedProgram.output("pdfimages", ["-list", file.path]), as: UTF8.self)
    return list.split(separator: "\n").count - 2
  }

  private func text(_ string: String, _ frame: CGRect) -> CATextLayer {
    let layer = CATextLayer()
    layer.frame = frame
    (layer.string, layer.fontSize, layer.foregroundColor, layer.contentsScale) = (string, 14, black, 2)
    return layer
  }

  private func gradient(_ frame: CGRect) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = frame
    (layer.colors, layer.locations) = ([red, rgb(1, 1, 0), blue], [0, 0.25, 1])
    (layer.startPoint, layer.endPoint, layer.cornerRadius) = (CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), 8)
    return layer
  }

  private func shape(_ frame: CGRect) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.frame = frame
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 2, y: 2, width: frame.width - 4, height: frame.height - 4))
    path.addEllipse(in: CGRect(x: 12, y: 10, width: frame.width - 24, height: frame.height - 20))
    (layer.path, layer.fillRule, layer.fillColor) = (path, .evenOdd, rgb(0.2, 0.6, 0.3))
    (layer.strokeColor, layer.lineWidth, layer.lineDashPattern) = (rgb(0.5, 0, 0.5), 2, [6, 3])
    return layer
  }

  private func drawn(_ frame: CGRect) -> CALayer {
    final class Cross: CALayer {
      override func draw(in context: CGContext) {
        context.setLineWidth(3)
        context.strokeLineSegments(between: [
          CGPoint(x: 0, y: 0), CGPoint(x: 30, y: 20), CGPoint(x: 0, y: 20), CGPoint(x: 15, y: 10),
        ])
      }
    }
    let layer = Cross()
    layer.frame = frame
    layer.contentsScale = 2
    layer.setNeedsDisplay()
    return layer
  }

  private func checks(_ size: Int) throws -> CGImage {
    try makeImage(size, size) { context in
      for y in 0..<size / 4 {
        for x in 0..<size / 4 {
          context.setFillColor((x + y) % 2 == 0 ? rgb(0.9, 0.3, 0.1) : rgb(0.1, 0.4, 0.8))
          context.fill(CGRect(x: 4 * x, y: 4 * y, width: 4, height: 4))
        }
      }
    }
  }

  @Test func objectsOfTheDocument() throws {
    let card = box(10, 10, 60, 40, rgb(0.8, 0.9, 1))
    (card.cornerRadius, card.borderWidth, card.borderColor) = (12, 3, rgb(0.1, 0.2, 0.4))
    card.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    let clipped = box(80, 10, 50, 40, rgb(0.6, 0.6, 0.6), [box(-10, 20, 40, 40, rgb(0.9, 0.1, 0.2))])
    (clipped.masksToBounds, clipped.opacity, clipped.cornerRadius) = (true, 0.75, 10)
    let turned = box(140, 20, 30, 20, rgb(0, 0.5, 0.5))
    turned.setAffineTransform(CGAffineTransform(rotationAngle: 0.4))
    let root = box(
      0, 0, 180, 120, white,
      [
        card, clipped, turned, gradient(CGRect(x: 10, y: 60, width: 50, height: 30)),
        shape(CGRect(x: 70, y: 60, width: 40, height: 40)), drawn(CGRect(x: 120, y: 62, width: 40, height: 30)),
        text("Words on paper", CGRect(x: 10, y: 96, width: 160, height: 20)),
      ])
    try expectAlike(root)
    // All of these are vector objects: the page has no image, and its text can be extracted.
    let folder = try TestFolder()
    let file = folder.file("page.pdf")
    try root.writePDF(to: file, context: Backend.context())
    #expect(try images(file) == 0)
    let words = String(decoding: try FinishedProgram.output("pdftotext", [file.path, "-"]), as: UTF8.self)
    #expect(words.contains("Words on paper"))
  }

  @Test func imagesStayImages() throws {
    let (plain, parts, recipe) = (box(10, 10, 32, 32), box(60, 10, 60, 40), box(10, 60, 40, 30))
    (plain.contents, plain.contentsScale) = (try checks(64), 2)
    (parts.contents, parts.contentsCenter) = (try checks(32), CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    recipe.contents = CIImage(color: CIColor(red: 0.3, green: 0.1, blue: 0.6))
      .cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
    try expectAlike(box(0, 0, 140, 100, white, [plain, parts, recipe]))
  }

  @Test func shadowsAndEffectsAreImages() throws {
    let shadowed = box(20, 20, 40, 30, rgb(0.9, 0.9, 0.3))
    (shadowed.shadowOpacity, shadowed.shadowRadius, shadowed.shadowOffset) = (0.6, 4, CGSize(width: 3, height: -4))
    let blurred = box(90, 20, 40, 30, red, [text("soft", CGRect(x: 5, y: 5, width: 30, height: 20))])
    blurred.filters = [CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 3])!]
    let tilted = box(20, 70, 50, 40, rgb(0.2, 0.3, 0.9), [box(5, 5, 20, 20, rgb(1, 0.8, 0))])
    var map = CATransform3DIdentity
    map.m34 = -1 / 200
    tilted.transform = CATransform3DRotate(map, 0.7, 0, 1, 0)
    let masked = box(90, 70, 40, 40, rgb(0.1, 0.6, 0.2))
    masked.mask = shape(CGRect(x: 0, y: 0, width: 40, height: 40))
    let blend = box(60, 40, 60, 50, rgb(0.9, 0.7, 0.5))
    blend.compositingFilter = CIFilter(name: "CIMultiplyBlendMode")!
    try expectAlike(box(0, 0, 150, 130, white, [shadowed, blurred, tilted, masked]))
    // A layer that reads its backdrop is rendered together with it.
    try expectAlike(box(0, 0, 150, 130, white, [box(0, 0, 150, 130, nil, [shadowed, blend])]))
  }

  @Test func flippedTreesAreUpright() throws {
    let image = box(70, 10, 32, 32)
    (image.contents, image.contentsScale) = (try checks(64), 2)
    let copies = CAReplicatorLayer()
    copies.frame = CGRect(x: 10, y: 60, width: 90, height: 20)
    (copies.instanceCount, copies.instanceTransform) = (3, CATransform3DMakeTranslation(25, 4, 0))
    copies.addSublayer(box(0, 0, 20, 10, rgb(0.7, 0.2, 0.4)))
    let inside = [drawn(CGRect(x: 10, y: 10, width: 40, height: 30)), image, copies]
    let root = box(0, 0, 120, 100, white, inside + [text("up", CGRect(x: 10, y: 40, width: 40, height: 20))])
    root.isGeometryFlipped = true
    try expectAlike(root)
    // A part of it is printed as it is displayed there.
    let part = box(20, 30, 60, 40, rgb(0.9, 0.9, 0.8), [drawn(CGRect(x: 10, y: 5, width: 40, height: 30))])
    let holder = box(0, 0, 120, 100, white, [part])
    holder.isGeometryFlipped = true
    holder.layoutIfNeeded()
    let folder = try TestFolder()
    try part.writePDF(to: folder.file("part.pdf"), context: Backend.context())
    let (alone, seen) = (try page(folder.file("part.pdf")), try frame(holder))
    var there: [UInt8] = []
    for y in 60..<140 {
      let start = y * 720 + 120
      there += seen.bytes[start..<start + 360]
    }
    #expect(alone.width == 120 && alone.height == 80 && difference(alone, (120, 80, there)) <= 1)
  }

  @Test func filesAreWrittenAtomically() throws {
    let folder = try TestFolder()
    let (file, layer) = (folder.file("page.pdf"), box(5, 6, 70, 80, red))
    try Data("before".utf8).write(to: file)
    try layer.writePDF(to: file, context: Backend.context())
    #expect(try Data(contentsOf: file).starts(with: Data("%PDF".utf8)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["page.pdf"])
    do {
      try layer.writePDF(to: folder.file("missing").appending(path: "page.pdf"), context: Backend.context())
      Issue.record("a file in a folder that is not there")
    } catch let RenderError.image(text) {
      #expect(text.contains("missing/page.pdf"))
    }
    for frame in [CGRect.zero, CGRect(x: 0, y: 0, width: 20_000, height: 5)] {
      let before = try Data(contentsOf: file)
      layer.frame = frame
      #expect(throws: RenderError.self) { try layer.writePDF(to: file, context: Backend.context()) }
      #expect(try Data(contentsOf: file) == before)
    }
  }
}
