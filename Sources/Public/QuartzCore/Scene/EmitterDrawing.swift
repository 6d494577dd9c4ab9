import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The drawing of emitter layers.
enum EmitterDrawing: LayerKind {
  static let drawsAdditionalContent = true
  static let isRepeatable = false
  /// The number of levels of nested cells that are drawn.
  static let maximumLevels = 4

  static func showsDepth(_ layer: SceneLayer) -> Bool { layer.read(EmitterProperties.preservesDepth) }

  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement, _ container: LayerContainer
  ) -> Node? {
    var stamps = EmitterStamps(
      layer: layer, blendSpace: drawing.blendSpace, plane: placement.plane, container: container)
    stamps.add(below: [], from: [ParticleSource(layer)], levels: maximumLevels)
    let image = stamps.image
    return layer.images.image(image) { image.node }.map { placement.placed(drawing.blendSpace.unstamped($0)) }
  }
}

/// The particles of an emitter as stamps, in drawing order.
private struct EmitterStamps {
  let layer: SceneLayer
  let blendSpace: BlendSpace
  let plane: DrawingPlane
  let container: LayerContainer
  /// The emission phases of the visible particles.
  private let phases: [EmissionPhase]
  private var sprites: [Node] = []
  private var stamps: [(stamp: ParticleStamp, nearness: Double)] = []
  /// The projection of particles with depth; nil for particles in the plane.
  private let view: ParticleView?
  /// The number of particles that may still be simulated.
  private var remaining = ParticleSource.maximumTrajectories

  init(layer: SceneLayer, blendSpace: BlendSpace, plane: DrawingPlane, container: LayerContainer) {
    (self.layer, self.blendSpace, self.plane, self.container) = (layer, blendSpace, plane, container)
    view = container.space.flatMap(ParticleView.init)
    // A layer outside of a tree has always had its current properties.
    phases = layer.emission ?? [EmissionPhase(layer, from: 0, to: .infinity)]
  }

  private var mode: CAEmitterLayerRenderMode { layer.read(EmitterProperties.renderMode) }

  var image: ParticleImage {
    var ordered = stamps
    if mode == .backToFront {
      // The order is stable.
      let order = stamps.indices.sorted { (stamps[$0].nearness, $0) < (stamps[$1].nearness, $1) }
      ordered = order.map { stamps[$0] }
    }
    return ParticleImage(sprites: sprites, stamps: ordered.map(\.stamp), isAdditive: mode == .additive)
  }

  /// Returns the cells nested in the cell at a path; for an empty path, those of the layer.
  private func cells(below path: [Int], in phase: EmissionPhase) -> [Cell] {
    path.isEmpty ? phase.cells : phase.cell(path)?.emittedCells ?? []
  }

  /// Adds the particles that sources emit by the cells below a path, and the particles that these emit.
  mutating func add(below path: [Int], from sources: [ParticleSource], levels: Int) {
    guard levels > 0 else { return }
    for number in 0..<(phases.map { cells(below: path, in: $0).count }.max() ?? 0) {
      let cellPath = path + [number]
      let persistences = phases.map { cells(below: cellPath, in: $0).persistence($0.layer, levels: levels - 1) }
      let persistence = persistences.max() ?? 0
      let particles = Particles(phases: phases, path: cellPath)
      var trajectories: [ParticleTrajectory] = []
      for source in sources {
        trajectories += particles.trajectories(from: source, at: container.time, persistence: persistence, &remaining)
      }
      addStamps(trajectories, of: cellPath)
      add(below: cellPath, from: trajectories.map { ParticleSource($0) }, levels: levels - 1)
    }
  }

  /// Returns the map to a particle's projection into the layer's plane, and its nearness; nil if it is invisible.
  private func projected(_ position: SIMD3<Double>) -> (map: AffineMap, nearness: Double)? {
    if let view { return view.projected(position) }
    return (.translation(position.x, position.y), position.z)
  }

  private mutating func addStamps(_ trajectories: [ParticleTrajectory], of path: [Int]) {
    var cached: [Int: (sprite: Sprite, number: Int)?] = [:]
    var added: [(stamp: ParticleStamp, nearness: Double)] = []
    for trajectory in trajectories {
      guard let particle = trajectory.particle(at: container.time) else { continue }
      guard let projection = projected(particle.position) else { continue }
      if cached[trajectory.phase] == nil {
        cached[trajectory.phase] = .some(sprite(of: path, in: phases[trajectory.phase]))
      }
      guard let entry = cached[trajectory.phase], let (sprite, number) = entry,
        let stamp = sprite.stamp(
          particle, at: projection.map, plane, blendSpace, number: number, opacity: container.opacity,
          adds: mode == .additive)
      else { continue }
      added.append((stamp, projection.nearness))
    }
    stamps += mode == .oldestLast ? added.reversed() : added
  }

  private mutating func sprite(of path: [Int], in phase: EmissionPhase) -> (sprite: Sprite, number: Int)? {
    guard let sprite = phase.cell(path)?.sprite(layer, blendSpace) else { return nil }
    if let number = sprites.firstIndex(of: sprite.image) { return (sprite, number) }
    sprites.append(sprite.image)
    return (sprite, sprites.count - 1)
  }
}

/// An object with the values of a cell.
protocol CellValues {
  var values: [String: Any] { get }
}

/// A cell, as values by key.
struct Cell: LayerReading {
  let values: [String: Any]
  func stored(_ key: String) -> Any? { values[key] }

  fileprivate func sprite(_ layer: SceneLayer, _ blendSpace: BlendSpace) -> Sprite? {
    let image = readObject(CellProperties.contents).flatMap { layer.image($0.object) }
    let scale = Double(read(CellProperties.contentsScale))
    guard let image, let rect = image.extent.rect, scale > 0 else { return nil }
    return Sprite(image: blendSpace.stamped(image), rect: rect, scale: 1 / scale)
  }
}

private struct Sprite {
  let image: Node
  let rect: UserRect
  let scale: Double

  /// Returns a stamp with the image's centre at the particle's position; nil if it is too small or too far away.
  ///
  /// - Parameter projection: from points relative to the particle's centre to those of the layer's plane.
  func stamp(
    _ particle: Particle, at projection: AffineMap, _ plane: DrawingPlane, _ blendSpace: BlendSpace, number: Int,
    opacity: Double, adds: Bool
  ) -> ParticleStamp? {
    let size = particle.scale * scale
    guard abs(size) > 1e-6, particle.color.w > 0 else { return nil }
    let center = rect.center
    // Images are upright for the viewer, in either direction of y.
    let map = AffineMap.translation(-center.x, -center.y)
      .followed(by: .scale(size, plane.flipsImages ? -size : size))
      .followed(by: CGAffineTransform(rotationAngle: CGFloat(particle.angle)).map)
      .followed(by: projection)
      .followed(by: plane.affine.map)
    // One more pixel on each side, which bilinear sampling still blends.
    guard let back = map.inverse, case let box = map.apply(rect.outset(by: 1)).pixels, box.isFinite,
      min(box.min.min(), -box.max.max()) > -1e9
    else { return nil }
    var tint = blendSpace.tint(particle.color) * Float(opacity)
    if adds { tint.w = 0 }
    return ParticleStamp(sprite: number, map: back, tint: tint, box: box)
  }
}
