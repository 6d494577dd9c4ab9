import CoreImage
import Foundation

/// The filters and kernels of a command line, and its input images.
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

  /// An input image and its output file.
  package struct Job: Sendable {
    /// The path, `-` for standard input, nil for a generator.
    package let input: String?
    package let output: Output.Target
    /// The name for progress and error texts.
    package var name: String { input.map { URL(fileURLWithPath: $0).lastPathComponent } ?? output.name }
  }

  private let images: ImageInput
  /// The extent of the result of a generator kernel.
  private let rect: CGRect?
  /// The halo that kernels read, in pixels. Nil: whole images.
  private let halo: Double?
  /// Whether the result is cropped to the extent of the input.
  private let keepsSize: Bool
  private var inputs: [String] = []
  private var steps: [Step] = []

  /// Parses the positional words of a command line, and compiles its kernels.
  ///
  /// - Throws: errors for unknown filters, invalid kernels, malformed assignments and missing inputs.
  package init(
    _ words: [String], _ images: ImageInput, rect: CGRect? = nil, halo: Double? = nil, keepsSize: Bool = false
  ) throws {
    (self.images, self.rect, self.halo, self.keepsSize) = (images, rect, halo, keepsSize)
    var remaining = words[...]
    while let word = remaining.popFirst() {
      if word == "-f" || word == "--kernel" {
        guard let name = remaining.popFirst(), name != "-f", name != "--kernel" else {
          throw CommandFailure.usage(word == "-f" ? "-f needs a FILTER" : "--kernel needs FILE or FILE:NAME")
        }
        // Unknown filters and kernel errors are reported before any image is read.
        steps.append(
          Step(
            kind: word == "-f"
              ? .filter(try CIFilter(matching: name).name) : .kernel(try KernelFile(name, images))))
      } else if steps.isEmpty {
        inputs.append(word)
      } else {
        let step = steps.count - 1
        steps[step].assignments.append(try Assignment(word, of: steps[step].name))
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

  /// Returns the output file of each input. For several inputs, creates the directory.
  package func jobs(into path: String, _ output: Output) throws -> [Job] {
    let target = URL(fileURLWithPath: path)
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
    guard (exists && isDirectory.boolValue) || path.hasSuffix("/") || inputs.count > 1 else {
      return [Job(input: inputs.first, output: try output.target(path))]
    }
    guard !inputs.isEmpty else { throw CommandFailure.usage("\(target.path) is a directory; pass a file") }
    guard path != "-" else {
      throw CommandFailure.usage("\(inputs.count) images need a directory, not standard output")
    }
    guard !inputs.contains("-") else { throw CommandFailure.usage("standard input has no name; pass a file as -o") }
    guard !exists || isDirectory.boolValue else {
      throw CommandFailure.usage("\(inputs.count) images need a directory; \(target.path) is a file")
    }
    var inputsByName: [String: String] = [:]
    let jobs = try inputs.map { inputPath in
      let input = URL(fileURLWithPath: inputPath)
      let name = output.fileName(for: input)
      if let other = inputsByName[name] {
        throw CommandFailure.usage("\(inputPath) and \(other) would both be written to \(name)")
      }
      inputsByName[name] = inputPath
      let file = target.appending(path: name)
      guard input.standardizedFileURL != file.standardizedFileURL else {
        throw CommandFailure.usage("\(name) would replace its own input; choose another directory")
      }
      return Job(input: inputPath, output: try output.target(file.path))
    }
    try createFolder(target)
    return jobs
  }

  /// Returns the only input, nil for a generator.
  ///
  /// - Throws: `CommandFailure` for several inputs.
  package func singleInput() throws -> String? {
    guard inputs.count <= 1 else { throw CommandFailure.usage("pass one INPUT (got \(inputs.count))") }
    return inputs.first
  }

  /// Returns the result of the chain for an input, upright.
  package func image(from input: String?) throws -> CIImage {
    let image = try input.map { try images.image($0, isUpright: true) }
    guard let result = try prepared().image(of: image) else { throw CommandFailure.usage("INPUT is missing") }
    return keepsSize ? image.map { result.cropped(to: $0.extent) } ?? result : result
  }

  /// Whether the chain has no filter and no kernel.
  package var isEmpty: Bool { steps.isEmpty }

  /// Creates the filters and parses all values, once for all images.
  package func prepared() throws -> FilterSteps {
    FilterSteps(
      try steps.map { step in
        switch step.kind {
        case .filter(let name):
          let filter = try CIFilter(checked: name)
          for assignment in step.assignments { try filter.set(assignment, images) }
          let isExtentGiven = step.assignments.contains {
            filter.parameter(matching: $0.key)?.key == kCIInputExtentKey
          }
          return .filter(
            filter, takesImage: filter.inputKeys.contains(kCIInputImageKey),
            takesExtent: filter.inputKeys.contains(kCIInputExtentKey) && !isExtentGiven)
        case .kernel(let file):
          return .kernel(file, try located(step.name) { try values(of: step.assignments, for: file) })
        }
      }, rect: rect, halo: halo)
  }

  private func values(of assignments: [Assignment], for file: KernelFile) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for assignment in assignments {
      guard let parameter = file.kernel.parameters.first(where: { $0.name == assignment.key }) else {
        let names = file.kernel.parameters.map(\.name).joined(separator: ", ")
        throw CommandFailure.usage("unknown parameter \(assignment.key); the parameters are \(names)")
      }
      let value: Any = try located(parameter.name) {
        try KernelFile.value(assignment.value, for: parameter, images)
      }
      values[assignment.key] = value
    }
    return values
  }
}

/// Filters and kernels with their values. Not thread-safe.
package final class FilterSteps {
  enum Step {
    /// `takesExtent`: its extent is that of the image, because the command line has none.
    case filter(CIFilter, takesImage: Bool, takesExtent: Bool)
    case kernel(KernelFile, [String: Any])
  }

  private let steps: [Step]
  private let rect: CGRect?
  private let halo: Double?

  init(_ steps: [Step], rect: CGRect?, halo: Double?) { (self.steps, self.rect, self.halo) = (steps, rect, halo) }

  /// Applies the steps to an image. Returns nil if there is neither an image nor a step.
  package func image(of input: CIImage?) throws -> CIImage? {
    try steps.reduce(input) { image, step in
      switch step {
      case .filter(let filter, let takesImage, let takesExtent):
        if takesImage, let image { try filter.set(image, forKey: kCIInputImageKey) }
        if takesExtent, let image, !image.extent.isInfinite, !image.extent.isEmpty {
          try filter.set(CIVector(cgRect: image.extent), forKey: kCIInputExtentKey)
        }
        return try filter.checkedOutputImage()
      case .kernel(let file, let values):
        return try located(file.kernel.name) {
          try file.image(of: image, rect: image == nil ? rect : nil, halo: halo) { values[$0.name] }
        }
      }
    }
  }
}
