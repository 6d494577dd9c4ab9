import Foundation
import Synchronization

/// Ends the tool when a signal says so or its time is over, without a file half-written.
///
/// Where file systems allow, a file has no name until it is whole; elsewhere it has a hidden one, which goes here.
package enum Ending {
  private static let state = Mutex<(hasBegun: Bool, before: (@Sendable () -> Void)?)>((false, nil))

  /// Has this done first when the tool is ended from outside: it may take a moment, and returns when nothing is written
  /// any more.
  package static func cancelling(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.before = body } }

  /// Never returns once the tool is being ended: what the ending breaks off is nothing to complain of.
  package static func waitIfBegun() {
    while state.withLock({ $0.hasBegun }) { sleep(3600) }
  }

  /// Has a thread of its own take the signals that end a program and look at the time. Called before there are other
  /// threads: those get no signal then either. No thread more, because there may be no more: Dispatch would wait for
  /// one.
  ///
  /// - Parameter arguments: name where files are written, and `--timeout`.
  package static func begin(_ arguments: Arguments) throws {
    let seconds = try arguments.timeout()
    let folders = folders(arguments)
    var signals = sigset_t()
    sigemptyset(&signals)
    // nohup and shells set what is to be ignored; that stays.
    for number in [SIGINT, SIGTERM, SIGHUP] where !ignores(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      let number = next(of: signals, within: seconds)
      let before = state.withLock { state in
        state.hasBegun = true
        return state.before
      }
      before?()
      removeHiddenFiles(in: folders)
      if let number { end(by: number) }
      Terminal.progress("")
      Terminal.note("citool: not done after \(seconds ?? 0) seconds, which --timeout allows")
      _exit(CommandFailure.timeIsOver)
    }
  }

  /// Waits for one of the signals; nil when the time is over before one comes.
  private static func next(of signals: sigset_t, within seconds: Double?) -> Int32? {
    var signals = signals
    let start = ContinuousClock.now
    while true {
      let left = seconds.map { max(0, $0 - (ContinuousClock.now - start) / .seconds(1)) } ?? 3600
      var time = timespec(tv_sec: Int(left), tv_nsec: Int(left.truncatingRemainder(dividingBy: 1) * 1e9))
      let number = sigtimedwait(&signals, nil, &time)
      if number > 0 { return number }
      // Another signal may have ended the wait before its time, such as that of a debugger.
      if seconds != nil, errno == EAGAIN { return nil }
    }
  }

  /// As the signal would have ended the tool by itself.
  private static func end(by number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  private static func ignores(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
      == withUnsafeBytes(of: SIG_IGN) { $0.load(as: UInt.self) }
  }

  /// Where files of this command line may be on their way.
  private static func folders(_ arguments: Arguments) -> Set<String> {
    let named = ["-o", "--stats", "--strip", "--frames"].compactMap { arguments[$0] }.filter {
      !$0.isEmpty && $0 != "-"
    }
    return Set(
      named.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
        .flatMap { [$0.path, $0.deletingLastPathComponent().path] })
  }

  private static func removeHiddenFiles(in folders: Set<String>) {
    for folder in folders {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where name.hasPrefix(".\(getpid())-") && name.hasSuffix(".part") {
        unlink("\(folder)/\(name)")
      }
    }
  }
}
