import Foundation
import ImagePlanning
import VulkanEngine

/// What the programs of the tool have in common: how they begin, run a subcommand, and end.
package enum Tool {
  /// Runs the subcommand that the command line names; the process ends with a status where that fails.
  ///
  /// - Parameters:
  ///   - name: of the program that runs.
  ///   - about: behind the version.
  package static func run(_ name: String, _ subcommands: [Subcommand], about: () -> String = { "" }) {
    // A reader that goes away, such as `head`, is no failure of ours.
    signal(SIGPIPE, SIG_DFL)
    // A file that grows beyond its limit is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    HostMemory.returnsLargePieces()
    DriverFiles.spareFullDisks()
    let status = status(name, subcommands, about)
    if status != 0 { exit(status) }
  }

  /// What the process ends with. A function of its own, so that nothing is held any more when it ends.
  private static func status(_ name: String, _ subcommands: [Subcommand], _ about: () -> String) -> Int32 {
    do {
      try run(Array(CommandLine.arguments.dropFirst()), name, subcommands, about)
      Ending.waitIfBegun()
      return 0
    } catch {
      Ending.waitIfBegun()
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
      throw CommandFailure.usage("there is no subcommand \(first); \(name) --help lists them")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      print(help(command))
      return
    }
    if let program = command.program, program != name { throw start(program, arguments, for: command.name) }
    let read = try Arguments(rest, command.options)
    try Ending.begin(read)
    try command.run(read)
  }

  /// What another program writes: the one beside this, else the one in PATH. Nil where there is none, or it fails.
  package static func output(of program: String, _ arguments: [String]) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [folder] + path.split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    let places = folders.map { $0.appending(path: program) }
    guard let place = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
    let process = Process()
    let output = Pipe()
    (process.executableURL, process.arguments) = (place, arguments)
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Where this program lies.
  private static var folder: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Becomes another program: the one beside this, else the one in PATH.
  ///
  /// - Returns: why there is none.
  private static func start(_ program: String, _ arguments: [String], for command: String) -> CommandFailure {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(folder.appending(path: program).path, &words)
    let reason = errno
    execvp(program, &words)
    let isThere = reason != ENOENT
    return .failed(
      isThere
        ? "\(folder.path)/\(program) cannot be started: \(String(cString: strerror(reason)))"
        : "citool \(command) needs the program \(program), which is neither in \(folder.path) nor in PATH; "
          + "swift build -c release --product \(program) builds it, and it goes beside citool")
  }
}
