import Foundation

/// Returns the time of the animation clock, in seconds. The clock is monotonic; only differences are meaningful.
public func CACurrentMediaTime() -> CFTimeInterval {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
