import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// What an emitter draws.
enum EmitterDrawing: LayerKind {
  static let drawsMore = true
  static let isRepeatable = false
  /// Cells that particles of particles emit are not drawn.
  static let mostLevels = 4

  static func showsDepth(_ layer: SceneLayer) -> Bool { layer.read(EmitterProperties.preservesDepth) }

  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement, _ holder: LayerHolder
  ) -> Node? {
    var stamps = EmitterStamps(layer: layer, light: drawing.light, plane: place.plane, holder: holder)
    stamps.add(below: [], from: [ParticleSource(layer)], levels: mostLevels)
    let image = stamps.image
    return layer.images.image(image) { image.node }.map { place.placed(drawing.light.unstamped($0)) }
  }
}

/// The particles of an emitter in the order in which they lie over each other.
private struct EmitterStamps {
  let layer: SceneLayer
  let light: BlendLight
  let plane: DrawingPlane
  let holder: LayerHolder
  /// What the layer was like while it emitted what there is.
  private let phases: [EmissionPhase]
  private var sprites: [Node] = []
  private var stamps: [(stamp: ParticleStamp, nearness: Double)] = []
  /// Nil where particles are seen in the plane.
  private let view: ParticleView?
  /// How many particles may still be looked at.
  private var left = ParticleSource.mostFlights

  init(layer: SceneLayer, light: BlendLight, plane: DrawingPlane, holder: LayerHolder) {
    (self.layer, self.light, self.plane, self.holder) = (layer, light, plane, holder)
    view = holder.space.flatMap(ParticleView.init)
    // A layer that is no part of a tree has always been as it is.
    phases = layer.emission ?? [EmissionPhase(layer, from: 0, to: .infinity)]
  }

  private var mode: CAEmitterLayerRenderMode { layer.read(EmitterProperties.renderMode) }

  var image: ParticleImage {
    var ordered = stamps
    if mode == .backToFront {
      // Those that are equally deep keep their order.
      let places = stamps.indices.sorted { (stamps[$0].nearness, $0) < (stamps[$1].nearness, $1) }
      ordered = places.map { stamps[$0] }
    }
    return ParticleImage(sprites: sprites, stamps: ordered.map(\.stamp), isAdditive: mode == .additive)
  }

  /// The cells in one that a path leads to; none: those of the layer.
  private func cells(below path: [Int], in phase: EmissionPhase) -> [Cell] {
    path.isEmpty ? phase.cells : phase.cell(path)?.emittedCells ?? []
  }

  /// What some sources emit by the cells below a path, and what that emits.
  mutating func add(below path: [Int], from sources: [ParticleSource], levels: Int) {
    guard levels > 0 else { return }
    for number in 0..<(phases.map { cells(below: path, in: $0).count }.max() ?? 0) {
      let own = path + [number]
      let reach = phases.map { cells(below: own, in: $0).longestTrace($0.layer, levels: levels - 1) }.max() ?? 0
      let particles = Particles(phases: phases, path: own)
      var flights: [ParticleTrajectory] = []
      for source in sources { flights += particles.flights(from: source, at: holder.time, reach: reach, &left) }
      addStamps(flights, of: own)
      add(below: own, from: flights.map { ParticleSource($0) }, levels: levels - 1)
    }
  }

  /// Where a particle is seen in the layer's plane, and how near it is; nil where it is not.
  private func seen(_ place: SIMD3<Double>) -> (map: AffineMap, nearness: Double)? {
    if let view { return view.seen(place) }
    return (.translation(place.x, place.y), place.z)
  }

  private mutating func addStamps(_ flights: [ParticleTrajectory], of path: [Int]) {
    var made: [Int: (sprite: Sprite, number: Int)?] = [:]
    var own: [(stamp: ParticleStamp, nearness: Double)] = []
    for flight in flights {
      guard let particle = flight.particle(at: holder.time) else { continue }
      guard let seen = seen(particle.place) else { continue }
      if made[flight.phase] == nil { made[flight.phase] = .some(sprite(of: path, in: phases[flight.phase])) }
      guard let known = made[flight.phase], let (sprite, number) = known,
        let stamp = sprite.stamp(
          particle, at: seen.map, plane, light, number: number, opacity: holder.opacity, adds: mode == .additive)
      else { continue }
      own.append((stamp, seen.nearness))
    }
    stamps += mode == .oldestLast ? own.reversed() : own
  }

  private mutating func sprite(of path: [Int], in phase: EmissionPhase) -> (sprite: Sprite, number: Int)? {
    guard let sprite = phase.cell(path)?.sprite(layer, light) else { return nil }
    if let number = sprites.firstIndex(of: sprite.image) { return (sprite, number) }
    sprites.append(sprite.image)
    return (sprite, sprites.count - 1)
  }
}

/// An object that has the values of a cell.
protocol CellValues {
  var values: [String: Any] { get }
}

/// A cell as values.
struct Cell: LayerReading {
  let values: [String: Any]
  func stored(_ key: String) -> Any? { values[key] }

  fileprivate func sprite(_ layer: SceneLayer, _ light: BlendLight) -> Sprite? {
    let image = readObject(CellProperties.contents).flatMap { layer.image($0.object) }
    let scale = Double(read(CellProperties.contentsScale))
    guard let image, let rect = image.extent.rect, scale > 0 else { return nil }
    return Sprite(image: light.stamped(image), rect: rect, scale: 1 / scale)
  }
}

private struct Sprite {
  let image: Node
  let rect: UserRect
  let scale: Double

  /// The image with its middle at the particle's place; nil where it is too small to see, or too far away.
  ///
  /// - Parameter place: from points around the particle's middle to those of the layer's plane.
  func stamp(
    _ particle: Particle, at place: AffineMap, _ plane: DrawingPlane, _ light: BlendLight, number: Int, opacity: Double,
    adds: Bool
  ) -> ParticleStamp? {
    let size = particle.scale * scale
    guard abs(size) > 1e-6, particle.color.w > 0 else { return nil }
    let center = rect.center
    // Images stand upright for the viewer, whichever way y runs.
    let map = AffineMap.translation(-center.x, -center.y)
      .followed(by: .scale(size, plane.turnsImages ? -size : size))
      .followed(by: CGAffineTransform(rotationAngle: CGFloat(particle.angle)).map)
      .followed(by: place)
      .followed(by: plane.affine.map)
    // A pixel more, whose half is still in the mean.
    guard let back = map.inverse, case let box = map.apply(rect.outset(by: 1)).pixels, box.isFinite,
      min(box.min.min(), -box.max.max()) > -1e9
    else { return nil }
    var tint = light.tint(particle.color) * Float(opacity)
    if adds { tint.w = 0 }
    return ParticleStamp(sprite: number, map: back, tint: tint, box: box)
  }
}
