import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import Testing

@Suite struct TextTests {
  func text(_ string: String, _ width: CGFloat, _ height: CGFloat) -> CATextLayer {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    (layer.string, layer.fontSize) = (string, 20)
    return layer
  }

  /// Returns the columns and rows with text, y up.
  ///
  /// - Parameter color: the colour of the text to find; nil for all.
  func reach(
    _ layer: CALayer, _ width: Int, _ height: Int, of color: SIMD3<Float>? = nil
  ) throws -> (x: Range<Int>, y: Range<Int>)? {
    let shown = try Shown(layer, width, height)
    var (xs, ys) = ([Int](), [Int]())
    func counts(_ pixel: SIMD4<Float>) -> Bool {
      guard let color else { return pixel.w > 0.3 }
      let way = SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w - color
      return pixel.w > 0.4 && (way * way).max() < 0.01
    }
    for y in 0..<height {
      for x in 0..<width where counts(shown[x, y]) {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max() else { return nil }
    return (left..<right + 1, low..<high + 1)
  }

  @Test func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil && layer.font == nil && layer.fontSize == 36 && layer.foregroundColor == white)
    #expect(
      !layer.isWrapped && layer.truncationMode == CATextLayerTruncationMode.none && layer.alignmentMode == .natural)
  }

  @Test func theFirstLineIsAtTheTop() throws {
    let layer = text("HHH", 200, 60)
    let found = try #require(try reach(layer, 200, 60))
    // Capitals of 20 points are about 14 high; the baseline is 0.77 of the size below the top.
    #expect(found.x.lowerBound <= 3 && (12...16).contains(found.y.count) && (43...46).contains(found.y.lowerBound))
    layer.alignmentMode = .right
    #expect(try #require(try reach(layer, 200, 60)).x.upperBound >= 197)
    layer.alignmentMode = .center
    let middle = try #require(try reach(layer, 200, 60)).x
    #expect(abs(middle.lowerBound + middle.upperBound - 200) <= 3)
    // Upright in a flipped tree, too.
    layer.alignmentMode = .left
    let root = box(0, 0, 200, 60, nil, [layer])
    root.isGeometryFlipped = true
    layer.setNeedsDisplay()
    #expect(try #require(try reach(root, 200, 60)).y.lowerBound >= 43)
  }

  @Test func wrappingAndTruncation() throws {
    let layer = text("HHHH HHHH", 80, 60)
    #expect(try #require(try reach(layer, 80, 60)).y.lowerBound >= 40)
    layer.isWrapped = true
    #expect(try #require(try reach(layer, 80, 60)).y.lowerBound < 30)
    layer.isWrapped = false
    layer.truncationMode = .end
    #expect(try #require(try reach(layer, 80, 60)).x.upperBound <= 80)
    layer.string = NSAttributedString(string: "")
    #expect(try reach(layer, 80, 60) == nil)
  }

  /// Returns an attributed string with a colour for each run.
  func runs(_ parts: [(String, CGColor)]) -> NSAttributedString {
    parts.reduce(into: NSMutableAttributedString(string: "")) { string, part in
      string.append(NSAttributedString(string: part.0, attributes: [.foregroundColor: part.1]))
    }
  }

  @Test func runsHaveTheirOwnStyle() throws {
    let layer = text("", 200, 60)
    let string = NSMutableAttributedString(attributedString: runs([("HH", red)]))
    string.append(
      NSAttributedString(
        string: "HH", attributes: [.foregroundColor: CIColor.blue, .font: CIFont(name: "Helvetica", size: 30)]))
    string.append(NSAttributedString(string: "H"))
    layer.string = string
    let (reds, blues) = (
      try #require(try reach(layer, 200, 60, of: [1, 0, 0])), try #require(try reach(layer, 200, 60, of: [0, 0, 1]))
    )
    let whites = try #require(try reach(layer, 200, 60, of: [1, 1, 1]))
    #expect(reds.x.lowerBound <= 4 && reds.x.upperBound < blues.x.lowerBound)
    #expect(blues.x.upperBound < whites.x.lowerBound && whites.x.upperBound < 110)
    // One baseline; capitals of 30 points are 7 higher than those of 20, and the layer has 20.
    #expect(abs(reds.y.lowerBound - blues.y.lowerBound) <= 1 && abs(blues.y.count - reds.y.count - 7) <= 2)
    #expect(abs(reds.y.count - whites.y.count) <= 1)
    // In floats, too, where glyphs are masks of their colours.
    layer.contentsFormat = .RGBA16Float
    layer.setNeedsDisplay()
    #expect(try reach(layer, 200, 60, of: [0, 0, 1])?.x == blues.x)
    #expect(try reach(layer, 200, 60, of: [1, 0, 0])?.x == reds.x)
    layer.contentsFormat = .RGBA8Uint
    // The layer replaces missing attributes; a run without a colour is not drawn.
    layer.foregroundColor = nil
    #expect(try reach(layer, 200, 60, of: [1, 1, 1]) == nil && reach(layer, 200, 60, of: [1, 0, 0]) != nil)
  }

  @Test func hebrewAndArabicBeginOnTheRight() throws {
    for word in ["שלום", "سلام"] {
      let layer = text(word, 200, 60)
      let natural = try #require(try reach(layer, 200, 60)).x
      #expect(natural.upperBound >= 195 && natural.lowerBound > 120, "\(word) \(natural)")
      layer.alignmentMode = .left
      let left = try #require(try reach(layer, 200, 60)).x
      #expect(left.lowerBound <= 5 && left.count == natural.count, "\(word) \(left)")
    }
    // Runs are laid out by the paragraph's direction.
    let layer = text("", 200, 60)
    layer.string = runs([("שלום ", red), ("HH", blue), (" עולם", green)])
    func columns(_ color: SIMD3<Float>) throws -> Range<Int> { try #require(try reach(layer, 200, 60, of: color)).x }
    #expect(try columns([1, 0, 0]).lowerBound > columns([0, 0, 1]).upperBound)
    #expect(try columns([0, 0, 1]).lowerBound > columns([0, 1, 0]).upperBound)
    #expect(try columns([1, 0, 0]).upperBound >= 195)
    layer.string = runs([("HH ", blue), ("שלום", red)])
    #expect(try columns([0, 0, 1]).lowerBound <= 5 && columns([1, 0, 0]).lowerBound > columns([0, 0, 1]).upperBound)
    // A line with other letters has its paragraph's direction: the punctuation at its end is on the left.
    layer.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
    layer.isWrapped = true
    layer.string = runs([("שלום שלום שלום שלום ", red), ("HHHH", blue), ("!", green)])
    let letters = try #require(try reach(layer, 120, 90, of: [0, 0, 1]))
    let mark = try #require(try reach(layer, 120, 90, of: [0, 1, 0])).x
    #expect(mark.upperBound < letters.x.lowerBound && letters.x.upperBound >= 115, "\(letters) \(mark)")
    // Below two lines of 23 points.
    #expect(letters.y.upperBound <= 90 - 46)
  }

  /// Arabic letters join across colours: a line is laid out as one text.
  @Test func colorsDoNotSeparateJoinedLetters() throws {
    let (plain, colored) = (text("سلم", 100, 40), text("", 100, 40))
    colored.string = runs([("س", red), ("لم", blue)])
    let (one, two) = (try Shown(plain, 100, 40), try Shown(colored, 100, 40))
    var (inked, off) = (0, 0)
    for y in 0..<40 {
      for x in 0..<100 {
        if one[x, y].w > 0.5 { inked += 1 }
        // A pixel shared by two colours has one over the other.
        if abs(one[x, y].w - two[x, y].w) > 0.26 { off += 1 }
      }
    }
    #expect(inked > 40 && off == 0, "\(inked) \(off)")
  }
}
