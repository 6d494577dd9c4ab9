import Foundation
import ImageVulkan

/// The subcommands, in the order in which `--help` lists them.
let commands: [Subcommand] = [apply, render, list, describe, gallery, graph, devices, compare]

@main enum CITool {
  static func main() {
    // A reader that goes away, such as `head`, is no failure of ours.
    signal(SIGPIPE, SIG_DFL)
    HostMemory.returnsLargePieces()
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let failure = Failure(error)
      Terminal.note("citool: \(failure.text)")
      exit(failure.status)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard let first = arguments.first else { throw Failure.usage("a subcommand is missing; citool --help lists them") }
    if ["--help", "-h", "help"].contains(first) {
      let topic = arguments.dropFirst().first.flatMap { name in commands.first { $0.name == name } }
      print(topic.map(help) ?? help)
      return
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      throw Failure.usage("there is no subcommand \(first); citool --help lists them")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      print(help(command))
      return
    }
    try command.run(rest)
  }
}
