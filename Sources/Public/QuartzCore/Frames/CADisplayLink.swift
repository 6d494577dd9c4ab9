import AnimationMath
import Foundation

/// A timer that calls back for each frame of a display.
///
/// A link of a window (`displayLink(callback:)` of `LayerView` and `LayerWindow`) is called by the window's event loop,
/// before the frame is drawn. Any other link is called by a timer, 60 times a second. Linux has no selectors: a closure
/// replaces them. Used only on the thread of its run loop.
///
///     let link = CADisplayLink { link in layer.opacity = Float(fade(link.targetTimestamp)) }
///     link.add(to: .main, forMode: .common)
public final class CADisplayLink {
  /// The time at which the frame began, by `CACurrentMediaTime()`, in seconds; 0 before the first frame.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The time between frames of the display, in seconds; 1/60 before the first frame.
  public private(set) var duration: CFTimeInterval = 1 / 60
  /// If true, the callback is not called. Initially false.
  public var isPaused = false
  /// The requested rate. Only whole multiples of the frame duration are possible. The nearest rate to the preferred
  /// one, otherwise to the maximum, is used; without either, the display's rate.
  public var preferredFrameRateRange = CAFrameRateRange.default

  /// True after `invalidate()`.
  package private(set) var isInvalid = false
  /// True once the link was added to a run loop.
  package private(set) var isRunning = false

  private let callback: (CADisplayLink) -> Void
  private let isOfWindow: Bool
  private var timers: [(loop: RunLoop, timer: Timer)] = []
  private var due = -Double.infinity

  /// - Parameter callback: called with the link, on the thread of its run loop.
  public convenience init(callback: @escaping (CADisplayLink) -> Void) { self.init(ofWindow: false, callback) }

  /// - Parameter isOfWindow: if true, a window calls `displayed(at:period:)`, and there is no timer.
  package init(ofWindow isOfWindow: Bool, _ callback: @escaping (CADisplayLink) -> Void) {
    (self.isOfWindow, self.callback) = (isOfWindow, callback)
  }

  /// The time of the next call, in seconds, for which the layers should be updated.
  public var targetTimestamp: CFTimeInterval { timestamp + duration * Double(framesPerCall(duration)) }

  /// Starts the callbacks; the run loop retains the link until `invalidate()`. A link of a window runs while the window
  /// does, regardless of the run loop.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid else { return }
    isRunning = true
    guard !isOfWindow else { return }
    if let existing = timers.first(where: { $0.loop === runloop }) { return runloop.add(existing.timer, forMode: mode) }
    // Unsafe: the timer fires on the thread of the run loop, which is the link's.
    nonisolated(unsafe) let link = self
    let timer = Timer(timeInterval: 1 / 60, repeats: true) { _ in
      link.displayed(at: CACurrentMediaTime(), period: 1 / 60)
    }
    timers.append((runloop, timer))
    runloop.add(timer, forMode: mode)
  }

  /// Stops the callbacks of a run loop, in all modes.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    for entry in timers where entry.loop === runloop { entry.timer.invalidate() }
    timers.removeAll { $0.loop === runloop }
    isRunning = !timers.isEmpty
  }

  /// Stops all callbacks permanently.
  public func invalidate() {
    (isInvalid, isRunning) = (true, false)
    for entry in timers { entry.timer.invalidate() }
    timers = []
  }

  /// Handles the start of a display frame.
  ///
  /// - Parameters:
  ///   - time: seconds of the clock.
  ///   - period: seconds to the next frame.
  package func displayed(at time: CFTimeInterval, period: CFTimeInterval) {
    guard isRunning, !isPaused, period > 0 else { return }
    duration = period
    // A frame up to half a period early counts.
    guard time >= due - period / 2 else { return }
    // Missed frames are dropped.
    due = (time - due < period / 2 ? due : time) + period * Double(framesPerCall(period))
    timestamp = time
    callback(self)
  }

  private func framesPerCall(_ period: Double) -> Int {
    let range = preferredFrameRateRange
    let rate = Double(range.preferred > 0 ? range.preferred : range.maximum)
    guard rate > 0 else { return 1 }
    return Int(min(max((1 / (period * rate)).rounded(), 1), 1e6))
  }
}
