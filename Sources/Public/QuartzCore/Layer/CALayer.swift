import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// What is kept of a property that was set to nil where its default is an object.
struct NoObject {}

/// A rectangle of a scene: its own box and contents, and the layers in it.
///
/// What a layer is, are values under keys: properties, and any other key that an app sets. They are read through one
/// table, in this order: the layer's own value, its `style`, what the class answers for the key, zero or nil. A number
/// that is none, infinite or beyond 1e15 is refused with a line in the log, and the value before stays.
///
/// Coordinates are points, y up. Not for several threads at once; images that are made of layers
/// (`CIImage(layer:at:scale:)`) may go anywhere.
open class CALayer: NSObject, LayerReading {
  /// The layer's own values by key, in the form in which they are kept.
  var own: [String: Any] = [:] { didSet { captured = nil } }
  /// The layer as a frame took it, for as long as its values stay.
  var captured: SceneLayer?

  var children: [CALayer] = []
  var maskLayer: CALayer?
  /// What holds this layer; of the copies that `presentation()` makes, only those below the one that was asked.
  weak var holder: CALayer?

  /// Draws and lays out for the layer; asked first.
  open weak var delegate: (any CALayerDelegate)?

  /// Places sublayers where the delegate does not.
  open var layoutManager: (any CALayoutManager)? { didSet { setNeedsLayout() } }

  /// What is to be drawn anew, in the layer's space; nil: nothing.
  var needingDisplay: CGRect?
  /// What a delegate that draws is to draw, while it is asked to display.
  var partForDelegate: CGRect?
  var isLayoutNeeded = false
  /// Set by the drawing functions that nobody has overridden.
  var nothingWasDrawn = false

  /// The contents, when the layer drew them itself.
  package internal(set) weak var ownBitmap: AnyObject?

  /// The layer that a presentation copy was made of.
  var modelLayer: CALayer?

  /// What was drawn for scenes.
  final var images = DrawnBitmapCache()

  /// By how many seconds of its own time the last thing in it is behind at most.
  var lastDelay: Double { 0 }

  /// What counts of other times for what is drawn at one, by keys that no property has.
  ///
  /// - Parameters:
  ///   - time: the layer's own.
  ///   - start: when animations begin that do not say so, and have had no frame.
  func history(at time: Double, start: Double) -> [String: Any] { [:] }

  /// What this class draws of its own.
  class var kind: any LayerKind.Type { PlainLayer.self }

  var animations = LayerAnimations()
  /// True when a frame has shown the layer.
  var wasCommitted = false
  /// Of a root: the time of the frame that is made, or was made last; nil while nobody makes frames of it.
  var frameTime: Double?
  /// What changes just now, and what was shown of it before.
  var changing: (key: String, old: Any?)?
  /// Of a copy: how far it is from how the layer was to how it is.
  var transition: (animation: CATransition, progress: Double)?
  /// Of a copy: the two contents that it is between.
  var contentsPair: Step.Pair?
  /// Of a copy: layers in it that its own animations change.
  var targetsBelow: [ObjectIdentifier: PresentedLayer] = [:]
  /// How it was drawn last; nil for a layer that was not drawn since it came to where it is.
  var drawnLast: SceneMoment?

  /// The table of this class.
  class var properties: LayerPropertyTable { LayerProperties.common }

  /// A layer of no size, without contents.
  public override init() { super.init() }

  /// A copy that shows a layer at a time; own values by key come along. Subclasses with stored properties override it
  /// and copy those; it is `required` here, since Swift makes objects of a class that it learns at run time only so.
  ///
  /// - Parameter layer: a `CALayer`, of the same class as a rule.
  public required init(layer: Any) {
    super.init()
    guard let layer = layer as? CALayer else { return }
    own = layer.own
    modelLayer = layer.modelLayer ?? layer
    (delegate, layoutManager) = (layer.delegate, layer.layoutManager)
  }

