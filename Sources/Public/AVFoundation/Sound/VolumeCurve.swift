import CVideo
import CoreMedia

/// The volume of a track over time.
///
/// Source: AVMutableAudioMixInputParameters' documentation: 1 before the first time that is set, linear ramps, and the
/// last volume after the last ramp.
struct VolumeCurve: Sendable {
  /// A linear ramp, or a volume from a time on if its range is empty.
  struct Ramp: Sendable {
    var range: CMTimeRange
    var start, end: Float
  }

  /// In the order of their starts, which are distinct.
  private var ramps: [Ramp] = []

  private static func checked(_ volume: Float) -> Float { volume > 0 ? min(volume, 64) : 0 }

  mutating func add(_ ramp: Ramp) {
    guard ramp.range.start.isNumeric, ramp.range.duration.isNumeric, ramp.range.duration >= .zero else { return }
    var ramp = ramp
    (ramp.start, ramp.end) = (Self.checked(ramp.start), Self.checked(ramp.end))
    ramps.removeAll { $0.range.start == ramp.range.start }
    ramps.insert(ramp, at: ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count)
  }

  /// Returns the ramp or constant segment that contains a time, or nil after the last ramp and if no volume is set.
  func ramp(around time: CMTime) -> Ramp? {
    guard time.isNumeric, !ramps.isEmpty else { return nil }
    guard let index = ramps.lastIndex(where: { $0.range.start <= time }) else {
      return Ramp(range: CMTimeRange(start: .zero, end: ramps[0].range.start), start: 1, end: 1)
    }
    let ramp = ramps[index]
    if time < ramp.range.end { return ramp }
    let isLast = index == ramps.count - 1
    if isLast, ramp.range.duration > .zero { return nil }
    let end = isLast ? CMTime.positiveInfinity : ramps[index + 1].range.start
    return Ramp(range: CMTimeRange(start: ramp.range.end, end: end), start: ramp.end, end: ramp.end)
  }

  /// Whether the curve differs from the original volume.
  var changesAnything: Bool { ramps.contains { $0.start != 1 || $0.end != 1 } }

  /// Returns the ramps in sample frames at a rate, counted from a time.
  func steps(from start: CMTime, rate: Int32) -> [VDVolume] {
    let unit = TimeUnit(1, rate)
    return ramps.map { ramp in
      VDVolume(
        from: unit.count(ramp.range.start - start), to: unit.count(ramp.range.end - start), start: ramp.start,
        end: ramp.end)
    }
  }
}
