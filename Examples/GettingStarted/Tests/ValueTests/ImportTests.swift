import CoreGraphics
import Testing

@Test func coreGraphicsStandsByItself() {
  let turn = CGAffineTransform(rotationAngle: .pi / 2)
  #expect(CGPoint(x: 1, y: 0).applying(turn) == CGPoint(x: 0, y: 1))
  #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
}
