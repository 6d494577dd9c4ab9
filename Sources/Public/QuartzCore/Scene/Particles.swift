import CoreGraphics
import Foundation
import ImageGraph

/// The state of a particle at a time.
struct Particle: Equatable {
  /// The position in the layer's points, with z.
  var position: SIMD3<Double>
  var scale: Double
  var angle: Double
  /// Straight alpha, 0...1.
  var color: SIMD4<Double>
}

/// The trajectory of a particle during its lifetime.
///
/// At age τ = t − b: position p₀ + v₀ τ + a τ² / 2; scale and colour are linear in τ; angle spin · τ.
///
/// Source: motion under constant acceleration.
struct ParticleTrajectory {
  let born, lifetime: Double
  let start, velocity, acceleration: SIMD3<Double>
  /// The initial direction, which directions of emitted particles are relative to.
  let direction: Double
  let scale, scaleSpeed, spin: Double
  let color, colorSpeed: SIMD4<Double>
  /// The seed of the random values of emitted particles.
  let seed: UInt64
  /// The index of the phase in which it was born.
  let phase: Int

  func position(at time: Double) -> SIMD3<Double> {
    let age = time - born
    return start + velocity * age + acceleration * (age * age / 2)
  }

  /// Returns the state at a time; nil before the birth and after the end.
  func particle(at time: Double) -> Particle? {
    let age = time - born
    guard age >= 0, age < lifetime else { return nil }
    return Particle(
      position: position(at: time), scale: scale + scaleSpeed * age, angle: spin * age,
      color: (color + colorSpeed * age).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
  }
}

/// A source of particles: a layer from time 0 on, in its shape, or a particle during its lifetime, at its position.
struct ParticleSource {
  fileprivate let begin, end: Double
  fileprivate let seed: UInt64
  fileprivate let direction: Double
  fileprivate let trajectory: ParticleTrajectory?

  /// Returns the number of particles that a cell has emitted before a phase; nil if it must be counted.
  fileprivate func births(of number: Int, before phase: EmissionPhase) -> Double? {
    trajectory == nil ? phase.births(of: number) : nil
  }

  /// The maximum number of particles that are simulated for an image of a layer, including those that no longer exist.
  static let maximumTrajectories = 200_000

  init(_ layer: SceneLayer) {
    (begin, end, trajectory, direction) = (0, .infinity, nil, 0)
    seed = UInt64(layer.read(EmitterProperties.seed)) &* 0x9E37_79B9_7F4A_7C15
  }

  init(_ trajectory: ParticleTrajectory) {
    (begin, end, self.trajectory) = (trajectory.born, trajectory.born + trajectory.lifetime, trajectory)
    (seed, direction) = (trajectory.seed, trajectory.direction)
  }
}

/// The particles of one cell of a layer, as a function of time.
///
/// The i-th particle is born when the birth rate, integrated since the source began, reaches i; it has the properties
/// of its phase. A value with a mean and a range is uniform over mean ± range / 2, from a hash of seed, cell, particle
/// and purpose.
///
/// Source of the hash: "SplitMix64" of S. Vigna, public domain.
struct Particles {
  let phases: [EmissionPhase]
  /// The index of the cell in the layer, and of nested cells.
  let path: [Int]

  /// The part of a phase in which a source emits.
  private struct Span {
    let index: Int
    let kind: ParticleKind
    let begin, end: Double
    /// The births before it, and per second of it.
    let before, rate: Double
  }

  private func spans(of source: ParticleSource, at time: Double) -> [Span] {
    var (spans, count) = ([Span](), 0.0)
    for (index, phase) in phases.enumerated() {
      let (begin, end) = (max(phase.begin, source.begin), min(phase.end, source.end, time))
      guard begin <= end, let number = path.last, let cell = phase.cell(path) else { continue }
      let span = Span(
        index: index, kind: ParticleKind(cell: cell, layer: phase.layer, number: number), begin: begin, end: end,
        before: source.births(of: number, before: phase) ?? count, rate: cell.rate(in: phase.layer))
      count = span.before + (end - begin) * span.rate
      spans.append(span)
    }
    return spans
  }

