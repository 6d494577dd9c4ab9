import CoreGraphics
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

  /// Columns and rows with letters, y up.
  func reach(_ layer: CALayer, _ width: Int, _ height: Int) throws -> (x: Range<Int>, y: Range<Int>)? {
    let shown = try Shown(layer, width, height)
    var (xs, ys) = ([Int](), [Int]())
    for y in 0..<height {
      for x in 0..<width where shown[x, y].w > 0.3 {
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
    // Capitals of 20 points are about 14 high; the base line is 0.77 of the size below the top.
    #expect(found.x.lowerBound <= 3 && (12...16).contains(found.y.count) && (43...46).contains(found.y.lowerBound))
    layer.alignmentMode = .right
    #expect(try #require(try reach(layer, 200, 60)).x.upperBound >= 197)
    layer.alignmentMode = .center
    let middle = try #require(try reach(layer, 200, 60)).x
    #expect(abs(middle.lowerBound + middle.upperBound - 200) <= 3)
    // In a flipped tree too, upright.
    layer.alignmentMode = .left
    let root = box(0, 0, 200, 60, nil, [layer])
    root.isGeometryFlipped = true
    layer.setNeedsDisplay()
    #expect(try #require(try reach(root, 200, 60)).y.lowerBound >= 43)
  }

  @Test func wrappingAndCutting() throws {
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
}
