import CoreGraphics
import Foundation
import ImageGraph
import LayerTime

/// What an emitter draws.
enum EmitterDrawing: LayerKind {
  static let drawsMore = true
  static let isRepeatable = false
  /// Of one cell, alive at the same time.
  static let most = 100_000

  static func aboveBorder(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ plane: DrawingPlane, _ holder: LayerHolder
  ) -> Node {
    let cells = (layer.readObject(EmitterProperties.emitterCells)?.objects ?? []).compactMap { $0 as? any CellValues }
    let mode = layer.read(EmitterProperties.renderMode)
    var (sprites, stamps) = ([Node](), [ParticleStamp]())
    for (number, values) in cells.enumerated() {
      let cell = Cell(values: values.values)
      guard cell.read(CellProperties.isEnabled), let sprite = cell.sprite(layer, drawing.light) else { continue }
      var particles = Particles(cell: cell, layer: layer, number: number).alive(at: holder.time, most: most)
      if mode == .oldestLast { particles.reverse() }
      stamps += particles.compactMap {
        sprite.stamp($0, plane, drawing.light, number: sprites.count, opacity: holder.opacity, adds: mode == .additive)
      }
      sprites.append(sprite.image)
    }
    let picture = ParticlePicture(sprites: sprites, stamps: stamps, isAdditive: mode == .additive)
    return layer.pictures.picture(picture) { picture.node }.map { drawing.light.unstamped($0).over(image) }
      ?? image
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

/// A particle at a time.
struct Particle: Equatable {
  var place: SIMD2<Double>
  var scale: Double
  var angle: Double
  /// Straight, 0...1.
  var color: SIMD4<Double>
}

private struct Sprite {
  let image: Node
  let rect: UserRect
  let scale: Double

  /// The picture with its middle at the particle's place; nil where it is too small to see, or too far away.
  func stamp(
    _ particle: Particle, _ plane: DrawingPlane, _ light: BlendLight, number: Int, opacity: Double, adds: Bool
  ) -> ParticleStamp? {
    let size = particle.scale * scale
    guard abs(size) > 1e-6, particle.color.w > 0 else { return nil }
    let center = rect.center
    // Images stand upright for the viewer, whichever way y runs.
    let map = AffineMap.translation(-center.x, -center.y)
      .followed(by: .scale(size, plane.turnsImages ? -size : size))
      .followed(by: CGAffineTransform(rotationAngle: CGFloat(particle.angle)).map)
      .followed(by: .translation(particle.place.x, particle.place.y))
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

/// The particles of one cell of a layer, as a function of time.
///
/// Born at b = i / rate; aged τ = t − b: place p₀ + v₀ τ + a τ² / 2, scale and colour along lines, angle spin · τ. A
/// number with a mean and a range is even over mean ± range / 2, from a hash of seed, cell, particle and purpose.
///
/// Source: motion under a steady force; hash: "SplitMix64" of S. Vigna, public domain.
struct Particles {
  let cell: Cell
  let layer: SceneLayer
  let number: Int

  private func number(_ property: LayerProperty<Float>) -> Double { Double(cell.read(property)) }
  private func number(_ property: LayerProperty<CGFloat>) -> Double { Double(cell.read(property)) }
  private func factor(_ property: LayerProperty<Float>) -> Double { Double(layer.read(property)) }

  /// From the oldest to the youngest, those born last where there are too many.
  func alive(at time: Double, most: Int) -> [Particle] {
    let rate = number(CellProperties.birthRate) * factor(EmitterProperties.birthRate)
    let longest =
      (number(CellProperties.lifetime) + number(CellProperties.lifetimeRange) / 2) * factor(EmitterProperties.lifetime)
    guard rate > 0, longest > 0, time >= 0, time * rate < 1e15 else { return [] }
    let last = (time * rate).rounded(.down)
    let first = max(((time - longest) * rate).rounded(.up), last - Double(most) + 1, 0)
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).compactMap { particle($0, age: time - Double($0) / rate) }
  }

  private func particle(_ index: Int, age: Double) -> Particle? {
    var chance = Chance(seed: layer.read(EmitterProperties.seed), cell: number, index: index)
    func spread(_ mean: Double, _ range: Double) -> Double { mean + (chance.next() - 0.5) * range }
    let lifetime =
      spread(number(CellProperties.lifetime), number(CellProperties.lifetimeRange))
      * factor(EmitterProperties.lifetime)
    let velocity =
      spread(number(CellProperties.velocity), number(CellProperties.velocityRange))
      * factor(EmitterProperties.velocity)
    let angle = spread(number(CellProperties.emissionLongitude), number(CellProperties.emissionRange))
    let scale =
      spread(number(CellProperties.scale), number(CellProperties.scaleRange)) * factor(EmitterProperties.scale)
    let spin = spread(number(CellProperties.spin), number(CellProperties.spinRange)) * factor(EmitterProperties.spin)
    let base = cell.readObject(CellProperties.color)?.components(in: .extendedSRGB) ?? [1, 1, 1, 1]
    let ranges = [
      CellProperties.redRange, CellProperties.greenRange, CellProperties.blueRange, CellProperties.alphaRange,
    ]
    let speeds = [
      CellProperties.redSpeed, CellProperties.greenSpeed, CellProperties.blueSpeed, CellProperties.alphaSpeed,
    ]
    var color = base
    for component in 0..<4 {
      color[component] = spread(base[component], number(ranges[component])) + number(speeds[component]) * age
    }
    guard age >= 0, age < lifetime else { return nil }
    let way = cos(number(CellProperties.emissionLatitude)) * velocity
    let force = SIMD2(number(CellProperties.xAcceleration), number(CellProperties.yAcceleration))
    let place = start(&chance) + SIMD2(cos(angle), sin(angle)) * (way * age) + force * (age * age / 2)
    return Particle(
      place: place, scale: scale + number(CellProperties.scaleSpeed) * age, angle: spin * age,
      color: color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
  }

  /// Where a particle begins.
  private func start(_ chance: inout Chance) -> SIMD2<Double> {
    let middle = layer.read(EmitterProperties.emitterPosition)
    let size = layer.read(EmitterProperties.emitterSize)
    let (width, height) = (Double(size.width), Double(size.height))
    let mode = layer.read(EmitterProperties.emitterMode)
    let (a, b) = (chance.next(), chance.next())
    var off = SIMD2<Double>.zero
    switch layer.read(EmitterProperties.emitterShape) {
    case .line: off.x = (mode == .points ? (a < 0.5 ? -0.5 : 0.5) : a - 0.5) * width
    case .rectangle, .cuboid:
      off = SIMD2(a - 0.5, b - 0.5)
      if mode == .points { off = SIMD2(a < 0.5 ? -0.5 : 0.5, b < 0.5 ? -0.5 : 0.5) }
      if mode == .outline {
        // Along the four sides, by their lengths.
        let upright = b * (width + height) > width
        off = upright ? SIMD2(b * 1e6 % 2 < 1 ? -0.5 : 0.5, a - 0.5) : SIMD2(a - 0.5, b * 1e6 % 2 < 1 ? -0.5 : 0.5)
      }
      off *= SIMD2(width, height)
    case .circle, .sphere:
      let radius = mode == .outline || mode == .points ? width : width * b.squareRoot()
      off = SIMD2(cos(2 * .pi * a), sin(2 * .pi * a)) * radius
    default: break
    }
    return SIMD2(Double(middle.x), Double(middle.y)) + off
  }
}

private func % (a: Double, b: Double) -> Double { a.truncatingRemainder(dividingBy: b) }

/// Numbers by chance that are always the same for the same particle.
private struct Chance {
  private var state: UInt64

  init(seed: UInt32, cell: Int, index: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(cell) << 48 ^ UInt64(bitPattern: Int64(index))
    state = state &* 0xD134_2543_DE82_EF95
  }

  /// 0..<1
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 11) * 0x1p-53
  }
}
