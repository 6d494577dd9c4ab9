import AnimationMath
import CoreGraphics
import Foundation
import RandomNumbers
import Testing

@Suite struct DecomposedTransformTests {
  @Test func simpleTransformsHaveOneComponent() throws {
    let moved = try #require(DecomposedTransform(CATransform3DMakeTranslation(1, -2, 3)))
    #expect(moved.translation == [1, -2, 3] && moved.scale == [1, 1, 1] && moved.rotation == .identity)
    let scaled = try #require(DecomposedTransform(CATransform3DMakeScale(2, 3, 4)))
    #expect(scaled.scale == [2, 3, 4] && scaled.skew == [0, 0, 0] && scaled.translation == [0, 0, 0])
    let turned = try #require(DecomposedTransform(CATransform3DMakeRotation(1, 0, 0, 1)))
    #expect(
      abs(turned.rotation.vector.z - sin(0.5)) < 1e-15 && abs(turned.rotation.vector.w - cos(0.5)) < 1e-15)
    // x stays, and y is sheared by its own length: a skew of one.
    let sheared = CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0))
    let skewed = try #require(DecomposedTransform(sheared))
    #expect(skewed.skew == [1, 0, 0] && skewed.scale == [1, 1, 1])
    let mirrored = try #require(DecomposedTransform(CATransform3DMakeScale(-1, 1, 1)))
    #expect(mirrored.scale == [-1, -1, -1])
    var eye = CATransform3DIdentity
    eye.m34 = -0.002
    #expect(try #require(DecomposedTransform(eye)).perspective == [0, 0, -0.002, 1])
  }

  @Test func componentsComposeTheTransform() throws {
    var numbers = SplitMix(seed: 4)
    for _ in 0..<1_000 {
      let map = CATransform3DTests.random(&numbers)
      let volume = abs(
        SIMD3(map.row1.x, map.row1.y, map.row1.z).crossed(
          with: SIMD3(map.row2.x, map.row2.y, map.row2.z)
        ).dot(SIMD3(map.row3.x, map.row3.y, map.row3.z)))
      // The closer a transform is to singular, the more digits the solved perspective loses.
      guard abs(map.m44) > 0.1, volume > 0.1 else { continue }
      let parts = try #require(DecomposedTransform(map))
      let one = CATransform3DTests.numbers(map).map { $0 / Double(map.m44) }
      CATransform3DTests.expect(CATransform3DTests.numbers(parts.map), one, within: 1e-11)
    }
  }

  @Test func singularOrInvalidTransformsAreNotDecomposed() {
    #expect(DecomposedTransform(CATransform3DMakeScale(1, 1, 0)) == nil)
    #expect(DecomposedTransform(CATransform3D()) == nil)
    // Rotated about an oblique axis before and after, a singular transform has rounding errors in place of zeros.
    let turned = CATransform3DMakeRotation(0.7, 1, 2, 3)
    let flat = CATransform3DConcat(CATransform3DConcat(turned, CATransform3DMakeScale(1, 1, 0)), turned)
    #expect(DecomposedTransform(flat) == nil)
    for number in [CGFloat.nan, .infinity, -.infinity, 1e300, 1e-300] {
      var map = CATransform3DIdentity
      map.m22 = number
      #expect(DecomposedTransform(map).map { $0.map.isFinite } ?? true)
      map = CATransform3DIdentity
      (map.m14, map.m41) = (number, number)
      #expect(DecomposedTransform(map).map { $0.map.isFinite } ?? true)
    }
  }

  @Test func rotationsTakeTheShorterArc() throws {
    let start = try #require(DecomposedTransform(CATransform3DMakeRotation(-0.5, 0, 0, 1)))
    let end = try #require(DecomposedTransform(CATransform3DMakeRotation(1.5, 0, 0, 1)))
    let quarter = CATransform3DMakeRotation(0, 0, 0, 1)
    CATransform3DTests.expect(
      CATransform3DTests.numbers(start.mixed(with: end, at: 0.25).map), CATransform3DTests.numbers(quarter),
      within: 1e-15)
    // From 170° to 190°, which is −170°: through 180°, not through 0°.
    let before = try #require(DecomposedTransform(CATransform3DMakeRotation(170 * .pi / 180, 0, 0, 1)))
    let after = try #require(DecomposedTransform(CATransform3DMakeRotation(-170 * .pi / 180, 0, 0, 1)))
    CATransform3DTests.expect(
      CATransform3DTests.numbers(before.mixed(with: after, at: 0.5).map),
      CATransform3DTests.numbers(CATransform3DMakeRotation(.pi, 0, 0, 1)), within: 1e-14)
    #expect(start.mixed(with: start, at: 0.3) == start)
  }

  @Test func anglesAreThoseOfTheThreeAxesInOrder() {
    var numbers = SplitMix(seed: 5)
    for _ in 0..<500 {
      let angles = SIMD3(
        Double.random(in: -3...3, using: &numbers), .random(in: -1.5...1.5, using: &numbers),
        .random(in: -3...3, using: &numbers))
      let turn = Quaternion(angles: angles)
      let found = turn.angles
      #expect((found - angles).length < 1e-12)
      var parts = DecomposedTransform()
      parts.rotation = turn
      let maps = [
        CATransform3DMakeRotation(angles.x, 1, 0, 0), CATransform3DMakeRotation(angles.y, 0, 1, 0),
        CATransform3DMakeRotation(angles.z, 0, 0, 1),
      ]
      CATransform3DTests.expect(
        CATransform3DTests.numbers(parts.map),
        CATransform3DTests.numbers(CATransform3DConcat(CATransform3DConcat(maps[0], maps[1]), maps[2])), within: 1e-14)
    }
    // With a quarter turn about y, x and z rotate about one axis.
    let locked = Quaternion(angles: [0.3, .pi / 2, 0.9])
    #expect(abs(locked.angles.y - .pi / 2) < 1e-7 && locked.angles.x == 0)
    let again = Quaternion(angles: locked.angles)
    #expect(abs(abs((again.vector * locked.vector).sum()) - 1) < 1e-12)
  }
}
