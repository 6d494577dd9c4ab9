import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct GradientTests {
  func gradient(_ colors: [CGColor], _ type: CAGradientLayerType = .axial) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    (layer.colors, layer.type) = (colors, type)
    return layer
  }

  @Test func axial() throws {
    let layer = gradient([black, white])
    #expect(layer.startPoint == CGPoint(x: 0.5, y: 0) && layer.endPoint == CGPoint(x: 0.5, y: 1))
    let up = try Shown(layer, 40, 20)
    for y in 0..<20 { #expect(abs(up[7, y].x - (Float(y) + 0.5) / 20) < 1e-4) }
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
    layer.locations = [0.25, 0.75]
    let across = try Shown(layer, 40, 20)
    for x in 0..<40 { #expect(abs(across[x, 3].x - min(max((Float(x) + 0.5 - 10) / 20, 0), 1)) < 1e-4) }
    // An edge without width, one colour, none.
    layer.locations = [0.5, 0.5]
    let edge = try Shown(layer, 40, 20)
    #expect(edge.isNear(19, 3, 0, 0, 0, 1) && edge.isNear(20, 3, 1, 1, 1, 1))
    layer.colors = [red]
    #expect(try Shown(layer, 40, 20).isNear(3, 3, 1, 0, 0, 1))
    layer.colors = []
    #expect(try Shown(layer, 40, 20)[3, 3].w == 0)
  }

  /// Straight alpha: the transparent colour is white, so the middle is half white and half red.
  @Test func colorsAreMixedWithoutAlpha() throws {
    let layer = gradient([rgb(1, 0, 0, 1), rgb(1, 1, 1, 0), blue])
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0))
    let shown = try Shown(layer, 40, 20)
    let t: Float = 10.5 / 20
    #expect(shown.isNear(10, 5, 1 - t, t * (1 - t), t * (1 - t), 1 - t))
    let u: Float = 5.5 / 20
    #expect(shown.isNear(25, 5, (1 - u) * u, (1 - u) * u, u, u))
  }

  @Test func radial() throws {
    let layer = gradient([white, black], .radial)
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    let shown = try Shown(layer, 40, 20)
    for (x, y) in [(20, 10), (30, 10), (20, 15), (35, 14), (3, 3)] {
      let (dx, dy) = ((Double(x) + 0.5 - 20) / 20, (Double(y) + 0.5 - 10) / 10)
      let expected = 1 - min((dx * dx + dy * dy).squareRoot(), 1)
      #expect(abs(Double(shown[x, y].x) - expected) < 0.02, "\(x) \(y)")
    }
    layer.endPoint = CGPoint(x: 1, y: 0.5)
    #expect(try Shown(layer, 40, 20)[20, 10].w == 0)
  }

  @Test func conic() throws {
    let layer = gradient([black, white], .conic)
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.5))
    let shown = try Shown(layer, 40, 20)
    for (x, y) in [(30, 15), (10, 15), (10, 4), (30, 4), (20, 18)] {
      let angle = atan2(Double(y) + 0.5 - 10, Double(x) + 0.5 - 20)
      let turn = angle < 0 ? angle / (2 * .pi) + 1 : angle / (2 * .pi)
      #expect(abs(Double(shown[x, y].x) - turn) < 0.02, "\(x) \(y)")
    }
  }

  @Test func inTheRoundedBoundsOverTheBackground() throws {
    let layer = gradient([rgb(0, 0, 1, 0.5), rgb(0, 0, 1, 0.5)])
    (layer.backgroundColor, layer.cornerRadius) = (red, 10)
    let shown = try Shown(layer, 40, 20)
    #expect(shown.isNear(20, 10, 0.5, 0, 0.5, 1) && shown[0, 0].w == 0)
  }
}
