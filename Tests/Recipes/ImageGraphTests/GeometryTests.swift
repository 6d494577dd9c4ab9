import ImageGraph
import Testing

@Suite struct GeometryTests {
  @Test func roundingOutForgivesWhatFloatingPointAdds() {
    #expect(UserRect(x: 0, y: 0, width: 0.1 * 30, height: 3.2).pixels == UserRect(x: 0, y: 0, width: 3, height: 4))
    #expect(UserRect(x: 0.5, y: -0.5, width: 1, height: 1).pixels == UserRect(x: 0, y: -1, width: 2, height: 2))
  }

  @Test func aRectangleWithoutInsideIsEmptyAlsoWithNaN() {
    #expect(UserRect(x: 0, y: 0, width: 0, height: 5).isEmpty)
    #expect(UserRect(x: .nan, y: 0, width: 5, height: 5).isEmpty)
    #expect(Extent(UserRect(x: .nan, y: 0, width: 5, height: 5)) == .empty)
  }

  @Test func infiniteIsAKindOfExtentAndAbsorbsOrYields() {
    let part = Extent.finite(UserRect(x: 1, y: 2, width: 3, height: 4))
    #expect(Extent.infinite.intersection(part) == part)
    #expect(Extent.infinite.union(part) == .infinite)
    #expect(Extent.empty.union(part) == part)
    #expect(Extent.empty.intersection(.infinite) == .empty)
  }

  @Test func aMapAndItsInverseMeet() throws {
    let map = AffineMap(a: 2, b: 1, c: -0.5, d: 3, tx: 10, ty: -4)
    let back = map.followed(by: try #require(map.inverse))
    for (value, expected) in zip(
      [back.a, back.b, back.c, back.d, back.tx, back.ty], [1, 0, 0, 1, 0, 0] as [Double])
    {
      #expect(abs(value - expected) < 1e-12)
    }
    #expect(AffineMap.scale(1, 0).inverse == nil)
    #expect(AffineMap(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
  }

  @Test func mapsMultiplyInTheOrderTheyAreWritten() {
    let moved = AffineMap.scale(2, 2).followed(by: .translation(5, 0)).apply([1, 1])
    #expect(moved == [7, 2])
  }
}
