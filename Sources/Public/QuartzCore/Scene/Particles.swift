import CoreGraphics
import Foundation
import ImageGraph

/// A particle at a time.
struct Particle: Equatable {
  /// In the layer's points, with z.
  var place: SIMD3<Double>
  var scale: Double
  var angle: Double
  /// Straight, 0...1.
  var color: SIMD4<Double>
}

/// A particle for as long as it lives.
///
/// Aged τ = t − b: place p₀ + v₀ τ + a τ² / 2, scale and colour along lines, angle spin · τ.
///
/// Source: motion under a steady force.
struct ParticleTrajectory {
  let born, lifetime: Double
  let start, velocity, force: SIMD3<Double>
  /// Where it went at first: what it emits counts its own directions from there.
  let direction: Double
  let scale, scaleSpeed, spin: Double
  let color, colorSpeed: SIMD4<Double>
  /// What is by chance of what it emits follows from this.
  let seed: UInt64
  /// In which of the phases it was born.
  let phase: Int

  func place(at time: Double) -> SIMD3<Double> {
    let age = time - born
    return start + velocity * age + force * (age * age / 2)
  }

  /// Nil before it is born and after its end.
  func particle(at time: Double) -> Particle? {
    let age = time - born
    guard age >= 0, age < lifetime else { return nil }
    return Particle(
      place: place(at: time), scale: scale + scaleSpeed * age, angle: spin * age,
      color: (color + colorSpeed * age).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)))
  }
}

/// What emits: a layer from 0 of its time on, in its shape, or a particle while it lives, where it is.
struct ParticleSource {
  fileprivate let begin, end: Double
  fileprivate let seed: UInt64
  fileprivate let direction: Double
  fileprivate let flight: ParticleTrajectory?

  /// How many a cell has emitted before a phase; nil where that has to be counted.
  fileprivate func births(of number: Int, before phase: EmissionPhase) -> Double? {
    flight == nil ? phase.births(of: number) : nil
  }

  /// How many particles are followed for an image of a layer, those that are gone among them.
  static let mostFlights = 200_000

  init(_ layer: SceneLayer) {
    (begin, end, flight, direction) = (0, .infinity, nil, 0)
    seed = UInt64(layer.read(EmitterProperties.seed)) &* 0x9E37_79B9_7F4A_7C15
  }

  init(_ flight: ParticleTrajectory) {
    (begin, end, self.flight) = (flight.born, flight.born + flight.lifetime, flight)
    (seed, direction) = (flight.seed, flight.direction)
  }
}

/// The particles of one cell of a layer, as a function of time.
///
/// The i-th is born when the births in a second, summed up since what emits them began, come to i; it is as its phase
/// has it. A number with a mean and a range is even over mean ± range / 2, from a hash of seed, cell, particle and
/// purpose.
///
/// Source of the hash: "SplitMix64" of S. Vigna, public domain.
struct Particles {
  let phases: [EmissionPhase]
  /// The cell's number among the layer's, and those of cells in cells.
  let path: [Int]

  /// The part of a phase in which something emits.
  private struct Part {
    let index: Int
    let kind: ParticleKind
    let begin, end: Double
    /// Births before it, and in a second of it.
    let before, rate: Double
  }

  private func parts(of source: ParticleSource, at time: Double) -> [Part] {
    var (parts, count) = ([Part](), 0.0)
    for (index, phase) in phases.enumerated() {
      let (begin, end) = (max(phase.begin, source.begin), min(phase.end, source.end, time))
      guard begin <= end, let number = path.last, let cell = phase.cell(path) else { continue }
      let part = Part(
        index: index, kind: ParticleKind(cell: cell, layer: phase.layer, number: number), begin: begin, end: end,
        before: source.births(of: number, before: phase) ?? count, rate: cell.rate(in: phase.layer))
      count = part.before + (end - begin) * part.rate
      parts.append(part)
    }
    return parts
  }

  /// From the oldest to the youngest, those born last where there are too many.
  ///
  /// - Parameters:
  ///   - reach: seconds after the end of a particle in which what it has emitted may live.
  ///   - left: how many more may be followed.
  func flights(from source: ParticleSource, at time: Double, reach: Double, _ left: inout Int) -> [ParticleTrajectory] {
    var found: [[ParticleTrajectory]] = []
    for part in parts(of: source, at: time).reversed() {
      let (rate, longest) = (part.rate, part.kind.longestLife)
      let count = part.before + (part.end - part.begin) * rate
      guard rate > 0, longest > 0, count < 1e15, left > 0 else { continue }
      // Births at the very end of a part are of the next one, or none.
      let last = part.end == time && time < source.end ? count.rounded(.down) : count.rounded(.up) - 1
      let oldest = part.before + (time - longest - max(reach, 0) - part.begin) * rate
      let first = max(oldest.rounded(.up), part.before.rounded(.up), last - Double(left) + 1, 0)
      guard first <= last else { continue }
      left -= Int(last - first) + 1
      found.append(
        (Int(first)...Int(last)).map {
          part.kind.flight($0, born: part.begin + (Double($0) - part.before) / rate, of: source, phase: part.index)
        })
    }
    return found.reversed().flatMap { $0 }
  }
}

/// What the particles of a cell are like that are born in a phase.
private struct ParticleKind {
  let cell: Cell
  let layer: SceneLayer
  let number: Int

