import CoreImage
import Foundation

/// The filters of a command line and the images that they are for.
package struct FilterChain: Sendable {
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

  package struct Job: Sendable {
    /// A path, `-` for standard input, nil for a generator.
    package let input: String?
    package let output: Output.Target
    package var name: String { input.map { URL(fileURLWithPath: $0).lastPathComponent } ?? output.name }
  }

  private let images: ImageInput
  /// What kernels make where there is no input, and how far they read; nil: all that their images have.
  private let rect: CGRect?
  private let reach: Double?
  private var inputs: [String] = []
  private var steps: [Step] = []

  package init(_ words: [String], _ images: ImageInput, rect: CGRect? = nil, reach: Double? = nil) throws {
    (self.images, self.rect, self.reach) = (images, rect, reach)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "-f" || word == "--kernel" {
        guard let name = rest.popFirst(), name != "-f", name != "--kernel" else {
          throw CommandFailure.usage(word == "-f" ? "-f needs the name of a filter" : "--kernel needs FILE or FILE:NAME")
        }
        // Unknown names and texts with errors show before any image is read.
        steps.append(
          Step(
            kind: word == "-f"
              ? .filter(try CIFilter(nearly: name).name) : .kernel(try KernelFile(name, images))))
      } else if steps.isEmpty {
        inputs.append(word)
      } else {
        let step = steps.count - 1
        steps[step].assignments.append(try Assignment(word, behind: steps[step].name))
      }
    }
    if inputs.isEmpty {
      guard let first = steps.first else { throw CommandFailure.usage("INPUT is missing") }
      let needsImage =
        switch first.kind {
        case .filter(let name): try CIFilter(checked: name).inputKeys.contains(kCIInputImageKey)
        case .kernel(let file): !file.isGenerator
        }
      if needsImage { throw CommandFailure.usage("INPUT is missing: \(first.name) needs an image") }
    }
  }

  /// Which image becomes which file; makes the directory for several ones.
  package func jobs(into place: String, _ output: Output) throws -> [Job] {
    let target = URL(fileURLWithPath: place)
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
    guard (exists && isDirectory.boolValue) || place.hasSuffix("/") || inputs.count > 1 else {
      return [Job(input: inputs.first, output: try output.target(place))]
    }
    guard !inputs.isEmpty else { throw CommandFailure.usage("\(target.path) is a directory; name a file") }
    guard place != "-" else { throw CommandFailure.usage("\(inputs.count) images need a directory, not standard output") }
    guard !inputs.contains("-") else { throw CommandFailure.usage("standard input has no name; name a file with -o") }
    guard !exists || isDirectory.boolValue else {
      throw CommandFailure.usage("\(inputs.count) images need a directory; \(target.path) is a file")
    }
    var taken: [String: String] = [:]
    let jobs = try inputs.map { path in
      let input = URL(fileURLWithPath: path)
      let written = ["png", "tif", "tiff", "webp", "jpg", "jpeg", "exr", "heic", "avif"]
      let kept = written.contains(input.pathExtension.lowercased())
      let name = kept ? input.lastPathComponent : input.deletingPathExtension().lastPathComponent + ".png"
      if let other = taken[name] { throw CommandFailure.usage("\(path) and \(other) would both become \(name)") }
      taken[name] = path
      let file = target.appending(path: name)
      guard input.standardizedFileURL != file.standardizedFileURL else {
        throw CommandFailure.usage("\(name) would replace its own input; choose another directory")
      }
      return Job(input: path, output: try output.target(file.path))
    }
    try makeFolder(target)
    return jobs
  }

  /// The only input; nil for a generator.
  package func singleInput() throws -> String? {
    guard inputs.count <= 1 else { throw CommandFailure.usage("one INPUT is wanted, not \(inputs.count)") }
    return inputs.first
  }

  package func image(from input: String?) throws -> CIImage {
    let image = try input.map { try images.image($0, isUpright: true) }
    guard let result = try prepared().image(of: image) else { throw CommandFailure.usage("INPUT is missing") }
    return result
  }

  /// True where no filter and no kernel is named.
  package var isEmpty: Bool { steps.isEmpty }

  /// Filters and kernels with their values, which are read here, once for all images that go through.
  package func prepared() throws -> FilterSteps {
    FilterSteps(
      try steps.map { step in
        switch step.kind {
        case .filter(let name):
          let filter = try CIFilter(checked: name)
          for assignment in step.assignments { try filter.set(assignment, images) }
          return .filter(filter, takesImage: filter.inputKeys.contains(kCIInputImageKey))
        case .kernel(let file):
          return .kernel(file, try located(step.name) { try values(of: step.assignments, for: file) })
        }
      }, rect: rect, reach: reach)
  }

  private func values(of assignments: [Assignment], for file: KernelFile) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for assignment in assignments {
      guard let parameter = file.kernel.parameters.first(where: { $0.name == assignment.key }) else {
        let known = file.kernel.parameters.map(\.name).joined(separator: ", ")
        throw CommandFailure.usage("there is no parameter \(assignment.key); there are \(known)")
      }
      let value: Any = try located(parameter.name) {
        try KernelFile.value(assignment.value, for: parameter, images)
      }
      values[assignment.key] = value
    }
    return values
  }
}

/// Filters and kernels with their values. For one thread at a time.
package final class FilterSteps {
  enum Step {
    case filter(CIFilter, takesImage: Bool)
    case kernel(KernelFile, [String: Any])
  }

  private let steps: [Step]
  private let rect: CGRect?
  private let reach: Double?

  init(_ steps: [Step], rect: CGRect?, reach: Double?) { (self.steps, self.rect, self.reach) = (steps, rect, reach) }

  /// What they make of an image; nil where there is neither an image nor a step.
  package func image(of input: CIImage?) throws -> CIImage? {
    try steps.reduce(input) { image, step in
      switch step {
      case .filter(let filter, let takesImage):
        if takesImage, let image { try filter.set(image, forKey: kCIInputImageKey) }
        return try filter.checkedOutputImage()
      case .kernel(let file, let values):
        return try located(file.kernel.name) {
          try file.image(of: image, rect: image == nil ? rect : nil, reach: reach) { values[$0.name] }
        }
      }
    }
  }
}
