import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Captures layer trees as animations show them at a time.
struct SceneCapture {
  private let root: CALayer
  /// False for images of a part of a tree of which frames are rendered: these are not displayed.
  private let isDisplayed: Bool
  /// The default values of each class: shared by all layers without a style.
  private var defaultValues: [ObjectIdentifier: [String: Any]] = [:]

  /// The number of layers that may still be captured for delayed copies.
  private var remainingCopies = 100_000
  /// True while delayed copies are captured.
  private var isCapturingDelayedCopy = false

  /// A layer, its presentation, and its time.
  private struct Moment {
    let model: CALayer
    /// The model itself if it has no animations, otherwise a presentation copy.
    let layer: CALayer
    let time: Double
    /// The parent time.
    let outerTime: Double
    /// The begin time of animations that do not specify one, and have had no frame.
    let start: Double
    /// True if animations of the superlayer present it.
    let isPresentedByContainer: Bool
  }

  private init(of root: CALayer) {
    self.root = root
    isDisplayed = root.frameTime != nil || root.chain.last?.frameTime == nil
  }

  /// Captures the tree of a layer.
  ///
  /// - Parameter time: the parent time of the root. Animations that do not specify a begin time, and have had no frame,
  ///   begin with a tree of which frames are rendered. In other trees, they begin at 0 of the layer's time.
  static func tree(of root: CALayer, at time: Double) -> SceneLayer {
    var capture = SceneCapture(of: root)
    return capture.captured(capture.moment(of: root, in: time), depth: 0)
  }

  /// Captures the model values of a layer, without sublayers.
  static func layer(_ layer: CALayer) -> SceneLayer {
    var capture = SceneCapture(of: layer)
    return SceneLayer(
      kind: type(of: layer).kind, values: capture.values(of: layer), sublayers: [], mask: nil, images: layer.images)
  }

  /// - Parameters:
  ///   - time: the parent time.
  ///   - container: the superlayer, whose animations may present the layer.
  private func moment(of model: CALayer, in time: Double, container: CALayer? = nil) -> Moment {
    let local = model.timeMap.local(time)
    let isStill = model.animations.list.isEmpty
    let start = root.frameTime == nil ? 0 : local
    let copy = isStill ? nil : model.presented(at: local, start: start)
    let nested = container?.presentedSublayer(model)
    return Moment(
      model: model, layer: nested ?? copy ?? model, time: local, outerTime: time, start: start,
      isPresentedByContainer: nested != nil)
  }

  private mutating func captured(_ moment: Moment, depth: Int) -> SceneLayer {
    let model = moment.model
    if depth == SceneLayer.maximumDepth, !model.children.isEmpty || model.maskLayer != nil {
      RenderLog.process.note("layers: layers nested more than \(SceneLayer.maximumDepth) levels deep are not drawn")
    }
    let hasSublayers = depth < SceneLayer.maximumDepth
    let maskLayer = hasSublayers ? model.maskLayer : nil
    let mask = maskLayer.map { self.moment(of: $0, in: moment.time, container: moment.layer) }
    let sublayers = hasSublayers ? self.sublayers(moment, at: moment.time, depth: depth) : []
    let capturedMask = mask.map { captured($0, depth: depth + 1) }
    let scene = scene(
      of: moment, sublayers, mask: capturedMask, copies: hasSublayers ? copies(moment, depth: depth) : [])
    if isDisplayed, !isCapturingDelayedCopy { model.lastDrawn = SceneMoment(layer: scene, time: moment.outerTime) }
    return scene
  }

  /// Captures a layer. If only its own values determine its appearance, the previous capture is returned until they
  /// change.
  private mutating func scene(
    of moment: Moment, _ sublayers: [SceneLayer], mask: SceneLayer?, copies: [[SceneLayer]]
  ) -> SceneLayer {
    let (layer, model) = (moment.layer, moment.model)
    if layer === model, copies.isEmpty, let last = model.captured, last.contains(sublayers, mask: mask) { return last }
    var values = values(of: layer)
    if !moment.isPresentedByContainer { values.merge(model.history(at: moment.time, start: moment.start)) { $1 } }
    let scene = SceneLayer(
      kind: type(of: layer).kind, values: values, sublayers: sublayers, mask: mask,
      images: model.images, copies: copies,
      transition: layer.transition.map { SceneTransition($0.animation, progress: $0.progress) })
    model.captured = layer === model && scene.isRepeatable ? scene : nil
    return scene
  }

  private mutating func sublayers(_ moment: Moment, at time: Double, depth: Int) -> [SceneLayer] {
    moment.model.children.map { self.moment(of: $0, in: time, container: moment.layer) }
      .orderedByDepth { $0.layer.zPosition }.map { captured($0, depth: depth + 1) }
  }

  /// Captures the sublayers of delayed copies; none if nothing in them is animated.
  private mutating func copies(_ moment: Moment, depth: Int) -> [[SceneLayer]] {
    guard let layer = moment.layer as? CAReplicatorLayer, layer.instanceDelay != 0, layer.instanceCount > 1 else {
      return []
    }
    let (size, isAnimated) = moment.model.descendants
    let count = min(layer.instanceCount, ReplicatorDrawing.maximumCount)
    guard isAnimated else { return [] }
    guard size * (count - 1) <= remainingCopies else {
      RenderLog.process.note(
        "CAReplicatorLayer: at most 100000 layers of a tree can be delayed (got \(count - 1) copies of \(size) layers)")
      return []
    }
    remainingCopies -= size * (count - 1)
    let wasCapturing = isCapturingDelayedCopy
    isCapturingDelayedCopy = true
    defer { isCapturingDelayedCopy = wasCapturing }
    return (1..<count).map {
      sublayers(moment, at: moment.time - Double($0) * layer.instanceDelay, depth: depth)
    }
  }

  private mutating func values(of layer: CALayer) -> [String: Any] {
    let kind = type(of: layer)
    var values: [String: Any]
    if layer.style == nil {
      values = defaultValues[ObjectIdentifier(kind)] ?? kind.defaultValues
      defaultValues[ObjectIdentifier(kind)] = values
      for key in layer.ownValues.keys { values[key] = layer.stored(key) }
    } else {
      let styled = kind.properties.keys.compactMap { key in layer.stored(key).map { (key, $0) } }
      values = layer.ownValues.merging(styled) { $1 }
    }
    if let pair = layer.contentsPair {
      values[LayerProperties.contents.key] = AnyValue(
        object: ContentsPair(from: pair.from, to: pair.to, fraction: pair.fraction))
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
    let kind: Kind =
      switch animation.type {
      case .push: .push
      case .moveIn: .moveIn
      case .reveal: .reveal
      default: .fade
      }
    self.init(
      kind: (animation.filter as? CIFilter).map { .filter($0.ownCopy) } ?? kind, side: side,
      previous: animation.previous, progress: progress)
  }
}

extension CALayer {
  /// The number of descendants, and whether any of them is animated.
  fileprivate var descendants: (size: Int, isAnimated: Bool) {
    var (size, isAnimated, pending) = (0, false, children)
    while let layer = pending.popLast() {
      size += 1
      isAnimated = isAnimated || !layer.animations.list.isEmpty
      pending += layer.children + (layer.maskLayer.map { [$0] } ?? [])
    }
    return (size, isAnimated)
  }

  /// The default values of the class, in their stored form.
  fileprivate class var defaultValues: [String: Any] {
    let all = properties.rows.compactMap { row in
      defaultValue(forKey: row.key).flatMap { try? row.accepted($0).get() }.map { (row.key, $0) }
    }
    return Dictionary(all) { $1 }
  }
}
