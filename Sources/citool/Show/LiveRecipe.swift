import CoreImage
import Foundation
import ImageCodecs
import ImageFilters
import ImageGraph

/// A recipe whose numbers can be moved: as it stands in a file, or as a command line says it.
struct LiveRecipe {
  /// The recipe, as JSON; a picture alone is one, too.
  private var json: JSON
  private let folder: URL
  private let pictures: PictureInput
  /// Pictures that were read, by their paths: a slider that moves reads none anew.
  private var files: [String: CIImage] = [:]
  private(set) var sliders: [Slider] = []
  private(set) var image: CIImage
  let rect: CGRect?

  /// A recipe file, as `citool render` takes it.
  init(file: URL, _ pictures: PictureInput) throws {
    let data = try fileContents(file, byteLimit: RecipeFile.limit)
    self = try located(file.lastPathComponent) {
      try LiveRecipe(try JSONReader.read(data), folder: file.deletingLastPathComponent(), pictures)
    }
  }

  /// A picture through filters, as `citool apply` takes them.
  init(picture: String, _ steps: ArraySlice<String>, _ pictures: PictureInput) throws {
    let image = try Self.chain(.object(["file": .string(try absolute(picture))]), steps)
    try self.init(
      .object(["recipe": .number(1), "image": image]), folder: URL(fileURLWithPath: "."), pictures, isUpright: true)
  }

  private init(_ json: JSON, folder: URL, _ pictures: PictureInput, isUpright: Bool = false) throws {
    (self.json, self.folder, self.pictures, self.isUpright) = (json, folder, pictures, isUpright)
    let recipe = try RecipeFile(json, folder: folder, pictures, isUpright: isUpright, &files)
    (image, rect) = (recipe.image, recipe.rect)
    if let described = json.member("image") { sliders = try Slider.all(in: described, at: ["image"]) }
  }

  private let isUpright: Bool

  /// Moves a slider.
  ///
  /// - Throws: when the filter refuses the value; the recipe is then as it was.
  mutating func set(_ value: Double, ofSliderAt index: Int) throws {
    let moved = json.setting(.number(value), at: sliders[index].path[...])
    image = try RecipeFile(moved, folder: folder, pictures, isUpright: isUpright, &files).image
    json = moved
    sliders[index].value = value
  }

  /// What the recipe starts from: the file that is the image of its image's image; nil where it makes one from nothing.
  var before: CIImage? {
    var place = json.member("image")
    while let inputs = place?.member("inputs") { place = inputs.member("inputImage") ?? inputs.member("image") }
    guard case .string(let path)? = place?.member("file") else { return nil }
    return files[RecipeFile.key(of: path, in: folder)]
  }

  private static func chain(_ image: JSON, _ words: ArraySlice<String>) throws -> JSON {
    var (image, rest) = (image, words)
    while let word = rest.popFirst() {
      guard word == "-f", let name = rest.popFirst() else {
        throw Failure.usage("-f FILTER [key=value]… is wanted behind the picture, not \(word)")
      }
      let filter = try CIFilter(nearly: name)
      var inputs: [String: JSON] = filter.inputKeys.contains(kCIInputImageKey) ? [kCIInputImageKey: image] : [:]
      while let assignment = rest.first, assignment != "-f" {
        rest.removeFirst()
        let (key, value) = try input(assignment, of: filter)
        inputs[key] = value
      }
      image = .object(["filter": .string(filter.name), "inputs": .object(inputs)])
    }
    return image
  }

  private static func input(_ assignment: String, of filter: CIFilter) throws -> (String, JSON) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw Failure.usage("key=value is wanted behind \(filter.name), not \(assignment)")
    }
    let known = [parts[0], "input" + parts[0].prefix(1).uppercased() + parts[0].dropFirst()]
    guard let parameter = known.lazy.compactMap({ filter.definition?.parameter($0) }).first else {
      throw Failure.usage("\(filter.name) has no input \(parts[0]); citool describe \(filter.name) lists them")
    }
    let text = parts[1]
    switch parameter.className {
    case "CIImage": return (parameter.key, .object(["file": .string(try absolute(text))]))
    case "NSNumber":
      if let flag = Bool(text) { return (parameter.key, .bool(flag)) }
      guard let number = Double(text) else { throw Failure.usage("\(parts[0]) is a number, not \(text)") }
      return (parameter.key, .number(number))
    case "CIVector", "NSAffineTransform":
      return (parameter.key, .array(try numberList(text).map { .number($0) }))
    case "CIColor" where text.contains(","):
      return (parameter.key, .array(try numberList(text).map { .number($0) }))
    case "NSData": return (parameter.key, .object(["utf8": .string(text)]))
    default: return (parameter.key, .string(text))
    }
  }
}

/// A path that says the same from every folder.
private func absolute(_ path: String) throws -> String {
  guard path != "-", !path.isEmpty else {
    throw Failure.usage("citool show needs the name of a file, not standard input")
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
