import CommandLineSupport
import CoreImage
import Foundation

let kernelCommand = Subcommand(
  name: "kernel", summary: "checks custom kernels", usage: "check FILE…",
  details: """
    Errors have the form that editors parse: FILE:LINE:COLUMN: error: TEXT, then the line, and a mark below the column.
    For a file without errors, prints a line for each kernel, with its parameters and its class.

    FILE is *.cikernel (Core Image Kernel Language), *.ci.metal or *.metal (the Core Image subset of Metal),
    *.ci.glsl or *.glsl.

    example
      citool kernel check zebra.ci.metal
    """,
  options: Option.limits, words: .files
) { arguments in
  guard arguments.words.first == "check" else { throw CommandFailure.usage("usage: citool kernel check FILE…") }
  let files = arguments.words.dropFirst()
  guard !files.isEmpty else { throw CommandFailure.usage("FILE is missing") }
  let images = try ImageInput(arguments)
  var badCount = 0
  for file in files {
    do {
      print(try KernelFile.kernels(file, images).map(KernelFile.line).joined(separator: "\n"))
    } catch CIKernelError.text(let messages) {
      badCount += 1
      for message in messages { FileHandle.standardError.write(Data((message.editorText + "\n").utf8)) }
    }
  }
  if badCount > 0 { throw CommandFailure.failed("\(badCount) of \(files.count) files have errors") }
}
