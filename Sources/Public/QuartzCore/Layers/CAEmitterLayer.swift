import CoreGraphics
import Foundation

/// Draws particles, over its border. What is shown is a function of the layer's time, which begins at its `beginTime`,
/// and of what was set when: particles are born at even distances of the summed up birth rate, fly as the layer and
/// their cell had it at their birth, and what is by chance follows from the seed and a particle's number.
///
/// What is set before there are frames of the tree holds from the beginning. Particles stay in the layer's plane; at
/// most 200,000 of a layer are followed at a time.
open class CAEmitterLayer: CALayer {
  override class var properties: LayerPropertyTable { EmitterProperties.table }
  override class var kind: any LayerKind.Type { EmitterDrawing.self }

  private var emitted = EmissionHistory()

  override func history(at time: Double, start: Double) -> [String: Any] {
    let spans = emissionSpans(animations, start: start)
    let phases = emitted.phases(at: time, spans) { shown(at: $0, spans, start) }
    return [SceneLayer.emissionKey: phases]
  }

  override var animations: LayerAnimations {
    willSet { if newValue.list.map(ObjectIdentifier.init) != animations.list.map(ObjectIdentifier.init) { endPhase() } }
  }

  override func change(_ key: String, touches: LayerChange = [], by store: () -> Void) {
    if EmitterProperties.emission.contains(key) { endPhase() }
    super.change(key, touches: touches, by: store)
    if key == LayerProperties.beginTime.key, let now = ownTimeOfFrames { emitted.cut(at: now) }
  }

  /// The layer's time of the last frame; nil for copies, and for a layer of which there are no frames.
  private var ownTimeOfFrames: Double? {
    guard modelLayer == nil, wasCommitted, let time = chain.last?.frameTime else { return nil }
    return localTime(atRoot: time)
  }

  private func endPhase() {
    guard let now = ownTimeOfFrames else { return emitted.forgetWhatFollows() }
    let spans = emissionSpans(animations, start: now)
    emitted.close(at: now, spans) { shown(at: $0, spans, now) }
  }

  private func shown(at time: Double, _ spans: [ClosedRange<Double>], _ start: Double) -> SceneLayer {
    let layer = spans.isEmpty ? self : presented(at: time, start: start)
    let values = EmitterProperties.emission.compactMap { key in layer.stored(key).map { (key, $0) } }
    return SceneLayer(
      kind: Self.kind, values: Dictionary(values) { $1 }, sublayers: [], mask: nil, images: images)
  }

  /// When animations of what is emitted go on.
  private func emissionSpans(_ animations: LayerAnimations, start: Double) -> [ClosedRange<Double>] {
    animations.list.compactMap { one in
      let timing = one.timing(start: start)
      guard one.hasEffect, one.animation.changesEmission, timing.beginning <= timing.end else { return nil }
      return timing.beginning...timing.end
    }
  }

  /// What is emitted.
  public var emitterCells: [CAEmitterCell]? {
    get { readObject(EmitterProperties.emitterCells)?.objects as? [CAEmitterCell] }
    set { set(EmitterProperties.emitterCells, newValue.map { ObjectList(objects: $0) }) }
  }

  /// The middle of the shape, in the layer's space.
  public var emitterPosition: CGPoint {
    get { read(EmitterProperties.emitterPosition) }
    set { set(EmitterProperties.emitterPosition, newValue) }
  }

  /// How near the middle of the shape is: seen where `preservesDepth` is true, and by the order of `backToFront`.
  public var emitterZPosition: CGFloat {
    get { read(EmitterProperties.emitterZPosition) }
    set { set(EmitterProperties.emitterZPosition, newValue) }
  }

  /// Of the shape.
  public var emitterSize: CGSize {
    get { read(EmitterProperties.emitterSize) }
    set { set(EmitterProperties.emitterSize, newValue) }
  }

  /// Of a cuboid, along z.
  public var emitterDepth: CGFloat {
    get { read(EmitterProperties.emitterDepth) }
    set { set(EmitterProperties.emitterDepth, newValue) }
  }

  /// Where particles begin.
  public var emitterShape: CAEmitterLayerEmitterShape {
    get { read(EmitterProperties.emitterShape) }
    set { set(EmitterProperties.emitterShape, newValue) }
  }

  /// Where in the shape they begin.
  public var emitterMode: CAEmitterLayerEmitterMode {
    get { read(EmitterProperties.emitterMode) }
    set { set(EmitterProperties.emitterMode, newValue) }
  }

  /// In which order they are drawn.
  public var renderMode: CAEmitterLayerRenderMode {
    get { read(EmitterProperties.renderMode) }
    set { set(EmitterProperties.renderMode, newValue) }
  }

  /// Times the cells' own.
  public var birthRate: Float {
    get { read(EmitterProperties.birthRate) }
    set { set(EmitterProperties.birthRate, newValue) }
  }

  /// Times the cells' own.
  public var lifetime: Float {
    get { read(EmitterProperties.lifetime) }
    set { set(EmitterProperties.lifetime, newValue) }
  }

  /// Times the cells' own.
  public var velocity: Float {
    get { read(EmitterProperties.velocity) }
    set { set(EmitterProperties.velocity, newValue) }
  }

  /// Times the cells' own.
  public var scale: Float {
    get { read(EmitterProperties.scale) }
    set { set(EmitterProperties.scale, newValue) }
  }

  /// Times the cells' own.
  public var spin: Float {
    get { read(EmitterProperties.spin) }
    set { set(EmitterProperties.spin, newValue) }
  }

  /// True: particles are seen where they are in the space that the layer is in, nearer ones larger in perspective. They
  /// stay parallel to the layer's plane, and are one image, which lies over what is behind the layer. False: z is
  /// dropped.
  public var preservesDepth: Bool {
    get { read(EmitterProperties.preservesDepth) }
    set { set(EmitterProperties.preservesDepth, newValue) }
  }

  /// Another one gives other particles.
  public var seed: UInt32 {
    get { read(EmitterProperties.seed) }
    set { set(EmitterProperties.seed, newValue) }
  }
}

extension CAAnimation {
  /// True for animations of what decides how particles are born and fly.
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

  /// What it was like while it emitted what there is; nil for a layer that is no part of a tree.
  var emission: [EmissionPhase]? { values[Self.emissionKey] as? [EmissionPhase] }
}
