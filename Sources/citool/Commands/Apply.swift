import CoreImage
import Foundation

let apply = Subcommand(
  name: "apply", summary: "filters on pictures",
  usage: "INPUT… [-f FILTER [key=value]…]… -o OUT [--rect X,Y,W,H]",
  details: """
    Filters work in the order in which they are given. Several inputs need a directory as OUT; each result has the name
    of its input. Pictures are turned upright by their EXIF orientation first. A generator needs no input.

    Keys may be written without `input`. Values: numbers, true and false, text; vectors 150,150; colours 1,0.5,0 or
    #ff8000; transforms a,b,c,d,tx,ty; images are files.

    examples
      citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png
      citool apply photo.jpg -f CIBloom radius=10 intensity=1 -f CICrop rectangle=350,350,150,150 -o part.png
      citool apply top.png -f CISourceOverCompositing backgroundImage=below.png -o both.png
      citool apply *.jpg -f CIVibrance amount=0.5 -o out/
      citool apply -f CICheckerboardGenerator width=16 --rect 0,0,256,256 -o board.png

    \(commonOptions)
    """
) { words in
  let arguments = try Arguments(words, kept: ["-f"], renders: true)
  let chain = try FilterChain(arguments.words)
  let target = URL(fileURLWithPath: try arguments.required("-o", "OUT"))
  let rect = try arguments.rect()
  let jobs = try chain.jobs(into: target)
  let output = try Output(arguments)
  var total = Statistics()
  var failures: [Failure] = []
  for (number, job) in jobs.enumerated() {
    if jobs.count > 1 { Terminal.progress("\(number + 1) of \(jobs.count)  \(job.name)") }
    do {
      let image = try chain.image(from: job.input)
      total += try located(job.name) { try output.write(image, rect: rect, to: job.output) }
    } catch {
      failures.append(Failure(error))
      if jobs.count > 1 {
        Terminal.progress("")
        Terminal.note("citool: \(Failure(error).text)")
      }
    }
  }
  if jobs.count > 1 { Terminal.progress("") }
  try output.report(total)
  if let first = failures.first {
    throw jobs.count == 1 ? first : Failure.failed("\(failures.count) of \(jobs.count) pictures failed")
  }
}

/// The filters of a command line and the pictures that they are for.
struct FilterChain {
  private struct Step {
    let name: String
    var assignments: [String] = []
  }

  struct Job {
    let input: URL?
    let output: URL
    var name: String { (input ?? output).lastPathComponent }
  }

  private var inputs: [String] = []
  private var steps: [Step] = []

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "-f" {
        guard let name = rest.popFirst(), name != "-f" else { throw Failure.usage("-f needs the name of a filter") }
        // Unknown names and keys show before any picture is read.
        _ = try CIFilter(checked: name)
        steps.append(Step(name: name))
      } else if steps.isEmpty {
        inputs.append(word)
      } else if word.contains("=") {
        steps[steps.count - 1].assignments.append(word)
      } else {
        throw Failure.usage("key=value is wanted behind -f \(steps[steps.count - 1].name), not \(word)")
      }
    }
    if inputs.isEmpty {
      guard let first = steps.first else { throw Failure.usage("INPUT is missing") }
      if try CIFilter(checked: first.name).inputKeys.contains(kCIInputImageKey) {
        throw Failure.usage("INPUT is missing: \(first.name) needs an image")
      }
    }
  }

  /// Which picture becomes which file; makes the directory for several ones.
  func jobs(into target: URL) throws -> [Job] {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
    let wantsDirectory = (exists && isDirectory.boolValue) || inputs.count > 1
    guard wantsDirectory else {
      _ = try Output.FileKind(target)
      return [Job(input: inputs.first.map { URL(fileURLWithPath: $0) }, output: target)]
    }
    guard !inputs.isEmpty else { throw Failure.usage("\(target.path) is a directory; name a file") }
    guard !exists || isDirectory.boolValue else {
      throw Failure.usage("\(inputs.count) pictures need a directory; \(target.path) is a file")
    }
    var taken: [String: String] = [:]
    let jobs = try inputs.map { path in
      let input = URL(fileURLWithPath: path)
      let written = ["png", "tif", "tiff", "webp", "jpg", "jpeg", "exr", "heic", "avif"]
      let kept = written.contains(input.pathExtension.lowercased())
      let name = kept ? input.lastPathComponent : input.deletingPathExtension().lastPathComponent + ".png"
      if let other = taken[name] { throw Failure.usage("\(path) and \(other) would both become \(name)") }
      taken[name] = path
      return Job(input: input, output: target.appending(path: name))
    }
    if let same = jobs.first(where: { $0.input?.standardizedFileURL == $0.output.standardizedFileURL }) {
      throw Failure.usage("\(same.name) would replace its own input; choose another directory")
    }
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    return jobs
  }

  /// The only input; nil for a generator.
  func singleInput() throws -> URL? {
    guard inputs.count <= 1 else { throw Failure.usage("one INPUT is wanted, not \(inputs.count)") }
    return inputs.first.map { URL(fileURLWithPath: $0) }
  }

  func image(from input: URL?) throws -> CIImage {
    var image = try input.map { try CIImage(reading: $0, options: [.applyOrientationProperty: true]) }
    for step in steps {
      let filter = try CIFilter(checked: step.name)
      if let image, filter.inputKeys.contains(kCIInputImageKey) { try filter.set(image, forKey: kCIInputImageKey) }
      for assignment in step.assignments { try filter.set(assignment) }
      image = try filter.checkedOutputImage()
    }
    guard let image else { throw Failure.usage("INPUT is missing") }
    return image
  }
}
