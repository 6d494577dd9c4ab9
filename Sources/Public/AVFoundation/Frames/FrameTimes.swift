import CoreMedia

/// An image with its time.
package protocol TimedFrame {
  var time: CMTime { get }
  var duration: CMTime { get }

  /// The same image, shown when this is said.
  func shown(at time: CMTime, for duration: CMTime) -> Self
}

/// Which image is shown when: at the source's times, or at those of a grid.
package struct FrameTimes<Frame: TimedFrame> {
  /// The distance of the grid's times; nil: the source's times.
  private let grid: CMTime?
  private let start: CMTime
  private var count: Int64 = 0
  private var last: Frame?

  package init(grid: CMTime?, from start: CMTime) { (self.grid, self.start) = (grid, start) }

  private var nextTime: CMTime {
    guard let grid else { return .invalid }
    return start + CMTime(value: grid.value * count, timescale: grid.timescale)
  }

  /// What is shown once this image is known: on a grid the image before it, until this one begins.
  package mutating func add(_ frame: Frame) -> [Frame] {
    guard grid != nil else { return [frame] }
    defer { last = frame }
    return shown(before: frame.time, last ?? frame)
  }

  /// What is shown behind the last image.
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
