import Dispatch
import Foundation

/// Ends the tool when a signal says so or its time is over, without a file half-written.
///
/// Where file systems allow, a file has no name until it is whole; elsewhere it has a hidden one, which goes here.
final class Ending {
  private var timer: (any DispatchSourceTimer)?

  /// Made before there are other threads: those get no signal then either.
  ///
  /// - Parameter arguments: name where files are written, and `--timeout`.
  init(_ arguments: Arguments) throws {
    let seconds = try arguments.timeout()
    let folders = Self.folders(arguments)
    Self.waitForSignals { Self.removeHiddenFiles(in: folders) }
    guard let seconds else { return }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "citool.ending"))
    timer.setEventHandler {
      Self.removeHiddenFiles(in: folders)
      Terminal.progress("")
      Terminal.note("citool: not done after \(seconds) seconds, which --timeout allows")
      _exit(Failure.timeIsOver)
    }
    timer.schedule(deadline: .now() + seconds)
    timer.resume()
    self.timer = timer
  }

  /// Has a thread of its own take the signals that end a program; it ends by that signal when `last` is done.
  private static func waitForSignals(_ last: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    // nohup and shells set what is to be ignored; that stays.
    for number in [SIGINT, SIGTERM, SIGHUP] where !ignores(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var (signals, number) = (signals, Int32(0))
      guard sigwait(&signals, &number) == 0 else { return }
      last()
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
  }

  private static func ignores(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
      == withUnsafeBytes(of: SIG_IGN) { $0.load(as: UInt.self) }
  }

  /// Where files of this command line may be on their way.
  private static func folders(_ arguments: Arguments) -> Set<String> {
    let named = ["-o", "--stats", "--strip"].compactMap { arguments[$0] }.filter { !$0.isEmpty && $0 != "-" }
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
