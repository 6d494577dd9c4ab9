import CoreGraphics
import Foundation
import Testing

/// Sizes and positions of glyphs of DejaVu Sans, from its tables.
@Suite struct TextDrawingTests {
  private func canvas() throws -> Canvas {
    let canvas = try Canvas(120, 60)
    canvas.context.selectFont(name: "DejaVuSans", size: 40)
    return canvas
  }

  private func box(_ canvas: Canvas) throws -> CGRect {
    var box = CGRect.null
    for y in 0..<canvas.height {
      for x in 0..<canvas.width where try canvas.pixel(x, y)[3] > 100 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  @Test func glyphsAreOnTheBaselineAndThePositionMoves() throws {
    let canvas = try canvas()
    canvas.context.showText("H", at: CGPoint(x: 10, y: 15))
    // H of DejaVu Sans: from 201 to 1339 of 2048 units, 1493 high, 1540 wide.
    let unit = 40.0 / 2048
    let letter = try box(canvas)
    #expect(abs(letter.minX - (10 + 201 * unit)) < 1 && abs(letter.maxX - (10 + 1339 * unit)) < 1)
    #expect(letter.minY == 15 && abs(letter.maxY - (15 + 1493 * unit)) < 1)
    let end = canvas.context.textPosition
    #expect(abs(end.x - (10 + 1540 * unit)) < 0.05 && end.y == 15)
  }

  @Test func theTextMatrixRotatesAndTheSpacingIsAdded() throws {
    let canvas = try canvas()
    canvas.context.textMatrix = CGAffineTransform(rotationAngle: .pi / 2)
    canvas.context.setCharacterSpacing(3)
    canvas.context.showText("H", at: CGPoint(x: 60, y: 5))
    let letter = try box(canvas)
    let unit = 40.0 / 2048
    #expect(letter.maxX == 60 && abs(letter.minX - (60 - 1493 * unit)) < 1)
    #expect(abs(letter.minY - (5 + 201 * unit)) < 2.5)
    #expect(abs(canvas.context.textPosition.y - (5 + 1540 * unit + 3)) < 0.1)
  }

  @Test func modesPaintClipOrDoNothing() throws {
    let filled = try canvas()
    filled.context.showText("H", at: CGPoint(x: 10, y: 10))
    let area = try filled.area()

    let clipped = try canvas()
    clipped.context.setTextDrawingMode(.clip)
    clipped.context.showText("H", at: CGPoint(x: 10, y: 10))
    #expect(try clipped.area() == 0)
    clipped.context.fill(CGRect(x: 0, y: 0, width: 120, height: 60))
    #expect(try abs(clipped.area() - area) < area * 0.02)

    let outlined = try canvas()
    outlined.context.setTextDrawingMode(.stroke)
    outlined.context.showText("H", at: CGPoint(x: 10, y: 10))
    #expect(try outlined.pixel(15, 11)[3] == 0 || outlined.area() < area)

    let invisible = try canvas()
    invisible.context.setTextDrawingMode(.invisible)
    invisible.context.showText("H", at: CGPoint(x: 10, y: 10))
    #expect(try invisible.area() == 0 && invisible.context.textPosition.x > 35)
  }

  @Test func noTextTraps() throws {
    let canvas = try canvas()
    let context = canvas.context
    for text in ["", "a\u{0}b\n&<>\"", String(repeating: "x", count: 200_000), "العربية ✂️"] {
      context.showText(text, at: CGPoint(x: 0, y: 0))
    }
    for number in [Double.nan, .infinity, 1e30, -1e30, 1e-30] {
      context.setFontSize(number)
      context.setCharacterSpacing(number)
      context.textMatrix = CGAffineTransform(scaleX: number, y: 1)
      context.showText("A", at: CGPoint(x: number, y: number))
    }
    #expect(CGFont("" as NSString) == nil)
  }
}