  /// Returns the trajectories from the oldest to the youngest; the oldest are dropped if there are too many.
  ///
  /// - Parameters:
  ///   - persistence: seconds after the end of a particle for which the particles that it emitted may exist.
  ///   - remaining: the number of particles that may still be simulated.
  func trajectories(
    from source: ParticleSource, at time: Double, persistence: Double, _ remaining: inout Int
  ) -> [ParticleTrajectory] {
    var found: [[ParticleTrajectory]] = []
    for span in spans(of: source, at: time).reversed() {
      let (rate, longest) = (span.rate, span.kind.maximumLifetime)
      let count = span.before + (span.end - span.begin) * rate
      guard rate > 0, longest > 0, count < 1e15, remaining > 0 else { continue }
      // Births exactly at the end of a span belong to the next one, or do not occur.
      let last = span.end == time && time < source.end ? count.rounded(.down) : count.rounded(.up) - 1
      let oldest = span.before + (time - longest - max(persistence, 0) - span.begin) * rate
      let first = max(oldest.rounded(.up), span.before.rounded(.up), last - Double(remaining) + 1, 0)
      guard first <= last else { continue }
      remaining -= Int(last - first) + 1
      found.append(
        (Int(first)...Int(last)).map {
          span.kind.trajectory(
            $0, born: span.begin + (Double($0) - span.before) / rate, of: source, phase: span.index)
        })
    }
    return found.reversed().flatMap { $0 }
  }
}

/// The properties of a cell's particles that are born in a phase.
private struct ParticleKind {
  let cell: Cell
  let layer: SceneLayer
  let number: Int

  var maximumLifetime: Double { cell.maximumLifetime(layer) }

  private func number(_ property: LayerProperty<Float>) -> Double { Double(cell.read(property)) }
  private func number(_ property: LayerProperty<CGFloat>) -> Double { Double(cell.read(property)) }
  private func factor(_ property: LayerProperty<Float>) -> Double { Double(layer.read(property)) }

  func trajectory(_ index: Int, born: Double, of source: ParticleSource, phase: Int) -> ParticleTrajectory {
    var random = RandomSequence(seed: source.seed, cell: number, index: index)
    func spread(_ mean: Double, _ range: Double) -> Double { mean + (random.next() - 0.5) * range }
    let lifetime =
      spread(number(CellProperties.lifetime), number(CellProperties.lifetimeRange))
      * factor(EmitterProperties.lifetime)
    let speed =
      spread(number(CellProperties.velocity), number(CellProperties.velocityRange))
      * factor(EmitterProperties.velocity)
    let angle =
      source.direction + spread(number(CellProperties.emissionLongitude), number(CellProperties.emissionRange))
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
    var (color, colorSpeed) = (base, SIMD4<Double>.zero)
    for component in 0..<4 {
      color[component] = spread(base[component], number(ranges[component]))
      colorSpeed[component] = number(speeds[component])
    }
    let latitude = number(CellProperties.emissionLatitude)
    let direction = SIMD3(cos(angle) * cos(latitude), sin(angle) * cos(latitude), sin(latitude))
    let acceleration = [
      CellProperties.xAcceleration, CellProperties.yAcceleration, CellProperties.zAcceleration,
    ].map(number)
    let start = source.trajectory?.position(at: born) ?? start(&random)
    return ParticleTrajectory(
      born: born, lifetime: lifetime, start: start, velocity: direction * speed,
      acceleration: SIMD3(acceleration[0], acceleration[1], acceleration[2]), direction: angle,
      scale: scale, scaleSpeed: number(CellProperties.scaleSpeed), spin: spin, color: color, colorSpeed: colorSpeed,
      seed: random.seed, phase: phase)
  }

