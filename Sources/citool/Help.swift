/// What `citool --help` prints.
var help: String {
  let width = commands.map(\.name.count).max() ?? 0
  let list = commands.map { "  \($0.name.padding(toLength: width + 2, withPad: " ", startingAt: 0))\($0.summary)" }
  return """
    citool: Core Image's filters from the command line, on Vulkan or on the CPU.

    usage: citool SUBCOMMAND …      citool SUBCOMMAND --help says more

    \(list.joined(separator: "\n"))

    examples
      citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png
      citool apply *.jpg -f CIGaussianBlur radius=4 -f CIVibrance amount=0.5 -o out/
      citool apply -f CIQRCodeGenerator message=hello -o code.png
      citool describe CIBloom
      citool render recipe.json -o picture.png --stats stats.json

    exit status: 0 done, 1 failed, 2 wrong usage, 3 filter not known
    """
}

/// What `citool SUBCOMMAND --help` prints.
func help(_ command: Subcommand) -> String {
  "usage: citool \(command.name) \(command.usage)\n\n\(command.details)"
}
