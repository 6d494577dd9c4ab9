import CoreGraphics
import Foundation

/// A layer that draws particles, above its border. The particles are a function of the layer's local time, which begins
/// at its `beginTime`, and of the property changes over time. Particles are born at equal increments of the integrated
/// birth rate. Their motion depends on the layer's and the cell's properties at their birth. Random values are
/// determined by the seed and the index of the particle.
///
/// Properties set before the first frame of the tree apply from the beginning. Particles stay in the layer's plane. At
/// most 200,000 particles of a layer are simulated at a time.
open class CAEmitterLayer: CALayer {
  override class var properties: LayerPropertyTable { EmitterProperties.table }
  override class var kind: any LayerKind.Type { EmitterDrawing.self }

  private var emissions = EmissionHistory()

  override func history(at time: Double, start: Double) -> [String: Any] {
    let spans = emissionSpans(animations, start: start)
    let phases = emissions.phases(at: time, spans) { sceneLayer(at: $0, spans, start) }
    return [SceneLayer.emissionKey: phases]
  }

  override var animations: LayerAnimations {
    willSet { if newValue.list.map(ObjectIdentifier.init) != animations.list.map(ObjectIdentifier.init) { endPhase() } }
  }

  override func change(_ key: String, touches: LayerChange = [], by store: () -> Void) {
    if EmitterProperties.emission.contains(key) { endPhase() }
    super.change(key, touches: touches, by: store)
    if key == LayerProperties.beginTime.key, let now = localFrameTime { emissions.truncate(at: now) }
  }

  /// The layer's local time of the last frame; nil for copies, and if no frames of the layer are rendered.
  private var localFrameTime: Double? {
    guard modelLayer == nil, wasCommitted, let time = chain.last?.frameTime else { return nil }
    return localTime(atRoot: time)
  }

  private func endPhase() {
    guard let now = localFrameTime else { return emissions.invalidateCache() }
    let spans = emissionSpans(animations, start: now)
    emissions.close(at: now, spans) { sceneLayer(at: $0, spans, now) }
  }

  private func sceneLayer(at time: Double, _ spans: [ClosedRange<Double>], _ start: Double) -> SceneLayer {
    let layer = spans.isEmpty ? self : presented(at: time, start: start)
    let values = EmitterProperties.emission.compactMap { key in layer.stored(key).map { (key, $0) } }
    return SceneLayer(
      kind: Self.kind, values: Dictionary(values) { $1 }, sublayers: [], mask: nil, images: images)
  }

  /// Returns the time spans of animations that affect the emission.
  private func emissionSpans(_ animations: LayerAnimations, start: Double) -> [ClosedRange<Double>] {
    animations.list.compactMap { item in
      let timing = item.timing(start: start)
      guard item.hasEffect, item.animation.changesEmission, timing.beginning <= timing.end else { return nil }
      return timing.beginning...timing.end
    }
  }

  /// The cells to emit.
  public var emitterCells: [CAEmitterCell]? {
    get { readObject(EmitterProperties.emitterCells)?.objects as? [CAEmitterCell] }
    set { set(EmitterProperties.emitterCells, newValue.map { ObjectList(objects: $0) }) }
  }

  /// The centre of the emitter shape, in the layer's coordinates.
  public var emitterPosition: CGPoint {
    get { read(EmitterProperties.emitterPosition) }
    set { set(EmitterProperties.emitterPosition, newValue) }
  }

  /// The z coordinate of the emitter shape's centre; it is visible if `preservesDepth` is true, and in the order of
  /// `backToFront`.
  public var emitterZPosition: CGFloat {
    get { read(EmitterProperties.emitterZPosition) }
    set { set(EmitterProperties.emitterZPosition, newValue) }
  }

  /// The size of the emitter shape.
  public var emitterSize: CGSize {
    get { read(EmitterProperties.emitterSize) }
    set { set(EmitterProperties.emitterSize, newValue) }
  }

  /// The depth of a cuboid, along z.
  public var emitterDepth: CGFloat {
    get { read(EmitterProperties.emitterDepth) }
    set { set(EmitterProperties.emitterDepth, newValue) }
  }

  /// The shape in which particles are emitted.
  public var emitterShape: CAEmitterLayerEmitterShape {
    get { read(EmitterProperties.emitterShape) }
    set { set(EmitterProperties.emitterShape, newValue) }
  }

  /// The part of the shape in which particles are emitted.
  public var emitterMode: CAEmitterLayerEmitterMode {
    get { read(EmitterProperties.emitterMode) }
    set { set(EmitterProperties.emitterMode, newValue) }
  }

  /// The drawing order of the particles.
  public var renderMode: CAEmitterLayerRenderMode {
    get { read(EmitterProperties.renderMode) }
    set { set(EmitterProperties.renderMode, newValue) }
  }

  /// A factor on the cells' birth rates.
  public var birthRate: Float {
    get { read(EmitterProperties.birthRate) }
    set { set(EmitterProperties.birthRate, newValue) }
  }

  /// A factor on the cells' lifetimes.
  public var lifetime: Float {
    get { read(EmitterProperties.lifetime) }
    set { set(EmitterProperties.lifetime, newValue) }
  }

  /// A factor on the cells' velocities.
  public var velocity: Float {
    get { read(EmitterProperties.velocity) }
    set { set(EmitterProperties.velocity, newValue) }
  }

  /// A factor on the cells' scales.
  public var scale: Float {
    get { read(EmitterProperties.scale) }
    set { set(EmitterProperties.scale, newValue) }
  }

  /// A factor on the cells' spins.
  public var spin: Float {
    get { read(EmitterProperties.spin) }
    set { set(EmitterProperties.spin, newValue) }
  }

  /// If true, particles are drawn at their positions in the 3D space of the layer, with perspective. They stay parallel
  /// to the layer's plane, and are one image that is composited over the backdrop. If false, z is dropped.
  public var preservesDepth: Bool {
    get { read(EmitterProperties.preservesDepth) }
    set { set(EmitterProperties.preservesDepth, newValue) }
  }

  /// The seed of the random values.
  public var seed: UInt32 {
    get { read(EmitterProperties.seed) }
    set { set(EmitterProperties.seed, newValue) }
  }
}

extension CAAnimation {
  /// Whether the animation affects the birth or the motion of particles.
  fileprivate var changesEmission: Bool {
    if let group = self as? CAAnimationGroup { return group.animations?.contains { $0.changesEmission } == true }
    guard let path = (self as? CAPropertyAnimation)?.keyPath, let key = path.split(separator: ".").first else {
      return false
    }
    return EmitterProperties.emission.contains(String(key))
  }
}

extension SceneLayer {
  fileprivate static let emissionKey = "emission of a layer"

  /// The emission phases of the visible particles; nil for a layer outside of a tree.
  var emission: [EmissionPhase]? { values[Self.emissionKey] as? [EmissionPhase] }
}
