import Foundation
import ImagePlanning
import VulkanEngine

/// The entry point of the tool's programs: start, dispatch of a subcommand, and exit.
package enum Tool {
  /// Runs the subcommand that the command line names. If it fails, ends the process with an exit status.
  ///
  /// - Parameters:
  ///   - name: the running program.
  ///   - about: returns text that `--version` prints after the version.
  package static func run(_ name: String, _ subcommands: [Subcommand], about: () -> String = { "" }) {
    // A closed pipe, such as after `head`, ends the process silently.
    signal(SIGPIPE, SIG_DFL)
    // A file that exceeds the size limit is reported as an error, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    HostMemory.returnsLargeBlocks()
    DriverFiles.disableCacheOnFullDisks()
    let status = status(name, subcommands, about)
    if status != 0 { exit(status) }
  }

  /// Returns the exit status. In its own function, so that all objects are released before the process ends.
  private static func status(_ name: String, _ subcommands: [Subcommand], _ about: () -> String) -> Int32 {
    do {
      try run(Array(CommandLine.arguments.dropFirst()), name, subcommands, about)
      Termination.waitIfStarted()
      guard fflush(nil) == 0 else {
        throw CommandFailure.failed("standard output cannot be written: \(String(cString: strerror(errno)))")
      }
      return 0
    } catch {
      Termination.waitIfStarted()
      let failure = CommandFailure(error)
      Terminal.note("citool: \(failure.text)")
      return failure.status
    }
  }

  private static func run(
    _ arguments: [String], _ name: String, _ subcommands: [Subcommand], _ about: () -> String
  ) throws {
    guard let first = arguments.first else {
      throw CommandFailure.usage("a subcommand is missing; \(name) --help lists them")
    }
    if ["--help", "-h", "help"].contains(first) {
      let topic = arguments.dropFirst().first.flatMap { name in subcommands.first { $0.name == name } }
      print(topic.map(help) ?? help(subcommands))
      return
    }
    if first == "--version" {
      print("\(name) \(version)\(about())")
      return
    }
    guard let command = subcommands.first(where: { $0.name == first }) else {
      throw CommandFailure.usage("unknown subcommand \(first); \(name) --help lists them")
    }
    let ownArguments = Array(arguments.dropFirst())
    if ownArguments.contains("--help") || ownArguments.contains("-h") {
      print(help(command))
      return
    }
    let parsed = try Arguments(ownArguments, command.options)
    if let program = command.program {
      if try command.runHere(parsed) { return }
      if program != name { throw start(program, arguments, for: command.name) }
    }
    try Termination.start(parsed)
    try command.run(parsed)
  }

  /// Returns the standard output of another program: of the folder of this program, else of PATH. If there is none, or
  /// it fails, returns nil.
  package static func output(of program: String, _ arguments: [String]) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [folder] + path.split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    let candidates = folders.map { $0.appending(path: program) }
    guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    let process = Process()
    let output = Pipe()
    (process.executableURL, process.arguments) = (url, arguments)
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The folder of this program.
  private static var folder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Replaces the process by another program: of the folder of this program, else of PATH.
  ///
  /// - Returns: the failure, if there is no such program.
  private static func start(_ program: String, _ arguments: [String], for command: String) -> CommandFailure {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(folder.appending(path: program).path, &words)
    let reason = errno
    execvp(program, &words)
    let exists = reason != ENOENT
    return .failed(
      exists
        ? "\(folder.path)/\(program) cannot be started: \(String(cString: strerror(reason)))"
        : "citool \(command) needs the program \(program), which is neither in \(folder.path) nor in PATH; "
          + "build it with swift build -c release --product \(program), and put it next to citool")
  }
}
