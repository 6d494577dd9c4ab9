import CoreGraphics
import Foundation
import Testing

/// Core Graphics' C functions are equivalent to the methods. They are called through a protocol, since the compiler
/// warns about direct calls.
@Suite struct FunctionTests {
  @Test func cFunctionsDrawLikeMethods() throws {
    let canvas = try Canvas(32, 32)
    let context = canvas.context
    context.saveGState()
    context.translateBy(x: 16, y: 16)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.addArc(center: .zero, radius: 9, startAngle: 0, endAngle: 4, clockwise: false)
    context.closePath()
    context.fillPath()
    context.restoreGState()
    context.setLineWidth(3)
    context.stroke(CGRect(x: 4, y: 4, width: 9, height: 20))
    let old: any OldSpelling = Old()
    let image = try #require(old.drawing())
    #expect(image.data == context.makeImage()?.data)
  }

  @Test func cFunctionsBuildEqualPaths() {
    let path = CGMutablePath()
    path.addArc(center: CGPoint(x: 1, y: 2), radius: 3, startAngle: 0, endAngle: 1, clockwise: false)
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1), transform: CGAffineTransform(scaleX: 2, y: 2))
    let old: any OldSpelling = Old()
    #expect(old.path() == path)
  }
}

private protocol OldSpelling {
  func drawing() -> CGImage?
  func path() -> CGPath
}

private struct Old: OldSpelling {
  @available(*, deprecated) func drawing() -> CGImage? {
    let context = CGBitmapContextCreate(
      nil, 32, 32, 8, 0, CGColorSpaceCreateDeviceRGB(), CGImageAlphaInfo.premultipliedLast.rawValue)
    CGContextSaveGState(context)
    CGContextTranslateCTM(context, 16, 16)
    CGContextSetRGBFillColor(context, 1, 0, 0, 1)
    CGContextAddArc(context, 0, 0, 9, 0, 4, 0)
    CGContextClosePath(context)
    CGContextFillPath(context)
    CGContextRestoreGState(context)
    CGContextSetLineWidth(context, 3)
    CGContextStrokeRect(context, CGRect(x: 4, y: 4, width: 9, height: 20))
    return CGBitmapContextCreateImage(context)
  }

  @available(*, deprecated) func path() -> CGPath {
    let path = CGPathCreateMutable()
    CGPathAddArc(path, nil, 1, 2, 3, 0, 1, false)
    var map = CGAffineTransform(scaleX: 2, y: 2)
    CGPathAddRect(path, &map, CGRect(x: 0, y: 0, width: 1, height: 1))
    return path
  }
}
