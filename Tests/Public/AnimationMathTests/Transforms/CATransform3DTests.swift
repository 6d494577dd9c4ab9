import AnimationMath
import CoreGraphics
import Foundation
import RandomNumbers
import Testing

@Suite struct CATransform3DTests {
  /// The sixteen elements, row by row.
  static func numbers(_ t: CATransform3D) -> [Double] {
    [t.row1, t.row2, t.row3, t.row4].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// Returns the matrix product, rows by columns.
  static func product(_ a: CATransform3D, _ b: CATransform3D) -> [Double] {
    let (a, b) = (numbers(a), numbers(b))
    var sums = [Double](repeating: 0, count: 16)
    for row in 0..<4 {
      for column in 0..<4 { for k in 0..<4 { sums[4 * row + column] += a[4 * row + k] * b[4 * k + column] } }
    }
    return sums
  }

  static func expect(
    _ a: [Double], _ b: [Double], within tolerance: Double, _ location: SourceLocation = #_sourceLocation
  ) {
    let worst = zip(a, b).map { abs($0 - $1) }.max() ?? 0
    #expect(a.count == b.count && worst <= tolerance, "\(a) \(b)", sourceLocation: location)
  }

  static func random(_ numbers: inout SplitMix) -> CATransform3D {
    let row = { (r: inout SplitMix) in CATransform3D.Row.random(in: -2...2, using: &r) }
    return CATransform3D(row(&numbers), row(&numbers), row(&numbers), row(&numbers))
  }

  @Test func functionsSetTheirElements() {
    let moved = CATransform3DMakeTranslation(1, 2, 3)
    #expect((moved.m41, moved.m42, moved.m43, moved.m44) == (1, 2, 3, 1))
    let scaled = CATransform3DMakeScale(2, 3, 4)
    #expect((scaled.m11, scaled.m22, scaled.m33, scaled.m44) == (2, 3, 4, 1))
    #expect(CATransform3DIsIdentity(CATransform3DIdentity) && !CATransform3DIsIdentity(moved))
    #expect(CATransform3DEqualToTransform(moved, moved) && !CATransform3DEqualToTransform(moved, scaled))
    #expect(Self.numbers(CATransform3D()) == Array(repeating: 0, count: 16))
    // The new transform acts first: its translation is scaled.
    #expect(CATransform3DTranslate(scaled, 1, 1, 1).applied(to: SIMD4(0, 0, 0, 1)) == SIMD4(2, 3, 4, 1))
    #expect(CATransform3DScale(moved, 2, 3, 4).applied(to: SIMD4(1, 1, 1, 1)) == SIMD4(3, 5, 7, 1))
    #expect(CATransform3DConcat(scaled, moved) == CATransform3DScale(moved, 2, 3, 4))
  }

  @Test func rotationsMapEachAxisToTheNext() {
    #expect(CATransform3DMakeRotation(.pi / 2, 0, 0, 9).applied(to: SIMD4(1, 0, 0, 1)) == SIMD4(0, 1, 0, 1))
    #expect(CATransform3DMakeRotation(.pi / 2, 2, 0, 0).applied(to: SIMD4(0, 1, 0, 1)) == SIMD4(0, 0, 1, 1))
    #expect(CATransform3DMakeRotation(.pi / 2, 0, 1e-200, 0).applied(to: SIMD4(0, 0, 1, 1)) == SIMD4(1, 0, 0, 1))
    // A third of a turn about the diagonal maps x to y, y to z, z to x.
    let third = CATransform3DMakeRotation(2 * .pi / 3, 1, 1, 1)
    Self.expect(Self.numbers(third), [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1], within: 1e-15)
    for axis in [(0, 0, 0), (CGFloat.nan, 0, 1), (CGFloat.infinity, 0, 0)] as [(CGFloat, CGFloat, CGFloat)] {
      #expect(CATransform3DMakeRotation(1, axis.0, axis.1, axis.2) == CATransform3DIdentity)
      #expect(CATransform3DRotate(third, 1, axis.0, axis.1, axis.2) == third)
    }
    #expect(CATransform3DMakeRotation(.nan, 0, 0, 1) == CATransform3DIdentity)
  }

  @Test func productsAreRowsTimesColumns() {
    var numbers = SplitMix(seed: 1)
    for _ in 0..<100 {
      let (a, b) = (Self.random(&numbers), Self.random(&numbers))
      Self.expect(Self.numbers(CATransform3DConcat(a, b)), Self.product(a, b), within: 1e-14)
    }
  }

  @Test func productWithTheInverseIsTheIdentity() throws {
    var numbers = SplitMix(seed: 2)
    for _ in 0..<200 {
      let map = Self.random(&numbers)
      let back = CATransform3DInvert(map)
      let size = Self.numbers(back).map(abs).max() ?? 0
      Self.expect(Self.product(map, back), Self.numbers(CATransform3DIdentity), within: 1e-13 * max(size, 1))
    }
  }

  @Test func transformsWithoutInverseAreReturned() {
    var flat = CATransform3DMakeScale(1, 0, 1)
    #expect(CATransform3DInvert(flat) == flat)
    #expect(CATransform3DInvert(CATransform3D()) == CATransform3D())
    flat.m22 = .infinity
    #expect(CATransform3DInvert(flat) == flat)
    let tiny = CATransform3DMakeScale(1e-200, 1e-200, 1)
    #expect(CATransform3DInvert(tiny) == tiny)
  }

  @Test func affineTransformsRoundTrip() {
    let plane = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    var map = CATransform3DMakeAffineTransform(plane)
    #expect(CATransform3DIsAffine(map) && CATransform3DGetAffineTransform(map) == plane)
    map.m33 = 2
    #expect(!CATransform3DIsAffine(map) && CATransform3DGetAffineTransform(map) == .identity)
    var perspective = CATransform3DIdentity
    perspective.m34 = -0.001
    #expect(!CATransform3DIsAffine(perspective))
  }

  @Test func archivesRoundTrip() throws {
    var numbers = SplitMix(seed: 3)
    let map = Self.random(&numbers)
    #expect(try JSONDecoder().decode(CATransform3D.self, from: JSONEncoder().encode(map)) == map)
    #expect(Set([map, map, CATransform3DIdentity]).count == 2)
  }
}
