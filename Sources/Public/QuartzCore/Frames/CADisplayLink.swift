import AnimationMath
import Foundation

/// Calls back for each frame of a display.
///
/// One of a window (`displayLink(callback:)` of `LayerView` and `LayerWindow`) is called by the window's loop, before
/// the frame is drawn. Any other is called by a timer, 60 times a second. Selectors do not exist on Linux: a closure
/// takes their place. For the thread of its run loop alone.
///
///     let link = CADisplayLink { link in layer.opacity = Float(fade(link.targetTimestamp)) }
///     link.add(to: .main, forMode: .common)
public final class CADisplayLink {
  /// When the frame was begun for which it is called, by `CACurrentMediaTime()`, in seconds; 0 before the first one.
  public private(set) var timestamp: CFTimeInterval = 0
  /// Seconds from one frame of the display to the next; 1/60 before the first one.
  public private(set) var duration: CFTimeInterval = 1 / 60
  /// True to be called for no frames. False at first.
  public var isPaused = false
  /// How often it should be called. Only every second frame, every third and so on can be left out, so the rate is the
  /// nearest one to what is preferred, else to the maximum; the display's where the range says nothing.
  public var preferredFrameRateRange = CAFrameRateRange.default

  /// True once nothing calls it any more.
  package private(set) var isInvalid = false
  /// True when it was added to a run loop.
  package private(set) var isRunning = false

  private let callback: (CADisplayLink) -> Void
  private let isOfWindow: Bool
  private var timers: [(loop: RunLoop, timer: Timer)] = []
  private var due = -Double.infinity

  /// - Parameter callback: called with the link, on the thread of its run loop.
  public convenience init(callback: @escaping (CADisplayLink) -> Void) { self.init(ofWindow: false, callback) }

  /// - Parameter isOfWindow: a window calls `displayed(at:period:)`, and no timer is needed.
  package init(ofWindow isOfWindow: Bool, _ callback: @escaping (CADisplayLink) -> Void) {
    (self.isOfWindow, self.callback) = (isOfWindow, callback)
  }

  /// When the next call is due, in seconds: for what the layers should show.
  public var targetTimestamp: CFTimeInterval { timestamp + duration * Double(framesToACall(duration)) }

  /// Begins to call; the run loop keeps the link until `invalidate()`. One of a window runs while the window does,
  /// whatever the run loop.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid else { return }
    isRunning = true
    guard !isOfWindow else { return }
    if let known = timers.first(where: { $0.loop === runloop }) { return runloop.add(known.timer, forMode: mode) }
    // Unsafe: the timer fires on the thread of the run loop, which is the link's.
    nonisolated(unsafe) let link = self
    let timer = Timer(timeInterval: 1 / 60, repeats: true) { _ in
      link.displayed(at: CACurrentMediaTime(), period: 1 / 60)
    }
    timers.append((runloop, timer))
    runloop.add(timer, forMode: mode)
  }

  /// Ends what `add(to:forMode:)` has begun, in all modes of the run loop.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    for known in timers where known.loop === runloop { known.timer.invalidate() }
    timers.removeAll { $0.loop === runloop }
    isRunning = !timers.isEmpty
  }

  /// Ends all calls, for good.
  public func invalidate() {
    (isInvalid, isRunning) = (true, false)
    for known in timers { known.timer.invalidate() }
    timers = []
  }

  /// A frame of the display has begun.
  ///
  /// - Parameters:
  ///   - time: seconds of the clock.
  ///   - period: seconds to the next frame.
  package func displayed(at time: CFTimeInterval, period: CFTimeInterval) {
    guard isRunning, !isPaused, period > 0 else { return }
    duration = period
    // A frame that comes a little early counts.
    guard time >= due - period / 2 else { return }
    // Frames that were missed are not made up for.
    due = (time - due < period / 2 ? due : time) + period * Double(framesToACall(period))
    timestamp = time
    callback(self)
  }

  private func framesToACall(_ period: Double) -> Int {
    let range = preferredFrameRateRange
    let wanted = Double(range.preferred > 0 ? range.preferred : range.maximum)
    guard wanted > 0 else { return 1 }
    return Int(min(max((1 / (period * wanted)).rounded(), 1), 1e6))
  }
}
