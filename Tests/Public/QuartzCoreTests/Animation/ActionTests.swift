import AnimationMath
import Foundation
import QuartzCore
import Testing

/// Implicit actions and transactions.
@Suite struct ActionTests {
  private final class Noted: CAAction {
    let name: String
    var events: [String] = []
    init(_ name: String) { self.name = name }
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      events.append("\(event) \((anObject as? CALayer)?.cornerRadius ?? -1)")
    }
  }

  private final class Chooser: CALayerDelegate {
    var choice: (any CAAction)?
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { choice }
  }

  private final class Usual: CALayer {
    static nonisolated(unsafe) let action = Noted("class")
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "cornerRadius" ? action : nil
    }
  }

  /// Returns a layer in a tree that has had a frame at time 100.
  private func shown(_ layer: CALayer = CALayer()) -> (root: CALayer, layer: CALayer) {
    let root = CALayer()
    root.addSublayer(layer)
    root.beginFrame(at: 100)
    root.endFrame()
    return (root, layer)
  }

  @Test func theFirstSourceOfAnActionIsUsed() {
    let layer = Usual()
    let (chosen, own, styled) = (Noted("delegate"), Noted("actions"), Noted("style"))
    func found() -> String? { (layer.action(forKey: "cornerRadius") as? Noted)?.name }
    #expect(found() == "class" && layer.action(forKey: "opacity") == nil)
    layer.style = ["actions": ["cornerRadius": styled]]
    #expect(found() == "style")
    layer.actions = ["cornerRadius": own]
    #expect(found() == "actions")
    let delegate = Chooser()
    layer.delegate = delegate
    #expect(found() == "actions")
    delegate.choice = chosen
    #expect(found() == "delegate")
    delegate.choice = NSNull()
    #expect(layer.action(forKey: "cornerRadius") == nil)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    delegate.choice = chosen
    #expect(found() == "delegate")
    CATransaction.commit()
  }

  @Test func actionsRunAfterTheChangeAndNotForEqualValues() {
    let layer = CALayer()
    let action = Noted("a")
    layer.actions = ["cornerRadius": action]
    layer.cornerRadius = 3
    layer.cornerRadius = 3
    #expect(action.events == ["cornerRadius 3.0"])
    layer.setValue(4, forKey: "cornerRadius")
    #expect(action.events == ["cornerRadius 3.0", "cornerRadius 4.0"])
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.cornerRadius = 5
    CATransaction.commit()
    #expect(action.events.count == 2 && layer.cornerRadius == 5)
  }

  @Test func displayedLayersAnimateTheirChanges() throws {
    let (root, layer) = shown()
    layer.cornerRadius = 8
    let animation = try #require(layer.animation(forKey: "cornerRadius") as? CABasicAnimation)
    #expect(animation.duration == 0.25 && animation.timingFunction == CAMediaTimingFunction(name: .default))
    #expect(animation.keyPath == "cornerRadius" && animation.toValue == nil)
    root.beginFrame(at: 200)
    #expect(layer.presentation()?.cornerRadius == 0)
    root.endFrame()
    root.beginFrame(at: 200.125)
    // The default curve at its midpoint, as web browsers compute `ease`.
    let half = try #require(layer.presentation()?.cornerRadius)
    #expect(abs(half - 8 * 0.80240) < 1e-4)
    root.endFrame()
    // Starts from the currently presented value.
    layer.cornerRadius = 0
    #expect(layer.presentation().map { abs($0.cornerRadius - half) < 1e-9 } ?? false)
    root.beginFrame(at: 200.375)
    root.endFrame()
    root.beginFrame(at: 201)
    root.endFrame()
    #expect(layer.animationKeys() == nil && layer.presentation()?.cornerRadius == 0)
  }

  @Test func transactionsSetTheDuration() throws {
    let (root, layer) = shown()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.opacity = 0.5
    CATransaction.commit()
    #expect(layer.animation(forKey: "opacity")?.duration == 2)
    #expect(layer.animation(forKey: "opacity")?.timingFunction == CAMediaTimingFunction(name: .linear))
    root.beginFrame(at: 101)
    layer.compositingFilter = CIFilter(name: "CIMultiplyCompositing")
    #expect(layer.animation(forKey: "transition") is CATransition)
    // No contents and contents cannot be interpolated.
    layer.contents = CIImage.empty()
    #expect(layer.animation(forKey: "contents") == nil)
  }

  @Test func layersNotDisplayedDoNotAnimate() {
    let lonely = CALayer()
    lonely.cornerRadius = 4
    #expect(lonely.animationKeys() == nil)
    let (root, layer) = shown()
    let new = CALayer()
    root.addSublayer(new)
    new.cornerRadius = 4
    #expect(new.animationKeys() == nil)
    layer.removeFromSuperlayer()
    layer.cornerRadius = 4
    #expect(layer.animationKeys() == nil)
    layer.name = "no property that animates"
    #expect(root.animationKeys() == nil)
  }

  @Test func anAnimationIsAnActionOfItsKey() throws {
    let layer = CALayer()
    let animation = CABasicAnimation()
    animation.duration = 4
    layer.actions = ["cornerRadius": animation]
    layer.cornerRadius = 8
    let added = try #require(layer.animation(forKey: "cornerRadius") as? CABasicAnimation)
    #expect(added.keyPath == "cornerRadius" && animation.keyPath == nil)
    #expect(layer.presented(at: 1).cornerRadius == 2)
  }

  @Test func addedAndRemovedLayersHaveEvents() {
    let (root, layer) = shown()
    let (coming, going) = (Noted("in"), Noted("out"))
    layer.actions = ["onOrderIn": coming, "onOrderOut": going]
    layer.removeFromSuperlayer()
    #expect(going.events.count == 1 && coming.events.isEmpty)
    root.addSublayer(layer)
    #expect(coming.events.count == 1 && going.events.count == 1)
  }

  @Test func valuesAreReadOutwardsAndSetInside() {
    #expect(CATransaction.animationDuration() == 0.25 && CATransaction.animationTimingFunction() == nil)
    #expect(!CATransaction.disableActions() && CATransaction.completionBlock() == nil)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setValue("outer", forKey: "own")
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 1 && CATransaction.value(forKey: "own") as? String == "outer")
    CATransaction.setAnimationDuration(2)
    CATransaction.setValue(true, forKey: kCATransactionDisableActions)
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 1 && !CATransaction.disableActions())
    CATransaction.setAnimationDuration(.nan)
    #expect(CATransaction.animationDuration() == 0)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
    // One `commit` too many; transactions of another thread are not visible.
    CATransaction.commit()
    CATransaction.flush()
  }

  @Test func eachThreadHasItsOwn() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(9)
    let done = DispatchSemaphore(value: 0)
    Thread {
      #expect(CATransaction.animationDuration() == 0.25)
      done.signal()
    }.start()
    done.wait()
    #expect(CATransaction.animationDuration() == 9)
    CATransaction.commit()
  }

  @Test func hidingAndShowingAreEventsToo() {
    let (root, layer) = shown()
    defer { root.endFrames() }
    let (coming, going) = (Noted("in"), Noted("out"))
    layer.actions = ["onOrderIn": coming, "onOrderOut": going]
    layer.isHidden = true
    layer.isHidden = true
    #expect(going.events.count == 1 && coming.events.isEmpty)
    layer.setValue(nil, forKey: "hidden")
    #expect(going.events.count == 1 && coming.events.count == 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.isHidden = true
    CATransaction.commit()
    #expect(going.events.count == 1)
    let lonely = CALayer()
    lonely.actions = ["onOrderOut": going]
    lonely.isHidden = true
    #expect(going.events.count == 1)
  }
}
