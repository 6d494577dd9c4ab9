import CoreImage
import Foundation

let apply = Subcommand(
  name: "apply", summary: "filters on pictures",
  usage: "INPUT… [-f FILTER [key=value]…]… -o OUT [--rect X,Y,W,H]",
  details: """
    Filters work in the order in which they are given. Several inputs need a directory as OUT; each result has the name
    of its input, and as many are made at once as there are cores. Pictures are turned upright by their EXIF \
    orientation first. A generator needs no input.

    Names may be written without CI, keys without input. Values: numbers, true and false, text; vectors 150,150; colours
    red, #ff8000 or 1,0.5,0; transforms a,b,c,d,tx,ty; images are files, data is text or @FILE. An INPUT of - is
    standard input. Folders of OUT are made.

    examples
      citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png
      citool apply photo.jpg -f bloom radius=10 intensity=1 -f crop rectangle=350,350,150,150 -o part.png
      citool apply top.png -f CISourceOverCompositing backgroundImage=below.png -o both.png
      citool apply *.jpg -f CIVibrance amount=0.5 -o out/
      citool apply -f CICheckerboardGenerator width=16 color0=orange --rect 0,0,256,256 -o board.png
      citool apply - -f CIPhotoEffectNoir -o - < photo.jpg > noir.png
    """,
  options: [
    Option("-f", "FILTER [key=value]…", "a filter and its values; as many as wanted", .filters, keepsPlace: true)
  ] + Option.result + Option.reading + Option.computing + Option.limits,
  words: .files
) { arguments in
  let pictures = try PictureInput(arguments)
  let chain = try FilterChain(arguments.words, pictures)
  let place = try arguments.required("-o", "OUT")
  let rect = try arguments.rect()
  let output = try Output(arguments)
  let jobs = try chain.jobs(into: place, output)
  let (statistics, failures) = Batch(jobs: jobs, chain: chain, rect: rect, output: output).run()
  try output.report(statistics)
  if let first = failures.first {
    throw jobs.count == 1 ? first : Failure.failed("\(failures.count) of \(jobs.count) pictures failed")
  }
}

/// The filters of a command line and the pictures that they are for.
struct FilterChain: Sendable {
  private struct Step: Sendable {
    let name: String
    var assignments: [String] = []
  }

  struct Job: Sendable {
    /// A path, `-` for standard input, nil for a generator.
    let input: String?
    let output: Output.Target
    var name: String { input.map { URL(fileURLWithPath: $0).lastPathComponent } ?? output.name }
  }

  private let pictures: PictureInput
  private var inputs: [String] = []
  private var steps: [Step] = []

  init(_ words: [String], _ pictures: PictureInput) throws {
    self.pictures = pictures
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "-f" {
        guard let name = rest.popFirst(), name != "-f" else { throw Failure.usage("-f needs the name of a filter") }
        // Unknown names show before any picture is read.
        steps.append(Step(name: try CIFilter(nearly: name).name))
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
  func jobs(into place: String, _ output: Output) throws -> [Job] {
    let target = URL(fileURLWithPath: place)
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
    guard (exists && isDirectory.boolValue) || place.hasSuffix("/") || inputs.count > 1 else {
      return [Job(input: inputs.first, output: try output.target(place))]
    }
    guard !inputs.isEmpty else { throw Failure.usage("\(target.path) is a directory; name a file") }
    guard place != "-" else { throw Failure.usage("\(inputs.count) pictures need a directory, not standard output") }
    guard !inputs.contains("-") else { throw Failure.usage("standard input has no name; name a file with -o") }
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
      let file = target.appending(path: name)
      guard input.standardizedFileURL != file.standardizedFileURL else {
        throw Failure.usage("\(name) would replace its own input; choose another directory")
      }
      return Job(input: path, output: try output.target(file.path))
    }
    try makeFolder(target)
    return jobs
  }

  /// The only input; nil for a generator.
  func singleInput() throws -> String? {
    guard inputs.count <= 1 else { throw Failure.usage("one INPUT is wanted, not \(inputs.count)") }
    return inputs.first
  }

  func image(from input: String?) throws -> CIImage {
    var image = try input.map { try pictures.image($0, isUpright: true) }
    for step in steps {
      let filter = try CIFilter(checked: step.name)
      if let image, filter.inputKeys.contains(kCIInputImageKey) { try filter.set(image, forKey: kCIInputImageKey) }
      for assignment in step.assignments { try filter.set(assignment, pictures) }
      image = try filter.checkedOutputImage()
    }
    guard let image else { throw Failure.usage("INPUT is missing") }
    return image
  }
}