  deinit {
    // By itself a deep tree would be freed by a recursion as deep.
    var waiting = children + (maskLayer.map { [$0] } ?? [])
    (children, maskLayer) = ([], nil)
    while var layer = waiting.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      waiting += layer.children
      if let mask = layer.maskLayer { waiting.append(mask) }
      (layer.children, layer.maskLayer) = ([], nil)
    }
  }

  /// The layer itself, or the one that a presentation copy was made of.
  public func model() -> Self { (modelLayer as? Self) ?? self }

  // MARK: What a class says of keys

  /// The value of a key that nobody has set; nil where that is zero or nothing. Override it for keys of your own.
  open class func defaultValue(forKey key: String) -> Any? { properties[key: key]?.usualObject }

  /// True when a change of the key draws the layer's own bitmap anew.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// What a change of the key starts where neither delegate nor layer say it; nil: what properties do by themselves.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// How far from the corner a curve begins, in radii.
  public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGFloat(ContinuousCorner.reach) : 1
  }

  // MARK: What subclasses override

  /// True for points of the bounds; those on the sides of greatest x and y are outside. Round corners do not count.
  open func contains(_ p: CGPoint) -> Bool {
    let bounds = bounds
    return p.x >= bounds.minX && p.x < bounds.maxX && p.y >= bounds.minY && p.y < bounds.maxY
  }

  /// What a change of a key starts, or a layer that comes (`onOrderIn`) or goes (`onOrderOut`): what the delegate says,
  /// what `actions` has, what `style` has, what the class says, the animation of the property; an `NSNull` ends the
  /// search. `CATransaction.disableActions()` does not change the answer.
  open func action(forKey event: String) -> (any CAAction)? { foundAction(forKey: event) }

  /// Adds a copy of an animation.
  ///
  /// - Parameters:
  ///   - anim: without duration it takes that of the transaction. One of values that do not fit its key path has no
  ///     effect; a line in the log says so.
  ///   - key: takes the place of the animation of that key; nil for one without. Transitions always go by `transition`.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, key: key) }

  /// The frontmost, deepest layer at a point of the **superlayer's** space; nil when none is there.
  ///
  /// Hidden layers, those whose back is seen and may not be, and what `masksToBounds` cuts off, are not hit; opacity
  /// and masks do not count.
  open func hitTest(_ p: CGPoint) -> CALayer? { frontmost(at: p) }

  /// Makes new contents: by the delegate, else by `draw(in:)` on a bitmap of the bounds.
  open func display() {
    let part = needingDisplay
    needingDisplay = nil
    guard let delegate else { return drawOwnBitmap(part) }
    partForDelegate = part
    delegate.display(self)
    partForDelegate = nil
  }

  /// Draws the layer's own bitmap, in the layer's space; by the delegate, unless a subclass overrides it.
  open func draw(in ctx: CGContext) {
    if let delegate { delegate.draw(self, in: ctx) } else { nothingWasDrawn = true }
  }

  /// Places the sublayers: by the delegate, else by the layout manager.
  open func layoutSublayers() {
    if let delegate { delegate.layoutSublayers(of: self) } else { layoutManager?.layoutSublayers(of: self) }
  }

  /// Has each sublayer fit itself into the new bounds by its `autoresizingMask`; called when the size of the bounds
  /// has changed.
  ///
  /// - Parameter size: that the bounds had before.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in children { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Shares what the superlayer's bounds have grown by among the margins and the size that may give way.
  ///
  /// - Parameter size: that the superlayer's bounds had before.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(withOldSuperlayerSize: size) }

  /// The size that the layout manager would have the layer be, else that of its frame.
  open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? frame.size }

  /// True when the layer's own bitmap has its first row at least y: an odd number of layers from this one up are
  /// `isGeometryFlipped`.
  open func contentsAreFlipped() -> Bool { model().chain.count { $0.isGeometryFlipped } % 2 == 1 }

  // MARK: Reading and changing

  func stored(_ key: String) -> Any? {
    if let value = own[key] { return value is NoObject ? nil : value }
    let row = Self.properties[key: key]
    let usual = styleValue(key) ?? Self.defaultValue(forKey: key)
    guard let usual, let row else { return usual }
    return try? row.accepted(usual).get()
  }

  /// Of `style`, then of the style in it, and so on.
  private func styleValue(_ key: String) -> Any? {
    guard key != LayerProperties.style.key, let first = own[LayerProperties.style.key] as? AnyValue else { return nil }
    var style = first.object as? [AnyHashable: Any]
    for _ in 0..<100 {
      guard let now = style else { return nil }
      if let value = now[key] { return value }
      style = now[LayerProperties.style.key] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Sets a property, or refuses; nil stands for no object, whatever the class answers.
  func set<Value>(_ property: LayerProperty<Value>, _ value: Value?) {
    guard value == nil, property.usual != nil else { return set(row: property, value) }
    if stored(property.key) != nil { change(property.key, touches: property.touches, to: NoObject()) }
  }

  /// Sets a property, or refuses; nil takes the layer's own value away.

  func set(row: any AnyLayerProperty, _ object: Any?) {
    guard let object else { return change(row.key, touches: row.touches, to: nil) }
    switch row.accepted(object) {
    case .failure(let refusal): RenderLog.process.note("\(type(of: self)): \(refusal.text)")
    case .success(let value):
      if let old = stored(row.key), row.areSame(old, value) { return }
      change(row.key, touches: row.touches, to: value)
    }
  }

  /// The one way in which a value of a layer changes.
  func change(_ key: String, touches: LayerChange = [], to value: Any?) {
    change(key, touches: touches) { own[key] = value }
  }

  /// The one way in which anything of a layer changes: implicit actions begin here.
  func change(_ key: String, touches: LayerChange = [], by store: () -> Void) {
    let size = touches.contains(.bounds) && modelLayer == nil ? bounds.size : nil
    changeWithAction(key, by: store)
    if let size, size != bounds.size { resizeSublayers(withOldSize: size) }
    if touches.contains(.layout) {
      setNeedsLayout()
      holder?.setNeedsLayout()
    }
    let redraws = touches.contains(.display) || touches.contains(.bounds) && needsDisplayOnBoundsChange
    if redraws || Self.needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  /// Class, name and bounds.
  open override var description: String {
    "<\(type(of: self))\(name.map { " \($0)" } ?? "") position \(position.x), \(position.y) bounds \(bounds)>"
  }
}
