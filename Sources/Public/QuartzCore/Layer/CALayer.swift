import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The stored value of a property that was set to nil although its default is an object.
struct ExplicitNil {}

/// A rectangle of a layer tree: its own box and contents, and its sublayers.
///
/// The state of a layer consists of values by key: properties, and any other key that an app sets. They are looked up
/// in one order: the layer's own value, its `style`, the class default, zero or nil. A number that is not finite or
/// beyond 1e15 is rejected, a message is logged, and the previous value is kept.
///
/// Coordinates are points, y up. Not thread-safe; images of layers (`CIImage(layer:at:scale:)`) can be used on any
/// thread.
open class CALayer: NSObject, LayerReading {
  /// The layer's own values by key, in their stored form.
  var ownValues: [String: Any] = [:] { didSet { captured = nil } }
  /// The layer as captured by a frame; valid until a value changes.
  var captured: SceneLayer?

  var children: [CALayer] = []
  var maskLayer: CALayer?
  /// The superlayer or the masked layer. In a copy made by `presentation()`, set only below the requested layer.
  weak var container: CALayer?

  /// The delegate that draws and lays out the layer; it takes precedence.
  open weak var delegate: (any CALayerDelegate)?

  /// The layout manager of the sublayers, used if the delegate does not lay them out.
  open var layoutManager: (any CALayoutManager)? { didSet { setNeedsLayout() } }

  /// The part to be redrawn, in the layer's coordinates; nil for none.
  var dirtyRect: CGRect?
  /// The part that the delegate draws, while it displays the layer.
  var delegateDirtyRect: CGRect?
  var isLayoutNeeded = false
  /// Set by the default drawing functions, which draw nothing.
  var usedDefaultDraw = false

  /// The contents, if the layer drew them.
  package internal(set) weak var ownBitmap: AnyObject?

  /// The layer that a presentation copy was made of.
  var modelLayer: CALayer?

  /// The images drawn for captured scenes.
  final var images = DrawnBitmapCache()

  /// The maximum delay of replicated sublayers, in seconds of local time.
  var maximumDelay: Double { 0 }

  /// Returns the history that drawing at a time depends on, under keys that are not properties.
  ///
  /// - Parameters:
  ///   - time: in the layer's local time.
  ///   - start: the begin time of animations that do not specify one, and have had no frame.
  func history(at time: Double, start: Double) -> [String: Any] { [:] }

  /// The drawing functions of this class.
  class var kind: any LayerKind.Type { PlainLayer.self }

  var animations = LayerAnimations()
  /// Whether a frame has shown the layer.
  var wasCommitted = false
  /// For a root: the time of the current or last frame; nil if no frames of it are rendered.
  var frameTime: Double?
  /// The change in progress, and the value shown before it.
  var currentChange: (key: String, old: Any?)?
  /// For a copy: the transition and its progress.
  var transition: (animation: CATransition, progress: Double)?
  /// For a copy: the two contents that are interpolated.
  var contentsPair: DiscreteValue.Pair?
  /// For a copy: the sublayers that its own animations change.
  var sublayerTargets: [ObjectIdentifier: PresentedLayer] = [:]
  /// The last displayed state; nil if the layer was not displayed since it was added to its superlayer.
  var lastDrawn: SceneMoment?

  /// The property table of this class.
  class var properties: LayerPropertyTable { LayerProperties.common }

  /// Creates a layer of size zero, without contents.
  public override init() { super.init() }

  /// Creates a copy that shows a layer at a time, with its values by key. Subclasses with stored properties override it
  /// and copy them. It is `required`, as Swift can create an object of a class given at run time only by a `required`
  /// initializer.
  ///
  /// - Parameter layer: a `CALayer`, normally of the same class.
  public required init(layer: Any) {
    super.init()
    guard let layer = layer as? CALayer else { return }
    ownValues = layer.ownValues
    modelLayer = layer.modelLayer ?? layer
    (delegate, layoutManager) = (layer.delegate, layer.layoutManager)
  }

