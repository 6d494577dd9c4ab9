import CoreImage
import Foundation

let apply = Subcommand(
  name: "apply", summary: "filters on pictures",
  usage: "INPUT… [-f FILTER [key=value]…]… [--kernel FILE[:NAME] [key=value]…]… -o OUT [--rect X,Y,W,H]",
  details: """
    Filters work in the order in which they are given. Several inputs need a directory as OUT; each result has the name
    of its input, and as many are made at once as there are cores. Pictures are turned upright by their EXIF \
    orientation first. A generator needs no input.

    Names may be written without CI, keys without input. Values: numbers, true and false, text; vectors 150,150; colours
    red, #ff8000 or 1,0.5,0; transforms a,b,c,d,tx,ty; images are files, data is text or @FILE. An INPUT of - is
    standard input. Folders of OUT are made.

    A kernel of your own takes the image as its first one, and all else by the names of its parameters. It makes as much
    as its input has; a generator needs --rect. It may read all of its images unless --roi says how far.

    examples
      citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png
      citool apply photo.jpg -f bloom radius=10 intensity=1 -f crop rectangle=350,350,150,150 -o part.png
      citool apply top.png -f CISourceOverCompositing backgroundImage=below.png -o both.png
      citool apply *.jpg -f CIVibrance amount=0.5 -o out/
      citool apply -f CICheckerboardGenerator width=16 color0=orange --rect 0,0,256,256 -o board.png
      citool apply - -f CIPhotoEffectNoir -o - < photo.jpg > noir.png
      citool apply photo.jpg --kernel zebra.ci.metal time=0.3 -o out.png
    """,
  options: [
    Option("-f", "FILTER [key=value]…", "a filter and its values; as many as wanted", .filters, keepsPlace: true),
    Option(
      "--kernel", "FILE[:NAME] [key=value]…", "a kernel of your own and its values; see citool kernel", .files,
      keepsPlace: true),
    Option("--roi", "PIXELS", "how far around a pixel kernels read; all of their images by itself"),
  ] + Option.result + Option.reading + Option.computing + Option.limits,
  words: .files
) { arguments in
  let pictures = try PictureInput(arguments)
  let rect = try arguments.rect()
  let chain = try FilterChain(arguments.words, pictures, rect: rect, reach: arguments.reach())
  let place = try arguments.required("-o", "OUT")
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
    enum Kind: Sendable {
      case filter(String)
      case kernel(KernelFile)
    }

    let kind: Kind
    var assignments: [Assignment] = []

    var name: String {
      switch kind {
      case .filter(let name): name
      case .kernel(let file): file.kernel.name
      }
    }
  }

  struct Job: Sendable {
    /// A path, `-` for standard input, nil for a generator.
    let input: String?
    let output: Output.Target
    var name: String { input.map { URL(fileURLWithPath: $0).lastPathComponent } ?? output.name }
  }

  private let pictures: PictureInput
  /// What kernels make where there is no input, and how far they read; nil: all that their images have.
  private let rect: CGRect?
  private let reach: Double?
  private var inputs: [String] = []
  private var steps: [Step] = []

  init(_ words: [String], _ pictures: PictureInput, rect: CGRect? = nil, reach: Double? = nil) throws {
    (self.pictures, self.rect, self.reach) = (pictures, rect, reach)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "-f" || word == "--kernel" {
        guard let name = rest.popFirst(), name != "-f", name != "--kernel" else {
          throw Failure.usage(word == "-f" ? "-f needs the name of a filter" : "--kernel needs FILE or FILE:NAME")
        }
        // Unknown names and texts with errors show before any picture is read.
        steps.append(
          Step(
            kind: word == "-f"
              ? .filter(try CIFilter(nearly: name).name) : .kernel(try KernelFile(name, pictures))))
      } else if steps.isEmpty {
        inputs.append(word)
      } else {
        let step = steps.count - 1
        steps[step].assignments.append(try Assignment(word, behind: steps[step].name))
      }
    }
    if inputs.isEmpty {
      guard let first = steps.first else { throw Failure.usage("INPUT is missing") }
      let needsImage =
        switch first.kind {
        case .filter(let name): try CIFilter(checked: name).inputKeys.contains(kCIInputImageKey)
        case .kernel(let file): !file.isGenerator
        }
      if needsImage { throw Failure.usage("INPUT is missing: \(first.name) needs an image") }
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
      switch step.kind {
      case .filter(let name): image = try filtered(image, name, step.assignments)
      case .kernel(let file): image = try located(step.name) { try made(image, file, step.assignments) }
      }
    }
    guard let image else { throw Failure.usage("INPUT is missing") }
    return image
  }

  private func filtered(_ image: CIImage?, _ name: String, _ assignments: [Assignment]) throws -> CIImage {
    let filter = try CIFilter(checked: name)
    if let image, filter.inputKeys.contains(kCIInputImageKey) { try filter.set(image, forKey: kCIInputImageKey) }
    for assignment in assignments { try filter.set(assignment, pictures) }
    return try filter.checkedOutputImage()
  }

  private func made(_ image: CIImage?, _ file: KernelFile, _ assignments: [Assignment]) throws -> CIImage {
    var texts: [String: String] = [:]
    for assignment in assignments {
      guard file.kernel.parameters.contains(where: { $0.name == assignment.key }) else {
        let known = file.kernel.parameters.map(\.name).joined(separator: ", ")
        throw Failure.usage("there is no parameter \(assignment.key); there are \(known)")
      }
      texts[assignment.key] = assignment.value
    }
    return try file.image(of: image, rect: image == nil ? rect : nil, reach: reach) { parameter in
      try texts[parameter.name].map { text in
        try located(parameter.name) { try KernelFile.value(text, for: parameter, pictures) }
      }
    }
  }
}
