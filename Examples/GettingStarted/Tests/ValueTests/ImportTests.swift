import CoreGraphics
import Testing

@Test func coreGraphicsIsIndependent() {
  let rotation = CGAffineTransform(rotationAngle: .pi / 2)
  #expect(CGPoint(x: 1, y: 0).applying(rotation) == CGPoint(x: 0, y: 1))
  #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
}
