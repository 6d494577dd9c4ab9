import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Takes trees as animations show them at a moment.
struct SceneCapture {
  private let root: CALayer
  /// False for images of a part of a tree of which frames are made: these are not what is shown.
  private let isShown: Bool
  /// What classes answer for all keys: the same for each layer without a style.
  private var usual: [ObjectIdentifier: [String: Any]] = [:]

  /// How many layers may be taken again for copies that are behind.
  private var copiesLeft = 100_000
  /// True while such copies are taken.
  private var isBehind = false

  /// A layer, what is drawn of it, and the time that it has.
  private struct Moment {
    let model: CALayer
    /// The model itself where nothing moves, else a copy that shows it.
    let layer: CALayer
    let time: Double
    /// Of what the layer is in.
    let outerTime: Double
    /// When animations begin that do not say so, and have had no frame.
    let start: Double
    /// True where animations of what it is in show it.
    let isShownByHolder: Bool
  }

  private init(of root: CALayer) {
    self.root = root
    isShown = root.frameTime != nil || root.chain.last?.frameTime == nil
  }

  /// The tree of a layer.
  ///
  /// - Parameter time: of what the root is in. Animations that do not say when they begin, and have had no frame, begin
  ///   with a tree of which frames are made, and at 0 of the layer's time in any other.
  static func tree(of root: CALayer, at time: Double) -> SceneLayer {
    var capture = SceneCapture(of: root)
    return capture.captured(capture.shown(root, in: time), depth: 0)
  }

  /// A layer without what is in it, as it is set.
  static func layer(_ layer: CALayer) -> SceneLayer {
    var capture = SceneCapture(of: layer)
    return SceneLayer(
      kind: type(of: layer).kind, values: capture.values(of: layer), sublayers: [], mask: nil, images: layer.images)
  }

  /// - Parameters:
  ///   - time: of what the layer is in.
  ///   - holder: what the layer is in, which may show it as its own animations have it.
  private func shown(_ model: CALayer, in time: Double, of holder: CALayer? = nil) -> Moment {
    let local = model.timeMap.local(time)
    let isStill = model.animations.list.isEmpty
    let start = root.frameTime == nil ? 0 : local
    let own = isStill ? nil : model.presented(at: local, start: start)
    let held = holder?.presentedBelow(model)
    return Moment(
      model: model, layer: held ?? own ?? model, time: local, outerTime: time, start: start,
      isShownByHolder: held != nil)
  }

  private mutating func captured(_ moment: Moment, depth: Int) -> SceneLayer {
    let model = moment.model
    if depth == SceneLayer.deepest, !model.children.isEmpty || model.maskLayer != nil {
      RenderLog.process.note("layers: what lies more than \(SceneLayer.deepest) levels deep is not drawn")
    }
    let goesOn = depth < SceneLayer.deepest
    let mask = goesOn ? model.maskLayer.map { shown($0, in: moment.time, of: moment.layer) } : nil
    let below = goesOn ? sublayers(moment, at: moment.time, depth: depth) : []
    let cover = mask.map { captured($0, depth: depth + 1) }
    let scene = scene(of: moment, below, mask: cover, copies: goesOn ? copies(moment, depth: depth) : [])
    if isShown, !isBehind { model.drawnLast = SceneMoment(layer: scene, time: moment.outerTime) }
    return scene
  }

  /// A layer that shows nothing but its own values is the same object as long as these are.
  private mutating func scene(
    of moment: Moment, _ sublayers: [SceneLayer], mask: SceneLayer?, copies: [[SceneLayer]]
  ) -> SceneLayer {
    let (layer, model) = (moment.layer, moment.model)
    if layer === model, copies.isEmpty, let last = model.captured, last.holds(sublayers, mask: mask) { return last }
    var values = values(of: layer)
    if !moment.isShownByHolder { values.merge(model.history(at: moment.time, start: moment.start)) { $1 } }
    let scene = SceneLayer(
      kind: type(of: layer).kind, values: values, sublayers: sublayers, mask: mask,
      images: model.images, copies: copies,
      transition: layer.transition.map { SceneTransition($0.animation, progress: $0.progress) })
    model.captured = layer === model && scene.isRepeatable ? scene : nil
    return scene
  }

  private mutating func sublayers(_ moment: Moment, at time: Double, depth: Int) -> [SceneLayer] {
    moment.model.children.map { shown($0, in: time, of: moment.layer) }
      .orderedByDepth { $0.layer.zPosition }.map { captured($0, depth: depth + 1) }
  }

  /// The sublayers of copies that are behind; none where nothing in them moves.
  private mutating func copies(_ moment: Moment, depth: Int) -> [[SceneLayer]] {
    guard let layer = moment.layer as? CAReplicatorLayer, layer.instanceDelay != 0, layer.instanceCount > 1 else {
      return []
    }
    let (size, moves) = moment.model.below
    let count = min(layer.instanceCount, ReplicatorDrawing.most)
    guard moves else { return [] }
    guard size * (count - 1) <= copiesLeft else {
      RenderLog.process.note(
        "CAReplicatorLayer: \(count - 1) copies of \(size) layers are not delayed; at most 100000 layers in a tree are")
      return []
    }
    copiesLeft -= size * (count - 1)
    let outer = isBehind
    isBehind = true
    defer { isBehind = outer }
    return (1..<count).map {
      sublayers(moment, at: moment.time - Double($0) * layer.instanceDelay, depth: depth)
    }
  }

  private mutating func values(of layer: CALayer) -> [String: Any] {
    let kind = type(of: layer)
    var values: [String: Any]
    if layer.style == nil {
      values = usual[ObjectIdentifier(kind)] ?? kind.usualValues
      usual[ObjectIdentifier(kind)] = values
      for key in layer.own.keys { values[key] = layer.stored(key) }
    } else {
      let styled = kind.properties.keys.compactMap { key in layer.stored(key).map { (key, $0) } }
      values = layer.own.merging(styled) { $1 }
    }
    if let pair = layer.contentsPair {
      values[LayerProperties.contents.key] = AnyValue(
        object: ContentsPair(from: pair.from, to: pair.to, part: pair.part))
    }
    return values
  }
}

extension SceneTransition {
  /// - Parameter progress: 0...1.
  fileprivate init(_ animation: CATransition, progress: Double) {
    let side: SIMD2<Double> =
      switch animation.subtype {
      case .fromRight: [1, 0]
      case .fromTop: [0, 1]
      case .fromBottom: [0, -1]
      default: [-1, 0]
      }
    let way: Way =
      switch animation.type {
      case .push: .push
      case .moveIn: .moveIn
      case .reveal: .reveal
      default: .fade
      }
    self.init(
      way: (animation.filter as? CIFilter).map { .filter($0.ownCopy) } ?? way, side: side, before: animation.before,
      progress: progress)
  }
}

extension CALayer {
  /// How many layers are in this one, and whether anything of these moves.
  fileprivate var below: (size: Int, moves: Bool) {
    var (size, moves, waiting) = (0, false, children)
    while let layer = waiting.popLast() {
      size += 1
      moves = moves || !layer.animations.list.isEmpty
      waiting += layer.children + (layer.maskLayer.map { [$0] } ?? [])
    }
    return (size, moves)
  }

  /// What the class answers for its properties, in the form in which values are kept.
  fileprivate class var usualValues: [String: Any] {
    let all = properties.rows.compactMap { row in
      defaultValue(forKey: row.key).flatMap { try? row.accepted($0).get() }.map { (row.key, $0) }
    }
    return Dictionary(all) { $1 }
  }
}
