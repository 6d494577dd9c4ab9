import AnimationMath
import Foundation

/// A span of an emitter's time in which nothing changes of what it emits.
struct EmissionPhase {
  /// Seconds of the layer's time; the end is another phase's.
  let begin, end: Double
  /// What the layer and its cells were like.
  let layer: SceneLayer
  let cells: [Cell]
  /// How many particles each cell of the layer has had when the phase begins.
  let births: [Double]

  init(_ layer: SceneLayer, from begin: Double, to end: Double, births: [Double] = []) {
    (self.begin, self.end, self.layer, self.births) = (begin, end, layer, births)
    cells = layer.emittedCells
  }

  /// How many of a cell of the layer there have been at a time of the phase.
  private func births(of number: Int, at time: Double) -> Double {
    let rate = cells.indices.contains(number) ? cells[number].rate(in: layer) : 0
    return births(of: number) + (time > begin ? (time - begin) * rate : 0)
  }

  func ending(at time: Double) -> EmissionPhase {
    end <= time ? self : EmissionPhase(layer, from: begin, to: time, births: births)
  }

  func births(of number: Int) -> Double { births.indices.contains(number) ? births[number] : 0 }

  /// The same of all cells.
  func births(at time: Double) -> [Double] {
    (0..<max(cells.count, births.count)).map { births(of: $0, at: time) }
  }

  /// The cell that is reached by numbers: of the layer's, of that cell's, and so on.
  func cell(_ path: [Int]) -> Cell? {
    var (found, list) = (Cell?.none, cells)
    for number in path {
      guard list.indices.contains(number) else { return nil }
      found = list[number]
      list = list[number].emittedCells
    }
    return found
  }

  /// Seconds after which nothing is left of what is emitted in the phase.
  var longestTrace: Double { cells.longestTrace(layer, levels: EmitterDrawing.mostLevels) }
}

/// What a layer has emitted so far: a function of what was set when, and of time.
///
/// What was set while frames were made holds from the last frame's time on; what was set before, from ever. Animations
/// are taken in steps of 1/60 second, from their beginning on, so that the same comes out whatever frames there were.
struct EmissionHistory {
  /// Phases before what holds now was set: those of which something may be left.
  private var past: [EmissionPhase] = []
  /// When that was, and the births until then.
  private var since = 0.0
  private var births: [Double] = []
  /// Phases since then, as far as they were needed: by themselves they follow from what holds now.
  private var known: [EmissionPhase] = []
  /// The animations that they follow from.
  private var knownSpans: [ClosedRange<Double>] = []

  /// Seconds of a step.
  private static let step = 1.0 / 60

  /// The phases of which something may be left at a time, up to that time.
  ///
  /// - Parameters:
  ///   - spans: when animations of what is emitted begin and end.
  ///   - shown: the layer as it is shown at a time.
  mutating func phases(at time: Double, _ spans: [ClosedRange<Double>], _ shown: (Double) -> SceneLayer)
    -> [EmissionPhase]
  {
    if spans != knownSpans { (known, knownSpans) = ([], spans) }
    if let first = known.first, first.begin > since, first.begin > time - first.longestTrace { known = [] }
    while let begin = Optional(known.last?.end ?? since), begin <= time {
      let end = Self.end(after: begin, spans)
      let isMoving = spans.contains { $0.lowerBound <= begin && begin < $0.upperBound }
      known.append(
        EmissionPhase(
          shown(isMoving ? (begin + end) / 2 : begin), from: begin, to: end,
          births: known.last.map { $0.births(at: begin) } ?? births))
    }
    // A minute more is kept, so that going back a little needs no new beginning.
    if let index = known.firstIndex(where: { $0.end > time - $0.longestTrace - 60 }) { known.removeFirst(index) }
    let all = (past + known).filter { $0.begin <= time }
    return Array(all.drop { $0.end <= time - $0.longestTrace })
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

  /// What holds now ends at a time; changes at one time are one change.
  mutating func close(at time: Double, _ spans: [ClosedRange<Double>], _ shown: (Double) -> SceneLayer) {
    guard time > since else { return cut(at: time) }
    past = phases(at: time, spans, shown).filter { $0.begin < time }.map { $0.ending(at: time) }
    births = past.last.map { $0.births(at: time) } ?? births
    (since, known) = (time, [])
  }

  /// Something is set of what has no frames, and so no history.
  mutating func forgetWhatFollows() { known = [] }

  /// Forgets what was after a time, to which the layer's time has gone back.
  mutating func cut(at time: Double) {
    known = []
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
  /// Seconds after which nothing is left of what they emit now.
  func longestTrace(_ layer: SceneLayer, levels: Int) -> Double {
    guard levels > 0 else { return 0 }
    return map { Swift.max($0.longestLife(layer), 0) + $0.emittedCells.longestTrace(layer, levels: levels - 1) }.max()
      ?? 0
  }
}

extension Cell {
  /// Births in a second; 0 or more.
  func rate(in layer: SceneLayer) -> Double {
    guard read(CellProperties.isEnabled) else { return 0 }
    return max(Double(read(CellProperties.birthRate)) * Double(layer.read(EmitterProperties.birthRate)), 0)
  }

  /// Seconds that a particle lives at most.
  func longestLife(_ layer: SceneLayer) -> Double {
    (Double(read(CellProperties.lifetime)) + Double(read(CellProperties.lifetimeRange)) / 2)
      * Double(layer.read(EmitterProperties.lifetime))
  }
}