  /// Returns the start position of a layer's particle.
  private func start(_ random: inout RandomSequence) -> SIMD3<Double> {
    let center = layer.read(EmitterProperties.emitterPosition)
    let size = layer.read(EmitterProperties.emitterSize)
    let (width, height) = (Double(size.width), Double(size.height))
    let mode = layer.read(EmitterProperties.emitterMode)
    let (a, b) = (random.next(), random.next())
    var offset = SIMD3<Double>.zero
    switch layer.read(EmitterProperties.emitterShape) {
    case .line: offset.x = (mode == .points ? (a < 0.5 ? -0.5 : 0.5) : a - 0.5) * width
    case .rectangle: offset = SIMD3(rectangle(a, b, mode, width, height), 0)
    case .cuboid:
      offset = cuboid(a, b, mode, [width, height, Double(layer.read(EmitterProperties.emitterDepth))], &random)
    case .circle:
      let radius = mode == .outline || mode == .points ? width : width * b.squareRoot()
      offset = SIMD3(cos(2 * .pi * a) * radius, sin(2 * .pi * a) * radius, 0)
    case .sphere:
      let radius = [.points, .outline, .surface].contains(mode) ? width : width * cbrt(b)
      let height = 2 * random.next() - 1
      offset = SIMD3(SIMD2(cos(2 * .pi * a), sin(2 * .pi * a)) * (1 - height * height).squareRoot(), height) * radius
    default: break
    }
    return SIMD3(Double(center.x), Double(center.y), Double(layer.read(EmitterProperties.emitterZPosition))) + offset
  }

  private func rectangle(
    _ a: Double, _ b: Double, _ mode: CAEmitterLayerEmitterMode, _ width: Double, _ height: Double
  ) -> SIMD2<Double> {
    var offset = SIMD2(a - 0.5, b - 0.5)
    if mode == .points { offset = SIMD2(a < 0.5 ? -0.5 : 0.5, b < 0.5 ? -0.5 : 0.5) }
    if mode == .outline {
      // Along the four sides, in proportion to their lengths.
      let upright = b * (width + height) > width
      offset = upright ? SIMD2(b * 1e6 % 2 < 1 ? -0.5 : 0.5, a - 0.5) : SIMD2(a - 0.5, b * 1e6 % 2 < 1 ? -0.5 : 0.5)
    }
    return offset * SIMD2(width, height)
  }

  /// Returns an offset in a cuboid: in its volume, at its corners, on its faces by their areas, or on the outline of
  /// the nearest and the farthest face.
  private func cuboid(
    _ a: Double, _ b: Double, _ mode: CAEmitterLayerEmitterMode, _ size: SIMD3<Double>, _ random: inout RandomSequence
  ) -> SIMD3<Double> {
    let flat = rectangle(a, b, mode, size.x, size.y)
    let fraction = random.next()
    let side = fraction < 0.5 ? -0.5 : 0.5
    switch mode {
    case .points, .outline: return SIMD3(flat, side * size.z)
    case .surface:
      let areas = (size.x * size.y, size.y * size.z, size.z * size.x)
      let face = random.next() * (areas.0 + areas.1 + areas.2)
      if face < areas.0 { return SIMD3(flat, side * size.z) }
      let offset = face < areas.0 + areas.1 ? SIMD3(side, a - 0.5, b - 0.5) : SIMD3(a - 0.5, side, b - 0.5)
      return offset * size
    default: return SIMD3(flat, (fraction - 0.5) * size.z)
    }
  }
}

private func % (a: Double, b: Double) -> Double { a.truncatingRemainder(dividingBy: b) }

/// A deterministic sequence of random numbers for a particle.
private struct RandomSequence {
  private var state: UInt64

  init(seed: UInt64, cell: Int, index: Int) {
    state = seed ^ UInt64(cell) << 48 ^ UInt64(bitPattern: Int64(index))
    state = state &* 0xD134_2543_DE82_EF95
  }

  /// The seed for emitted particles.
  var seed: UInt64 { (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9 }

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
