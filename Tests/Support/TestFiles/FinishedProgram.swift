import Foundation

/// The output of a program that has ended.
package struct FinishedProgram {
  package let status: Int32
  package let output: Data
  package let errors: String

  package var text: String { String(decoding: output, as: UTF8.self) }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Runs a program, and waits for it.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked for in PATH.
  ///   - input: what it finds on its standard input.
  ///   - environment: its variables; nil: those of the tests.
  ///   - folder: where it runs; nil: where the tests do.
  package init(
    _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil,
    in folder: URL? = nil
  ) throws {
    let own = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    // Files instead of pipes, so that programs do not block on a reader.
    let files = ["input", "output", "errors"].map { own.appending(path: $0) }
    try input.write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let place = folder.map { ["--chdir", $0.path] } ?? []
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    status = try Self.run(["/usr/bin/env"] + place + [program] + arguments, variables, files.map(\.path))
    output = try Data(contentsOf: files[1])
    errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  }

  /// Starts a program with these files as its input, output and errors, and waits for its end.
  ///
  /// Foundation's `Process` learns of an end by a socket, which a program that another thread starts meanwhile holds
  /// open.
  private static func run(_ words: [String], _ variables: [String], _ files: [String]) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() {
      posix_spawn_file_actions_addopen(&actions, Int32(number), file, number == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    // Nor does this one hold open what belongs to others. The C library has it, but Swift's module of that does not.
    if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
      typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
    }
    // Threads of tests hold signals back.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var (arguments, environment) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
    defer { for text in arguments + environment { free(text) } }
    var (process, state): (pid_t, Int32) = (0, 0)
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw Failure("\(words[0]): \(String(cString: strerror(code)))") }
    while waitpid(process, &state, 0) < 0 {
      if errno != EINTR { throw Failure("\(words[0]): \(String(cString: strerror(errno)))") }
    }
    // As shells do where a signal ended it.
    return state & 0x7f == 0 ? state >> 8 & 0xff : 128 + state & 0x7f
  }

  /// The output of a program that has to succeed.
  package static func output(
    _ program: String, _ arguments: [String], input: Data = Data()
  ) throws -> Data {
    let finished = try FinishedProgram(program, arguments, input: input)
    guard finished.status == 0 else {
      throw Failure(
        "\(program) \(arguments.joined(separator: " ")) ended with status \(finished.status): \(finished.errors)")
    }
    return finished.output
  }
}