  deinit {
    // Frees the tree iteratively, as the recursion of a deep tree would overflow the stack.
    var pending = children + (maskLayer.map { [$0] } ?? [])
    (children, maskLayer) = ([], nil)
    while var layer = pending.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      pending += layer.children
      if let mask = layer.maskLayer { pending.append(mask) }
      (layer.children, layer.maskLayer) = ([], nil)
    }
  }

  /// Returns the layer itself, or the model of a presentation copy.
  public func model() -> Self { (modelLayer as? Self) ?? self }

  // MARK: Class defaults

  /// Returns the default value of a key; nil for zero or no object. Override it for custom keys.
  open class func defaultValue(forKey key: String) -> Any? { properties[key: key]?.defaultObject }

  /// Returns whether a change of the key redraws the layer's own bitmap.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Returns the action of a change that neither the delegate nor the layer specifies; nil is the property's default
  /// action.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns the distance from the corner at which the curve begins, in radii.
  public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGFloat(ContinuousCorner.reach) : 1
  }

  // MARK: Overridable members

  /// Returns whether the bounds contain a point; the edges of maximum x and y are excluded. Rounded corners are
  /// ignored.
  open func contains(_ p: CGPoint) -> Bool {
    let bounds = bounds
    return p.x >= bounds.minX && p.x < bounds.maxX && p.y >= bounds.minY && p.y < bounds.maxY
  }

  /// Returns the action of a change of a key, or of a layer that enters (`onOrderIn`) or leaves (`onOrderOut`). The
  /// sources are, in order: the delegate, `actions`, `style`, the class, the property's animation. An `NSNull` ends the
  /// search. The result does not depend on `CATransaction.disableActions()`.
  open func action(forKey event: String) -> (any CAAction)? { resolvedAction(forKey: event) }

  /// Adds a copy of an animation.
  ///
  /// - Parameters:
  ///   - anim: without duration, it adopts that of the transaction. If its values do not match its key path, it has no
  ///     effect, and a message is logged.
  ///   - key: replaces the animation of that key; nil for none. The key of a transition is always `transition`.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, key: key) }

  /// Returns the frontmost, deepest layer at a point in the **superlayer's** coordinates; nil if there is none.
  ///
  /// Hidden layers, one-sided layers seen from behind, and parts clipped by `masksToBounds` are not hit. Opacity and
  /// masks are ignored.
  open func hitTest(_ p: CGPoint) -> CALayer? { frontmost(at: p) }

  /// Updates the contents: by the delegate, otherwise by `draw(in:)` into a bitmap of the bounds.
  open func display() {
    let part = dirtyRect
    dirtyRect = nil
    guard let delegate else { return drawOwnBitmap(part) }
    delegateDirtyRect = part
    delegate.display(self)
    delegateDirtyRect = nil
  }

  /// Draws the layer's own bitmap, in the layer's coordinates. The default calls the delegate.
  open func draw(in ctx: CGContext) {
    if let delegate { delegate.draw(self, in: ctx) } else { usedDefaultDraw = true }
  }

  /// Lays out the sublayers: by the delegate, otherwise by the layout manager.
  open func layoutSublayers() {
    if let delegate { delegate.layoutSublayers(of: self) } else { layoutManager?.layoutSublayers(of: self) }
  }

  /// Resizes the sublayers by their `autoresizingMask`; called after the size of the bounds has changed.
  ///
  /// - Parameter size: the previous size of the bounds.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in children { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Distributes the growth of the superlayer's bounds among the flexible margins and sides.
  ///
  /// - Parameter size: the previous size of the superlayer's bounds.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(withOldSuperlayerSize: size) }

  /// Returns the layout manager's preferred size; without one, that of the frame.
  open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? frame.size }

  /// Returns whether the first row of the layer's own bitmap is at minimum y, because an odd number of layers, from
  /// this one up, are `isGeometryFlipped`.
  open func contentsAreFlipped() -> Bool { model().chain.count { $0.isGeometryFlipped } % 2 == 1 }

  // MARK: Access to values

  func stored(_ key: String) -> Any? {
    if let value = ownValues[key] { return value is ExplicitNil ? nil : value }
    let row = Self.properties[key: key]
    let fallback = styleValue(key) ?? Self.defaultValue(forKey: key)
    guard let fallback, let row else { return fallback }
    return try? row.accepted(fallback).get()
  }

  /// Returns the value of `style`, or of the styles nested in it.
  private func styleValue(_ key: String) -> Any? {
    guard key != LayerProperties.style.key, let first = ownValues[LayerProperties.style.key] as? AnyValue else {
      return nil
    }
    var style = first.object as? [AnyHashable: Any]
    for _ in 0..<100 {
      guard let current = style else { return nil }
      if let value = current[key] { return value }
      style = current[LayerProperties.style.key] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Sets a property; an invalid value is rejected. Nil means no object, even if the class has a default.
  func set<Value>(_ property: LayerProperty<Value>, _ value: Value?) {
    guard value == nil, property.defaultValue != nil else { return set(row: property, value) }
    if stored(property.key) != nil { change(property.key, touches: property.touches, to: ExplicitNil()) }
  }

  /// Sets a property; an invalid value is rejected. Nil removes the layer's own value.
  func set(row: any AnyLayerProperty, _ object: Any?) {
    guard let object else { return change(row.key, touches: row.touches, to: nil) }
    switch row.accepted(object) {
    case .failure(let error): RenderLog.process.note("\(type(of: self)): \(error.text)")
    case .success(let value):
      if let old = stored(row.key), row.areSame(old, value) { return }
      change(row.key, touches: row.touches, to: value)
    }
  }

  /// Changes a value of the layer. All changes of values pass through it.
  func change(_ key: String, touches: LayerChange = [], to value: Any?) {
    change(key, touches: touches) { ownValues[key] = value }
  }

  /// Changes the layer. All changes pass through it, and start implicit actions.
  func change(_ key: String, touches: LayerChange = [], by store: () -> Void) {
    let size = touches.contains(.bounds) && modelLayer == nil ? bounds.size : nil
    changeWithAction(key, by: store)
    if let size, size != bounds.size { resizeSublayers(withOldSize: size) }
    if touches.contains(.layout) {
      setNeedsLayout()
      container?.setNeedsLayout()
    }
    let redraws = touches.contains(.display) || touches.contains(.bounds) && needsDisplayOnBoundsChange
    if redraws || Self.needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  /// The class, name, position and bounds.
  open override var description: String {
    "<\(type(of: self))\(name.map { " \($0)" } ?? "") position \(position.x), \(position.y) bounds \(bounds)>"
  }
}
