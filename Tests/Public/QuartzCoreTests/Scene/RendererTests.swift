import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore
import TestContexts
import TestSupport
import Testing

@Suite struct RendererTests {
  @Test func framesOfATree() throws {
    let destination = try CIRenderDestination(width: 8, height: 8, format: .RGBA8)
    let renderer = CARenderer(context: Backend.context())
    #expect(throws: RenderError.self) { try renderer.render() }
    let child = box(0, 0, 2, 2, red)
    renderer.layer = box(0, 0, 100, 100, black, [child])
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    renderer.setDestination(destination)
    #expect(throws: RenderError.self) { try renderer.render() }
    renderer.beginFrame(atTime: 0, timeStamp: nil)
    #expect(renderer.updateBounds() == renderer.bounds && renderer.nextFrameTime() == .infinity)
    try renderer.render()
    renderer.endFrame()
    // Nothing has changed.
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    #expect(renderer.updateBounds().isNull)
    renderer.addUpdate(CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(renderer.updateBounds() == CGRect(x: 1, y: 1, width: 1, height: 1))
    renderer.endFrame()
    // By default it would fade, and the first frame of the fade shows the old state.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    child.opacity = 0.5
    CATransaction.commit()
    renderer.beginFrame(atTime: 2, timeStamp: nil)
    #expect(renderer.updateBounds() == child.frame)
    try renderer.render()
  }

  func drawn(_ layer: CALayer, _ width: Int, _ height: Int) throws -> CGImage {
    try makeImage(width, height) { layer.render(in: $0) }
  }

  func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (image.height - 1 - y) * image.bytesPerRow + 4 * x
    return Array(image.data[start..<start + 4])
  }

  @Test func intoAContextInTheLayersOwnSpace() throws {
    let child = box(4, 4, 4, 4, blue)
    child.opacity = 0.5
    let layer = box(0, 0, 16, 16, red, [child])
    layer.position = CGPoint(x: 500, y: 500)
    layer.transform = CATransform3DMakeScale(3, 3, 1)
    (layer.borderWidth, layer.borderColor) = (1, white)
    let image = try drawn(layer, 16, 16)
    #expect(pixel(image, 2, 2) == [255, 0, 0, 255] && pixel(image, 0, 5) == [255, 255, 255, 255])
    let mixed = pixel(image, 5, 5)
    #expect(abs(Int(mixed[0]) - 127) <= 2 && abs(Int(mixed[2]) - 128) <= 2)
    layer.isHidden = true
    #expect(try pixel(drawn(layer, 16, 16), 2, 2) == [0, 0, 0, 0])
  }

  /// Continuous corners match those of frames: all, some, and circular ones if they do not fit.
  @Test func continuousCornersAreDrawnInContexts() throws {
    func corners(_ radius: CGFloat, _ curve: CALayerCornerCurve) -> CALayer {
      let layer = box(0, 0, 40, 40, green)
      (layer.cornerRadius, layer.cornerCurve, layer.borderWidth, layer.borderColor) = (radius, curve, 3, black)
      layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      return layer
    }
    func furthest(_ drawn: CALayer, _ shown: CALayer) throws -> Float {
      let (image, shown) = (try self.drawn(drawn, 40, 40), try Shown(shown, 40, 40))
      var furthest: Float = 0
      for (x, y) in (0..<40).flatMap({ x in (0..<40).map { (x, $0) } }) {
        let bytes = pixel(image, x, y)
        for component in 0..<4 { furthest = max(furthest, abs(Float(bytes[component]) / 255 - shown[x, y][component])) }
      }
      return furthest
    }
    #expect(try furthest(corners(12, .continuous), corners(12, .continuous)) < 0.05)
    #expect(try furthest(corners(12, .continuous), corners(12, .circular)) > 0.1)
    #expect(try drawn(corners(18, .continuous), 40, 40).data == drawn(corners(18, .circular), 40, 40).data)
  }

  /// The basic renderer and frames agree on the features that both support.
  @Test func bothRenderersAgree() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 2, y: 2, width: 20, height: 12)
    (gradient.colors, gradient.cornerRadius) = ([red, blue], 4)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 10, y: 16, width: 20, height: 20)
    shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 14, height: 10), transform: nil)
    (shape.fillColor, shape.strokeColor, shape.lineWidth) = (green, black, 2)
    let clipped = box(24, 4, 12, 12, rgb(0.5, 0.6, 0.7), [box(-4, 6, 12, 12, rgb(0.9, 0.1, 0.2))])
    (clipped.masksToBounds, clipped.opacity) = (true, 0.75)
    let root = box(0, 0, 40, 40, rgb(1, 0.95, 0.9), [gradient, shape, clipped])
    let image = try drawn(root, 40, 40)
    let shown = try Shown(root, 40, 40)
    for y in 0..<40 {
      for x in 0..<40 {
        let bytes = pixel(image, x, y)
        for component in 0..<4 {
          #expect(abs(Float(bytes[component]) / 255 - shown[x, y][component]) < 0.05, "\(x) \(y)")
        }
      }
    }
  }
}
