import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Not a test of its own: writes a picture of many layers where `CI_LAYER_SHEET` says, to be looked at.
@Suite struct PictureTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CI_LAYER_SHEET"] != nil)) func sheet() throws {
    let url = URL(fileURLWithPath: ProcessInfo.processInfo.environment["CI_LAYER_SHEET"] ?? "")
    let root = box(0, 0, 480, 320, rgb(0.96, 0.96, 0.94))
    let card = box(20, 200, 120, 90, white)
    (card.cornerRadius, card.shadowOpacity, card.shadowRadius, card.borderWidth) = (16, 0.5, 8, 2)
    card.borderColor = rgb(0.2, 0.4, 0.9)
    let clipped = box(160, 200, 120, 90, rgb(0.2, 0.5, 0.9), [box(60, 40, 100, 90, rgb(1, 0.7, 0.1))])
    (clipped.cornerRadius, clipped.masksToBounds) = (30, true)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 300, y: 200, width: 70, height: 90)
    (gradient.colors, gradient.cornerRadius) = ([rgb(1, 0.2, 0.3), rgb(1, 0.9, 0.2), rgb(0.1, 0.6, 1)], 12)
    let conic = CAGradientLayer()
    conic.frame = CGRect(x: 385, y: 205, width: 80, height: 80)
    (conic.colors, conic.type, conic.cornerRadius) = ([red, rgb(1, 1, 0), green, blue, red], .conic, 40)
    (conic.startPoint, conic.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.5))
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 20, y: 100, width: 90, height: 90)
    let star = CGMutablePath()
    for point in 0..<5 {
      let angle = Double(point) * 4 * .pi / 5 + .pi / 2
      let place = CGPoint(x: 45 + 42 * cos(angle), y: 45 + 42 * sin(angle))
      if point == 0 { star.move(to: place) } else { star.addLine(to: place) }
    }
    star.closeSubpath()
    (shape.path, shape.fillColor, shape.strokeColor, shape.lineWidth) = (star, rgb(1, 0.8, 0.2), rgb(0.6, 0.3, 0), 3)
    let text = CATextLayer()
    text.frame = CGRect(x: 130, y: 140, width: 160, height: 40)
    (text.string, text.fontSize, text.foregroundColor, text.contentsScale) = ("Layers, öäß", 26, black, 2)
    let spinner = CAReplicatorLayer()
    spinner.frame = CGRect(x: 300, y: 100, width: 80, height: 80)
    (spinner.instanceCount, spinner.instanceAlphaOffset) = (12, -0.07)
    spinner.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    let bar = box(36, 56, 8, 22, rgb(0.2, 0.2, 0.3))
    bar.cornerRadius = 4
    spinner.addSublayer(bar)
    let turned = box(400, 110, 60, 60, rgb(0.3, 0.7, 0.4), [box(10, 10, 20, 20, white)])
    turned.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    let stage = box(20, 10, 140, 80, rgb(0.15, 0.15, 0.2))
    stage.sublayerTransform.m34 = -1 / 200
    let leaf = box(35, 10, 70, 60, rgb(0.9, 0.4, 0.6), [box(8, 8, 30, 14, white)])
    leaf.transform = CATransform3DMakeRotation(0.9, 0, 1, 0)
    stage.addSublayer(leaf)
    let soft = box(180, 20, 60, 60, rgb(0.8, 0.2, 0.9))
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.setValue(5, forKey: kCIInputRadiusKey)
    soft.filters = [blur]
    let glass = box(330, 20, 60, 60, rgb(1, 1, 1, 0.3))
    (glass.backgroundFilters, glass.masksToBounds, glass.cornerRadius) = ([blur], true, 14)
    let stripes = (0..<8).map { box(270 + 20 * CGFloat($0), 10, 10, 80, rgb(0.9, 0.3, 0.2)) }
    root.sublayers = [card, clipped, gradient, conic, shape, text, spinner, turned, stage, soft] + stripes + [glass]
    try Backend.context().writePNGRepresentation(
      of: CIImage(layer: root, at: 0, scale: 2), to: url, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }
}
