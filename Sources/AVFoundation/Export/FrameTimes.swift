import CoreMedia

/// Which decoded picture is shown when: at the source's times, or at those of a grid.
struct FrameTimes {
  /// The distance of the grid's times; nil: the source's times.
  let grid: CMTime?
  private let start: CMTime
  private var count: Int64 = 0
  private var last: DecodedFrame?

  init(grid: CMTime?, from start: CMTime) { (self.grid, self.start) = (grid, start) }

  private var nextTime: CMTime {
    guard let grid else { return .invalid }
    return start + CMTime(value: grid.value * count, timescale: grid.timescale)
  }

  /// What is shown once this picture is known: on a grid the picture before it, until this one begins.
  mutating func add(_ frame: DecodedFrame) -> [DecodedFrame] {
    guard grid != nil else { return [frame] }
    defer { last = frame }
    return shown(before: frame.time, last ?? frame)
  }

  /// What is shown behind the last picture.
  mutating func finish() -> [DecodedFrame] {
    guard let last else { return [] }
    return shown(before: last.time + last.duration, last)
  }

  private mutating func shown(before end: CMTime, _ frame: DecodedFrame) -> [DecodedFrame] {
    var frames: [DecodedFrame] = []
    while nextTime < end {
      frames.append(DecodedFrame(buffer: frame.buffer, time: nextTime, duration: grid!))
      count += 1
    }
    return frames
  }
}
