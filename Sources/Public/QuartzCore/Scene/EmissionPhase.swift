import AnimationMath
import Foundation

/// A time span in which the emission properties of an emitter are constant.
struct EmissionPhase {
  /// Seconds of the layer's local time; the end is exclusive.
  let begin, end: Double
  /// The layer and its cells during the phase.
  let layer: SceneLayer
  let cells: [Cell]
  /// The number of particles that each cell of the layer has emitted before the phase.
  let births: [Double]

  init(_ layer: SceneLayer, from begin: Double, to end: Double, births: [Double] = []) {
    (self.begin, self.end, self.layer, self.births) = (begin, end, layer, births)
    cells = layer.emittedCells
  }

  /// Returns the number of particles that a cell of the layer has emitted until a time of the phase.
  private func births(of number: Int, at time: Double) -> Double {
    let rate = cells.indices.contains(number) ? cells[number].rate(in: layer) : 0
    return births(of: number) + (time > begin ? (time - begin) * rate : 0)
  }

  func ending(at time: Double) -> EmissionPhase {
    end <= time ? self : EmissionPhase(layer, from: begin, to: time, births: births)
  }

  func births(of number: Int) -> Double { births.indices.contains(number) ? births[number] : 0 }

  /// Returns the numbers for all cells.
  func births(at time: Double) -> [Double] {
    (0..<max(cells.count, births.count)).map { births(of: $0, at: time) }
  }

  /// Returns the cell at a path of indices: in the layer, in that cell, and so on.
  func cell(_ path: [Int]) -> Cell? {
    var (found, list) = (Cell?.none, cells)
    for number in path {
      guard list.indices.contains(number) else { return nil }
      found = list[number]
      list = list[number].emittedCells
    }
    return found
  }

  /// The time after which no particle emitted in the phase is left, in seconds.
  var persistence: Double { cells.persistence(layer, levels: EmitterDrawing.maximumLevels) }
}

/// The emission of a layer so far: a function of the property changes over time.
///
/// Properties set while frames are rendered apply from the last frame's time on; earlier ones apply from the beginning.
/// Animations are sampled at intervals of 1/60 second from their beginning, so that the result does not depend on the
/// frame rate.
struct EmissionHistory {
  /// The phases before the last property change, as far as particles of them may be left.
  private var past: [EmissionPhase] = []
  /// The time of the last property change, and the births until then.
  private var since = 0.0
  private var births: [Double] = []
  /// The phases since then, computed on demand from the current properties.
  private var cachedPhases: [EmissionPhase] = []
  /// The animation spans of these phases.
  private var cachedSpans: [ClosedRange<Double>] = []

  /// The sampling interval of animations, in seconds.
  private static let step = 1.0 / 60

  /// Returns the phases up to a time of which particles may be left.
  ///
  /// - Parameters:
  ///   - spans: the time spans of animations that affect the emission.
  ///   - shown: returns the layer as presented at a time.
  mutating func phases(at time: Double, _ spans: [ClosedRange<Double>], _ shown: (Double) -> SceneLayer)
    -> [EmissionPhase]
  {
    if spans != cachedSpans { (cachedPhases, cachedSpans) = ([], spans) }
    if let first = cachedPhases.first, first.begin > since, first.begin > time - first.persistence { cachedPhases = [] }
    while let begin = Optional(cachedPhases.last?.end ?? since), begin <= time {
      let end = Self.end(after: begin, spans)
      let isMoving = spans.contains { $0.lowerBound <= begin && begin < $0.upperBound }
      cachedPhases.append(
        EmissionPhase(
          shown(isMoving ? (begin + end) / 2 : begin), from: begin, to: end,
          births: cachedPhases.last.map { $0.births(at: begin) } ?? births))
    }
    // One more minute is retained, so that seeking back a little does not start from the beginning.
    if let index = cachedPhases.firstIndex(where: { $0.end > time - $0.persistence - 60 }) {
      cachedPhases.removeFirst(index)
    }
    let all = (past + cachedPhases).filter { $0.begin <= time }
    return Array(all.drop { $0.end <= time - $0.persistence })
  }

  private static func end(after begin: Double, _ spans: [ClosedRange<Double>]) -> Double {
    var end = Double.infinity
    for span in spans {
      if begin < span.lowerBound {
        end = min(end, span.lowerBound)
      } else if begin < span.upperBound {
        end = min(end, span.upperBound, begin + step)
      }
    }
    return end
  }

  /// Ends the current phase at a time, before a property changes. Several changes at one time count as one.
  mutating func close(at time: Double, _ spans: [ClosedRange<Double>], _ shown: (Double) -> SceneLayer) {
    guard time > since else { return truncate(at: time) }
    past = phases(at: time, spans, shown).filter { $0.begin < time }.map { $0.ending(at: time) }
    births = past.last.map { $0.births(at: time) } ?? births
    (since, cachedPhases) = (time, [])
  }

  /// Discards computed phases after a change without frames, which has no history.
  mutating func invalidateCache() { cachedPhases = [] }

  /// Discards everything after a time, after the layer's time was set back.
  mutating func truncate(at time: Double) {
    cachedPhases = []
    guard time < since else { return }
    past = past.filter { $0.begin < time }.map { $0.ending(at: time) }
    guard let last = past.last else {
      self = EmissionHistory()
      return
    }
    (since, births) = (time, last.births(at: time))
  }
}

extension LayerReading {
  var emittedCells: [Cell] {
    (readObject(EmitterProperties.emitterCells)?.objects ?? []).compactMap { object in
      (object as? any CellValues).map { Cell(values: $0.values) }
    }
  }
}

extension [Cell] {
  /// Returns the time after which no particle emitted now is left, in seconds.
  func persistence(_ layer: SceneLayer, levels: Int) -> Double {
    guard levels > 0 else { return 0 }
    return map { cell in
      Swift.max(cell.maximumLifetime(layer), 0) + cell.emittedCells.persistence(layer, levels: levels - 1)
    }.max() ?? 0
  }
}

extension Cell {
  /// Returns the number of births per second; 0 or more.
  func rate(in layer: SceneLayer) -> Double {
    guard read(CellProperties.isEnabled) else { return 0 }
    return max(Double(read(CellProperties.birthRate)) * Double(layer.read(EmitterProperties.birthRate)), 0)
  }

  /// Returns the maximum lifetime of a particle, in seconds.
  func maximumLifetime(_ layer: SceneLayer) -> Double {
    (Double(read(CellProperties.lifetime)) + Double(read(CellProperties.lifetimeRange)) / 2)
      * Double(layer.read(EmitterProperties.lifetime))
  }
}
