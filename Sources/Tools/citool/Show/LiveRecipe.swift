import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import ImageFilters
import ImageGraph

/// A recipe whose numbers can be moved: as it stands in a file, or as a command line says it.
struct LiveRecipe {
  /// The recipe, as JSON; an image alone is one, too.
  private var json: JSON
  private let folder: URL
  private let images: ImageInput
  /// A slider that moves reads no image anew.
  private let memory: RecipeMemory
  private(set) var sliders: [Slider] = []
  private(set) var image: CIImage
  let rect: CGRect?

  /// A recipe file, as `citool render` takes it.
  init(file: URL, _ images: ImageInput) throws {
    let data = try fileContents(file, byteLimit: RecipeFile.limit)
    self = try located(file.lastPathComponent) {
      try LiveRecipe(try JSONReader.read(data), folder: file.deletingLastPathComponent(), images)
    }
  }

  /// An image through filters, as `citool apply` takes them.
  init(source: String, _ steps: ArraySlice<String>, _ images: ImageInput) throws {
    let image = try Self.chain(.object(["file": .string(try absolute(source))]), steps, images)
    try self.init(
      .object(["recipe": .number(1), "image": image]), folder: URL(fileURLWithPath: "."), images, isUpright: true)
  }

  private init(_ json: JSON, folder: URL, _ images: ImageInput, isUpright: Bool = false) throws {
    (self.json, self.folder, self.images, self.isUpright) = (json, folder, images, isUpright)
    memory = RecipeMemory()
    let recipe = try RecipeFile(json, folder: folder, images, isUpright: isUpright, memory)
    (image, rect) = (recipe.image, recipe.rect)
    if let described = json.member("image") { sliders = try Slider.all(in: described, at: ["image"]) }
  }

  private let isUpright: Bool

  /// Moves a slider.
  ///
  /// - Throws: when the filter refuses the value; the recipe is then as it was.
  mutating func set(_ value: Double, ofSliderAt index: Int) throws {
    let moved = json.setting(.number(value), at: sliders[index].path[...])
    image = try RecipeFile(moved, folder: folder, images, isUpright: isUpright, memory).image
    json = moved
    sliders[index].value = value
  }

  /// What the recipe starts from: the file that is the image of its image's image; nil where it makes one from nothing.
  var before: CIImage? {
    var place = json.member("image")
    while let inputs = place?.member("inputs") { place = inputs.member("inputImage") ?? inputs.member("image") }
    guard case .string(let path)? = place?.member("file") else { return nil }
    return memory.files[RecipeFile.key(of: path, in: folder)]
  }

  private static func chain(_ image: JSON, _ words: ArraySlice<String>, _ images: ImageInput) throws -> JSON {
    var (image, rest) = (image, words)
    while let word = rest.popFirst() {
      guard word == "-f", let name = rest.popFirst() else {
        throw CommandFailure.usage("-f FILTER [key=value]… is wanted behind the image, not \(word)")
      }
      let filter = try CIFilter(nearly: name)
      var inputs: [String: JSON] = filter.inputKeys.contains(kCIInputImageKey) ? [kCIInputImageKey: image] : [:]
      while let assignment = rest.first, assignment != "-f" {
        rest.removeFirst()
        let (key, value) = try input(Assignment(assignment, behind: filter.name), of: filter, images)
        inputs[key] = value
      }
      image = .object(["filter": .string(filter.name), "inputs": .object(inputs)])
    }
    return image
  }

  /// An input as a recipe file says it. What a value must be is then for `RecipeFile` to say.
  private static func input(
    _ assignment: Assignment, of filter: CIFilter, _ images: ImageInput
  ) throws -> (String, JSON) {
    guard let parameter = filter.parameter(nearly: assignment.key) else {
      // The filter's own words for a key that it does not have.
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

/// A path that says the same from every folder.
private func absolute(_ path: String) throws -> String {
  guard path != "-", !path.isEmpty else {
    throw CommandFailure.usage("citool show needs the name of a file, not standard input")
  }
  return URL(fileURLWithPath: path).standardizedFileURL.path
}

extension JSON {
  func member(_ key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }

  /// With another value at a place, which is made where it is missing.
  func setting(_ value: JSON, at path: ArraySlice<String>) -> JSON {
    guard let first = path.first else { return value }
    guard case .object(var members) = self else { return self }
    members[first] = (members[first] ?? .object([:])).setting(value, at: path.dropFirst())
    return .object(members)
  }
}
