import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import Testing

/// Malformed trees.
@Suite struct HostileTreeTests {
  final class Nothing: CIFilter {
    override var outputImage: CIImage? { nil }
  }

  @Test func filtersWithoutAnEndAndWithoutAnImage() throws {
    let layer = box(2, 2, 4, 4, red)
    layer.filters = [Nothing(), try #require(CIFilter(name: "CIAffineClamp"))]
    let holder = box(0, 0, 8, 8, nil, [layer])
    holder.masksToBounds = true
    // The whole layer is the clamped box, and nothing outside of it.
    let shown = try Shown(box(0, 0, 16, 16, nil, [holder]), 16, 16)
    #expect(shown.isNear(7, 7, 1, 0, 0, 1) && shown.isNear(0, 0, 1, 0, 0, 1) && shown[9, 9].w == 0)
    #expect(CIImage(layer: layer, at: 0, scale: 1).extent.isInfinite)
    // A missing required image: the layer is unchanged.
    layer.filters = [try #require(CIFilter(name: "CIBlendWithMask"))]
    #expect(try Shown(layer, 8, 8).isNear(3, 3, 1, 0, 0, 1))
    layer.filters = []
    layer.compositingFilter = "multiply"
    #expect(try Shown(layer, 8, 8).isNear(3, 3, 1, 0, 0, 1))
    layer.compositingFilter = CIFilter(name: "CIColorInvert")
    #expect(try Shown(layer, 8, 8).isNear(3, 3, 1, 0, 0, 1))
  }

  final class Mover: CALayerDelegate {
    func display(_ layer: CALayer) {
      layer.superlayer?.addSublayer(CALayer())
      layer.removeFromSuperlayer()
    }
    func layoutSublayers(of layer: CALayer) {
      layer.sublayers?.first?.removeFromSuperlayer()
      layer.setNeedsLayout()
    }
  }

  @Test func delegatesThatChangeTheTree() throws {
    let mover = Mover()
    let children = (0..<10).map { _ in box(0, 0, 4, 4, red) }
    for layer in children {
      layer.delegate = mover
      layer.setNeedsDisplay()
    }
    let root = box(0, 0, 8, 8, nil, children)
    root.delegate = mover
    for _ in 0..<20 { _ = CIImage(layer: root, at: 0, scale: 1) }
    #expect(children.allSatisfy { $0.superlayer == nil })
  }

  @Test func manyLayers() {
    let root = box(0, 0, 100, 100)
    root.sublayers = (0..<20_000).map { box(CGFloat($0 % 100), CGFloat($0 / 200), 1, 1, red) }
    #expect(CIImage(layer: root, at: 0, scale: 1).extent == CGRect(x: 0, y: 0, width: 100, height: 100))
  }

  /// Each layer is drawn for its shadow and for itself; its sublayers must not be drawn twice as often at each level.
  @Test(.timeLimit(.minutes(1))) func nestedShadows() throws {
    let root = box(0, 0, 60, 60, red)
    var holder = root
    for level in 0..<40 {
      let layer = box(1, 1, 58, 58, level % 2 == 0 ? green : nil)
      (layer.shadowOpacity, layer.shadowRadius) = (0.5, 2)
      layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
      holder.addSublayer(layer)
      holder = layer
    }
    holder.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    #expect(CIImage(layer: root, at: 0, scale: 1).extent.contains(root.bounds))
  }

  @Test func valuesOfTheWrongTypeForEveryKey() throws {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    let keys = [
      "bounds", "position", "transform", "opacity", "contents", "contentsRect", "contentsCenter", "contentsScale",
      "contentsGravity", "backgroundColor", "cornerRadius", "maskedCorners", "shadowPath", "shadowOffset", "filters",
      "backgroundFilters", "compositingFilter", "path", "lineDashPattern", "style", "mask", "sublayers", "name",
    ]
    for key in keys {
      for value in [Double.nan, "text", [1, 2], CGRect.infinite, NSNull(), CGPoint(x: CGFloat.infinity, y: 0)] as [Any]
      {
        layer.setValue(value, forKey: key)
        layer.setValue(value, forKeyPath: "\(key).x.y.z")
        _ = layer.value(forKeyPath: "\(key).x")
        _ = CIImage(layer: layer, at: .nan, scale: 1)
      }
    }
    _ = try Shown(layer, 4, 4)
  }
}
