import CoreMedia

/// A frame with its time.
package protocol TimedFrame {
  var time: CMTime { get }
  var duration: CMTime { get }

  /// Returns the same frame with another time and duration.
  func shown(at time: CMTime, for duration: CMTime) -> Self
}

/// A conversion of frame times: to those of the source, or to a constant frame rate.
package struct FrameTimes<Frame: TimedFrame> {
  /// The frame interval of the constant rate; nil for the source's times.
  private let grid: CMTime?
  private let start: CMTime
  private var count: Int64 = 0
  private var last: Frame?

  package init(grid: CMTime?, from start: CMTime) { (self.grid, self.start) = (grid, start) }

  private var nextTime: CMTime {
    guard let grid else { return .invalid }
    return start + CMTime(value: grid.value * count, timescale: grid.timescale)
  }

  /// Returns the frames whose times are determined by this frame. At a constant rate, the previous frame is repeated
  /// until this one begins.
  package mutating func add(_ frame: Frame) -> [Frame] {
    guard grid != nil else { return [frame] }
    defer { last = frame }
    return shown(before: frame.time, last ?? frame)
  }

  /// Returns the frames after the last one.
  package mutating func finish() -> [Frame] {
    guard let last else { return [] }
    return shown(before: last.time + last.duration, last)
  }

  private mutating func shown(before end: CMTime, _ frame: Frame) -> [Frame] {
    var frames: [Frame] = []
    while nextTime < end {
      frames.append(frame.shown(at: nextTime, for: grid!))
      count += 1
    }
    return frames
  }
}
