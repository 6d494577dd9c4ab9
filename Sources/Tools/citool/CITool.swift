import CommandLineSupport

/// The subcommands, in the order in which `--help` lists them.
let subcommands: [Subcommand] = [
  apply, render, show, .video, .probe, .layers, list, describe, kernelCommand, gallery, graph, devices, compare,
  completions, manual,
]

@main enum CITool {
  static func main() { Tool.run("citool", subcommands, about: videoLicence) }
}
