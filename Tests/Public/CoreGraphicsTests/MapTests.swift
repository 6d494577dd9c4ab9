import CoreGraphics
import Testing

@Suite struct MapTests {
  @Test func mapsApplyInTheOrderTheyAreWritten() {
    let map = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 10, y: 20))
    #expect(CGPoint(x: 1, y: 1).applying(map) == CGPoint(x: 12, y: 23))
    let other = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 20)
    #expect(CGPoint(x: 1, y: 1).applying(other) == CGPoint(x: 22, y: 63))
  }

  @Test func quarterTurnsAreExact() {
    #expect(CGAffineTransform(rotationAngle: .pi / 2) == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(CGAffineTransform(rotationAngle: -.pi) == CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
  }

  @Test func inverseMapsAreExactAndSingularOnesStay() {
    let map = CGAffineTransform(a: 2, b: 1, c: 0, d: 4, tx: 5, ty: 6)
    let there = CGPoint(x: 3, y: 7).applying(map)
    #expect(there.applying(map.inverted()) == CGPoint(x: 3, y: 7))
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func rectanglesMapToTheirBoundingBoxAndInfiniteOnesStay() {
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(CGRect(x: 0, y: 0, width: 2, height: 1).applying(turn) == CGRect(x: -1, y: 0, width: 1, height: 2))
    #expect(CGRect.infinite.applying(turn) == .infinite)
    #expect(CGRect.null.applying(turn).isNull)
  }
}
