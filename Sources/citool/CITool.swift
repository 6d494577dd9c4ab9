import Foundation
import ImagePlanning
import ImageVulkan

/// The subcommands, in the order in which `--help` lists them.
let subcommands: [Subcommand] = [
  apply, render, show, list, describe, kernelCommand, gallery, graph, devices, compare, completions, manual,
]

@main enum CITool {
  static func main() {
    // A reader that goes away, such as `head`, is no failure of ours.
    signal(SIGPIPE, SIG_DFL)
    // A file that grows beyond its limit is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    HostMemory.returnsLargePieces()
    DriverFiles.spareFullDisks()
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
      let topic = arguments.dropFirst().first.flatMap { name in subcommands.first { $0.name == name } }
      print(topic.map(help) ?? help(subcommands))
      return
    }
    if first == "--version" {
      print("citool \(version)")
      return
    }
    guard let command = subcommands.first(where: { $0.name == first }) else {
      throw Failure.usage("there is no subcommand \(first); citool --help lists them")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      print(help(command))
      return
    }
    let read = try Arguments(rest, command.options)
    try Ending.begin(read)
    try command.run(read)
  }
}