  var longestLife: Double { cell.longestLife(layer) }

  private func number(_ property: LayerProperty<Float>) -> Double { Double(cell.read(property)) }
  private func number(_ property: LayerProperty<CGFloat>) -> Double { Double(cell.read(property)) }
  private func factor(_ property: LayerProperty<Float>) -> Double { Double(layer.read(property)) }

  func flight(_ index: Int, born: Double, of source: ParticleSource, phase: Int) -> ParticleTrajectory {
    var chance = RandomSequence(seed: source.seed, cell: number, index: index)
    func spread(_ mean: Double, _ range: Double) -> Double { mean + (chance.next() - 0.5) * range }
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
    let way = SIMD3(cos(angle) * cos(latitude), sin(angle) * cos(latitude), sin(latitude))
    let force = [CellProperties.xAcceleration, CellProperties.yAcceleration, CellProperties.zAcceleration].map(number)
    let start = source.flight?.place(at: born) ?? start(&chance)
    return ParticleTrajectory(
      born: born, lifetime: lifetime, start: start, velocity: way * speed,
      force: SIMD3(force[0], force[1], force[2]), direction: angle,
      scale: scale, scaleSpeed: number(CellProperties.scaleSpeed), spin: spin, color: color, colorSpeed: colorSpeed,
      seed: chance.seed, phase: phase)
  }

  /// Where a particle of a layer begins.
  private func start(_ chance: inout RandomSequence) -> SIMD3<Double> {
    let middle = layer.read(EmitterProperties.emitterPosition)
    let size = layer.read(EmitterProperties.emitterSize)
    let (width, height) = (Double(size.width), Double(size.height))
    let mode = layer.read(EmitterProperties.emitterMode)
    let (a, b) = (chance.next(), chance.next())
    var off = SIMD3<Double>.zero
    switch layer.read(EmitterProperties.emitterShape) {
    case .line: off.x = (mode == .points ? (a < 0.5 ? -0.5 : 0.5) : a - 0.5) * width
    case .rectangle: off = SIMD3(rectangle(a, b, mode, width, height), 0)
    case .cuboid:
      off = cuboid(a, b, mode, [width, height, Double(layer.read(EmitterProperties.emitterDepth))], &chance)
    case .circle:
      let radius = mode == .outline || mode == .points ? width : width * b.squareRoot()
      off = SIMD3(cos(2 * .pi * a) * radius, sin(2 * .pi * a) * radius, 0)
    case .sphere:
      let radius = [.points, .outline, .surface].contains(mode) ? width : width * cbrt(b)
      let height = 2 * chance.next() - 1
      off = SIMD3(SIMD2(cos(2 * .pi * a), sin(2 * .pi * a)) * (1 - height * height).squareRoot(), height) * radius
    default: break
    }
    return SIMD3(Double(middle.x), Double(middle.y), Double(layer.read(EmitterProperties.emitterZPosition))) + off
  }

  private func rectangle(
    _ a: Double, _ b: Double, _ mode: CAEmitterLayerEmitterMode, _ width: Double, _ height: Double
  ) -> SIMD2<Double> {
    var off = SIMD2(a - 0.5, b - 0.5)
    if mode == .points { off = SIMD2(a < 0.5 ? -0.5 : 0.5, b < 0.5 ? -0.5 : 0.5) }
    if mode == .outline {
      // Along the four sides, by their lengths.
      let upright = b * (width + height) > width
      off = upright ? SIMD2(b * 1e6 % 2 < 1 ? -0.5 : 0.5, a - 0.5) : SIMD2(a - 0.5, b * 1e6 % 2 < 1 ? -0.5 : 0.5)
    }
    return off * SIMD2(width, height)
  }

  /// Anywhere in it, at its corners, on its faces by their areas, or as an outline on the nearest and the farthest.
  private func cuboid(
    _ a: Double, _ b: Double, _ mode: CAEmitterLayerEmitterMode, _ size: SIMD3<Double>, _ chance: inout RandomSequence
  ) -> SIMD3<Double> {
    let flat = rectangle(a, b, mode, size.x, size.y)
    let part = chance.next()
    let side = part < 0.5 ? -0.5 : 0.5
    switch mode {
    case .points, .outline: return SIMD3(flat, side * size.z)
    case .surface:
      let areas = (size.x * size.y, size.y * size.z, size.z * size.x)
      let face = chance.next() * (areas.0 + areas.1 + areas.2)
      if face < areas.0 { return SIMD3(flat, side * size.z) }
      let off = face < areas.0 + areas.1 ? SIMD3(side, a - 0.5, b - 0.5) : SIMD3(a - 0.5, side, b - 0.5)
      return off * size
    default: return SIMD3(flat, (part - 0.5) * size.z)
    }
  }
}

private func % (a: Double, b: Double) -> Double { a.truncatingRemainder(dividingBy: b) }

/// Numbers by chance that are always the same for the same particle.
private struct RandomSequence {
  private var state: UInt64

  init(seed: UInt64, cell: Int, index: Int) {
    state = seed ^ UInt64(cell) << 48 ^ UInt64(bitPattern: Int64(index))
    state = state &* 0xD134_2543_DE82_EF95
  }

  /// Of what the particle emits.
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
