import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import ImageFilters
import ImageGraph

/// A recipe whose numbers sliders change. It comes from a file or from a command line.
struct LiveRecipe {
  /// The recipe as JSON, also of an image of a command line.
  private var json: JSON
  private let folder: URL
  private let images: ImageInput
  /// The cache of image files, so that a slider reads no file again.
  private let cache: RecipeFileCache
  private(set) var sliders: [Slider] = []
  private(set) var image: CIImage
  let rect: CGRect?

  /// Reads a recipe file, as `citool render` does.
  init(file: URL, _ images: ImageInput) throws {
    let data = try fileContents(file, byteLimit: RecipeFile.byteLimit)
    self = try located(file.lastPathComponent) {
      try LiveRecipe(try JSONReader.read(data), folder: file.deletingLastPathComponent(), images)
    }
  }

  /// Creates a recipe of an image with filters, as `citool apply` takes them.
  init(source: String, _ steps: ArraySlice<String>, _ images: ImageInput) throws {
    let image = try Self.chain(.object(["file": .string(try absolute(source))]), steps, images)
    try self.init(
      .object(["recipe": .number(1), "image": image]), folder: URL(fileURLWithPath: "."), images, isUpright: true)
  }

  private init(_ json: JSON, folder: URL, _ images: ImageInput, isUpright: Bool = false) throws {
    (self.json, self.folder, self.images, self.isUpright) = (json, folder, images, isUpright)
    cache = RecipeFileCache()
    let recipe = try RecipeFile(json, folder: folder, images, isUpright: isUpright, cache)
    (image, rect) = (recipe.image, recipe.rect)
    if let description = json.member("image") { sliders = try Slider.all(in: description, at: ["image"]) }
  }

  private let isUpright: Bool

  /// Sets the value of a slider.
  ///
  /// - Throws: the filter's error for an invalid value. The recipe is then unchanged.
  mutating func set(_ value: Double, ofSliderAt index: Int) throws {
    let changed = json.setting(.number(value), at: sliders[index].path[...])
    image = try RecipeFile(changed, folder: folder, images, isUpright: isUpright, cache).image
    json = changed
    sliders[index].value = value
  }

  /// The source image: the file at the end of the chain of input images. Nil for a recipe without one.
  var source: CIImage? {
    var description = json.member("image")
    while let inputs = description?.member("inputs") {
      description = inputs.member("inputImage") ?? inputs.member("image")
    }
    guard case .string(let path)? = description?.member("file") else { return nil }
    return cache.files[RecipeFile.key(of: path, in: folder)]
  }

  private static func chain(_ image: JSON, _ words: ArraySlice<String>, _ images: ImageInput) throws -> JSON {
    var (image, remaining) = (image, words)
    while let word = remaining.popFirst() {
      guard word == "-f", let name = remaining.popFirst() else {
        throw CommandFailure.usage("expected -f FILTER [key=value]… after the image (got \(word))")
      }
      let filter = try CIFilter(matching: name)
      var inputs: [String: JSON] = filter.inputKeys.contains(kCIInputImageKey) ? [kCIInputImageKey: image] : [:]
      while let assignment = remaining.first, assignment != "-f" {
        remaining.removeFirst()
        let (key, value) = try input(Assignment(assignment, of: filter.name), of: filter, images)
        inputs[key] = value
      }
      image = .object(["filter": .string(filter.name), "inputs": .object(inputs)])
    }
    return image
  }

  /// Converts an assignment to an input of a recipe file. `RecipeFile` checks the value.
  private static func input(
    _ assignment: Assignment, of filter: CIFilter, _ images: ImageInput
  ) throws -> (String, JSON) {
    guard let parameter = filter.parameter(matching: assignment.key) else {
      // Throws the filter's error for an unknown key.
      try filter.set(nil, forKey: assignment.key)
      return (assignment.key, .null)
    }
    let value = try located(assignment.text) { try json(assignment.value, parameter.className, images) }
    return (parameter.key, value)
  }

  private static func json(_ text: String, _ className: String, _ images: ImageInput) throws -> JSON {
    func numbers(_ text: String) throws -> JSON { .array(try numberList(text).map { .number($0) }) }
    switch className {
    case "CIImage": return .object(["file": .string(try absolute(text))])
    case "NSNumber":
      switch try NumberText(text) {
      case .number(let number): return .number(number)
      case .flag(let flag): return .bool(flag)
      }
    case "CIVector", "NSAffineTransform": return try numbers(text)
    case "NSArray": return .array(try text.split(separator: " ").map { try numbers(String($0)) })
    case "CIColor" where text.contains(","): return try numbers(text)
    case "NSData":
      guard text.hasPrefix("@") else { return .object(["utf8": .string(text)]) }
      let data = try images.data(String(text.dropFirst()), byteLimit: 1 << 28)
      return .object(["base64": .string(data.base64EncodedString())])
    default: return .string(text)
    }
  }
}

/// Returns the absolute path of a file.
private func absolute(_ path: String) throws -> String {
  guard path != "-", !path.isEmpty else {
    throw CommandFailure.usage("citool show needs a file, not standard input")
  }
  return URL(fileURLWithPath: path).standardizedFileURL.path
}

extension JSON {
  /// Returns a member of an object. Nil for other values.
  func member(_ key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }

  /// Returns a copy with the value at a key path. Missing objects of the path are created.
  func setting(_ value: JSON, at path: ArraySlice<String>) -> JSON {
    guard let first = path.first else { return value }
    guard case .object(var members) = self else { return self }
    members[first] = (members[first] ?? .object([:])).setting(value, at: path.dropFirst())
    return .object(members)
  }
}
