import AnimationMath
import CoreGraphics
import Foundation
import Testing

@Suite struct ValuesTests {
  @Test func componentsInterpolateLinearlyAndExtrapolate() {
    #expect(2.0.mixed(with: 4, at: 0.25) == 2.5 && 2.0.mixed(with: 4, at: 1.5) == 5 && 2.0.mixed(with: 4, at: -1) == 0)
    #expect(CGPoint(x: 1, y: 2).mixed(with: CGPoint(x: 3, y: 6), at: 0.5) == CGPoint(x: 2, y: 4))
    #expect(CGSize(width: 1, height: 2).mixed(with: CGSize(width: 3, height: 6), at: 2) == CGSize(width: 5, height: 10))
    let rect = CGRect(x: 0, y: 1, width: 2, height: 3).mixed(with: CGRect(x: 4, y: 5, width: 6, height: 7), at: 0.25)
    #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4))
    let color = InterpolableColor(SIMD4(1, 0, 0, 1)).mixed(with: InterpolableColor(SIMD4(0, 1, 2, 0)), at: 0.5)
    #expect(color.color == SIMD4(0.5, 0.5, 1, 0.5))
    #expect(NumberList([1, 2]).mixed(with: NumberList([3, 4, 5]), at: 0.5) == NumberList([3, 4, 5]))
    #expect(NumberList([1, 2]).mixed(with: NumberList([3, 4, 5]), at: 0.4) == NumberList([1, 2]))
    #expect(0.1.mixed(with: 0.3, at: 1) == 0.3)
  }

  @Test func sumsAreByComponentAndTransformsAreConcatenated() {
    #expect(CGPoint(x: 1, y: 2).added(to: CGPoint(x: 10, y: 20)) == CGPoint(x: 11, y: 22))
    #expect(CGPoint(x: 1, y: 2).repeated(3) == CGPoint(x: 3, y: 6))
    #expect(5.0.subtracting(2) == 3)
    let (scale, move) = (CATransform3DMakeScale(2, 2, 1), CATransform3DMakeTranslation(1, 0, 0))
    // The value acts first.
    #expect(move.added(to: scale) == CATransform3DConcat(move, scale))
    #expect(move.repeated(5) == CATransform3DMakeTranslation(5, 0, 0))
    #expect(move.repeated(0) == CATransform3DIdentity)
    #expect(move.added(to: scale).subtracting(scale) == move)
    #expect(move.repeated(1e300).m42 == 0)
  }

  @Test func singularTransformsChangeAtTheMiddle() {
    let (flat, one) = (CATransform3DMakeScale(0, 1, 1), CATransform3DIdentity)
    #expect(flat.mixed(with: one, at: 0.49) == flat && flat.mixed(with: one, at: 0.5) == one)
    let (a, b) = (CATransform3DMakeTranslation(1, 2, 3), CATransform3DMakeScale(3, 1, 1))
    #expect(a.mixed(with: b, at: 0) == a && a.mixed(with: b, at: 1) == b)
    let half = a.mixed(with: b, at: 0.5)
    #expect(half == CATransform3DConcat(CATransform3DMakeScale(2, 1, 1), CATransform3DMakeTranslation(0.5, 1, 1.5)))
    // A rotation by a full turn is the identity.
    let turned = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
    #expect(CATransform3DIdentity.mixed(with: turned, at: 0.5) == CATransform3DIdentity)
  }

  @Test func pathsOfEqualSegmentsInterpolateTheirPoints() {
    func path(_ size: Double, curved: Bool = false) -> Outline {
      var outline = Outline()
      outline.move(to: [0, 0])
      if curved { outline.quad(to: [size, 0], control: [0, size]) } else { outline.line(to: [size, 0]) }
      outline.cubic(to: [0, size], [size, size], [0, 0])
      outline.close()
      return outline
    }
    #expect(path(2).mixed(with: path(6), at: 0.25) == path(3))
    #expect(path(2).mixed(with: path(6, curved: true), at: 0.4) == path(2))
    #expect(path(2).mixed(with: path(6, curved: true), at: 0.5) == path(6, curved: true))
    #expect(path(2).mixed(with: Outline(), at: 0.6) == Outline())
  }

  @Test func typeErasedValuesInterpolateTheirType() {
    let (a, b) = (AnyInterpolable(1.0), AnyInterpolable(CGPoint(x: 1, y: 1)))
    #expect(a.hasSameType(as: AnyInterpolable(3.0)) && !a.hasSameType(as: b))
    #expect(a.mixed(with: AnyInterpolable(3.0), at: 0.5).value as? Double == 2)
    #expect(a.mixed(with: b, at: 0.5).value as? CGPoint == CGPoint(x: 1, y: 1))
    #expect(a.added(to: AnyInterpolable(3.0)).value as? Double == 4 && a.added(to: b).value as? Double == 1)
    let (off, on) = (AnyInterpolable(DiscreteValue(false)), AnyInterpolable(DiscreteValue(true)))
    #expect((off.mixed(with: on, at: 0.5).value as? DiscreteValue)?.content as? Bool == true)
    #expect((off.mixed(with: on, at: 0.499).value as? DiscreteValue)?.content as? Bool == false)
    let list = AnyInterpolable(ValueList([a, AnyInterpolable(CGPoint.zero)]))
    let end = AnyInterpolable(ValueList([AnyInterpolable(3.0), b]))
    #expect(list.mixed(with: end, at: 0.5).splineComponents == [2, 0.5, 0.5])
    #expect(list.replacing([7, 8, 9]).splineComponents == [7, 8, 9])
    #expect(list.mixed(with: AnyInterpolable(ValueList([])), at: 0.5).splineComponents == [])
    #expect(abs(list.span(to: end) - 6.0.squareRoot()) < 1e-12)
  }

  @Test func distancesDoNotOverflow() {
    #expect(abs(CGPoint.zero.span(to: CGPoint(x: 3e200, y: 4e200)) / 5e200 - 1) < 1e-15)
    #expect(CGPoint.zero.span(to: CGPoint(x: CGFloat.nan, y: 1)) == 0)
    #expect(CGPoint.zero.span(to: CGPoint(x: CGFloat.infinity, y: 1)) == 0)
  }
}
