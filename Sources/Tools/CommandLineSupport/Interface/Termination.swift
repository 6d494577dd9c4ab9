import Foundation
import Synchronization

/// Termination of the tool by a signal or by `--timeout`, without partial files.
///
/// If the file system supports it, an output file has no name until it is complete. On other file systems it has a
/// hidden name, and termination removes it.
package enum Termination {
  private static let state = Mutex<(hasStarted: Bool, cleanUp: (@Sendable () -> Void)?)>((false, nil))

  /// Sets work that runs before the process ends. It may block for some time, and must return only when nothing is
  /// written any more.
  package static func setCleanUp(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.cleanUp = body } }

  /// If termination has started, never returns. Errors that termination causes are therefore not reported.
  package static func waitIfStarted() {
    while state.withLock({ $0.hasStarted }) { sleep(3600) }
  }

  /// Starts a thread that handles termination signals and the time limit.
  ///
  /// Call it before there are other threads, so that they inherit the signal mask. It uses a single thread instead of
  /// Dispatch: if the system permits no further threads, Dispatch would wait for one.
  ///
  /// - Parameter arguments: the paths of output files, and `--timeout`.
  package static func start(_ arguments: Arguments) throws {
    let seconds = try arguments.timeout()
    let folders = folders(arguments)
    var signals = sigset_t()
    sigemptyset(&signals)
    // Signals that nohup or a shell ignores stay ignored.
    for number in [SIGINT, SIGTERM, SIGHUP] where !ignores(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      let number = next(of: signals, within: seconds)
      let cleanUp = state.withLock { state in
        state.hasStarted = true
        return state.cleanUp
      }
      cleanUp?()
      removeHiddenFiles(in: folders)
      if let number { end(by: number) }
      Terminal.progress("")
      Terminal.note("citool: stopped after \(seconds ?? 0) seconds, the limit of --timeout")
      _exit(CommandFailure.timedOutStatus)
    }
  }

  /// Waits for one of the signals. Returns nil if the time limit passes first.
  private static func next(of signals: sigset_t, within seconds: Double?) -> Int32? {
    var signals = signals
    let start = ContinuousClock.now
    while true {
      let remaining = seconds.map { max(0, $0 - (ContinuousClock.now - start) / .seconds(1)) } ?? 3600
      var time = timespec(tv_sec: Int(remaining), tv_nsec: Int(remaining.truncatingRemainder(dividingBy: 1) * 1e9))
      let number = sigtimedwait(&signals, nil, &time)
      if number > 0 { return number }
      // Another signal, such as that of a debugger, may have interrupted the wait.
      if seconds != nil, errno == EAGAIN { return nil }
    }
  }

  /// Ends the process with the default action of the signal.
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

  /// Returns the folders that may hold partial files of this command line.
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
