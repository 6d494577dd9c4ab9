import CoreImage
import Foundation
import TestSupport
import Testing

/// Tests of `PlatformImage`.
@Suite struct PlatformImageTests {
  /// 8 by 4 pixels: at the left red above green, then blue, white at the right.
  private func stored() throws -> CGImage {
    let image = try #require(
      PlatformImage(size: CGSize(width: 8, height: 4)) { context in
        for (color, x, y) in [
          (CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), 0.0, 2.0),
          (CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1), 0, 0),
          (CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), 4, 2),
          (CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), 4, 0),
        ] {
          context.setFillColor(color)
          context.fill(CGRect(x: x, y: y, width: 4, height: 2))
        }
      })
    return try #require(image.cgImage)
  }

  private func bitmap(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Returns the letter of the colour at a position, y up: r, g, b, w, or . for transparent pixels.
  private func letter(_ context: CGContext, _ x: Int, _ y: Int) throws -> Character {
    let start = try #require(context.data) + (context.height - 1 - y) * context.bytesPerRow + 4 * x
    let values = (0..<4).map { start.load(fromByteOffset: $0, as: UInt8.self) }
    let letters: [[UInt8]: Character] = [
      [255, 0, 0, 255]: "r", [0, 255, 0, 255]: "g", [0, 0, 255, 255]: "b", [255, 255, 255, 255]: "w",
      [0, 0, 0, 0]: ".",
    ]
    return letters[values] ?? "?"
  }

  /// Returns the four corners of the drawn image: upper left, upper right, lower left, lower right.
  private func corners(_ image: PlatformImage, isFlipped: Bool = false) throws -> String {
    let (width, height) = (Int(image.size.width), Int(image.size.height))
    let context = try bitmap(width, height)
    if isFlipped {
      context.translateBy(x: 0, y: CGFloat(height))
      context.scaleBy(x: 1, y: -1)
    }
    image.draw(at: .zero, in: context, isFlipped: isFlipped)
    return String([
      try letter(context, 0, height - 1), try letter(context, width - 1, height - 1), try letter(context, 0, 0),
      try letter(context, width - 1, 0),
    ])
  }

  /// The positions of row 0 and column 0, by hand, from TIFF 6.0, tag 274.
  static let turns: [(PlatformImage.Orientation, String)] = [
    (.up, "rbgw"), (.upMirrored, "brwg"), (.down, "wgbr"), (.downMirrored, "gwrb"), (.leftMirrored, "rgbw"),
    (.right, "grwb"), (.rightMirrored, "wbgr"), (.left, "bwrg"),
  ]

  @Test(arguments: PlatformImageTests.turns.indices) func imagesAreDrawnUpright(index: Int) throws {
    let (orientation, expected) = Self.turns[index]
    let pixels = PlatformImage(cgImage: try stored(), scale: 1, orientation: orientation)
    let swapsAxes = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    #expect(pixels.size == (swapsAxes ? CGSize(width: 4, height: 8) : CGSize(width: 8, height: 4)))
    #expect(try corners(pixels) == expected)
    #expect(try corners(pixels, isFlipped: true) == expected)
    let recipe = PlatformImage(ciImage: CIImage(cgImage: try stored()), scale: 1, orientation: orientation)
    #expect(try corners(recipe) == expected)
    // The same result from its files, and from Core Image.
    let png = try #require(pixels.pngData())
    #expect(try corners(#require(PlatformImage(data: png))) == expected)
    let ready = try #require(recipe.preparingForDisplay())
    #expect(try corners(ready) == expected && ready.imageOrientation == .up)
    let image = try #require(CIImage(image: pixels, options: [.applyOrientationProperty: true]))
    #expect(try corners(PlatformImage(ciImage: image)) == expected)
    let asStored = try #require(CIImage(image: pixels))
    #expect(try corners(PlatformImage(ciImage: asStored)) == "rbgw")
    #expect(
      asStored.properties[kCGImagePropertyOrientation] as? Int == Int(orientation.cgImagePropertyOrientation.rawValue))
    #expect(PlatformImage.Orientation(orientation.cgImagePropertyOrientation) == orientation)
  }

  @Test func pointsAreNotPixels() throws {
    let image = PlatformImage(cgImage: try stored(), scale: 2, orientation: .right)
    #expect(image.scale == 2 && image.size == CGSize(width: 2, height: 4))
    #expect(image.cgImage?.width == 8 && image.ciImage == nil)
    for scale in [0, -1, Double.nan, .infinity] {
      #expect(PlatformImage(cgImage: try stored(), scale: scale, orientation: .up).scale == 1)
    }
    let drawn = try #require(
      PlatformImage(size: CGSize(width: 10, height: 5), scale: 3) { $0.fill(CGRect(x: 0, y: 0, width: 10, height: 5)) })
    #expect(drawn.cgImage?.width == 30 && drawn.cgImage?.height == 15 && drawn.size == CGSize(width: 10, height: 5))
  }

  @Test func flippedDrawingHasItsOriginAbove() throws {
    let image = try #require(
      PlatformImage(size: CGSize(width: 4, height: 4), isFlipped: true) { context in
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      })
    #expect(try corners(image) == "r...")
  }

  @Test func theFormWithPixelsEnoughIsDrawn() throws {
    func plain(_ side: Int, _ color: CIColor) throws -> BitmapImageRep {
      let image = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
      return try #require(BitmapImageRep(ciImage: image))
    }
    let image = PlatformImage(size: CGSize(width: 4, height: 4))
    #expect(image.size == CGSize(width: 4, height: 4) && image.representations.isEmpty)
    image.addRepresentation(try plain(16, .blue))
    image.addRepresentation(try plain(4, .red))
    image.addRepresentation(try plain(8, .green))
    #expect(image.representations.count == 3 && image.size == CGSize(width: 4, height: 4))
    let context = try bitmap(64, 32)
    for (side, letter) in [(4.0, "r"), (3, "r"), (5, "g"), (8, "g"), (9, "b"), (30, "b")] {
      context.clear(CGRect(x: 0, y: 0, width: 64, height: 32))
      image.draw(in: CGRect(x: 0, y: 0, width: side, height: side), context: context)
      #expect(try String(self.letter(context, 1, 1)) == letter, "\(side)")
    }
    context.scaleBy(x: 2, y: 2)
    image.draw(at: CGPoint(x: 16, y: 0), in: context)
    #expect(try letter(context, 34, 2) == "g")
  }

  @Test func aRecipeIsAForm() throws {
    let filter = try #require(CIFilter(name: "CIColorInvert"))
    filter.setValue(CIImage(bitmapImageRep: BitmapImageRep(cgImage: try stored())), forKey: kCIInputImageKey)
    let form = CIImageRep(ciImage: try #require(filter.outputImage))
    #expect(form.size == CGSize(width: 8, height: 4) && form.pixelsWide == 8 && form.pixelsHigh == 4)
    let image = PlatformImage(size: form.size)
    image.addRepresentation(form)
    #expect(image.cgImage == nil && image.ciImage === form.ciImage)
    let context = try bitmap(16, 8)
    image.draw(in: CGRect(x: 0, y: 0, width: 16, height: 8), context: context)
    // White becomes black.
    #expect(try letter(context, 0, 7) != "r" && letter(context, 0, 0) != "g")
    let start = try #require(context.data) + 7 * context.bytesPerRow + 4 * 15
    #expect((0..<4).map { start.load(fromByteOffset: $0, as: UInt8.self) } == [0, 0, 0, 255])
  }

  @Test func alphaAndBlendModeCountWhereTheyAreGiven() throws {
    let red = PlatformImage(ciImage: CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4)))
    let context = try bitmap(4, 4)
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    red.draw(in: CGRect(x: 0, y: 0, width: 2, height: 4), context: context, blendMode: .plusLighter, alpha: 1)
    red.draw(in: CGRect(x: 2, y: 0, width: 2, height: 4), context: context, alpha: 0.5)
    let data = try #require(context.data)
    #expect((0..<3).map { data.load(fromByteOffset: $0, as: UInt8.self) } == [255, 255, 0])
    let half = (0..<3).map { data.load(fromByteOffset: 8 + $0, as: UInt8.self) }
    #expect(abs(Int(half[0]) - 128) <= 1 && abs(Int(half[1]) - 127) <= 1 && half[2] == 0, "\(half)")
  }

  @Test func formsBecomeFiles() throws {
    let form = BitmapImageRep(cgImage: try stored())
    for type in [BitmapImageRep.FileType.png, .tiff, .jpeg] {
      let data = try #require(form.representation(using: type, properties: [.compressionFactor: 1]))
      let read = try #require(BitmapImageRep(data: data))
      #expect(read.pixelsWide == 8 && read.pixelsHigh == 4)
      if type != .jpeg { #expect(try corners(PlatformImage(cgImage: read.cgImage)) == "rbgw") }
    }
    let image = PlatformImage(cgImage: try stored())
    let sizes = try [0.1, 1].map { try #require(image.jpegData(compressionQuality: $0)).count }
    #expect(sizes[0] < sizes[1])
    let tiff = try #require(image.tiffRepresentation)
    #expect(try corners(#require(PlatformImage(data: tiff))) == "rbgw")
  }

  // MARK: Invalid arguments

  @Test func whatHasNoPixelsDrawsNothingAndHasNoFile() throws {
    #expect(PlatformImage(contentsOfFile: "/no/such/file.png") == nil)
    #expect(PlatformImage(data: Data("text".utf8)) == nil && BitmapImageRep(data: Data()) == nil)
    #expect(BitmapImageRep(ciImage: .red) == nil && BitmapImageRep(ciImage: .empty()) == nil)
    let empty = PlatformImage(size: CGSize(width: 4, height: 4))
    #expect(empty.pngData() == nil && empty.preparingForDisplay() == nil && CIImage(image: empty) == nil)
    let endless = PlatformImage(ciImage: .red)
    #expect(endless.size == .zero && endless.pngData() == nil)
    let context = try bitmap(4, 4)
    for image in [empty, endless, PlatformImage(ciImage: .empty())] {
      image.draw(in: CGRect(x: 0, y: 0, width: 4, height: 4), context: context)
      image.draw(at: .zero, in: context)
    }
    let full = PlatformImage(cgImage: try stored())
    // An image that is large enough covers everything.
    full.draw(in: CGRect(x: 0, y: 0, width: 1e300, height: 4), context: try bitmap(4, 4))
    for side in [0, Double.nan, .infinity, 1e300] {
      if side != 1e300 { full.draw(in: CGRect(x: 0, y: 0, width: side, height: 4), context: context) }
      #expect(PlatformImage(size: CGSize(width: side, height: 4)) { _ in } == nil)
    }
    context.scaleBy(x: 0, y: 1)
    full.draw(at: .zero, in: context)
    #expect(try letter(context, 2, 2) == ".")
  }
}
