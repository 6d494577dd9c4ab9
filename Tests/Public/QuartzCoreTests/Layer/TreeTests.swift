import Foundation
import QuartzCore
import Testing

@Suite struct TreeTests {
  func names(_ layer: CALayer) -> String { (layer.sublayers ?? []).compactMap(\.name).joined() }

  func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  @Test func inserting() {
    let root = CALayer()
    #expect(root.sublayers == nil)
    let (a, b, c, d) = (named("a"), named("b"), named("c"), named("d"))
    root.addSublayer(b)
    root.insertSublayer(a, at: 0)
    root.insertSublayer(c, above: a)
    root.insertSublayer(d, below: b)
    #expect(names(root) == "acdb" && a.superlayer === root)
    root.insertSublayer(a, at: 99)
    #expect(names(root) == "cdba")
    let e = named("e")
    root.replaceSublayer(d, with: e)
    #expect(names(root) == "ceba" && d.superlayer == nil)
    // A sublayer that is inserted again moves.
    root.replaceSublayer(e, with: a)
    #expect(names(root) == "cab" && e.superlayer == nil)
    b.removeFromSuperlayer()
    #expect(names(root) == "ca")
    root.sublayers = [b, c]
    #expect(names(root) == "bc" && a.superlayer == nil)
    root.sublayers = nil
    #expect(root.sublayers == nil && b.superlayer == nil)
  }

  @Test func aLayerHasOneSuperlayer() {
    let (one, two, child) = (CALayer(), CALayer(), CALayer())
    one.addSublayer(child)
    two.addSublayer(child)
    #expect(one.sublayers == nil && child.superlayer === two)
    one.mask = child
    #expect(two.sublayers == nil && child.superlayer === one && one.sublayers == nil)
    two.addSublayer(child)
    #expect(one.mask == nil && child.superlayer === two)
    two.mask = child
    child.removeFromSuperlayer()
    #expect(two.mask == nil && child.superlayer == nil)
  }

  @Test func deepTreesAreFreed() {
    let root = CALayer()
    var last = root
    for _ in 0..<100_000 {
      let next = CALayer()
      next.addSublayer(last)
      last = next
    }
    #expect(last.sublayers?.count == 1)
  }

  @Test func chainsGrowAtTheirEnds() {
    let root = CALayer()
    var last = root
    // Checking all ancestors each time would take five billion steps.
    for _ in 0..<100_000 {
      let next = CALayer()
      last.addSublayer(next)
      last = next
    }
    #expect(root.sublayers?.count == 1 && last.superlayer != nil)
  }

  @Test func copiesForPresentation() {
    final class Marked: CALayer {
      var mark = 0
      override init() { super.init() }
      required init(layer: Any) {
        mark = (layer as? Marked)?.mark ?? 0
        super.init(layer: layer)
      }
    }
    let layer = Marked()
    (layer.mark, layer.opacity) = (7, 0.25)
    layer.setValue("x", forKey: "own")
    let copy = type(of: layer).init(layer: layer)
    #expect(copy.mark == 7 && copy.opacity == 0.25 && copy.value(forKey: "own") as? String == "x")
    #expect(copy.model() === layer && layer.model() === layer)
    copy.opacity = 1
    #expect(layer.opacity == 0.25)
  }
}
